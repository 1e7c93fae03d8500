//! Whether a side can still mate at all: a search for a series of legal moves that does, however
//! unskilled (Articles 5.2.2 and 6.9), where so few positions can come that all of them are seen.

use std::collections::HashSet;

use shakmaty::{Bitboard, Board, Chess, Color, Position, Square};

/// So many positions are looked at where moves are forced or few.
const FEW: usize = 400;
/// So many behind walls of pawns, where the kings walk to and fro and nothing else happens.
const KINGS: usize = 9_000;
/// And so many where a piece walks with them.
const MANY: usize = 200_000;

/// Whether it is proven that no series of legal moves ends with `winner` giving mate. `false` says
/// nothing: such a series exists, or to look for it would take too long.
#[must_use]
pub(super) fn cannot_mate(position: &Chess, winner: Color) -> bool {
    if position.has_insufficient_material(winner) {
        return true;
    }
    let board = position.board();
    let pieces = board.occupied() & !board.kings() & !board.pawns();
    let limit = match pieces.count() {
        _ if !is_locked(board) => FEW,
        0 => KINGS,
        1 => MANY,
        // With more there are more positions than that.
        _ => FEW,
    };
    none_mates(position, winner, limit)
}

/// Whether no pawn can move ahead now.
fn is_locked(board: &Board) -> bool {
    board.pawns().into_iter().all(|pawn| {
        let color = board.color_at(pawn).unwrap_or(Color::White);
        let ahead = pawn.offset(color.fold_wb(8, -8));
        ahead.is_none_or(|ahead| board.occupied().contains(ahead))
    })
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

/// Looks at every position that can come, `limit` of them at the most.
fn none_mates(start: &Chess, winner: Color, limit: usize) -> bool {
    let mut seen = HashSet::from([identity(start)]);
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        // What is gone does not come back: from here on there is no mate.
        if position.has_insufficient_material(winner) {
            continue;
        }
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() && position.turn() != winner {
            return false;
        }
        for mv in moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if seen.insert(identity(&next)) {
                if seen.len() > limit {
                    return false;
                }
                open.push(next);
            }
        }
    }
    true
}
