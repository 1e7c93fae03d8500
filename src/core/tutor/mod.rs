//! What a line proves: the motifs by which it wins, each with the moves that show it.
//!
//! Nothing is claimed that the searcher could refute, and silence is a good answer.

mod attempt;
mod capture;
mod checks;
mod claim;
mod double;
mod duties;
mod explain;
mod mates;
mod motif;
mod pawns;
mod rays;
mod seen;
mod story;
mod zugzwang;

pub use attempt::{Attempt, Worth};
pub use claim::Claim;
pub use explain::{Explanation, Tutor, claims};
pub use motif::Motif;
