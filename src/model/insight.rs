//! What is known of a position that the computer thinks about.

use std::rc::Rc;

use rank_and_file_core::engine::{Found, Score};
use rank_and_file_core::rules::{Chess, Outcome, Position};

/// What has been found in a position.
#[derive(Debug, Clone)]
pub struct Analyzed {
    /// The position.
    pub position: Chess,
    /// What is found in it.
    pub found: Found,
    /// Whether no more is looked for.
    pub done: bool,
}

impl Analyzed {
    /// What the position is worth for White.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        let best = self.found.lines.first()?;
        Some(best.score.of_white(self.position.turn()))
    }
}

/// What is known of the position.
#[derive(Debug, Clone, Default)]
pub enum Insight {
    /// Nothing: nobody wants to know.
    #[default]
    None,
    /// Nothing yet.
    Awaited,
    /// What has been found.
    Found(Rc<Analyzed>),
    /// The game has ended in it, or would have.
    End(Outcome),
    /// Nothing: the machine saves power.
    Saving,
    /// Why there is nothing, until somebody tries again.
    Failed(String),
}
