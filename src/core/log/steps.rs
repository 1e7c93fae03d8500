//! From one line of a log to the next: which move leads there.

use super::FaultKind;
use crate::rules::{
    Action, Board, CastlingSide, Chess, Color, MOST_COUNTED, Move, Position, Role, fen_of, read_fen,
};

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
    if let Some(action) = suggested(before, line) {
        return Ok(action);
    }
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

/// The same for a line as this app writes it, found by a look at the squares that have changed. `None`
/// says nothing of the line.
fn suggested(before: &Chess, line: &str) -> Option<Action> {
    let mut fields = line.split(' ');
    let board = Board::from_ascii_board_fen(fields.next()?.as_bytes()).ok()?;
    let mv = between(before, &board).filter(|mv| before.is_legal(*mv))?;
    let mut after = before.clone();
    after.play_unchecked(mv);
    let en_passant = after.legal_ep_square().map(|square| square.to_string());
    let same = *after.board() == board
        && fields.next()? == after.turn().fold_wb("w", "b")
        && fields.next()?.chars().eq(castling_rights(&after))
        && fields.next()? == en_passant.as_deref().unwrap_or("-")
        && counter(fields.next()?)? == after.halfmoves()
        && counter(fields.next()?)? == after.fullmoves().get()
        && fields.next().is_none();
    same.then(|| action(mv))
}

/// The move after which the pieces stand as on `board`, if there is one, be it legal or not.
fn between(before: &Chess, board: &Board) -> Option<Move> {
    let us = before.turn();
    let (then, now) = (before.us(), board.by_color(us));
    let (left, arrived) = (then & !now, now & !then);
    if left.more_than_one() {
        let to = (arrived & board.kings()).single_square()?;
        let mut sides = CastlingSide::ALL.into_iter();
        let side = sides.find(|side| side.king_to(us) == to)?;
        return before.castling_moves(side).first().copied();
    }
    let (from, to) = (left.single_square()?, arrived.single_square()?);
    let (role, becomes) = (before.board().role_at(from)?, board.role_at(to)?);
    let capture = before.board().role_at(to);
    if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
        return Some(Move::EnPassant { from, to });
    }
    Some(Move::Normal {
        role,
        from,
        capture,
        to,
        promotion: (becomes != role).then_some(becomes),
    })
}

/// The letters of the third field of FEN.
fn castling_rights(position: &Chess) -> impl Iterator<Item = char> + '_ {
    let rights = [
        (Color::White, CastlingSide::KingSide, 'K'),
        (Color::White, CastlingSide::QueenSide, 'Q'),
        (Color::Black, CastlingSide::KingSide, 'k'),
        (Color::Black, CastlingSide::QueenSide, 'q'),
    ];
    let castles = position.castles();
    let rights = rights.into_iter();
    let rights = rights.filter(|(color, side, _)| castles.has(*color, *side));
    let none = castles.is_empty().then_some('-');
    rights.map(|(_, _, letter)| letter).chain(none)
}

/// A counter of FEN without surplus zeros.
fn counter(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text.len() == 1 || !text.starts_with('0'));
    let number = plain.then(|| text.parse().ok()).flatten();
    number.filter(|number| *number <= MOST_COUNTED)
}
