//! The `#` records of a log, as they are read: events, clocks, the end.

use jiff::Timestamp;

use super::header::FORMAT;
use super::keys::{Field, Key, Keys};
use super::{FaultKind, Header};
use crate::rules::{ByColor, Color, Outcome};

/// The end of a game as it is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Who won and why.
    pub outcome: Outcome,
    /// When.
    pub ended: Option<Timestamp>,
}

/// A record as it was read.
pub(super) enum Record {
    Header(Box<Header>),
    Takeback(usize),
    DrawOffer(Color),
    DrawDeclined(Color),
    /// What is left on the clocks, in milliseconds; `None` where that cannot be made out.
    Clock(ByColor<Option<u64>>),
    End(End),
    /// Keys of a later version, or of another program: kept in the file, ignored here.
    Other,
}

/// Reads what follows the `#` of a record.
pub(super) fn parse(text: &str) -> Result<Record, FaultKind> {
    let keys: Keys = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
    let no_sense = |key: Key| FaultKind::BadRecord(key.makes_no_sense());
    let color = |key: Key| match keys.text(key) {
        Some("white") => Ok(Color::White),
        Some("black") => Ok(Color::Black),
        _ => Err(no_sense(key)),
    };
    if let Some(format) = keys.get(Key::Format) {
        return match format {
            Field::Whole(format) if *format > FORMAT => Err(FaultKind::Newer(*format)),
            Field::Whole(_) => Header::from_keys(keys).map(Box::new).map(Record::Header),
            _ => Err(no_sense(Key::Format)),
        };
    }
    if let Some(plies) = keys.get(Key::Takeback) {
        let plies = match plies {
            Field::Whole(plies) => usize::try_from(*plies).ok(),
            _ => None,
        };
        return plies
            .map(Record::Takeback)
            .ok_or_else(|| no_sense(Key::Takeback));
    }
    if let Some(clock) = keys.get(Key::Clock) {
        return Ok(Record::Clock(match clock {
            Field::Clock(left) => *left,
            _ => ByColor::default(),
        }));
    }
    if keys.get(Key::DrawOffer).is_some() {
        return color(Key::DrawOffer).map(Record::DrawOffer);
    }
    if keys.get(Key::DrawDeclined).is_some() {
        return color(Key::DrawDeclined).map(Record::DrawDeclined);
    }
    if keys.get(Key::Result).is_some() {
        let reason = keys.text(Key::Reason).and_then(|text| text.parse().ok());
        let outcome = reason
            .zip(keys.text(Key::Result))
            .and_then(|(reason, result)| Outcome::from_record(result, reason));
        let ended = keys.text(Key::Ended).and_then(|time| time.parse().ok());
        return outcome
            .map(|outcome| Record::End(End { outcome, ended }))
            .ok_or_else(|| {
                FaultKind::BadRecord("the value of result or reason makes no sense".to_owned())
            });
    }
    Ok(Record::Other)
}

/// More of a reason is not told; it may quote the whole record.
const LONGEST_REASON: usize = 200;

fn unreadable(error: &serde_json::Error) -> FaultKind {
    let reason = error.to_string();
    FaultKind::BadRecord(reason.chars().take(LONGEST_REASON).collect())
}
