//! What a list shows of a game. May import `rules` and the rest of `log`.

use std::io;

use jiff::Timestamp;
use serde::Serialize;

use super::{Fault, LogEntry, read};
use crate::rules::{Color, Outcome, fen_of};

/// Whether a game can be continued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It can.
    Unfinished,
    /// It has its result.
    Finished,
    /// Its log cannot be believed to the end; it can be looked at.
    Damaged,
}

/// One game, as a list shows it.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The log.
    pub entry: LogEntry,
    /// Whether it can be continued.
    pub state: State,
    /// Who won and why.
    pub outcome: Option<Outcome>,
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// Half-moves played.
    pub plies: usize,
    /// When it began.
    pub started: Option<Timestamp>,
    /// The position reached.
    pub fen: String,
    /// Who is to move there.
    pub turn: Color,
    /// What is wrong with the log.
    pub fault: Option<Fault>,
}

impl Summary {
    /// Reads the log and sums it up.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn read(entry: LogEntry) -> io::Result<Self> {
        let loaded = read(&entry.path)?;
        let outcome = loaded.game.outcome();
        let state = match (&loaded.fault, outcome) {
            (Some(_), _) => State::Damaged,
            (None, Some(_)) => State::Finished,
            (None, None) => State::Unfinished,
        };
        Ok(Self {
            entry,
            state,
            outcome,
            plies: loaded.game.plies().len(),
            started: loaded.header.started,
            fen: fen_of(loaded.game.position()),
            turn: loaded.game.turn(),
            white: loaded.header.white,
            black: loaded.header.black,
            fault: loaded.fault,
        })
    }
}
