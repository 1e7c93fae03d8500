//! What has come of the turning points that were gone through.

use gtk::subclass::prelude::*;

use super::Review;
use crate::words;

/// How a better move came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It was the first to be tried, without hints.
    AtOnce,
    /// It was found.
    Found,
    /// It was shown.
    Shown,
    /// It is not found yet: the player took a hint, tried another move, or went on.
    Open,
}

impl Review {
    /// Whether every turning point has been gone through.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let endings = self.imp().endings.borrow();
        let points = self.points();
        let all = || points.iter().all(|ply| endings.contains_key(ply));
        self.at().is_none() && !self.is_growing() && !points.is_empty() && all()
    }

    /// Takes note of what has come of the turning point; what came first counts.
    pub(super) fn note_ending(&self, ending: Ending) {
        if let Some(ply) = self.at() {
            let mut endings = self.imp().endings.borrow_mut();
            let known = endings.entry(ply).or_insert(ending);
            *known = match (*known, ending) {
                (Ending::Open, Ending::AtOnce) => Ending::Found,
                (Ending::Open, _) => ending,
                (known, _) => known,
            };
        }
    }

    /// Takes note of a move that has been weighed.
    pub(super) fn note_attempt(&self) {
        self.note_ending(match self.is_found() {
            true => Ending::AtOnce,
            false => Ending::Open,
        });
    }

    /// How many better moves were found, in words, once something has come of a turning point.
    pub(super) fn endings(&self) -> Option<String> {
        let endings = self.imp().endings.borrow();
        let count = |wanted| endings.values().filter(|ending| **ending == wanted).count();
        let (at_once, later) = (count(Ending::AtOnce), count(Ending::Found));
        let found = || words::better_moves_found(at_once + later, endings.len(), at_once);
        (!endings.is_empty()).then(found)
    }
}
