//! The positions that are shown on paper: which, and what is on them.

use std::collections::BTreeSet;

use rank_and_file_core::board::Drawing;
use rank_and_file_core::rules::{Board, Color, Game, Position};
use rank_and_file_core::study;

/// A game of so many moves or fewer shows the position after every tenth move.
const SHORT: usize = 50;
/// The moves between two diagrams of a short game, and of a long one.
const EVERY: (usize, usize) = (10, 20);
/// A diagram is left out where so few plies follow that the last one shows nearly the same.
pub(super) const NEARLY_LAST: usize = 8;

/// A position of the game.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The pieces.
    pub board: Board,
    /// What stands below it.
    pub caption: String,
    /// Arrows and circles on it.
    pub drawings: Vec<Drawing>,
}

impl Picture {
    pub(super) fn new(board: Board, caption: String, drawings: &[study::Drawing]) -> Self {
        Self {
            board,
            caption,
            drawings: drawings.iter().map(Drawing::from).collect(),
        }
    }
}

/// Names come from files, and paper has no use for what controls a terminal.
pub(super) fn clean(text: &str) -> String {
    let unseen = |sign: char| sign.is_control() || ('\u{2400}'..='\u{2421}').contains(&sign);
    text.replace(unseen, " ")
}

/// The first position where it is not the usual one, one every so many moves, and the last: after how many
/// plies each stood.
pub(super) fn usual_diagrams(game: &Game) -> BTreeSet<usize> {
    let last = game.plies().len();
    let rows = (last + black_begins(game)).div_ceil(2);
    let every = if rows > SHORT { EVERY.1 } else { EVERY.0 };
    let mut shown = BTreeSet::from([last]);
    if *game.start() != rank_and_file_core::rules::start_position() {
        shown.insert(0);
    }
    shown.extend((1..=last.saturating_sub(NEARLY_LAST)).filter(|ply| {
        let before = game.position_at(ply - 1);
        let number = usize::try_from(u32::from(before.fullmoves())).unwrap_or(0);
        before.turn() == Color::Black && number % every == 0
    }));
    shown
}

/// 1 where Black makes the first move, whose line then begins without one of White.
pub(super) fn black_begins(game: &Game) -> usize {
    usize::from(game.start().turn() == Color::Black)
}
