//! What a line proves: the motifs by which it wins, each with the moves that show it.
//!
//! Nothing is claimed that the searcher could refute, and silence is a good answer.

mod arrows;
mod attempt;
mod capture;
mod checks;
mod claim;
mod explain;
mod guard;
mod mates;
mod motif;
mod pawns;
mod story;
mod threat;
mod truths;

pub use arrows::Arrow;
pub use attempt::{Attempt, Worth};
pub use claim::{Claim, Gain};
pub use explain::{Explanation, Tutor, claims, solution_claims};
pub use guard::Loss;
pub use motif::Motif;
pub use threat::Threat;
