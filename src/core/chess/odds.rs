//! Material odds: what the stronger player begins without, as it has been given for centuries.

use shakmaty::{Chess, Color, Square};
use strum::VariantArray;

use super::draft::{Draft, Edit};

/// What a player begins without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
pub enum Odds {
    /// The pawn on f7, and the other player begins.
    PawnAndMove,
    /// The knight on b1.
    Knight,
    /// The rook on a1, and with it castling on that side.
    Rook,
    /// The queen.
    Queen,
}

impl Odds {
    /// Which pieces they are given with: White's, except that the pawn goes with the first move.
    pub fn giver(self) -> Color {
        match self {
            Self::PawnAndMove => Color::Black,
            Self::Knight | Self::Rook | Self::Queen => Color::White,
        }
    }

    /// Where the piece stands that is missing.
    pub fn missing(self) -> Square {
        match self {
            Self::PawnAndMove => Square::F7,
            Self::Knight => Square::B1,
            Self::Rook => Square::A1,
            Self::Queen => Square::D1,
        }
    }

    /// The odds that are given in a game that begins from a position.
    pub fn of(start: &Chess) -> Option<Self> {
        let mut all = Self::VARIANTS.iter().copied();
        all.find(|odds| odds.start() == *start)
    }

    /// The position that the game begins from.
    pub fn start(self) -> Chess {
        let mut draft = Draft::default();
        draft.edit(Edit::Put(self.missing(), None));
        // One piece less than at the beginning is a position at all times.
        draft.position().unwrap_or_default()
    }
}
