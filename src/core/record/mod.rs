//! What is kept of a game: its log, the study that is added to it, and both as PGN.

pub mod log;
pub mod pgn;
pub mod study;
