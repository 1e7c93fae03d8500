//! Games as PGN, out and in: what is written for other programs, and what they have written.
//!
//! A PGN file of any size goes through in a stream: the [`Splitter`] cuts it into the texts of
//! single games, [`read_game`] makes the log of one, and [`import`] puts the logs into the folder.

mod clocks;
mod cutter;
mod describing;
mod ends;
mod fault;
mod import;
mod play;
mod splitter;
mod staging;
mod tag;
mod tag_line;
mod tokens;
mod writer;

pub use fault::{Fault, FaultKind};
pub use import::{Interrupted, Progress, Report, import};
pub use play::{Imported, read_game};
pub use splitter::{RawGame, Splitter, Step};
pub use writer::write;
