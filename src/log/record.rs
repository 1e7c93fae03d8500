//! The `#` records of a log, in and out: events, clocks, the end.
//! May import `rules`, `serde` and `jiff`.

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::header::FORMAT;
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
    Header(Header),
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
    let bad = |error: serde_json::Error| FaultKind::BadRecord(error.to_string());
    let keys: Map<String, Value> = serde_json::from_str(text).map_err(bad)?;
    let wrong = |key: &str| FaultKind::BadRecord(format!("the value of {key} makes no sense"));
    let color = |key: &str| match keys.get(key).and_then(Value::as_str) {
        Some("white") => Ok(Color::White),
        Some("black") => Ok(Color::Black),
        _ => Err(wrong(key)),
    };
    if let Some(format) = keys.get("rank-and-file") {
        let format = format.as_u64().ok_or_else(|| wrong("rank-and-file"))?;
        if format > FORMAT {
            return Err(FaultKind::Newer(format));
        }
        return Header::from_keys(keys).map(Record::Header).map_err(bad);
    }
    if let Some(plies) = keys.get("takeback") {
        let plies = plies.as_u64().and_then(|plies| usize::try_from(plies).ok());
        return plies.map(Record::Takeback).ok_or_else(|| wrong("takeback"));
    }
    if let Some(clock) = keys.get("clock") {
        let left = |side| clock.get(side).and_then(Value::as_u64);
        return Ok(Record::Clock(ByColor {
            black: left("black_ms"),
            white: left("white_ms"),
        }));
    }
    if keys.contains_key("draw_offer") {
        return color("draw_offer").map(Record::DrawOffer);
    }
    if keys.contains_key("draw_declined") {
        return color("draw_declined").map(Record::DrawDeclined);
    }
    if let Some(result) = keys.get("result") {
        let text = |key: &str| keys.get(key).and_then(Value::as_str);
        let reason = text("reason").and_then(|reason| reason.parse().ok());
        let outcome = reason
            .zip(result.as_str())
            .and_then(|(reason, result)| Outcome::from_record(result, reason));
        let ended = text("ended").and_then(|time| time.parse().ok());
        return outcome
            .map(|outcome| Record::End(End { outcome, ended }))
            .ok_or_else(|| wrong("result or reason"));
    }
    Ok(Record::Other)
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
