//! Why a game of a PGN file is not taken over.

use crate::log::Remark;
use crate::rules::{Board, FenError, Refusal};
use crate::study::MOST_PLIES;

/// What is wrong with the text of a game. The sections are those of the PGN standard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// It is longer than any game can be.
    #[error("the text is longer than any game can be")]
    TooLarge,
    /// It has more moves than are kept of a game.
    #[error("there are more than {MOST_PLIES} plies")]
    TooManyMoves,
    /// It is a game by other rules, named here.
    #[error("the variant is not standard chess: {0}")]
    Variant(String),
    /// No game can start from the position that it gives (section 9.7.2).
    #[error("the first position is impossible: {0}")]
    Start(FenError),
    /// A comment begins and does not end (section 5), so that moves may be missing.
    #[error("a comment is not closed")]
    OpenComment,
    /// A variation begins and does not end (section 8.2.5), so that moves may be missing.
    #[error("a variation is not closed")]
    OpenVariation,
    /// A move (section 8.2.3) cannot be played.
    #[error("{written} cannot be played: {}", .refusal.code())]
    Move {
        /// The move as it is written, after its number: `12... Nf3`.
        written: String,
        /// Why not.
        refusal: Refusal,
        /// The board on which it should have been played.
        board: Box<Board>,
    },
}

/// A game that is not taken over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, line {line}: {kind}")]
pub struct Fault {
    /// The game, counted from 1.
    pub game: u64,
    /// The line of the file, counted from 1: where it went wrong, or where the game begins.
    pub line: u64,
    /// The reason.
    pub kind: FaultKind,
}

/// What a person should know of a game that is taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The game, counted from 1.
    pub game: u64,
    /// The line of the file, counted from 1.
    pub line: u64,
    /// What it is.
    pub remark: Remark,
}
