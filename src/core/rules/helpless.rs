//! Whether a side can still mate at all, however unskilled the other is (Articles 5.1.2, 5.2.2 and 6.9):
//! not behind a wall, and not where all of the few positions that can come are seen, and none is a mate.

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Chess, Color, Position, Square, attacks};

use super::walls::{are_pawns_blocked, is_sealed};

/// How far what can come is looked at. Where there is more of it, nothing is proven.
#[derive(Debug, Clone, Copy)]
struct Reach {
    /// So many positions.
    positions: usize,
    /// So many moves in each of them.
    moves: usize,
}

/// For the end of a game, which comes once.
const FAR: Reach = Reach {
    positions: 400,
    moves: usize::MAX,
};
/// After each move, where pawns stand before each other: hardly anything but the kings moves.
const WALLED: Reach = Reach {
    positions: 400,
    moves: 10,
};
/// After each move elsewhere: a line in which there is hardly a choice.
const FORCED: Reach = Reach {
    positions: 24,
    moves: 6,
};
/// With so few men a capture or two may leave too few to mate.
const FEW_MEN: usize = 6;

/// Whether it is proven that no series of legal moves ends with `winner` giving mate. `false` says
/// nothing: such a series exists, or to look for it would take too long.
#[must_use]
pub(super) fn cannot_mate(position: &Chess, winner: Color) -> bool {
    cannot_mate_within(position, winner, FAR)
}

/// Whether it is proven that no series of legal moves ends with a mate by either side: the position is
/// dead (Article 5.2.2). To be asked after every move, so most positions are passed over at a glance.
#[must_use]
pub(super) fn is_dead(position: &Chess) -> bool {
    let board = position.board();
    let reach = if board.pawns().any() && are_pawns_blocked(board) {
        WALLED
    } else if board.occupied().count() <= FEW_MEN || !can_move_at_a_glance(position) {
        FORCED
    } else {
        return false;
    };
    let mut sides = Color::ALL.into_iter();
    sides.all(|winner| cannot_mate_within(position, winner, reach))
}

fn cannot_mate_within(position: &Chess, winner: Color, reach: Reach) -> bool {
    is_settled(position, winner) || none_mates(position, winner, reach)
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
fn none_mates(start: &Chess, winner: Color, reach: Reach) -> bool {
    let mut seen: FxHashSet<Identity> = FxHashSet::default();
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() && position.turn() != winner {
            return false;
        }
        if moves.len() > reach.moves {
            return false;
        }
        // In most positions there are too many moves, and nothing is to be remembered.
        if seen.is_empty() {
            seen.insert(identity(start));
        }
        for mv in moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            // What is gone does not come back, and pawns that stand still go on doing so: from such
            // a position on there is no mate.
            let settled = mv.is_zeroing() && is_settled(&next, winner);
            if !settled && seen.insert(identity(&next)) {
                if seen.len() > reach.positions {
                    return false;
                }
                open.push(next);
            }
        }
    }
    true
}

/// Whether a legal move is seen at once. `false` says nothing.
pub(super) fn can_move_at_a_glance(position: &Chess) -> bool {
    let (board, us) = (position.board(), position.turn());
    let own = board.by_color(us);
    let at_a_glance = board.king_of(us).is_some_and(|king| {
        let free = own & !attacks::queen_attacks(king, Bitboard::EMPTY);
        let pushed = (free & board.pawns()).shift(us.fold_wb(8, -8)) & !board.occupied();
        let mut knights = (free & board.knights()).into_iter();
        pushed.any() || knights.any(|knight| (attacks::knight_attacks(knight) & !own).any())
    });
    at_a_glance && !position.is_check()
}
