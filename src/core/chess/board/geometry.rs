//! Squares to pixels and back, for a board that may be flipped, and pieces on their way between them.

use crate::chess::{Board, Piece, Role, Square};

/// Where the squares of a board lie inside a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Geometry {
    /// Left edge of the board.
    pub x: f64,
    /// Upper edge of the board.
    pub y: f64,
    /// Length of the side of a square.
    pub square: f64,
    /// Whether Black sits below.
    pub flipped: bool,
}

/// What a board is fitted into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// Width, in logical pixels.
    pub width: f64,
    /// Height, in logical pixels.
    pub height: f64,
    /// What is kept free to the left and below for coordinates.
    pub margin: f64,
    /// How many device pixels make a logical pixel.
    pub scale: f64,
}

impl Room {
    /// A room for nothing but the squares, whose logical pixels are those of the device.
    pub fn plain(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            margin: 0.0,
            scale: 1.0,
        }
    }

    /// The side of the squares that have their place here: a whole number of device pixels, though
    /// perhaps not of logical ones.
    pub fn square(&self) -> f64 {
        let side = (self.width.min(self.height) - self.margin) / 8.0;
        // What is short of a pixel by no more than a rounding is that pixel.
        (side * self.scale + 1e-6).floor().max(0.0) / self.scale
    }
}

/// The place next to `at` that lies between two device pixels, in a widget that begins at `origin`
/// of its window.
pub fn snapped(at: f64, origin: f64, scale: f64) -> f64 {
    ((origin + at) * scale).round() / scale - origin
}

impl Geometry {
    /// The largest board of whole-numbered squares in the middle of `width` by `height`.
    pub fn fit(width: f64, height: f64, flipped: bool) -> Self {
        Self::within(&Room::plain(width, height), (0.0, 0.0), flipped)
    }

    /// The largest board in the middle of a room that begins at `origin` of its window. Every edge
    /// of a square lies between two device pixels.
    pub fn within(room: &Room, origin: (f64, f64), flipped: bool) -> Self {
        let square = room.square();
        let offset = |length: f64, origin: f64| {
            let free = ((length - room.margin - 8.0 * square) / 2.0).max(0.0);
            snapped(free, origin, room.scale)
        };
        Self {
            x: offset(room.width, origin.0 + room.margin) + room.margin,
            y: offset(room.height, origin.1),
            square,
            flipped,
        }
    }

    /// Column and row on the screen, from the upper left.
    pub fn column_row(&self, square: Square) -> (u32, u32) {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        if self.flipped {
            (7 - file, rank)
        } else {
            (file, 7 - rank)
        }
    }

    /// The upper left corner of a square.
    pub fn corner(&self, square: Square) -> (f64, f64) {
        let (column, row) = self.column_row(square);
        (
            self.x + f64::from(column) * self.square,
            self.y + f64::from(row) * self.square,
        )
    }

    /// The middle of a square.
    pub fn center(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + self.square / 2.0, y + self.square / 2.0)
    }

    /// The square at a point, if the point is on the board.
    pub fn square_at(&self, x: f64, y: f64) -> Option<Square> {
        let index = |offset: f64| {
            let index = (offset / self.square).floor();
            // A board without extent gives NaN or infinity: neither is in the range.
            (0.0..8.0).contains(&index).then_some(index as u32)
        };
        self.at(index(x - self.x)?, index(y - self.y)?)
    }

    /// The square at a column and row of the screen.
    pub fn at(&self, column: u32, row: u32) -> Option<Square> {
        if column > 7 || row > 7 {
            return None;
        }
        let (file, rank) = if self.flipped {
            (7 - column, row)
        } else {
            (column, 7 - row)
        };
        Square::try_from(rank * 8 + file).ok()
    }
}

/// A castling king and its rook are the most pieces that move at once. More than these change their squares only
/// when a position is jumped to; then nothing glides.
const MOST: usize = 2;

/// How the pieces get from one position to another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Motion {
    /// Pieces as they look on the way, where from and where to.
    pub glides: Vec<(Piece, Square, Square)>,
    /// Pieces that vanish, and where.
    pub fades: Vec<(Piece, Square)>,
}

impl Motion {
    /// The way from `before` to `after`, forwards or backwards by one ply; nothing where they are
    /// further apart.
    pub fn between(before: &Board, after: &Board) -> Self {
        let mut gone: Vec<(Square, Piece)> = Vec::new();
        let mut come: Vec<(Square, Piece)> = Vec::new();
        for square in Square::ALL {
            let (was, is) = (before.piece_at(square), after.piece_at(square));
            if was != is {
                gone.extend(was.map(|piece| (square, piece)));
                come.extend(is.map(|piece| (square, piece)));
            }
        }
        let mut motion = Self::default();
        // First what moves as it is, then pawns that promote or are taken back.
        for same in [alike as fn(Piece, Piece) -> bool, promotes] {
            come.retain(|&(to, arrived)| {
                let nearest = (0..gone.len())
                    .filter(|&index| same(gone[index].1, arrived))
                    .min_by_key(|&index| gone[index].0.distance(to));
                if let Some(index) = nearest {
                    let (from, piece) = gone.remove(index);
                    motion.glides.push((piece, from, to));
                }
                nearest.is_none()
            });
        }
        motion.fades = gone.into_iter().map(|(at, piece)| (piece, at)).collect();
        if motion.glides.len() > MOST || motion.fades.len() > 1 || come.len() > 1 {
            return Self::default();
        }
        motion
    }
}

fn alike(one: Piece, other: Piece) -> bool {
    one == other
}

fn promotes(one: Piece, other: Piece) -> bool {
    one.color == other.color && (one.role == Role::Pawn) != (other.role == Role::Pawn)
}
