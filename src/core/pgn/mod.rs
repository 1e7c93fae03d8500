//! Games as PGN, out and in: what is written for other programs, and what they have written.
//!
//! A PGN file of any size goes through in a stream: the [`Splitter`] cuts it into the texts of
//! single games, and [`read_game`] makes the log of one, and its study.
//! Sections are those of the "Portable Game Notation Specification and Implementation Guide" of 1994.

mod annotations;
mod brackets;
pub mod clocks;
mod ends;
mod fault;
mod game;
mod letters;
mod movetext;
mod pasted;
mod results;
pub mod scanner;
mod source;
mod splitter;
mod tags;
mod variant;
pub mod words;
mod writer;

pub use annotations::{Disagreement, read_study};
pub use fault::{Fault, FaultKind, Note};
pub use game::{Imported, read_game};
pub use pasted::Pasted;
pub use results::Claimed;
pub use source::Foreign;
pub use splitter::{RawGame, Splitter, Step};
pub use tags::Tag;
pub use writer::{write, write_with};
