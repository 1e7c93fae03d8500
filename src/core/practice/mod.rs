//! Practice: positions in which there is something to find, from a shelf and from one's own games, and the notebook in
//! which it is kept who has found what.
//!
//! The notebook is one file of events that is only ever appended to; when a position comes again, and how two stand who
//! practice at one table, is counted from it anew each time.

mod exercise;
mod notebook;
mod notebook_file;
mod record;
mod schedule;
mod session;
mod shelf;
mod turns;

pub use exercise::{Exercise, Source};
pub use notebook::Notebook;
pub use notebook_file::NotebookFile;
pub use record::{Event, Missed, Record, Try};
pub use schedule::{WAITS, next_day};
pub use session::{Hint, Session, Tried};
pub use shelf::{Level, Puzzle, motifs_on, puzzle, shelf};
pub use turns::Turns;
