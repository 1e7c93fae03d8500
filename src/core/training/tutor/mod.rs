//! What a line proves: the motifs by which it wins, each with the moves that show it; and what stands on a board.
//!
//! Nothing is claimed that the searcher could refute, and silence is a good answer.

mod board_motifs;
mod cause;
mod endgame;
mod explain;
mod improvement;
mod motif;
mod patterns;
mod winning_line;

pub use board_motifs::{Aligned, BoardMotifs, Fork};
pub use cause::Oversight;
pub use explain::{Arrow, Explanation, Loss, MoveQuality, Threat, Tutor, WeighedMove, as_needed};
pub use improvement::{Asset, Improvement, Mistake, Plan, QuietHint, prevents};
pub use motif::{Finding, Gain, Motif};
pub use winning_line::{
    ADVICE_NODES, EXPLAIN_NODES, LESSON_NODES, PiecesWon, TIP_NODES, TutorQuestion,
};
