//! From one line of a log to the next: which move leads there.

use super::FaultKind;
use crate::rules::{Action, Chess, Move, Position, fen_of, read_fen};

/// The position of a line.
pub(super) fn position(line: &str) -> Result<Chess, FaultKind> {
    if line.split_ascii_whitespace().count() != 6 {
        return Err(FaultKind::NotSixFields);
    }
    read_fen(line).map_err(FaultKind::NotFen)
}

/// Every legal action in `before` with the position it leads to.
pub(super) fn successors(before: &Chess) -> impl Iterator<Item = (Action, String)> + '_ {
    before.legal_moves().into_iter().map(|mv| {
        let mut after = before.clone();
        after.play_unchecked(mv);
        (action(mv), fen_of(&after))
    })
}

fn action(mv: Move) -> Action {
    let from = mv.from().unwrap_or(mv.to());
    Action::Move {
        from,
        to: mv.to(),
        promotion: mv.promotion(),
    }
}

/// The move that leads from `before` to the position that `line` gives.
pub(super) fn successor(before: &Chess, line: &str) -> Result<Action, FaultKind> {
    let wanted = position(line)?;
    let left_and_arrived = |mv: &Move| {
        let castled = mv.castling_side();
        let to = castled.map_or(mv.to(), |side| side.king_to(before.turn()));
        mv.from()
            .is_some_and(|from| !wanted.board().occupied().contains(from))
            && wanted.board().by_color(before.turn()).contains(to)
    };
    before
        .legal_moves()
        .into_iter()
        // Few moves leave the right square for the right square: only those are worth playing.
        .filter(left_and_arrived)
        .find(|mv| {
            let mut after = before.clone();
            after.play_unchecked(*mv);
            // The en passant field may be written by another habit: the position decides.
            after.board() == wanted.board()
                && after.turn() == wanted.turn()
                && after.castles().castling_rights() == wanted.castles().castling_rights()
                && after.halfmoves() == wanted.halfmoves()
                && after.fullmoves() == wanted.fullmoves()
                && (wanted.maybe_ep_square().is_none()
                    || wanted.maybe_ep_square() == after.maybe_ep_square())
        })
        .map(action)
        .ok_or(FaultKind::NotLegal)
}
