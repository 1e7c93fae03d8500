//! What a person should know of a game that was taken over from elsewhere.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// Where a record contradicts itself or the board, or could not be taken over as it stands. Texts
/// are quoted as they were written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "remark", rename_all = "kebab-case")]
pub enum Remark {
    /// The tag `Date` is no day, or not wholly one.
    UnclearDate {
        /// The tag.
        text: String,
    },
    /// The tag `Result` and what stands after the moves are not the same.
    ResultsDiffer {
        /// The tag.
        tag: String,
        /// What stands after the moves.
        text: String,
        /// Which of them is kept.
        kept: String,
    },
    /// The board gives another result than the one that was recorded, and that is kept.
    ResultNotOnBoard {
        /// The one that was recorded.
        recorded: String,
        /// That of the board.
        board: String,
    },
    /// A result that is none: it says neither who has won nor that the game was drawn.
    UnknownResult {
        /// How it is written.
        text: String,
    },
    /// A move without a piece (a null move); the game is taken over up to there.
    NullMove {
        /// How it is written.
        text: String,
    },
    /// Moves stand after the result, and are left out.
    MovesAfterResult {
        /// The first of them.
        text: String,
    },
    /// A comment begins and does not end, so that moves may be missing.
    OpenComment,
    /// A variation begins and does not end, so that moves may be missing.
    OpenVariation,
    /// Words stand among the moves that are none, and are kept as comments.
    NoMoves {
        /// The first of them.
        text: String,
    },
    /// The pieces are written with the letters of another language than English.
    PieceLetters {
        /// Those of king, queen, rook, bishop and knight.
        letters: String,
    },
    /// Castling rights without a king or a rook at home are left out of the first position.
    CastlingRights {
        /// The position as it is written.
        fen: String,
    },
}

/// More of what was written is not quoted, in characters.
const LONGEST: usize = 100;
/// No game has more.
const MOST: usize = 16;

/// As much of a text as is quoted.
#[must_use]
pub(crate) fn quoted(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().take(LONGEST).map(plain).collect()
}

/// The remarks of a record; those of a later version are passed over.
pub(super) fn read(text: &str) -> Vec<Remark> {
    let remarks: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
    let remarks = remarks.into_iter().take(MOST);
    remarks
        .filter_map(|remark| serde_json::from_str(remark.get()).ok())
        .collect()
}

pub(super) fn record(remarks: &[Remark]) -> Value {
    serde_json::to_value(remarks).unwrap_or_default()
}
