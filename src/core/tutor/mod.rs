//! What a line proves: the motifs by which it wins, each with the moves that show it.
//!
//! Nothing is claimed that the searcher could refute, and silence is a good answer.

mod explain;
mod motif;
mod story;
mod truths;

pub use explain::{Arrow, Attempt, Explanation, Loss, Tutor, Worth, claims, solution_claims};
pub use motif::{Claim, Gain, Motif, Threat};
