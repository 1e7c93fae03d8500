//! Zugzwang: whoever has to move would rather not.

use shakmaty::{Chess, Position};

use super::story::{Moment, Seen, Story};
use crate::engine::Score;

/// Who has more moves than this is hardly forced to anything.
const FEW: usize = 15;
/// Whoever is in zugzwang has so many points of winning chances less for having to move.
const WORSE: f64 = 15.0;

/// The first of the hero's moves after which every move of the opponent makes things worse, and the king that is in
/// zugzwang. `judge` says what a position is worth for the side to move.
pub fn zugzwang(story: &Story, mut judge: impl FnMut(&Chess) -> Option<Score>) -> Option<Seen> {
    let mut candidates = story.moments().filter(|moment| could_be(moment));
    let moment = candidates.find(|moment| {
        let after = &moment.scene.after;
        let Ok(passed) = after.clone().swap_turn() else {
            return false;
        };
        let (Some(moving), Some(passing)) = (judge(after), judge(&passed)) else {
            return false;
        };
        100.0 - passing.win() - moving.win() >= WORSE
    })?;
    let scene = moment.scene;
    let king = scene.board().king_of(scene.after.turn());
    Some(moment.seen(scene.to(), king.into_iter().collect()))
}

/// Whether the opponent has a few moves, and is not made to play them by a check.
fn could_be(moment: &Moment) -> bool {
    let after = &moment.scene.after;
    let moves = after.legal_moves().len();
    !after.is_check() && (1..=FEW).contains(&moves)
}
