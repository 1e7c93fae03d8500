//! The `#` records of a log, in and out: events, clocks, the end.

use jiff::Timestamp;
use serde_json::json;

use super::header::FORMAT;
use super::keys::{Field, Key, Keys};
use super::line::{color_name, line, whole_seconds};
use super::{FaultKind, Header};
use crate::rules::{ByColor, Color, Event, Game, Offer, Outcome};

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

/// The lines that an event adds to the log of `game`, in which it has just happened; to be
/// written at once. Empty for what leaves no trace.
#[must_use]
pub fn lines_for(event: &Event, game: &Game, now: Timestamp) -> String {
    lines_at(event, game, Some(whole_seconds(now)))
}

/// The same lines for what happened at a time that nobody knows.
#[must_use]
pub fn undated_lines_for(event: &Event, game: &Game) -> String {
    lines_at(event, game, None)
}

fn lines_at(event: &Event, game: &Game, now: Option<Timestamp>) -> String {
    let mut lines = String::new();
    match event {
        Event::Moved { declined, .. } => {
            if let Some(Offer::Draw { by }) = declined {
                lines += &line(&json!({ "draw_declined": color_name(by.other()) }));
            }
            if let Some(ply) = game.plies().last() {
                lines += &ply.fen();
                lines.push('\n');
            }
            lines += &clock_line(game);
            lines += &noted_line(game);
        }
        Event::Offered(Offer::Draw { by }) => {
            lines += &line(&json!({ "draw_offer": color_name(*by) }));
        }
        Event::Declined(Offer::Draw { by }) => {
            lines += &line(&json!({ "draw_declined": color_name(by.other()) }));
        }
        Event::Offered(Offer::Takeback { .. }) | Event::Declined(Offer::Takeback { .. }) => {}
        Event::TakenBack(plies) => {
            lines += &line(&json!({ "takeback": plies }));
            lines += &clock_line(game);
        }
        Event::Paused => {
            lines += &line(&json!({ "paused": now }));
            lines += &clock_line(game);
        }
        Event::WentOn => lines += &line(&json!({ "resumed": now })),
        Event::ClocksSet | Event::Ended(_) => lines += &clock_line(game),
        Event::ClockNoted => lines += &noted_line(game),
    }
    if let Some(outcome) = event.ended() {
        lines += &line(&json!({
            "result": outcome.result(),
            "reason": outcome.reason.code(),
            "ended": now,
        }));
    }
    lines
}

/// What both clocks show now; empty for a game without clocks.
#[must_use]
pub fn clock_line(game: &Game) -> String {
    let Some(left) = game.clocks_left() else {
        return String::new();
    };
    line(&json!({ "clock": { "white_ms": left.white, "black_ms": left.black } }))
}

/// What the last mover's clock showed elsewhere; empty where nobody noted it.
fn noted_line(game: &Game) -> String {
    let Some((ply, left)) = game.plies().last().and_then(|ply| Some((ply, ply.noted?))) else {
        return String::new();
    };
    let side = ply.mover.fold_wb("white_ms", "black_ms");
    line(&json!({ "clock": { side: left } }))
}

/// The record that is written after a line which was cut short, so that readers pass over that line.
pub(super) fn torn_line() -> String {
    line(&json!({ "torn": true }))
}

/// Whether a line says that the one before it was cut short.
pub(super) fn says_torn(raw: &[u8]) -> bool {
    raw.trim_ascii_end() == torn_line().trim_ascii_end().as_bytes()
}
