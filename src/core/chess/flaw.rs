//! What is wrong with a position, as FEN or as it is set up, so that no game can stand in it: a code, and the
//! squares that show it.

use std::fmt;

use shakmaty::{Bitboard, Board, Color, PositionErrorKinds, Role, Setup};

/// Why a text is no position that a game can stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FenError {
    /// The placement of the pieces (first field) cannot be read.
    Board,
    /// The side to move (second field) is neither `w` nor `b`.
    Turn,
    /// The castling rights (third field) cannot be read.
    Castling,
    /// The en passant square (fourth field) is no square.
    EnPassant,
    /// One of the two counters (fifth and sixth field) is no number.
    Counter,
    /// One of the two counters is larger than that of any game.
    CounterTooLarge,
    /// There are more than six fields.
    TooManyFields,
    /// This side has no king.
    NoKing(Color),
    /// This side has more than one king.
    ManyKings(Color),
    /// A pawn stands on the first or the last rank.
    PawnOnEdge,
    /// Castling rights are claimed for a king or a rook that is not at home.
    CastlingRights,
    /// No pawn can just have passed the en passant square.
    EnPassantSquare,
    /// This side stands in check, and is not to move.
    OpponentInCheck(Color),
    /// No series of moves gives this check.
    ImpossibleCheck,
    /// This side has more pieces than promotions can explain.
    TooMuchMaterial(Color),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "the placement of the pieces cannot be read",
            Self::Turn => "the side to move is neither w nor b",
            Self::Castling => "the castling rights cannot be read",
            Self::EnPassant => "the en passant field is neither - nor a square",
            Self::Counter => "a move counter is not a number",
            Self::CounterTooLarge => "a move counter is larger than that of any game",
            Self::TooManyFields => "there are more than six fields",
            Self::NoKing(Color::White) => "White has no king",
            Self::NoKing(Color::Black) => "Black has no king",
            Self::ManyKings(Color::White) => "White has more than one king",
            Self::ManyKings(Color::Black) => "Black has more than one king",
            Self::PawnOnEdge => "a pawn stands on the first or last rank",
            Self::CastlingRights => "the castling rights do not fit the kings and rooks",
            Self::EnPassantSquare => "no pawn can just have passed the en passant square",
            Self::OpponentInCheck(Color::White) => "White is in check, and Black is to move",
            Self::OpponentInCheck(Color::Black) => "Black is in check, and White is to move",
            Self::ImpossibleCheck => "no series of moves leads to this check",
            Self::TooMuchMaterial(Color::White) => {
                "White has more pieces than promotions can explain"
            }
            Self::TooMuchMaterial(Color::Black) => {
                "Black has more pieces than promotions can explain"
            }
        })
    }
}

impl std::error::Error for FenError {}

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
    let kinds = STANDARD.map(|(role, usual)| (board.by_piece(role.of(color)), usual));
    let many = kinds
        .into_iter()
        .filter(|(all, usual)| all.count() > *usual);
    many.fold(Bitboard::EMPTY, |marked, (all, _)| marked | all)
}
