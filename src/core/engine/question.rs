//! What an engine is asked.

use shakmaty::{Chess, Move, Position};

use super::Limits;

/// A position that a game has come to, and how it is to be looked at.
#[derive(Debug, Clone)]
pub struct Question {
    /// Where the game began.
    pub start: Chess,
    /// What has been played in it; each legal where it was played.
    pub moves: Vec<Move>,
    /// How many lines are wanted.
    pub lines: usize,
    /// For how long.
    pub limits: Limits,
}

impl Question {
    /// All positions of the game, the one that is asked about last.
    #[must_use]
    pub fn positions(&self) -> Vec<Chess> {
        let mut positions = vec![self.start.clone()];
        let mut at = self.start.clone();
        for mv in &self.moves {
            at.play_unchecked(*mv);
            positions.push(at.clone());
        }
        positions
    }

    /// The position that is asked about.
    #[must_use]
    pub fn position(&self) -> Chess {
        let mut at = self.start.clone();
        for mv in &self.moves {
            at.play_unchecked(*mv);
        }
        at
    }
}
