//! What a player that is a program does besides finding moves: how long it thinks, when it gives up, and what
//! it answers. It judges by what it has found itself, so that a weak one judges weakly.

use std::time::Duration;

use super::{Computer, Found, Limits, Score};
use crate::rules::{Action, Game, Moment, Offer};

/// From this level on nothing is given back.
const STRICT: u8 = 8;

/// The manners of one player in one game.
#[derive(Debug, Clone)]
pub struct Manners {
    computer: Computer,
    /// What it has found in its last moves was worth so much to it, the last one last.
    scores: Vec<Score>,
}

impl Manners {
    /// The manners of this player in a game that begins or goes on.
    #[must_use]
    pub fn new(computer: Computer, _seed: u64) -> Self {
        Self {
            computer,
            scores: Vec::new(),
        }
    }

    /// How it looks for its next move.
    #[must_use]
    pub fn limits(&self, _game: &Game, _now: Moment) -> Limits {
        match self.computer {
            Computer::Level(level) => level.limits(),
            Computer::Engine(_) => Limits {
                time: Some(Duration::from_secs(2)),
                ..Limits::default()
            },
        }
    }

    /// How long after it began to think it plays what it has found, at the least.
    #[must_use]
    pub fn pause(&self, _game: &Game, _found: &Found, _now: Moment) -> Duration {
        Duration::from_millis(700)
    }

    /// What it does when it is to move and has found this: it moves, resigns, or claims a draw.
    #[must_use]
    pub fn decide(&mut self, game: &Game, found: &Found) -> Option<Action> {
        let best = found.lines.first()?;
        self.scores.push(best.score);
        let mv = *best.moves.first()?;
        Some(Action::Move {
            from: mv.from()?,
            to: mv.to(),
            promotion: mv.promotion(),
        })
        .filter(|_| game.outcome().is_none())
    }

    /// What it answers to what is offered to it.
    #[must_use]
    pub fn answer(&self, _game: &Game, offer: Offer) -> Action {
        let gives_back = match self.computer {
            Computer::Level(level) => level.number() < STRICT,
            Computer::Engine(_) => false,
        };
        match offer {
            Offer::Draw { .. } => Action::Decline,
            _ if gives_back => Action::Accept,
            _ => Action::Decline,
        }
    }
}
