//! What the status of a game says.

use gtk::subclass::prelude::*;
use rank_and_file_core::rules::Square;
use rank_and_file_core::study::Place;

use super::Game;
use crate::words::{self, Said};

impl Game {
    /// Says which piece is selected and, with hints, where it may go; or what comes next when it
    /// was let go.
    pub fn tell_selection(&self, selected: Option<Square>, hints: bool) {
        let said = selected.and_then(|from| {
            self.with_hand(|rules| words::selection(rules, from, hints && self.agreed_hints()))
        });
        self.set_status(said.unwrap_or_else(|| self.viewed_status()));
    }

    /// What happened last and what comes next, for the eye and for the ear.
    #[must_use]
    pub fn said(&self) -> Said {
        self.imp().status.borrow().clone()
    }

    pub(super) fn set_status(&self, status: impl Into<Said>) {
        let status = status.into();
        if *self.imp().status.borrow() != status {
            self.say(status);
        }
    }

    /// Says something that nobody has done, such as what the clocks show, until something happens.
    pub fn say(&self, what: impl Into<Said>) {
        self.imp().status.replace(what.into());
        // Who has asked for the same again shall hear it again.
        self.notify_status();
    }

    /// The words for the position that is shown: which it is, and for the ear what is noted there.
    pub(super) fn viewed_status(&self) -> Said {
        if let Some(pointed) = self.pointed() {
            return pointed.said.into();
        }
        if self.tried_at() == Some(self.place()) {
            // Whoever has asked for a move tells what comes of it.
            return self.said();
        }
        if self.ahead().is_some() {
            let after = self.with_line(words::move_name).unwrap_or_default();
            return words::looking_ahead(&after).into();
        }
        let place = self.place();
        let said = match place {
            _ if self.is_live() => self.live_status().into(),
            Place::Main(ply) => {
                let san = self.with_rules(|rules| words::move_name(rules, ply));
                words::looking_back(san.as_deref()).into()
            }
            Place::Side(_) => {
                let after = self.with_line(words::move_name).unwrap_or_default();
                words::in_side_line(&after, self.instead_of().as_deref())
            }
        };
        if !self.is_closed() {
            return said;
        }
        let noted = self.with_study(|study, _| words::noted(study.notes(place)));
        said.and_spoken(&noted)
    }

    pub(super) fn live_status(&self) -> String {
        if self.read_only() && !self.is_set_up() {
            return self.trouble();
        }
        match self.outcome() {
            Some(outcome) => words::outcome(outcome, self.header()),
            None => {
                let turn = self.with_rules(|rules| words::turn_in(rules, self.header()));
                let paused = self.is_paused().then(words::paused);
                let next = [words::sentence(&turn)].into_iter().chain(paused);
                words::sentences(&next.chain(self.warning()).collect::<Vec<_>>())
            }
        }
    }
}
