//! What keeps a text from being a position in FEN.

use std::fmt;

use shakmaty::Color;

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
