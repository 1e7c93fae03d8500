//! A position of a game that is over, in which somebody tries moves: each is shown ahead of it, and nothing is
//! added to the game. What is said and pointed out there comes from whoever has asked for it.

use std::rc::Rc;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::board::Drawing;
use rank_and_file_core::rules::{Action, Move};
use rank_and_file_core::study::{Place, StudyRefusal};

use super::Game;

/// What is said of a position, and pointed out on the board.
#[derive(Debug, Clone, Default)]
pub struct Pointed {
    /// In words.
    pub said: String,
    /// Arrows and circles, which are no part of the game.
    pub drawings: Vec<Drawing>,
}

/// Where moves are tried.
pub(super) struct Trial {
    at: Place,
    heard: Rc<dyn Fn(Move)>,
    /// What is pointed out there, after one move, after two, and so on.
    pointed: Vec<Pointed>,
}

impl Game {
    /// Goes to a place where moves are tried from now on, each of which is told to `heard`.
    pub fn try_at(&self, at: Place, pointed: Pointed, heard: impl Fn(Move) + 'static) {
        self.imp().reviewing.trial.replace(Some(Trial {
            at,
            heard: Rc::new(heard),
            pointed: Vec::new(),
        }));
        self.go_to(at);
        self.point_out(vec![pointed]);
    }

    /// Moves are played along the tree of the game again.
    pub fn stop_trying(&self) {
        if self.imp().reviewing.trial.take().is_some() {
            self.stop_looking_ahead();
            self.show_elsewhere();
        }
    }

    /// Points something out where moves are tried: there, after one move, after two, and so on.
    pub fn point_out(&self, pointed: Vec<Pointed>) {
        if let Some(trial) = &mut *self.imp().reviewing.trial.borrow_mut() {
            trial.pointed = pointed;
        }
        self.set_status(self.viewed_status());
        self.emit_by_name::<()>("changed", &[]);
    }

    /// Where moves are tried, if they are.
    #[must_use]
    pub fn tried_at(&self) -> Option<Place> {
        let trial = self.imp().reviewing.trial.borrow();
        trial.as_ref().map(|trial| trial.at)
    }

    /// What is pointed out in the position that is shown.
    #[must_use]
    pub fn pointed(&self) -> Option<Pointed> {
        let trial = self.imp().reviewing.trial.borrow();
        let trial = trial.as_ref().filter(|trial| trial.at == self.place())?;
        trial.pointed.get(self.ahead().unwrap_or_default()).cloned()
    }

    /// Shows a move that somebody tries, if it can be played, and tells of it.
    pub(super) fn try_out(&self, at: Place, action: Action) -> Result<(), StudyRefusal> {
        if self.place() != at || self.ahead().is_some() {
            self.go_to(at);
        }
        let mut tried = None;
        let judged = self.with_game_at(at, |line| match &action {
            Action::Move {
                from,
                to,
                promotion,
            } => {
                tried = Some((*from, *to)).filter(|(from, to)| from != to);
                Some(line.judge(*from, *to, *promotion))
            }
            Action::Write(text) => Some(line.read_move(text)),
            _ => None,
        });
        match judged {
            Some(Ok(mv)) => {
                self.look_ahead(&[mv], 1);
                self.tell_tried(mv);
                Ok(())
            }
            Some(Err(why)) => Err(self.refuse_here(why.into(), tried)),
            // Nothing else is done with the hand.
            None => self.act(action).map_err(StudyRefusal::from),
        }
    }

    fn tell_tried(&self, mv: Move) {
        let trial = self.imp().reviewing.trial.borrow();
        let heard = trial.as_ref().map(|trial| trial.heard.clone());
        drop(trial);
        if let Some(heard) = heard {
            heard(mv);
        }
    }
}
