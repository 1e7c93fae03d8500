//! Whatever poses a question at a board: the analysis of a game, the tutor that proves what a line wins, lessons and
//! practice.

pub mod analysis;
pub mod lessons;
pub mod practice;
pub mod tutor;
