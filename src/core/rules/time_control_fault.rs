//! What is wrong with a time control as somebody wrote it.

use std::fmt;

/// What is wrong with a part of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeControlFault {
    /// It is no number with three decimals at the most.
    Number,
    /// Nobody has any time in the first period.
    NoTime,
    /// It is more than a hundred hours.
    TooLong,
    /// A move would bring more than a hundred hours.
    TooMuchBonus,
    /// The number of moves is none.
    Moves,
    /// Other periods follow, but it has no number of moves.
    Endless,
    /// There are too many periods.
    TooMany,
}

/// The text is no time control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseTimeControlError {
    /// The part that is wrong.
    pub part: String,
    /// What is wrong with it.
    pub fault: TimeControlFault,
}

impl TimeControlFault {
    pub(super) fn at(self, part: &str) -> ParseTimeControlError {
        let part = part.to_owned();
        ParseTimeControlError { part, fault: self }
    }
}

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a time control such as 300+5 or 40/5400+30:1800+30")
    }
}

impl std::error::Error for ParseTimeControlError {}
