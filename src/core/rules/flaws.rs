//! What is wrong with a position that no game can reach, and which squares show it.

use shakmaty::{Bitboard, Board, Color, PositionErrorKinds, Role, Setup};

use super::fen_error::FenError;

/// Something that is wrong with a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flaw {
    /// What it is.
    pub error: FenError,
    /// The squares that show it; none where it is a matter of the whole.
    pub squares: Bitboard,
}

/// How many pieces of a kind a side begins with.
const USUAL: [(Role, usize); 5] = [
    (Role::Pawn, 8),
    (Role::Knight, 2),
    (Role::Bishop, 2),
    (Role::Rook, 2),
    (Role::Queen, 1),
];

/// Everything that is wrong with a position, the most telling first: a missing king makes most of the
/// other complaints meaningless.
pub(super) fn flaws(setup: &Setup, kinds: PositionErrorKinds) -> Vec<Flaw> {
    use PositionErrorKinds as Kind;
    let (board, turn) = (&setup.board, setup.turn);
    let mut flaws = Vec::new();
    let mut note = |error, squares| flaws.push(Flaw { error, squares });
    for color in [Color::White, Color::Black] {
        let kings = board.by_piece(Role::King.of(color));
        match kings.count() {
            0 => note(FenError::NoKing(color), Bitboard::EMPTY),
            1 => {}
            _ => note(FenError::ManyKings(color), kings),
        }
    }
    if kinds.contains(Kind::PAWNS_ON_BACKRANK) {
        note(FenError::PawnOnEdge, board.pawns() & Bitboard::BACKRANKS);
    }
    for color in [Color::White, Color::Black] {
        if kinds.contains(Kind::TOO_MUCH_MATERIAL) && has_too_much(board, color) {
            note(FenError::TooMuchMaterial(color), surplus(board, color));
        }
    }
    if kinds.contains(Kind::OPPOSITE_CHECK) {
        let squares = check(board, turn.other());
        note(FenError::OpponentInCheck(turn.other()), squares);
    }
    if kinds.contains(Kind::INVALID_CASTLING_RIGHTS) {
        note(FenError::CastlingRights, Bitboard::EMPTY);
    }
    if kinds.contains(Kind::INVALID_EP_SQUARE) {
        note(
            FenError::EnPassantSquare,
            setup.ep_square.into_iter().collect(),
        );
    }
    if kinds.contains(Kind::IMPOSSIBLE_CHECK) {
        note(FenError::ImpossibleCheck, check(board, turn));
    }
    flaws
}

/// The most telling of them.
pub(super) fn first_flaw(setup: &Setup, kinds: PositionErrorKinds) -> FenError {
    let first = flaws(setup, kinds).into_iter().next();
    // Whatever else a library may find in a position: there is no way to it.
    first.map_or(FenError::ImpossibleCheck, |flaw| flaw.error)
}

/// The king of a side and what gives it check.
fn check(board: &Board, side: Color) -> Bitboard {
    let Some(king) = board.king_of(side) else {
        return Bitboard::EMPTY;
    };
    board
        .attacks_to(king, side.other(), board.occupied())
        .with(king)
}

/// Whether a side has more pieces beyond the usual than pawns have gone. A second bishop on squares of
/// one colour is one of them.
fn has_too_much(board: &Board, color: Color) -> bool {
    let count = |role: Role| board.by_piece(role.of(color)).count();
    let bishops = board.by_piece(Role::Bishop.of(color));
    let shades = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES];
    let promoted = [(Role::Queen, 1), (Role::Rook, 2), (Role::Knight, 2)]
        .map(|(role, usual)| count(role).saturating_sub(usual))
        .into_iter()
        .chain(shades.map(|shade| (bishops & shade).count().saturating_sub(1)));
    count(Role::Pawn) + promoted.sum::<usize>() > 8
}

/// The pieces of the kinds of which a side has more than it began with.
fn surplus(board: &Board, color: Color) -> Bitboard {
    let kinds = USUAL.map(|(role, usual)| (board.by_piece(role.of(color)), usual));
    let many = kinds
        .into_iter()
        .filter(|(all, usual)| all.count() > *usual);
    many.fold(Bitboard::EMPTY, |marked, (all, _)| marked | all)
}
