//! A claim.

use shakmaty::{Move, Square};

use super::Motif;

/// What a line ends in, for whoever begins it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gain {
    /// Mate.
    Mate,
    /// So much more on the board than before, in hundredths of a pawn.
    Material(i32),
    /// A draw that nobody can take away, for whoever had less.
    Draw,
}

impl Gain {
    /// The hundredths of a pawn that are won; `None` for mate and for a draw.
    #[must_use]
    pub fn material(self) -> Option<i32> {
        match self {
            Self::Material(won) => Some(won),
            Self::Mate | Self::Draw => None,
        }
    }
}

/// What a line proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// How it wins.
    pub motif: Motif,
    /// The number of the half-move in the line by which it does, counted from 0.
    pub at: usize,
    /// Where the piece stands that does it, after that move.
    pub by: Square,
    /// On whom, where they stand then; the most valuable first.
    pub on: Vec<Square>,
    /// The moves from the first one to what is won.
    pub line: Vec<Move>,
    /// What it ends in.
    pub gain: Gain,
}
