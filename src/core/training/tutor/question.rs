//! What a tutor is asked: a position, how it has come about, and how long the tutor may think.

use shakmaty::{Chess, Move, Position};

use crate::chess::Game;
use crate::engine::positions;

/// So many positions a tutor looks at before it holds a move back, which takes far less than the time that this may wait.
pub const GUARD_NODES: u64 = 20_000;
/// Before it judges what is tried in a lesson.
pub const LESSON_NODES: u64 = 60_000;
/// Before it gives advice, or judges what is tried in practice and in a review.
pub const ADVICE_NODES: u64 = 100_000;
/// Before it explains a position where that alone is waited for.
pub const EXPLAIN_NODES: u64 = 200_000;

/// A position that is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TutorQuestion {
    /// All positions from the first one on; the last one is asked about.
    pub(super) positions: Vec<Chess>,
    /// The moves between them.
    moves: Vec<Move>,
    /// So many positions are looked at for an answer.
    pub(super) nodes: u64,
}

impl TutorQuestion {
    /// The position to which these moves lead, which can be played.
    pub fn new(start: &Chess, moves: &[Move]) -> Self {
        Self {
            positions: positions(start, moves),
            moves: moves.to_vec(),
            nodes: ADVICE_NODES,
        }
    }

    /// The position of a game after so many half-moves; the last one, where it has not so many.
    pub fn at(game: &Game, plies: usize) -> Self {
        let plies = game.plies().iter().take(plies);
        Self::new(game.start(), &plies.map(|ply| ply.mv).collect::<Vec<_>>())
    }

    /// The position that a game has come to.
    pub fn of(game: &Game) -> Self {
        Self::at(game, usize::MAX)
    }

    /// The same, with so many positions to be looked at.
    pub fn within(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The position after one move more.
    pub fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        let mut position = self.position().clone();
        position.play_unchecked(mv);
        after.positions.push(position);
        after.moves.push(mv);
        after
    }

    /// The first position.
    pub fn start(&self) -> &Chess {
        &self.positions[0]
    }

    /// The moves from there.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position.
    pub fn position(&self) -> &Chess {
        &self.positions[self.moves.len()]
    }

    /// The position before the exchange that the last move belongs to: before the first of the moves that have taken on
    /// its square one after the other. The position itself, where the last move takes nothing.
    pub(super) fn before_exchange(&self) -> &Chess {
        let square = self.moves.last().map(|last| last.to());
        let taken = |mv: &&Move| mv.is_capture() && Some(mv.to()) == square;
        let exchange = self.moves.iter().rev().take_while(taken).count();
        &self.positions[self.moves.len() - exchange]
    }

    /// The position before the last move, and that move; `None` where nothing has been played.
    pub fn last(&self) -> Option<(&Chess, Move)> {
        let last = *self.moves.last()?;
        Some((&self.positions[self.moves.len() - 1], last))
    }
}
