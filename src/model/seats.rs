//! What the computer changes for those who play against it, and how it acts in an observable game.

use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Action, Color, Offer, Refusal};

use super::Game;
use super::saving::Saved;

impl Game {
    /// The side that a person plays against the computer; `None` where people play each other, or nobody does.
    #[must_use]
    pub fn person(&self) -> Option<Color> {
        self.header().person()
    }

    /// Whether the computer is to move.
    #[must_use]
    pub fn is_computers_turn(&self) -> bool {
        let to_move = |rules: &rank_and_file_core::rules::Game| {
            rules.outcome().is_none() && self.header().is_computer(rules.turn())
        };
        !self.read_only() && self.with_rules(to_move)
    }

    /// What a person has to answer.
    #[must_use]
    pub fn question(&self) -> Option<Offer> {
        let computers_own = |offer: &Offer| self.header().is_computer(offer.by().other());
        self.offer().filter(|offer| !computers_own(offer))
    }

    /// How many plies are taken back when a person takes back the own last move; `None` where that cannot be.
    #[must_use]
    pub fn takeback(&self) -> Option<usize> {
        if self.is_closed() || self.offer().is_some() {
            return None;
        }
        self.with_rules(|rules| self.header().takeback(rules))
    }

    /// Whether something has happened that is not shown yet.
    pub(super) fn is_catching_up(&self) -> bool {
        self.saving().is_waiting()
    }

    /// Does what anybody wants, if the Laws allow it.
    pub(super) fn act_for_anybody(&self, action: Action) -> Result<(), Refusal> {
        let now = self.now();
        let event = self.imp().rules.borrow_mut().act_at(action, now)?;
        self.imp().refused.set(None);
        self.record(event);
        Ok(())
    }

    pub(super) fn set_thinking(&self, thinking: bool) {
        if self.imp().thinking.replace(thinking) != thinking {
            self.notify_thinking();
        }
    }
}
