//! The arrows that show a claim.

use shakmaty::{Color, Move, Square};

use super::Claim;

/// From where to where an arrow goes.
pub type Arrow = (Square, Square);

impl Claim {
    /// The move with which the line begins, that side being to move.
    #[must_use]
    pub fn first_move(&self, turn: Color) -> Option<Arrow> {
        self.line.first().and_then(|mv| arrow_of(*mv, turn))
    }

    /// From whoever does it to each on whom, as they stand after the half-move by which it comes about.
    #[must_use]
    pub fn arrows(&self) -> Vec<Arrow> {
        let on = self.on.iter().filter(|on| **on != self.by);
        on.map(|on| (self.by, *on)).collect()
    }
}

/// A move as an arrow: whoever castles moves the king.
#[must_use]
pub fn arrow_of(mv: Move, turn: Color) -> Option<Arrow> {
    let to = match mv.castling_side() {
        Some(side) => side.king_to(turn),
        None => mv.to(),
    };
    Some((mv.from()?, to)).filter(|(from, to)| from != to)
}
