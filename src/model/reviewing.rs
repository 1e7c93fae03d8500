//! Looking through a game that nobody plays any more: where the reader stands in its tree, and what is added
//! to it there.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::pgn;
use rank_and_file_core::rules::{self, Chess};
use rank_and_file_core::study::{
    Change, Place, SideMove, Study, StudyAction, StudyEvent, StudyRefusal,
};

use super::Game;

/// The study of a game, and the side line in it that is shown.
#[derive(Default)]
pub struct Reviewing {
    study: RefCell<Study>,
    /// Where the reader stands in a side line; `None` on the game's own moves.
    side: Cell<Option<SideMove>>,
}

impl Game {
    /// The same game with what was added to it.
    #[must_use]
    pub fn studied(self, study: Study) -> Self {
        self.imp().reviewing.study.replace(study);
        self
    }

    /// All of it as PGN.
    #[must_use]
    pub fn pgn(&self) -> String {
        pgn::write_with(&self.loaded(), &self.imp().reviewing.study.borrow())
    }

    /// Whether side lines and notes can be added: nobody plays it any more.
    #[must_use]
    pub fn is_reviewable(&self) -> bool {
        self.is_closed()
    }

    /// Looks at the study, together with the game that it belongs to.
    pub fn with_study<T>(&self, look: impl FnOnce(&Study, &rules::Game) -> T) -> T {
        self.with_rules(|rules| look(&self.imp().reviewing.study.borrow(), rules))
    }

    /// The place in the tree whose position is shown.
    #[must_use]
    pub fn place(&self) -> Place {
        let side = self.imp().reviewing.side.get();
        side.map_or(Place::Main(self.viewed_ply() as usize), Place::Side)
    }

    /// The position that is shown.
    #[must_use]
    pub fn viewed_position(&self) -> Chess {
        self.with_study(|study, rules| {
            let there = study.position(rules, self.place());
            there.unwrap_or_else(|_| rules.position_at(self.viewed_ply() as usize).clone())
        })
    }

    /// Shows the position at a place of the tree. Nothing happens where there is no such place.
    pub fn go_to(&self, place: Place) {
        let imp = self.imp();
        let Ok(ply) = self.with_study(|study, rules| study.leaves_at(rules, place)) else {
            return;
        };
        let side = match place {
            Place::Main(_) => None,
            Place::Side(side) => Some(side),
        };
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        let elsewhere = imp.reviewing.side.replace(side) != side;
        if imp.viewed_ply.replace(ply) == ply && !elsewhere {
            return;
        }
        imp.refused.set(None);
        self.set_status(self.viewed_status());
        self.notify_viewed_ply();
        self.notify_fen();
        self.emit_by_name::<()>("changed", &[]);
    }

    /// Adds to the study what a reader wants, and shows the place at which that leaves the reader.
    ///
    /// # Errors
    /// Why that cannot be.
    pub fn annotate(&self, action: StudyAction) -> Result<StudyEvent, StudyRefusal> {
        let study = &self.imp().reviewing.study;
        let event = self.with_rules(|rules| study.borrow_mut().act(rules, action))?;
        if event.change != Change::Nothing {
            self.emit_by_name::<()>("studied", &[]);
        }
        self.go_to(event.stands);
        Ok(event)
    }
}
