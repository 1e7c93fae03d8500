//! What a player wants, what comes of it, and why not.

use super::{Direction, Size, Slide, Spawn};

/// What a player wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Slide all tiles to a wall.
    Move(Direction),
    /// Go on with a game that was won.
    KeepGoing,
    /// Take back the last move. The game is an assisted one from then on.
    Undo,
    /// Leave this game for a new one on a board of this size.
    New(Size),
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Tiles have slid, and a number has come up.
    Moved(Moved),
    /// The game that was won goes on.
    WentOn,
    /// The last move is taken back.
    Undone(Direction),
    /// A new game has begun.
    Began,
}

/// A move, tile by tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// To which wall.
    pub direction: Direction,
    /// Every tile that was on the board, those that stay included: line by line, and in each line
    /// from the wall. The two of a pair follow one another.
    pub slides: Vec<Slide>,
    /// The numbers that merges made, in the order of the slides.
    pub merged: Vec<u64>,
    /// What came up afterwards.
    pub spawned: Spawn,
    /// What the move added to the score.
    pub gained: u64,
    /// Whether this move won the game.
    pub won: bool,
    /// Whether no further move is possible, this move having won or filled the board.
    pub over: bool,
}

/// Why something cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is no command.
    #[error("this is no command")]
    Unreadable,
    /// There are boards of 4 to 8 cells a side only.
    #[error("a board has 4 to 8 cells a side, not {0}")]
    Size(usize),
    /// Nothing would move in this direction.
    #[error("nothing moves {}", .0.code())]
    NothingMoves(Direction),
    /// The board is full, and nothing merges.
    #[error("the board is full and nothing merges")]
    Over,
    /// 2048 is reached, and the player has not said to keep going.
    #[error("the game is won")]
    Won,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// The game is not won, or is kept going already.
    #[error("the game goes on anyway")]
    GoesOn,
}

impl Refusal {
    /// The name in protocols, the same in every language.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Size(_) => "size",
            Self::NothingMoves(_) => "nothing-moves",
            Self::Over => "game-over",
            Self::Won => "won",
            Self::NothingToUndo => "nothing-to-undo",
            Self::GoesOn => "goes-on",
        }
    }
}
