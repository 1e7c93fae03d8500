//! How a game is begun: with moves that have a name, others in each game.

use fastrand::Rng;
use shakmaty::{Chess, Move, Position};

use crate::openings;
use crate::rules::{Game, start_position};

/// So many half-moves are played by their names.
pub(super) const OPENING: usize = 8;

/// What would be chosen so many times less often than the usual move is not played.
const CURIOUS: usize = 20;

/// A move that leads to a named opening, by chance; `None` where there is none, or the opening is over.
pub(super) fn opening_move(game: &Game, chance: &mut Rng) -> Option<Move> {
    if game.plies().len() >= OPENING || *game.start() != start_position() {
        return None;
    }
    let mut known: Vec<(Move, usize)> = named(game.position())
        .map(|(mv, after)| (mv, weight(&after)))
        .collect();
    let most = known.iter().map(|(_, weight)| *weight).max()?;
    known.retain(|(_, weight)| weight * CURIOUS >= most);
    let all: usize = known.iter().map(|(_, weight)| weight).sum();
    let mut drawn = chance.usize(..all);
    let chosen = known.into_iter().find(|(_, weight)| {
        let found = drawn < *weight;
        drawn = drawn.saturating_sub(*weight);
        found
    });
    chosen.map(|(mv, _)| mv)
}

/// How often an opening is chosen. The more answers to it have a name, the more it is played; a curiosity has
/// few.
fn weight(position: &Chess) -> usize {
    1 + named(position).count().pow(2)
}

/// The moves that lead to named openings, and where they lead.
fn named(position: &Chess) -> impl Iterator<Item = (Move, Chess)> + '_ {
    position.legal_moves().into_iter().filter_map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        openings::at(&after).map(|_| (mv, after))
    })
}
