//! The `#` records of a log, in and out: the header, events, the end.
//! May import `rules`, `serde` and `jiff`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::FaultKind;
use crate::rules::{ByColor, Chess, Color, DrawRule, Event, Game, Offer, Outcome, TimeControl};

/// The version of the format that is written.
const FORMAT: u64 = 1;

/// The first record: who plays, since when, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// When the game began; `None` for a list of positions without records.
    pub started: Option<Timestamp>,
    /// The time that the players have; `None` for a game without clocks.
    pub time_control: Option<TimeControl>,
    /// Whether threefold repetition and fifty moves end the game or are claimed.
    pub draws: DrawRule,
}

#[derive(Serialize, Deserialize)]
struct HeaderRecord {
    #[serde(rename = "rank-and-file")]
    format: u64,
    #[serde(default)]
    white: String,
    #[serde(default)]
    black: String,
    started: Option<Timestamp>,
    /// As text, in the form of PGN; anything else is another program's and ignored.
    #[serde(default)]
    time_control: Option<Value>,
    #[serde(default)]
    draws: DrawsRecord,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DrawsRecord {
    #[default]
    Automatic,
    Claimed,
}

impl Header {
    /// A header for a game that starts now. Blank names become `White` and `Black`.
    #[must_use]
    pub fn new(white: &str, black: &str, started: Timestamp, draws: DrawRule) -> Self {
        Self {
            white: name_or(white, Color::White),
            black: name_or(black, Color::Black),
            started: Some(started),
            time_control: None,
            draws,
        }
    }

    /// What stands for the header where a log is a bare list of positions. Its game was not
    /// refereed here, so nothing but what the Laws make automatic ends it.
    #[must_use]
    pub fn bare() -> Self {
        Self {
            white: name_or("", Color::White),
            black: name_or("", Color::Black),
            started: None,
            time_control: None,
            draws: DrawRule::Claimed,
        }
    }

    /// The game that this header opens, from its first position.
    #[must_use]
    pub fn new_game(&self, start: Chess) -> Game {
        let game = Game::new(start, self.draws);
        match &self.time_control {
            Some(control) => game.with_clocks(control.clone()),
            None => game,
        }
    }

    /// The player of `color`.
    #[must_use]
    pub fn player(&self, color: Color) -> &str {
        color.fold_wb(&self.white, &self.black)
    }

    /// The line that opens a log, with its line feed.
    #[must_use]
    pub fn line(&self) -> String {
        let record = HeaderRecord {
            format: FORMAT,
            white: self.white.clone(),
            black: self.black.clone(),
            started: self.started.map(whole_seconds),
            time_control: self
                .time_control
                .as_ref()
                .map(|control| json!(control.to_string())),
            draws: match self.draws {
                DrawRule::Automatic => DrawsRecord::Automatic,
                DrawRule::Claimed => DrawsRecord::Claimed,
            },
        };
        line(&json!(record))
    }
}

fn name_or(name: &str, color: Color) -> String {
    let name: String = name
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(MAX_NAME)
        .collect();
    if name.is_empty() {
        color.fold_wb("White", "Black").to_owned()
    } else {
        name
    }
}

/// Longer names are cut; a log's first line stays readable.
const MAX_NAME: usize = 200;

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
    /// What is left on both clocks, in milliseconds.
    Clock(ByColor<u64>),
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
        let record: HeaderRecord = serde_json::from_value(Value::Object(keys)).map_err(bad)?;
        return Ok(Record::Header(Header {
            white: name_or(&record.white, Color::White),
            black: name_or(&record.black, Color::Black),
            started: record.started,
            time_control: record
                .time_control
                .as_ref()
                .and_then(Value::as_str)
                .and_then(|text| text.parse().ok()),
            draws: match record.draws {
                DrawsRecord::Automatic => DrawRule::Automatic,
                DrawsRecord::Claimed => DrawRule::Claimed,
            },
        }));
    }
    if let Some(plies) = keys.get("takeback") {
        let plies = plies.as_u64().and_then(|plies| usize::try_from(plies).ok());
        return plies.map(Record::Takeback).ok_or_else(|| wrong("takeback"));
    }
    if let Some(clock) = keys.get("clock") {
        let left = |side| clock.get(side).and_then(Value::as_u64);
        let both = left("white_ms").zip(left("black_ms"));
        return both
            .map(|(white, black)| Record::Clock(ByColor { black, white }))
            .ok_or_else(|| wrong("clock"));
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
            lines += &line(&json!({ "paused": whole_seconds(now) }));
            lines += &clock_line(game);
        }
        Event::WentOn => lines += &line(&json!({ "resumed": whole_seconds(now) })),
        Event::ClocksSet | Event::Ended(_) => lines += &clock_line(game),
    }
    if let Some(outcome) = event.ended() {
        lines += &line(&json!({
            "result": outcome.result(),
            "reason": outcome.reason.code(),
            "ended": whole_seconds(now),
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

/// The record that is written after a line which was cut short, so that readers pass over that line.
pub(super) fn torn_line() -> String {
    line(&json!({ "torn": true }))
}

/// Whether a line says that the one before it was cut short.
pub(super) fn says_torn(raw: &[u8]) -> bool {
    raw.trim_ascii_end() == torn_line().trim_ascii_end().as_bytes()
}

/// The name of a side in records and in the text protocol.
pub(super) fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

fn line(record: &Value) -> String {
    format!("# {record}\n")
}

fn whole_seconds(time: Timestamp) -> Timestamp {
    Timestamp::from_second(time.as_second()).unwrap_or(time)
}
