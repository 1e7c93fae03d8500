//! How accurately moves and games are played, by the chances that they leave, as lichess publishes it.

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
/// 103.1668 · e^(−0.04354 · loss) − 3.1669.
///
/// ```
/// use rank_and_file_core::engine::move_accuracy;
///
/// assert_eq!(move_accuracy(0.0).round(), 100.0);
/// assert_eq!(move_accuracy(10.0).round(), 64.0);
/// assert_eq!(move_accuracy(100.0), 0.0);
/// ```
#[must_use]
pub fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.04354 * loss.max(0.0)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// How accurately one side has played. Of each of its moves come the accuracy and the weight, which is the
/// [`volatility`] of the game around it: the mean of the mean by these weights, and of the harmonic mean, which
/// one bad move spoils. `None` where there are no moves.
pub(super) fn side_accuracy(moves: &[(f64, f64)]) -> Option<f64> {
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
pub(super) fn volatility(chances: &[f64]) -> Vec<f64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_weight_from_a_window_in_the_game() {
        for positions in 0..200 {
            let chances: Vec<f64> = (0..positions)
                .map(|ply| f64::from(ply % 7) * 10.0)
                .collect();
            let weights = volatility(&chances);
            assert_eq!(weights.len(), chances.len().saturating_sub(1));
            assert!(weights.iter().all(|weight| (0.5..=12.0).contains(weight)));
        }
        assert_eq!(volatility(&[50.0, 50.0, 100.0, 100.0]), [0.5, 12.0, 0.5]);
    }

    #[test]
    fn one_bad_move_spoils_a_game() {
        assert_eq!(side_accuracy(&[]), None);
        assert_eq!(side_accuracy(&[(80.0, 0.5), (80.0, 12.0)]), Some(80.0));
        // Weighted (100 · 1 + 20 · 3) / 4 = 40, harmonic 2 / (1/100 + 1/20) = 33.3….
        let spoilt = side_accuracy(&[(100.0, 1.0), (20.0, 3.0)]).unwrap_or_default();
        assert!((spoilt - 36.666_666).abs() < 1e-3, "{spoilt}");
    }
}
