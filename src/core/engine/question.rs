//! What an engine is asked.

use std::str::FromStr;

use shakmaty::uci::UciMove;
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
        positions(&self.start, &self.moves)
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

/// A position, and those to which these legal moves lead one after the other.
pub(crate) fn positions(start: &Chess, moves: &[Move]) -> Vec<Chess> {
    let mut positions = vec![start.clone()];
    let mut at = start.clone();
    for mv in moves {
        at.play_unchecked(*mv);
        positions.push(at.clone());
    }
    positions
}

/// As many of these moves as are legal one after the other. Castling may be written as the king's move or
/// as its capture of the rook.
pub(super) fn legal_line<'a>(from: &Chess, moves: impl IntoIterator<Item = &'a str>) -> Vec<Move> {
    let mut at = from.clone();
    let mut legal = Vec::new();
    for word in moves {
        let mv = UciMove::from_str(word)
            .ok()
            .and_then(|mv| mv.to_move(&at).ok());
        let Some(mv) = mv else { break };
        at.play_unchecked(mv);
        legal.push(mv);
    }
    legal
}
