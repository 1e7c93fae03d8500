//! What can be wrong with a log: the line and the reason.

use std::fmt;

use crate::rules::FenError;

/// Why a log cannot be believed beyond a certain line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// There is no position in it at all.
    Empty,
    /// The file is larger, or has more positions or torn lines, than any game can have.
    TooLarge,
    /// The line is not UTF-8.
    NotText,
    /// The line is no full FEN.
    NotFen(FenError),
    /// The line has not the six fields of a FEN.
    NotSixFields,
    /// No legal move leads from the position before to this one.
    NotLegal,
    /// The record is not one JSON object, or its values make no sense.
    BadRecord(String),
    /// The log was written by a later version of the format.
    Newer(u64),
    /// Something follows the end of the game.
    AfterEnd,
    /// The result that is recorded is not what stands on the board.
    UnprovenEnd,
    /// More plies are taken back than were played.
    TakebackTooFar,
}

impl FaultKind {
    /// Whether this is no line of a log at all, as against a line that says something wrong.
    pub(super) fn is_no_line(&self) -> bool {
        matches!(
            self,
            Self::NotText | Self::NotFen(_) | Self::NotSixFields | Self::BadRecord(_)
        )
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no position in the file"),
            Self::TooLarge => f.write_str("the file is larger than any game can be"),
            Self::NotText => f.write_str("the line is not UTF-8 text"),
            Self::NotFen(error) => write!(f, "the line is not a position: {error}"),
            Self::NotSixFields => f.write_str("the line is not a FEN of six fields"),
            Self::NotLegal => f.write_str("no legal move leads to this position"),
            Self::BadRecord(detail) => write!(f, "the record cannot be read: {detail}"),
            Self::Newer(version) => write!(f, "the log has format {version}, which is newer"),
            Self::AfterEnd => f.write_str("the game goes on after its end"),
            Self::UnprovenEnd => f.write_str("the recorded result does not fit the board"),
            Self::TakebackTooFar => f.write_str("more is taken back than was played"),
        }
    }
}

/// The first line of a log that cannot be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl std::error::Error for Fault {}

/// Something that was mended while reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// A line that was cut short while it was written is left out.
    Torn {
        /// The line, counted from 1.
        line: usize,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Torn { line } => write!(f, "line {line} was cut short and is left out"),
        }
    }
}
