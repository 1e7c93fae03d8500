//! The `#` records of a log, as they are read: events, clocks, the end.

use jiff::Timestamp;

use super::header::FORMAT;
use super::keys::{Key, Keys};
use super::{FaultKind, Header};
use crate::rules::{ByColor, Color, Game, Help, Outcome};

/// The end of a game as it is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Who won and why.
    pub outcome: Outcome,
    /// When.
    pub ended: Option<Timestamp>,
}

/// Whether a game has come to its end at this table. What was imported says no hour of its end, and
/// a first position that is over has no end.
#[must_use]
pub fn has_ended_here(header: &Header, game: &Game, end: Option<End>) -> bool {
    match end {
        Some(end) => end.ended.is_some(),
        None => {
            let begun = header.new_game(game.start().clone());
            game.outcome().is_some() && begun.outcome().is_none()
        }
    }
}

/// A record as it was read.
pub(super) enum Record {
    Header(Box<Header>),
    Takeback(usize),
    DrawOffer(Color),
    DrawDeclined(Color),
    /// This player claimed a draw, and there was none.
    WrongClaim(Color),
    /// What is left on the clocks, in milliseconds; `None` where that cannot be made out.
    Clock(ByColor<Option<u64>>),
    End(End),
    Help(Color, Help),
    /// Keys of a later version, or of another program: kept in the file, ignored here.
    Other,
}

/// Reads what follows the `#` of a record.
pub(super) fn parse(text: &str) -> Result<Record, FaultKind> {
    if let Some(left) = both_clocks(text) {
        return Ok(Record::Clock(left.map(Some)));
    }
    let keys = Keys::read(text).map_err(|error| unreadable(&error))?;
    let has = |key: Key| keys.written(key).is_some();
    let color = |key: Key| match keys.text(key).as_deref() {
        Some("white") => Ok(Color::White),
        Some("black") => Ok(Color::Black),
        _ => Err(key.makes_no_sense()),
    };
    if has(Key::Format) {
        return match keys.get(Key::Format) {
            Some(format) if format > FORMAT => Err(FaultKind::Newer(format)),
            Some(_) => Header::from_keys(&keys).map(Box::new).map(Record::Header),
            None => Err(Key::Format.makes_no_sense()),
        };
    }
    if has(Key::Takeback) {
        let plies = keys.get(Key::Takeback).map(Record::Takeback);
        return plies.ok_or_else(|| Key::Takeback.makes_no_sense());
    }
    if let Some(clock) = keys.written(Key::Clock) {
        let clock = Keys::read(clock).unwrap_or_default();
        return Ok(Record::Clock(ByColor {
            white: clock.get(Key::WhiteMs),
            black: clock.get(Key::BlackMs),
        }));
    }
    if has(Key::DrawOffer) {
        return color(Key::DrawOffer).map(Record::DrawOffer);
    }
    if has(Key::DrawDeclined) {
        return color(Key::DrawDeclined).map(Record::DrawDeclined);
    }
    if has(Key::WrongClaim) {
        return color(Key::WrongClaim).map(Record::WrongClaim);
    }
    if has(Key::Insisted) {
        return color(Key::Insisted).map(|side| Record::Help(side, Help::Insisted));
    }
    if has(Key::Helped) {
        let side = color(Key::Helped)?;
        return Ok(match keys.text(Key::With).as_deref() {
            Some("tip") => Record::Help(side, Help::Tip(keys.get(Key::Step).unwrap_or(1))),
            Some("warning") => Record::Help(side, Help::Warning),
            Some("guard") => Record::Help(side, Help::Guard),
            _ => Record::Other,
        });
    }
    if has(Key::Result) {
        let reason = keys.text(Key::Reason).and_then(|text| text.parse().ok());
        let outcome = reason
            .zip(keys.text(Key::Result))
            .and_then(|(reason, result)| Outcome::from_record(&result, reason));
        let ended = keys.text(Key::Ended).and_then(|time| time.parse().ok());
        return outcome
            .map(|outcome| Record::End(End { outcome, ended }))
            .ok_or_else(|| {
                FaultKind::BadRecord("the value of result or reason makes no sense".to_owned())
            });
    }
    Ok(Record::Other)
}

/// The record of both clocks as this app writes it, of which a log may have one after every move.
/// `None` says nothing of the text.
fn both_clocks(text: &str) -> Option<ByColor<u64>> {
    let (white, rest) = number(text.strip_prefix(r#"{"clock":{"white_ms":"#)?)?;
    let (black, rest) = number(rest.strip_prefix(r#","black_ms":"#)?)?;
    (rest == "}}").then_some(ByColor { black, white })
}

/// The number with which a text begins, and what follows. No number in JSON begins with a zero but
/// that one.
fn number(text: &str) -> Option<(u64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let plain = digits == 1 || !number.starts_with('0');
    Some((number.parse().ok().filter(|_| plain)?, rest))
}

/// More of a reason is not told; it may quote the whole record.
const LONGEST_REASON: usize = 200;

fn unreadable(error: &serde_json::Error) -> FaultKind {
    let reason = error.to_string();
    FaultKind::BadRecord(reason.chars().take(LONGEST_REASON).collect())
}
