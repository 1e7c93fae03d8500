//! The pictures of which references are kept: what is on them, and how they are painted.

mod tiles;

use cairo::{Context, Format, ImageSurface};
use rank_and_file::drawing::{
    LIFTED, Painter, Palette, PieceSets, draw_position, drawing, letter_color, letter_size, ray,
    tried,
};
use rank_and_file_core::chess::board::{
    Below, Cell, Coordinates, Drawing, DrawingColor, Geometry, Marks, Theme,
};
use rank_and_file_core::chess::{Board, Color, Piece, Position, Role, Square, read_fen};
use strum::VariantArray;

use crate::likeness::{Corner, Pixels};

pub use tiles::{TileFault, TilePicture, tile_pictures};

/// Black is in check on e8, and enough stands about for every mark to fall on pieces and beside.
const FEN: &str = "r1bqk2r/pp1p1Qpp/2n2n2/2b1p3/2B1P3/5P2/PPPP2PP/RNB1K1NR b KQkq - 0 4";

/// One picture.
#[derive(Clone)]
pub struct Picture {
    pub name: String,
    /// Which pieces.
    pub set: &'static str,
    pub palette: Palette,
    /// The side of a square, in pixels.
    pub side: u32,
    pub scene: Scene,
}

/// What is on a picture.
#[derive(Clone, Copy, PartialEq)]
pub enum Scene {
    /// Every piece.
    Pieces,
    /// A board with every mark, every color, and a piece in the hand.
    Everything,
    /// The same for two who sit face to face, the board flipped, with coordinates.
    FaceToFace,
    /// Three by three squares, marked, and large.
    Close,
    /// A position as it is exported and printed.
    Position,
}

/// What can be wrong with a picture, planted to see that it is found.
#[derive(Clone, Copy, Default)]
pub struct Fault {
    /// A piece stands so many pixels too far to the right.
    pub moved: f64,
    /// A piece is not there.
    pub gone: bool,
    /// What can be captured on f7 has no ring.
    pub ringless: bool,
    /// The king that is in check does not glow.
    pub glowless: bool,
    /// The coordinates are written in this font.
    pub font: Option<&'static str>,
    /// The coordinates are missing.
    pub letterless: bool,
}

/// Every picture that is kept.
pub fn pictures() -> Vec<Picture> {
    let picture = |name: String, set, palette, side, scene| Picture {
        name,
        set,
        palette,
        side,
        scene,
    };
    let mut all = Vec::new();
    for set in [PieceSets::CLUB, PieceSets::BOLD] {
        for side in [24, 37, 64, 125] {
            let name = format!("pieces-{set}-{side}");
            all.push(picture(name, set, Palette::PLAIN, side, Scene::Pieces));
        }
    }
    for &theme in Theme::VARIANTS {
        let contrast = theme == Theme::HighContrast;
        let set = if contrast {
            PieceSets::BOLD
        } else {
            PieceSets::CLUB
        };
        for (dark, shade) in [(false, "light"), (true, "dark")] {
            let palette = Palette::of(theme, dark);
            if dark && palette == Palette::of(theme, false) {
                continue;
            }
            let name = format!("board-{theme}-{shade}");
            all.push(picture(name, set, palette, 37, Scene::Everything));
        }
    }
    for (theme, side) in [
        (Theme::Plain, 64),
        (Theme::HighContrast, 64),
        (Theme::Wood, 125),
    ] {
        let name = format!("close-{theme}-{side}");
        let palette = Palette::of(theme, false);
        all.push(picture(name, PieceSets::CLUB, palette, side, Scene::Close));
    }
    for (side, set) in [
        (24, PieceSets::BOLD),
        (37, PieceSets::CLUB),
        (48, PieceSets::CLUB),
    ] {
        let name = format!("face-to-face-{side}");
        all.push(picture(name, set, Palette::PLAIN, side, Scene::FaceToFace));
    }
    let (name, set) = ("position-paper".to_owned(), PieceSets::CLUB);
    all.push(picture(name, set, Palette::PAPER, 40, Scene::Position));
    all
}

impl Picture {
    /// Columns and rows of squares.
    fn squares(&self) -> (u32, u32) {
        match self.scene {
            Scene::Pieces => (12, 1),
            Scene::Close => (3, 3),
            Scene::Everything | Scene::FaceToFace | Scene::Position => (8, 8),
        }
    }

    fn flipped(&self) -> bool {
        self.scene == Scene::FaceToFace
    }

    /// Whether the square at this column and row bears coordinates.
    fn coordinates(&self, column: u32, row: u32) -> Coordinates {
        match self.scene {
            Scene::FaceToFace | Scene::Position => Coordinates {
                file: row == 7,
                rank: column == 0,
            },
            Scene::Pieces | Scene::Everything | Scene::Close => Coordinates::default(),
        }
    }

