//! From one line of a log to the next: which move leads there.

use memchr::memchr;

use super::FaultKind;
use crate::rules::{
    Action, Board, Chess, FenError, Game, Move, Ply, Position, Role, Square, fen_of, read_board,
    read_fen, read_reached_fen, write_state,
};

/// The position of a line.
pub(super) fn position(line: &str) -> Result<Chess, FaultKind> {
    read_line(line, read_reached_fen)
}

/// The position of the first line that has one.
pub(super) fn start(line: &str) -> Result<Chess, FaultKind> {
    read_line(line, read_fen)
}

fn read_line(line: &str, read: fn(&str) -> Result<Chess, FenError>) -> Result<Chess, FaultKind> {
    if line.split_ascii_whitespace().count() != 6 {
        return Err(FaultKind::NotSixFields);
    }
    read(line).map_err(FaultKind::NotFen)
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

/// The ply that leads on from where `game` stands to the position that `line` gives, in whatever way that
/// is written.
pub(super) fn successor(game: &Game, line: &str) -> Result<Ply, FaultKind> {
    let before = game.position();
    let wanted = position(line)?;
    let left_and_arrived = |mv: &Move| {
        let left = |from| !wanted.board().occupied().contains(from);
        let arrived = wanted.board().by_color(before.turn()).contains(mv.to());
        // Who castles may stay, or come to where the other stood.
        mv.is_castle() || arrived && mv.from().is_some_and(left)
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
        .map(|mv| game.ply(mv))
        .ok_or(FaultKind::NotLegal)
}

/// The same for a line as this app writes it, found by a look at the squares that have changed. `None`
/// says nothing of the line.
pub(super) fn suggested(game: &Game, line: &[u8]) -> Option<Ply> {
    let gap = memchr(b' ', line)?;
    let (board, state) = (read_board(&line[..gap])?, &line[gap + 1..]);
    let (from, to, promotion) = between(game.position(), &board)?;
    let ply = game.ply(game.judge(from, to, promotion).ok()?);
    let mut expected = String::with_capacity(USUAL_STATE);
    write_state(&ply.position, &mut expected);
    (*ply.position.board() == board && expected.as_bytes() == state).then_some(ply)
}

/// The fields after the first take no more bytes.
const USUAL_STATE: usize = 20;

/// From where a piece goes to where, and what it becomes, for the pieces to stand as on `board`; be
/// it legal or not.
fn between(before: &Chess, board: &Board) -> Option<(Square, Square, Option<Role>)> {
    let (then, now) = (before.us(), board.by_color(before.turn()));
    let (left, arrived) = (then & !now, now & !then);
    if left.more_than_one() {
        // Who castles moves the king.
        let from = (left & before.board().kings()).single_square()?;
        let to = (arrived & board.kings()).single_square()?;
        return Some((from, to, None));
    }
    let (from, to) = (left.single_square()?, arrived.single_square()?);
    let (role, becomes) = (before.board().role_at(from)?, board.role_at(to)?);
    Some((from, to, (becomes != role).then_some(becomes)))
}
