//! Practice: positions in which there is something to find, from a set of puzzles and from one's own games, and the attempts at
//! them: who has missed and found what.
//!
//! The attempts are in one file of events that is only ever appended to; when a position comes again, and how two stand
//! who practice at one table, is counted from it anew each time.

mod attempts;
mod puzzle_set;

pub use attempts::{
    Attempts, AttemptsFile, Event, Memory, Missed, Race, Record, Source, Standing, Try, Turns,
    Worths,
};
pub use puzzle_set::{Difficulty, Puzzle, PuzzleSet, Rating, puzzle};