    /// The corners in which letters are.
    pub fn letters(&self) -> Vec<Corner> {
        let side = self.side as usize;
        let Some(size) = letter_size(f64::from(self.side), 1.0) else {
            return Vec::new();
        };
        let reach = (size * 1.4).ceil() as usize;
        let (columns, rows) = self.squares();
        let mut corners = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let (left, top) = (column as usize * side, row as usize * side);
                let bears = self.coordinates(column, row);
                if bears.rank {
                    corners.push([left, top, left + reach, top + reach]);
                }
                if bears.file {
                    let (right, bottom) = (left + side, top + side);
                    corners.push([right - reach, bottom - reach, right, bottom]);
                }
            }
        }
        corners
    }

    pub fn paint(&self, fault: &Fault) -> Pixels {
        let (columns, rows) = self.squares();
        let size = ((columns * self.side) as i32, (rows * self.side) as i32);
        let mut surface = ImageSurface::create(Format::Rgb24, size.0, size.1).unwrap();
        let cr = Context::new(&surface).unwrap();
        let pieces = PieceSets::default().load(self.set).unwrap();
        if self.scene == Scene::Position {
            let geometry = self.geometry();
            let letters = !fault.letterless;
            draw_position(&cr, &board(), &pieces, &self.palette, &geometry, letters).unwrap();
        } else {
            let easel = Easel {
                picture: self,
                cr: &cr,
                painter: Painter::new(pieces),
                fault,
            };
            easel.paint();
        }
        drop(cr);
        Pixels::of(&mut surface)
    }

    fn geometry(&self) -> Geometry {
        let side = f64::from(self.side) * 8.0;
        Geometry::fit(side, side, self.flipped())
    }
}

fn board() -> Board {
    read_fen(FEN).unwrap().board().clone()
}

struct Easel<'a> {
    picture: &'a Picture,
    cr: &'a Context,
    painter: Painter,
    fault: &'a Fault,
}

