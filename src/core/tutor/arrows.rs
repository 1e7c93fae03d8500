//! The arrows that show a claim.

use shakmaty::{Chess, Square};

use super::Claim;
use crate::rules::Ply;

/// From where to where an arrow goes.
pub type Arrow = (Square, Square);

impl Claim {
    /// The move with which the line begins, in this position.
    #[must_use]
    pub fn first_move(&self, start: &Chess) -> Option<Arrow> {
        let first = self.line.first()?;
        Some(Ply::play(start, *first).squares())
    }

    /// From whoever does it to each on whom, as they stand after the half-move by which it comes about.
    #[must_use]
    pub fn arrows(&self) -> Vec<Arrow> {
        let on = self.on.iter().filter(|on| **on != self.by);
        on.map(|on| (self.by, *on)).collect()
    }
}
