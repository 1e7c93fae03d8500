//! Looking ahead: a line that could follow the position at which a reader stands, walked on the board. Nothing
//! of it is added to the game.

use std::rc::Rc;

use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{self, Action, Chess, Move};

use super::{Game, Way};

/// How far somebody looks ahead.
#[derive(Clone)]
pub(super) struct Ahead {
    /// The game that has come through all of the line.
    line: Rc<rules::Game>,
    /// How many of its plies lead to where the reader stands.
    before: usize,
    /// So many plies of the line are shown: one or more.
    shown: usize,
}

impl Ahead {
    /// The game along which the position lies, and after how many of its plies.
    pub fn line(&self) -> (&rules::Game, usize) {
        (&self.line, self.before + self.shown)
    }

    fn length(&self) -> usize {
        self.line.plies().len() - self.before
    }
}

impl Game {
    /// Shows the position after so many of these moves, the first of which could be played where the reader
    /// stands. After none of them, it is that where the reader stands.
    pub fn look_ahead(&self, moves: &[Move], shown: usize) {
        let mut line = self.with_game_at(self.place(), rules::Game::clone);
        let before = line.plies().len();
        for mv in moves {
            let (from, to, promotion) = (mv.from().unwrap_or(mv.to()), mv.to(), mv.promotion());
            let action = Action::Move {
                from,
                to,
                promotion,
            };
            if line.act(action).is_err() {
                break;
            }
        }
        let shown = shown.min(line.plies().len() - before);
        if shown == 0 {
            return self.go_to(self.place());
        }
        let line = Rc::new(line);
        self.show_ahead(Ahead {
            line,
            before,
            shown,
        });
    }

    /// After how many moves of a line the board is shown; `None` where nobody looks ahead.
    #[must_use]
    pub fn ahead(&self) -> Option<usize> {
        let ahead = self.imp().reviewing.ahead.borrow();
        ahead.as_ref().map(|ahead| ahead.shown)
    }

    /// The position at which the reader stands, who may be looking ahead of it.
    #[must_use]
    pub fn position_here(&self) -> Chess {
        self.with_line_here(|line, plies| line.position_at(plies).clone())
    }

    /// Whether a way leads anywhere for somebody who looks ahead; `None` where it does not go along the line.
    pub(super) fn leads_ahead(&self, way: Way) -> Option<bool> {
        let ahead = self.imp().reviewing.ahead.borrow();
        let ahead = ahead.as_ref()?;
        match way {
            Way::Back | Way::Return => Some(true),
            Way::Forward => Some(ahead.shown < ahead.length()),
            _ => None,
        }
    }

    /// Goes a way along the line. Returns whether it is one.
    pub(super) fn walk_ahead(&self, way: Way) -> bool {
        let ahead = self.imp().reviewing.ahead.borrow().clone();
        let Some(ahead) = ahead else { return false };
        let shown = match way {
            Way::Back => ahead.shown - 1,
            Way::Forward => (ahead.shown + 1).min(ahead.length()),
            _ => return false,
        };
        match shown {
            0 => self.go_to(self.place()),
            shown => self.show_ahead(Ahead { shown, ..ahead }),
        }
        true
    }

    fn show_ahead(&self, ahead: Ahead) {
        self.imp().reviewing.ahead.replace(Some(ahead));
        self.show_elsewhere();
    }

    /// Looks no further. Returns whether somebody did.
    pub(super) fn stop_looking_ahead(&self) -> bool {
        self.imp().reviewing.ahead.take().is_some()
    }
}