impl Easel<'_> {
    fn paint(&self) {
        match self.picture.scene {
            Scene::Pieces => self.pieces(),
            Scene::Close => self.close(),
            Scene::Everything | Scene::FaceToFace | Scene::Position => self.whole(),
        }
    }

    fn pieces(&self) {
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| Piece { color, role }));
        for (column, piece) in pieces.enumerate() {
            let square = [Square::B1, Square::A1][column % 2];
            let cell = Cell::new(
                square,
                Some(piece),
                Marks::default(),
                Coordinates::default(),
            );
            self.cell(column as u32, 0, &cell);
        }
    }

    /// From the upper left: last move, selected, check; a ring, a dot, a refusal; two marks at once,
    /// the last move, and a king that is selected while in check.
    fn close(&self) {
        let plain = Marks::default();
        let last_move = Marks {
            last_move: true,
            ..plain
        };
        let selected = Marks {
            selected: true,
            ..plain
        };
        let check = Marks {
            check: !self.fault.glowless,
            ..plain
        };
        let target = Marks {
            target: true,
            ..plain
        };
        let ring = Marks {
            target: !self.fault.ringless,
            ..plain
        };
        let refused = Marks {
            refused: true,
            ..plain
        };
        let both = Marks {
            last_move: true,
            ..ring
        };
        let escaping = Marks {
            selected: true,
            ..check
        };
        let marks = [
            last_move, selected, check, ring, target, refused, both, last_move, escaping,
        ];
        let pieces = "NQkp.rb.K".chars().map(Piece::from_char);
        for (index, (piece, marks)) in pieces.zip(marks).enumerate() {
            let (column, row) = (index as u32 % 3, index as u32 / 3);
            let square = if index % 2 == 0 {
                Square::B1
            } else {
                Square::A1
            };
            let cell = Cell::new(square, piece, marks, Coordinates::default());
            self.cell(column, row, &cell);
        }
    }

    fn whole(&self) {
        let (board, geometry) = (board(), self.picture.geometry());
        for square in Square::ALL {
            let (column, row) = geometry.column_row(square);
            let mut coordinates = self.picture.coordinates(column, row);
            if self.fault.letterless || self.fault.font.is_some() {
                coordinates = Coordinates::default();
            }
            // The bishop is in the hand.
            let piece = board.piece_at(square).filter(|_| square != Square::C4);
            let flipped = self.picture.flipped();
            let below = if flipped { Color::Black } else { Color::White };
            let cell = Cell::new(square, piece, self.marks(square), coordinates)
                .with_upside_down(flipped && piece.is_some_and(|piece| piece.color != below));
            self.cell(column, row, &cell);
        }
        let color = DrawingColor::of;
        for (from, to, color) in [
            (Square::B1, Square::C3, color(false, false)),
            (Square::H7, Square::H3, color(true, false)),
            (Square::A7, Square::D7, color(false, true)),
            (Square::G2, Square::D2, color(true, true)),
            (Square::G4, Square::G4, color(false, false)),
            (Square::A5, Square::A5, color(true, false)),
            (Square::B3, Square::B3, color(false, true)),
            (Square::H1, Square::H1, color(true, true)),
            (Square::E1, Square::G1, DrawingColor::Purple),
            (Square::C8, Square::B6, DrawingColor::Gray),
        ] {
            let line = Drawing { from, to, color };
            drawing(self.cr, &self.picture.palette, &geometry, &line).unwrap();
        }
        let attack = (Square::F7, Square::E8);
        ray(self.cr, &self.picture.palette, &geometry, attack).unwrap();
        let refused = (Square::A1, Square::A4);
        tried(self.cr, &self.picture.palette, &geometry, refused).unwrap();
        self.hold(&geometry);
    }

    fn marks(&self, square: Square) -> Marks {
        Marks {
            last_move: matches!(square, Square::F7 | Square::F3),
            selected: square == Square::C4,
            target: matches!(square, Square::D5 | Square::E6 | Square::B5)
                || square == Square::F7 && !self.fault.ringless,
            check: square == Square::E8 && !self.fault.glowless,
            refused: matches!(square, Square::F6 | Square::E4),
            attacked: matches!(square, Square::C6 | Square::A7),
            below: match square {
                Square::D5 => Some(Below::Allowed),
                Square::A4 => Some(Below::Refused),
                Square::B4 => Some(Below::Untold),
                _ => None,
            },
        }
    }

    fn hold(&self, geometry: &Geometry) {
        let side = self.picture.side;
        let piece = Piece {
            color: Color::White,
            role: Role::Bishop,
        };
        let (x, y) = geometry.center(Square::D5);
        let wide = (f64::from(side) * LIFTED).round();
        self.cr.save().unwrap();
        self.cr.translate(
            (x - wide / 2.0 + 5.0).round(),
            (y - wide / 2.0 - 3.0).round(),
        );
        self.cr.rectangle(0.0, 0.0, wide, wide);
        self.cr.clip();
        let flipped = self.picture.flipped();
        self.painter
            .lift(self.cr, piece, &self.picture.palette, side, flipped)
            .unwrap();
        self.cr.restore().unwrap();
    }

    /// Paints a cell with the faults that are planted; the piece in the upper left corner bears them.
    fn cell(&self, column: u32, row: u32, cell: &Cell) {
        let (side, palette) = (self.picture.side, &self.picture.palette);
        let fault = self.fault;
        let faulty = (column, row) == (0, 0) && (fault.moved != 0.0 || fault.gone);
        let mut ground = *cell;
        // Letters lie below the piece, and below nothing else on these squares.
        let bears = self.picture.coordinates(column, row) != Coordinates::default();
        let font = fault.font.filter(|_| bears);
        ground.piece = cell.piece.filter(|_| !faulty && font.is_none());
        let cr = self.cr;
        cr.save().unwrap();
        cr.translate(f64::from(column * side), f64::from(row * side));
        self.painter.cell(cr, &ground, palette, side).unwrap();
        if let Some(font) = font {
            self.write(font, column, row);
        }
        let piece = cell.piece.filter(|_| !(faulty && fault.gone));
        if let Some(piece) = piece.filter(|_| ground.piece.is_none()) {
            cr.translate(if faulty { fault.moved } else { 0.0 }, 0.0);
            self.painter
                .stand(cr, piece, side, cell.upside_down)
                .unwrap();
        }
        cr.restore().unwrap();
    }

    /// Writes the coordinates of a square where the painter would, in another font.
    fn write(&self, font: &str, column: u32, row: u32) {
        let (cr, palette) = (self.cr, &self.picture.palette);
        let side = f64::from(self.picture.side);
        let size = letter_size(side, 1.0).unwrap();
        let inset = size * 0.36;
        cr.select_font_face(font, cairo::FontSlant::Normal, cairo::FontWeight::Bold);
        cr.set_font_size(size);
        let square = self.picture.geometry().at(column, row).unwrap();
        let color = letter_color(palette, square.is_light(), &self.marks(square));
        cr.set_source_rgba(color.red, color.green, color.blue, color.alpha);
        let bears = self.picture.coordinates(column, row);
        if bears.rank {
            cr.move_to(inset, inset + size * 0.75);
            cr.show_text(&square.rank().to_string()).unwrap();
        }
        if bears.file {
            let text = square.file().to_string();
            let advance = cr.text_extents(&text).unwrap().x_advance();
            cr.move_to(side - inset - advance, side - inset);
            cr.show_text(&text).unwrap();
        }
    }
}
