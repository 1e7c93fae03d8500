//! Practice: positions in which there is something to find, from a shelf and from one's own games, and the notebook in
//! which it is kept who has found what.
//!
//! The notebook is one file of events that is only ever appended to; when a position comes again, and how two stand who
//! practice at one table, is counted from it anew each time.

mod notebook;
mod session;
mod shelf;

pub use notebook::{Event, Missed, Notebook, NotebookFile, Record, Try, WAITS, next_day};
pub use session::{Exercise, Hint, Session, Source, Tried, Turns};
pub use shelf::{Level, Puzzle, motifs_on, puzzle, shelf};
