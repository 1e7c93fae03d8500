//! What is wrong with a position, as FEN or as it is set up, so that no game can stand in it: a code, and the
//! squares that show it.

use shakmaty::{Bitboard, Board, Color, PositionErrorKinds, Role, Setup};

/// Why a text is no position that a game can stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The placement of the pieces (first field) cannot be read.
    #[error("the placement of the pieces cannot be read")]
    Board,
    /// The side to move (second field) is neither `w` nor `b`.
    #[error("the side to move is neither w nor b")]
    Turn,
    /// The castling rights (third field) cannot be read.
    #[error("the castling rights cannot be read")]
    Castling,
    /// The en passant square (fourth field) is no square.
    #[error("the en passant field is neither - nor a square")]
    EnPassant,
    /// One of the two counters (fifth and sixth field) is no number.
    #[error("a move counter is not a number")]
    Counter,
    /// One of the two counters is larger than that of any game.
    #[error("a move counter is larger than that of any game")]
    CounterTooLarge,
    /// There are more than six fields.
    #[error("there are more than six fields")]
    TooManyFields,
    /// This side has no king.
    #[error("{} has no king", name(.0))]
    NoKing(Color),
    /// This side has more than one king.
    #[error("{} has more than one king", name(.0))]
    ManyKings(Color),
    /// A pawn stands on the first or the last rank.
    #[error("a pawn stands on the first or last rank")]
    PawnOnEdge,
    /// Castling rights are claimed for a king or a rook that is not at home.
    #[error("the castling rights do not fit the kings and rooks")]
    CastlingRights,
    /// No pawn can just have passed the en passant square.
    #[error("no pawn can just have passed the en passant square")]
    EnPassantSquare,
    /// This side stands in check, and is not to move.
    #[error("{} is in check, and {} is to move", name(.0), name(&.0.other()))]
    OpponentInCheck(Color),
    /// No series of moves gives this check.
    #[error("no series of moves leads to this check")]
    ImpossibleCheck,
    /// This side has more pieces than promotions can explain.
    #[error("{} has more pieces than promotions can explain", name(.0))]
    TooMuchMaterial(Color),
}

fn name(color: &Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Something that is wrong with a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flaw {
    /// What it is.
    pub error: FenError,
    /// The squares that show it; none where it is a matter of the whole.
    pub squares: Bitboard,
}

/// How many pieces of a kind a side begins with.
const STANDARD: [(Role, usize); 5] = [
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
    // Other faults that the library finds in a position mean that no game leads to it.
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

/// Whether a side has more pieces beyond the usual number than it has lost pawns. A second bishop on squares of one
/// colour counts as one of them.
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
    let kinds = STANDARD.map(|(role, usual)| (board.by_piece(role.of(color)), usual));
    let many = kinds
        .into_iter()
        .filter(|(all, usual)| all.count() > *usual);
    many.fold(Bitboard::EMPTY, |marked, (all, _)| marked | all)
}
