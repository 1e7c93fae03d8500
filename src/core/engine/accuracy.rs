//! How accurately moves and games are played, by the chances that they leave, as lichess publishes it.

use shakmaty::{ByColor, Color};

use super::Score;

/// What a move that loses chances is given back, as no search is sure.
const UNSURE: f64 = 1.0;

/// What a move is that loses chances without need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Verdict {
    /// From 5 points of the chances on.
    Inaccuracy,
    /// From 10 points on.
    Mistake,
    /// From 15 points on.
    Blunder,
}

impl Verdict {
    /// What a move is that loses so many points; `None` where that is nothing to speak of.
    #[must_use]
    pub fn of(loss: f64) -> Option<Self> {
        let from = [
            (15.0, Self::Blunder),
            (10.0, Self::Mistake),
            (5.0, Self::Inaccuracy),
        ];
        let reached = from.into_iter().find(|(points, _)| loss >= *points);
        reached.map(|(_, verdict)| verdict)
    }
}

/// How accurate a move is that loses so many points of its player's chances, from 0 to 100:
/// 103.1668 · e^(−0.04354 · loss) − 3.1669 + 1. The last point allows for a loss that the search has made up; a
/// move that loses nothing needs none.
///
/// ```
/// use rank_and_file_core::engine::move_accuracy;
///
/// assert_eq!(move_accuracy(0.0), 100.0);
/// assert_eq!(move_accuracy(10.0).round(), 65.0);
/// assert_eq!(move_accuracy(100.0), 0.0);
/// ```
#[must_use]
pub fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * loss).exp() - 3.1669 + UNSURE).clamp(0.0, 100.0)
}

/// The chances in a position as the accuracy of a game counts them: no more than ten pawns give, whether there
/// is a mate or not.
pub(super) fn bounded(win: f64) -> f64 {
    let most = Score::Centipawns(1_000).win();
    win.clamp(100.0 - most, most)
}

/// How accurately both sides have played a game, of which these are White's chances in every position, from 0 to
/// 100; nothing for a side without moves.
///
/// It is the mean of two means of the accuracy of the moves: the one is weighted by how much hung on each
/// of them (the standard deviation of the chances in the positions around), the other is harmonic.
#[must_use]
pub fn game_accuracy(chances: &[f64], first: Color) -> ByColor<Option<f64>> {
    let mut moves = ByColor::<Vec<(f64, f64)>>::default();
    let mut side = first;
    for (position, weight) in chances.windows(2).zip(volatility(chances)) {
        let loss = side.fold_wb(position[0] - position[1], position[1] - position[0]);
        moves.get_mut(side).push((move_accuracy(loss), weight));
        side = side.other();
    }
    moves.map(|moves| side_accuracy(&moves))
}

/// How accurately one side has played. Of each of its moves come the accuracy and the weight, which is the
/// [`volatility`] of the game around it: the mean of the mean by these weights, and of the harmonic mean, which
/// one bad move spoils; from 0 to 100. `None` where there are no moves.
#[must_use]
pub fn side_accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves
        .iter()
        .map(|(accuracy, weight)| accuracy * weight)
        .sum::<f64>()
        / weights;
    let inverse: f64 = moves
        .iter()
        .map(|(accuracy, _)| 1.0 / accuracy.max(1.0))
        .sum();
    let harmonic = moves.len() as f64 / inverse;
    Some(weighted.midpoint(harmonic))
}

/// How much hangs on each move of a game, of which these are White's chances in every position: the standard
/// deviation of the chances in a window that ends near the move, from 0.5 to 12. The window is a tenth of the
/// game long, from 2 to 8 positions; moves before the first whole window have that one.
#[must_use]
pub fn volatility(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let window = (moves / 10).clamp(2, 8).min(chances.len().max(1));
    let first = window.saturating_sub(2);
    let begins = std::iter::repeat_n(0, first).chain(0..);
    begins
        .take(moves)
        .map(|begin| deviation(&chances[begin..begin + window]).clamp(0.5, 12.0))
        .collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / count).sqrt()
}
