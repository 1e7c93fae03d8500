//! Positions in and out of FEN, with a reason for each position that cannot be.

use std::fmt;

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess, EnPassantMode, PositionError, PositionErrorKinds};

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
    /// A side has no king, or more than one.
    Kings,
    /// A pawn stands on the first or the last rank.
    PawnOnEdge,
    /// Castling rights are claimed for a king or a rook that is not at home.
    CastlingRights,
    /// No pawn can just have passed the en passant square.
    EnPassantSquare,
    /// The side that is not to move stands in check.
    OpponentInCheck,
    /// No series of moves gives this check.
    ImpossibleCheck,
    /// More pieces than promotions can explain.
    TooMuchMaterial,
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
            Self::Kings => "each side needs exactly one king",
            Self::PawnOnEdge => "a pawn stands on the first or last rank",
            Self::CastlingRights => "the castling rights do not fit the kings and rooks",
            Self::EnPassantSquare => "no pawn can just have passed the en passant square",
            Self::OpponentInCheck => "the side that is not to move is in check",
            Self::ImpossibleCheck => "no series of moves leads to this check",
            Self::TooMuchMaterial => "there are more pieces than promotions can explain",
        })
    }
}

impl std::error::Error for FenError {}

/// The position from which a game starts (Article 2.3 of the Laws).
#[must_use]
pub fn start_position() -> Chess {
    Chess::default()
}

/// Reads a position in FEN (section 16.1 of the PGN standard). Fields missing at the end take their
/// usual values (`w - - 0 1`).
///
/// ```
/// use rank_and_file_core::rules::{fen_of, read_fen};
///
/// let position = read_fen("8/8/8/8/8/8/4k2p/7K").unwrap();
/// assert_eq!(fen_of(&position), "8/8/8/8/8/8/4k2p/7K w - - 0 1");
/// assert!(read_fen("8/8/8/8/8/8/8/7K").is_err(), "where is the other king?");
/// ```
///
/// # Errors
/// Says which field cannot be read, or why no game can reach the position.
pub fn read_fen(text: &str) -> Result<Chess, FenError> {
    let position = fields(text)?.into_position(CastlingMode::Standard);
    position.map_err(|error| reason(&error))
}

/// The same, but castling rights for which no king or rook is at home are left out; and whether
/// there were any.
///
/// # Errors
/// As those of [`read_fen`].
pub fn read_fen_without_surplus_rights(text: &str) -> Result<(Chess, bool), FenError> {
    let position = fields(text)?.into_position::<Chess>(CastlingMode::Standard);
    match position {
        Ok(position) => Ok((position, false)),
        Err(error) => match error.ignore_invalid_castling_rights() {
            Ok(position) => Ok((position, true)),
            Err(error) => Err(reason(&error)),
        },
    }
}

/// The largest counter of a position: no game has so many moves.
pub const MOST_COUNTED: u32 = 9_999;

/// The fields, each parted from the next by any blanks, or by underscores as in addresses.
fn fields(text: &str) -> Result<Fen, FenError> {
    let parts = |symbol: char| symbol.is_whitespace() || symbol == '_';
    let words = text.split(parts).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.take(7).collect();
    if words.len() > 6 {
        return Err(FenError::TooManyFields);
    }
    let fen: Fen = words.join(" ").parse().map_err(|error| match error {
        ParseFenError::InvalidTurn => FenError::Turn,
        ParseFenError::InvalidCastling => FenError::Castling,
        ParseFenError::InvalidEpSquare => FenError::EnPassant,
        ParseFenError::InvalidHalfmoveClock | ParseFenError::InvalidFullmoves => FenError::Counter,
        _ => FenError::Board,
    })?;
    // What is too large for the type has become its largest number.
    let (halfmoves, fullmoves) = (fen.as_setup().halfmoves, fen.as_setup().fullmoves.get());
    match halfmoves.max(fullmoves) > MOST_COUNTED {
        true => Err(FenError::CounterTooLarge),
        false => Ok(fen),
    }
}

fn reason(error: &PositionError<Chess>) -> FenError {
    let kinds = error.kinds();
    // The most telling reason first: a missing king makes the other complaints meaningless.
    [
        (PositionErrorKinds::EMPTY_BOARD, FenError::Kings),
        (PositionErrorKinds::MISSING_KING, FenError::Kings),
        (PositionErrorKinds::TOO_MANY_KINGS, FenError::Kings),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, FenError::PawnOnEdge),
        (
            PositionErrorKinds::TOO_MUCH_MATERIAL,
            FenError::TooMuchMaterial,
        ),
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            FenError::OpponentInCheck,
        ),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            FenError::CastlingRights,
        ),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            FenError::EnPassantSquare,
        ),
    ]
    .into_iter()
    .find(|(kind, _)| kinds.contains(*kind))
    .map_or(FenError::ImpossibleCheck, |(_, reason)| reason)
}

/// The six fields of a position; the en passant field stands only where the capture is legal.
#[must_use]
pub fn fen_of(position: &Chess) -> String {
    let mut text = String::with_capacity(USUAL_LENGTH);
    write_fen(position, &mut text);
    text
}

/// Few positions take more, in bytes.
const USUAL_LENGTH: usize = 80;

/// Adds [`fen_of`] a position to a text.
pub fn write_fen(position: &Chess, text: &mut String) {
    Fen::from_position(position, EnPassantMode::Legal).append_to_string(text);
}
