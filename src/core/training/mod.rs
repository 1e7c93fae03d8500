//! All that asks a player a question at a board, or answers one: the analysis of a game, the tutor that proves what a
//! line wins, lessons and practice, and the trainer, which follows the moves that are tried there.

pub mod analysis;
pub mod lessons;
pub mod practice;
pub mod trainer;
pub mod tutor;
