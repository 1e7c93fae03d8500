//! Whatever poses a question at a board: the analysis of a game, the tutor that proves what a line wins, lessons and
//! practice, and the trainer who sees what is tried there.

pub mod analysis;
pub mod lessons;
pub mod practice;
pub mod trainer;
pub mod tutor;
