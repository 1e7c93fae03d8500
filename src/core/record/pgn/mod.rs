//! Games as PGN, out and in: what is written for other programs, and what they have written.
//!
//! A PGN file of any size goes through in a stream, and is scanned once: the [`Splitter`] cuts it into
//! games, whose tags, words and comments are values, and [`read_game`] makes of these the log of a game,
//! and its study.
//! Sections are those of the "Portable Game Notation Specification and Implementation Guide" of 1994.

mod annotations;
pub mod clocks;
mod description;
mod game;
mod headings;
pub mod scanner;
mod source;
mod tags;
mod writer;

pub use annotations::{Disagreement, read_study};
pub use game::{Fault, FaultKind, Imported, Note, read_game};
pub use headings::{Heading, HeadingReader, HeadingTag, Headings};
pub use source::{LONGEST_GAME, NotTextError, Pasted, ScannedGame, Split, Splitter};
pub use tags::{GameTermination, Tag, decoded};
pub use writer::{write, write_with};
