//! Whether a side can still mate at all, however unskilled the other is (Articles 5.2.2 and 6.9): not
//! behind a wall, and not where all of the few positions that can come are seen, and none is a mate.

use std::collections::HashSet;

use shakmaty::{Bitboard, Board, Chess, Color, Position, Square};

use super::walls::is_sealed;

/// So many positions are looked at.
const FEW: usize = 400;

/// Whether it is proven that no series of legal moves ends with `winner` giving mate. `false` says
/// nothing: such a series exists, or to look for it would take too long.
#[must_use]
pub(super) fn cannot_mate(position: &Chess, winner: Color) -> bool {
    is_settled(position, winner) || none_mates(position, winner)
}

/// Whether that is plain without any move.
fn is_settled(position: &Chess, winner: Color) -> bool {
    position.has_insufficient_material(winner) || is_sealed(position, winner)
}

/// What makes two positions the same, whatever the counters say.
type Identity = (Board, Color, Bitboard, Option<Square>);

fn identity(position: &Chess) -> Identity {
    (
        position.board().clone(),
        position.turn(),
        position.castles().castling_rights(),
        position.legal_ep_square(),
    )
}

/// Looks at every position that can come, as long as there are few.
fn none_mates(start: &Chess, winner: Color) -> bool {
    let mut seen = HashSet::from([identity(start)]);
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() && position.turn() != winner {
            return false;
        }
        for mv in moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            // What is gone does not come back, and pawns that stand still go on doing so: from such
            // a position on there is no mate.
            let settled = mv.is_zeroing() && is_settled(&next, winner);
            if !settled && seen.insert(identity(&next)) {
                if seen.len() > FEW {
                    return false;
                }
                open.push(next);
            }
        }
    }
    true
}
