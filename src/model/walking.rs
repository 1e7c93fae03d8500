//! Ways through the tree of a game: from the position that is shown to another one.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{self, Chess};
use rank_and_file_core::study::{Place, Study};

use super::Game;
use crate::words;

/// A way from the position that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To the first position of the game.
    First,
    /// One move back.
    Back,
    /// One move forward in the same line.
    Forward,
    /// To the end of the line.
    Last,
    /// To the same move of the next line.
    NextLine,
    /// To the same move of the line before.
    PreviousLine,
    /// Out of looking back, or out of a side line to where it leaves the game.
    Return,
}

impl Game {
    /// The position that is shown.
    #[must_use]
    pub fn viewed_position(&self) -> Chess {
        self.with_line(|line, plies| line.position_at(plies).clone())
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
        let elsewhere = self.stop_looking_ahead() | (self.set_side(side) != side);
        if imp.viewed_ply.replace(ply) != ply || elsewhere {
            self.show_elsewhere();
        }
    }

    /// Tells that another position is shown.
    pub(super) fn show_elsewhere(&self) {
        self.imp().refused.set(None);
        self.set_status(self.viewed_status());
        self.notify_viewed_ply();
        self.notify_fen();
        self.emit_by_name::<()>("changed", &[]);
    }

    /// Goes a way, if it leads anywhere.
    pub fn walk(&self, way: Way) {
        if self.walk_ahead(way) {
            return;
        }
        if let Some(place) = self.leads_to(way) {
            self.go_to(place);
        }
    }

    /// Where a way leads; `None` where it leads nowhere else. Somebody who looks ahead stays at the same place.
    #[must_use]
    pub fn leads_to(&self, way: Way) -> Option<Place> {
        if let Some(leads) = self.leads_ahead(way) {
            return leads.then(|| self.place());
        }
        let (at, last) = (self.place(), Place::Main(self.ply() as usize));
        let place = match way {
            Way::Return if self.tried_at().is_some_and(|tried| tried != at) => self.tried_at()?,
            Way::First => Place::Main(0),
            Way::Last if !matches!(at, Place::Side(_)) => last,
            // A game that is played ends where it is played.
            Way::Forward | Way::NextLine if at == last && !self.is_closed() => at,
            Way::Return if !self.is_closed() => last,
            Way::Return => Place::Main(self.viewed_ply() as usize),
            _ => self.with_study(|study, rules| match way {
                Way::Back => study.previous(at),
                Way::Forward => study.next(rules, at),
                Way::NextLine => study.next_line(rules, at),
                Way::PreviousLine => study.previous_line(rules, at),
                _ => end_of_line(study, rules, at),
            })?,
        };
        (place != at).then_some(place)
    }

    /// The move in the place of which the shown side line is played, with its number; `None` where the
    /// line goes on after the last move of the game.
    pub(super) fn instead_of(&self) -> Option<String> {
        self.with_study(|study, rules| {
            let instead = study.next(rules, study.branch(rules, self.place())?)?;
            match instead {
                Place::Main(ply) => words::move_name(rules, ply),
                side => {
                    let line = study.game_at(rules, side).ok()?;
                    words::move_name(&line, line.plies().len())
                }
            }
        })
    }
}

fn end_of_line(study: &Study, rules: &rules::Game, at: Place) -> Option<Place> {
    std::iter::successors(Some(at), |at| study.next(rules, *at)).last()
}
