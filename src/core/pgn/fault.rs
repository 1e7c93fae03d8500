//! Why a game of a PGN file is not taken over.

use std::fmt;

use crate::rules::{Board, FenError, Refusal};

/// What is wrong with the text of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// It is longer than any game can be.
    TooLarge,
    /// It has more moves than any game can have.
    TooManyMoves,
    /// It is a game by other rules, named here.
    Variant(String),
    /// No game can start from the position that it gives.
    Start(FenError),
    /// A comment begins and does not end, so that moves may be missing.
    OpenComment,
    /// A variation begins and does not end, so that moves may be missing.
    OpenVariation,
    /// A move cannot be played.
    Move {
        /// The move as it is written, after its number: `12... Nf3`.
        written: String,
        /// Why not.
        refusal: Refusal,
        /// The board on which it should have been played.
        board: Box<Board>,
    },
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the text is longer than any game can be"),
            Self::TooManyMoves => f.write_str("there are more moves than a game can have"),
            Self::Variant(name) => write!(f, "the variant is not standard chess: {name}"),
            Self::Start(error) => write!(f, "the first position is impossible: {error}"),
            Self::OpenComment => f.write_str("a comment is not closed"),
            Self::OpenVariation => f.write_str("a variation is not closed"),
            Self::Move {
                written, refusal, ..
            } => write!(f, "{written} cannot be played: {}", refusal.code()),
        }
    }
}

/// A game that is not taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The game, counted from 1.
    pub game: u64,
    /// The line of the file, counted from 1: where it went wrong, or where the game begins.
    pub line: u64,
    /// The reason.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.kind)
    }
}
