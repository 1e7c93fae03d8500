//! What is threatened: what the opponent would win if the player could pass.

use shakmaty::{Chess, Position};

use super::{Explanation, Tutor};
use crate::engine::Stop;

/// Something that is threatened.
#[derive(Debug, Clone)]
pub struct Threat {
    /// The position in which the opponent would be to move.
    pub passed: Chess,
    /// What would be played there. It proves something.
    pub explained: Explanation,
}

impl Tutor {
    /// What the opponent of the player to move threatens. `None` where that is nothing that could be proven; where
    /// the player is in check, which nobody can pass; and where it was stopped.
    pub fn threat(&mut self, position: &Chess, stop: &Stop) -> Option<Threat> {
        let passed = position.clone().swap_turn().ok()?;
        let explained = self.explain(&passed, &[], stop)?;
        let threatens = !explained.claims.is_empty();
        threatens.then_some(Threat { passed, explained })
    }
}
