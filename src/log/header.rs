//! The first record of a log: who plays, since when, and how.
//! May import `rules`, `serde` and `jiff`.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::date::{UNKNOWN, pgn_date};
use super::line::{line, whole_seconds};
use super::tags::Tags;
use crate::rules::{ByColor, Chess, Color, DrawRule, Game, TimeControl};

/// The version of the format that is written.
pub(super) const FORMAT: u64 = 1;

/// The first record: who plays, since when, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// When the game began; `None` for a list of positions without records.
    pub started: Option<Timestamp>,
    /// The day of a game of which no more is known, in the form of PGN: `1972.07.11`, or with
    /// question marks for what is not known, `1972.??.??`.
    pub date: Option<String>,
    /// The time that the players have; `None` for a game without clocks.
    pub time_control: Option<TimeControl>,
    /// Whether threefold repetition and fifty moves end the game or are claimed.
    pub draws: DrawRule,
    /// Who is shown where a piece may go.
    pub hints: ByColor<bool>,
    /// Who is warned of attacks on their pieces.
    pub warnings: ByColor<bool>,
    /// What else a PGN file said of the game.
    pub tags: Tags,
}

/// Everybody is shown where a piece may go, unless it was agreed otherwise.
const HINTS: ByColor<bool> = ByColor {
    black: true,
    white: true,
};
/// Nobody is warned, unless it was agreed otherwise.
const WARNINGS: ByColor<bool> = ByColor {
    black: false,
    white: false,
};

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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hints: Option<SidesRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    warnings: Option<SidesRecord>,
    /// Anything but a date as PGN has it is another program's and ignored, as with the tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tags: Option<Value>,
}

/// The sides to which something applies.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SidesRecord {
    None,
    White,
    Black,
    Both,
}

impl From<ByColor<bool>> for SidesRecord {
    fn from(sides: ByColor<bool>) -> Self {
        match (sides.white, sides.black) {
            (false, false) => Self::None,
            (true, false) => Self::White,
            (false, true) => Self::Black,
            (true, true) => Self::Both,
        }
    }
}

impl From<SidesRecord> for ByColor<bool> {
    fn from(sides: SidesRecord) -> Self {
        Self {
            white: matches!(sides, SidesRecord::White | SidesRecord::Both),
            black: matches!(sides, SidesRecord::Black | SidesRecord::Both),
        }
    }
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DrawsRecord {
    #[default]
    Automatic,
    Claimed,
    Unjudged,
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
            hints: HINTS,
            warnings: WARNINGS,
            date: None,
            tags: Tags::default(),
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
            hints: HINTS,
            warnings: WARNINGS,
            date: None,
            tags: Tags::default(),
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

    /// The same game with the colours changed, with all that goes with the players. A name that
    /// stands for a colour stays with the colour. What was said of that one game does not go on.
    #[must_use]
    pub fn swapped(self) -> Self {
        let named = |color: Color| match self.player(color) {
            name if name == default_name(color) => String::new(),
            name => name.to_owned(),
        };
        Self {
            white: name_or(&named(Color::Black), Color::White),
            black: name_or(&named(Color::White), Color::Black),
            time_control: self.time_control.as_ref().map(TimeControl::swapped),
            hints: self.hints.into_swapped(),
            warnings: self.warnings.into_swapped(),
            started: self.started,
            draws: match self.draws {
                DrawRule::Unjudged => DrawRule::Claimed,
                rule => rule,
            },
            date: None,
            tags: Tags::default(),
        }
    }

    /// The day of the game in the form of PGN: where the game was begun here, in the time of the
    /// place; `????.??.??` where it is not known.
    #[must_use]
    pub fn date(&self) -> String {
        match (self.started, &self.date) {
            (Some(time), _) => {
                let local = time.to_zoned(TimeZone::system());
                local.strftime("%Y.%m.%d").to_string()
            }
            (None, Some(date)) => date.clone(),
            (None, None) => UNKNOWN.to_owned(),
        }
    }

    /// The player of `color`.
    #[must_use]
    pub fn player(&self, color: Color) -> &str {
        color.fold_wb(&self.white, &self.black)
    }

    /// Reads the keys of the first record.
    pub(super) fn from_keys(keys: Map<String, Value>) -> serde_json::Result<Self> {
        let record: HeaderRecord = serde_json::from_value(Value::Object(keys))?;
        Ok(Header {
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
                DrawsRecord::Unjudged => DrawRule::Unjudged,
            },
            hints: record.hints.map_or(HINTS, Into::into),
            warnings: record.warnings.map_or(WARNINGS, Into::into),
            date: record
                .date
                .as_ref()
                .and_then(Value::as_str)
                .and_then(pgn_date),
            tags: record
                .tags
                .as_ref()
                .map_or_else(Tags::default, Tags::from_record),
        })
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
                DrawRule::Unjudged => DrawsRecord::Unjudged,
            },
            hints: (self.hints != HINTS).then(|| self.hints.into()),
            warnings: (self.warnings != WARNINGS).then(|| self.warnings.into()),
            date: self.date.as_ref().map(|date| json!(date)),
            tags: (!self.tags.is_empty()).then(|| self.tags.record()),
        };
        line(&json!(record))
    }
}

/// What a player is called who gave no name.
#[must_use]
pub fn default_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// A name as it is written down: on one line, without blanks around it, and not too long. Empty
/// where nothing was given.
#[must_use]
pub fn tidy_name(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").chars().take(MAX_NAME).collect()
}

fn name_or(name: &str, color: Color) -> String {
    let name = tidy_name(name);
    if name.is_empty() {
        default_name(color).to_owned()
    } else {
        name
    }
}

/// Longer names are cut; a log's first line stays readable.
const MAX_NAME: usize = 200;
