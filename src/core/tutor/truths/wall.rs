//! A fortress: pawns that stand still for good, behind which nobody is ever mated.

use shakmaty::{Position, Square};

use super::super::story::{LEAST, Scene, balance, worth};
use crate::rules::is_sealed;
use crate::tutor::{Claim, Gain, Motif};

/// Whether the move of somebody who has less closes the last way through. It is known by the rules, as a dead position is.
pub fn fortress(scene: &Scene) -> Option<Claim> {
    let (board, hero) = (scene.board(), scene.before.turn());
    let closes = is_sealed(&scene.after, !hero) && !is_sealed(&scene.before, !hero);
    if balance(board, hero) > -LEAST || !closes {
        return None;
    }
    let pieces = board.by_color(!hero) & !board.pawns() & !board.kings();
    let mut on: Vec<Square> = pieces.into_iter().collect();
    on.sort_by_key(|square| board.role_at(*square).map(|role| -worth(role)));
    Some(Claim {
        motif: Some(Motif::Fortress),
        at: 0,
        by: scene.to(),
        on,
        line: vec![scene.mv],
        gain: Gain::Draw,
    })
}
