//! Practice: positions in which there is something to find, from a shelf and from one's own games, and the attempts at
//! them: who has missed and found what.
//!
//! The attempts are in one file of events that is only ever appended to; when a position comes again, and how two stand
//! who practice at one table, is counted from it anew each time.

mod attempts;
mod session;
mod shelf;

pub use attempts::{Attempts, AttemptsFile, Event, Missed, Record, Try, WAITS, next_day};
pub use session::{Exercise, Hint, Session, Source, Tried, Turns};
pub use shelf::{Level, Puzzle, motifs_on, puzzle, shelf};
