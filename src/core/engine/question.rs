//! What is asked of an engine and what it tells, be it the built-in searcher or another program.

use std::str::FromStr;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use super::{Found, Limits, Stop};

/// A position that a game has come to, and how it is to be looked at.
#[derive(Debug, Clone)]
pub struct Question {
    /// Where the game began.
    pub start: Chess,
    /// What has been played in it; each legal where it was played.
    pub moves: Vec<Move>,
    /// How many lines are wanted.
    pub lines: usize,
    /// For how long.
    pub limits: Limits,
}

impl Question {
    /// All positions of the game, the one that is asked about last.
    pub fn positions(&self) -> Vec<Chess> {
        positions(&self.start, &self.moves)
    }

    /// The position that is asked about.
    pub fn position(&self) -> Chess {
        position_after(&self.start, &self.moves)
    }
}

/// The position to which these legal moves lead.
pub(crate) fn position_after(start: &Chess, moves: &[Move]) -> Chess {
    let mut at = start.clone();
    moves.iter().for_each(|mv| at.play_unchecked(*mv));
    at
}

/// A position, and those to which these legal moves lead one after the other.
pub(crate) fn positions(start: &Chess, moves: &[Move]) -> Vec<Chess> {
    let mut positions = vec![start.clone()];
    let mut at = start.clone();
    for mv in moves {
        at.play_unchecked(*mv);
        positions.push(at.clone());
    }
    positions
}

/// As many of these moves as are legal one after the other. Castling may be written as the king's move or
/// as its capture of the rook.
pub(super) fn legal_line<'a>(from: &Chess, moves: impl IntoIterator<Item = &'a str>) -> Vec<Move> {
    let mut at = from.clone();
    let mut legal = Vec::new();
    for word in moves {
        let mv = UciMove::from_str(word)
            .ok()
            .and_then(|mv| mv.to_move(&at).ok());
        let Some(mv) = mv else { break };
        at.play_unchecked(mv);
        legal.push(mv);
    }
    legal
}

/// What comes in for the thread of an engine.
pub(super) enum Input {
    /// A program starts before anything is asked.
    Prepare,
    /// A question, its number, and what stops the built-in searcher at it.
    Ask(u64, Box<Question>, Stop),
    Stop,
    End,
    /// What a process says that was started as the one of this number, or that it is gone.
    Line(u64, String),
    Gone(u64),
}

/// What an engine tells.
#[derive(Debug)]
pub enum EngineReport {
    /// The engine has started: its name, and its options.
    Started(String, Vec<(String, UciOption)>),
    /// What has been found so far for the question of this number.
    Found(u64, Found),
    /// What was found in the end for the question of this number. A question has no answer
    /// where it was stopped, or another one was asked, before its search began.
    Answer(u64, Found),
    /// The engine has failed, and is started anew.
    Failed(Fault),
    /// It was given up. What was asked has no answer; another question starts it once more.
    GivenUp(Fault),
}

/// An option of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UciOption {
    /// On or off.
    Check(bool),
    /// A number: the usual one, the least, the greatest.
    Number(i64, i64, i64),
    /// Something else, that is left as it is.
    Other,
}

/// What an engine did wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It did not introduce itself in time, or was not ready.
    #[error("the engine did not start in time")]
    StartTimeout,
    /// It did not give its move in time.
    #[error("the engine did not stop in time")]
    StopTimeout,
    /// It has ended.
    #[error("the engine has ended")]
    Exited,
    /// It gave a move that cannot be played.
    #[error("the engine gave a move that cannot be played")]
    IllegalMove,
    /// Its file is missing, or is not a program.
    #[error("the engine cannot be started")]
    CannotStart,
}
