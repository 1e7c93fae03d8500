//! What a line proves: the motifs by which it wins, each with the moves that show it.
//!
//! Nothing is claimed that the searcher could refute, and silence is a good answer.

mod endgame;
mod explain;
mod motif;
mod question;
mod story;

pub use explain::{Arrow, Attempt, Explanation, Loss, Threat, Tutor, Worth, as_needed};
pub use motif::{Finding, Gain, Motif};
pub use question::{ADVICE_NODES, EXPLAIN_NODES, GUARD_NODES, LESSON_NODES, Question};
