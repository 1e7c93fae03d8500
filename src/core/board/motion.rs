//! Which pieces glide and which fade when one position follows another.

use crate::rules::{Board, Piece, Role, Square};

/// More pieces than a castling king, its rook and nobody else move only when a position is jumped
/// to; then nothing glides.
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
    #[must_use]
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
