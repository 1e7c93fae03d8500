//! The arrows that show a claim.

use shakmaty::Square;

use super::Claim;

/// From where to where an arrow goes.
pub type Arrow = (Square, Square);

impl Claim {
    /// From whoever does it to each on whom, as they stand after the half-move by which it comes about.
    #[must_use]
    pub fn arrows(&self) -> Vec<Arrow> {
        let on = self.on.iter().filter(|on| **on != self.by);
        on.map(|on| (self.by, *on)).collect()
    }
}
