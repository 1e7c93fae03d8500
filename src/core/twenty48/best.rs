//! The best scores, one for each size of the board.

use super::{Game, Size};

/// The best score on each size of board, of games without a move taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Best {
    scores: [u64; Size::ALL.len()],
}

impl Best {
    /// The best score on boards of a size; 0 where none was played.
    #[must_use]
    pub fn of(&self, size: Size) -> u64 {
        let mut all = Size::ALL.into_iter().zip(self.scores);
        all.find(|(other, _)| *other == size)
            .map_or(0, |(_, score)| score)
    }

    /// Takes a score in, if it is a best one.
    pub(super) fn enter(&mut self, size: Size, score: u64) {
        for (other, best) in Size::ALL.into_iter().zip(&mut self.scores) {
            if other == size {
                *best = score.max(*best);
            }
        }
    }

    /// The better of both, for each size.
    pub(super) fn or_better(mut self, other: &Self) -> Self {
        for (best, other) in self.scores.iter_mut().zip(other.scores) {
            *best = other.max(*best);
        }
        self
    }

    /// The same with a game as it stands now.
    pub(super) fn with(mut self, game: &Game) -> Self {
        if !game.is_assisted() {
            self.enter(game.grid().size(), game.score());
        }
        self
    }
}
