//! The first record of a log: who plays, since when, and how.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::json;
use serde_json::value::RawValue;

use super::FaultKind;
use super::date::{UNKNOWN, pgn_date};
use super::keys::{Key, Keys, each_pair};
use super::line::{line, whole_seconds};
use super::tags::Tags;
use super::{Remark, remark};
use crate::engine::Computer;
use crate::rules::{ByColor, Chess, Color, DrawRule, Game, Odds, TimeControl, starts_chess960};

/// The version of the format that is written.
pub(super) const FORMAT: u64 = 1;

/// What the tag `Variant` says of a game of Chess960.
pub const CHESS960: &str = "Chess960";

/// The first record: who plays, since when, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// When the game began; `None` for a list of positions without records.
    pub started: Option<Timestamp>,
    /// The day that somebody recorded, wherever the game was played, in the form of PGN:
    /// `1972.07.11`, or with question marks for what is not known, `1972.??.??`.
    pub date: Option<String>,
    /// The time that the players have; `None` for a game without clocks.
    pub time_control: Option<TimeControl>,
    /// Whether threefold repetition and fifty moves end the game or are claimed.
    pub draws: DrawRule,
    /// Who is shown where a piece may go.
    pub hints: ByColor<bool>,
    /// Who is warned of what the opponent threatens.
    pub warnings: ByColor<bool>,
    /// Who may ask for tips.
    pub tips: ByColor<bool>,
    /// Whose moves that simply lose something are refused once.
    pub guard: ByColor<bool>,
    /// The players that are programs.
    pub computers: ByColor<Option<Computer>>,
    /// What else a PGN file said of the game.
    pub tags: Tags,
    /// What a person should know of how it was taken over.
    pub remarks: Vec<Remark>,
}

/// The tag that says by which rules a game is played.
const VARIANT: &str = "Variant";

/// Everybody is shown where a piece may go, unless it was agreed otherwise.
const HINTS: ByColor<bool> = ByColor {
    black: true,
    white: true,
};
/// Nobody is warned or helped otherwise, unless that was agreed.
const NOBODY: ByColor<bool> = ByColor {
    black: false,
    white: false,
};

/// How the sides to which something applies are written: whether to White, whether to Black.
const SIDES: [(&str, (bool, bool)); 4] = [
    ("none", (false, false)),
    ("white", (true, false)),
    ("black", (false, true)),
    ("both", (true, true)),
];

fn sides_name(sides: ByColor<bool>) -> Option<&'static str> {
    let mut known = SIDES.into_iter();
    let known = known.find(|(_, known)| *known == (sides.white, sides.black));
    known.map(|(name, _)| name)
}

/// The sides to which something applies that is agreed on: none, white, black or both.
#[must_use]
pub fn sides_of(name: &str) -> Option<ByColor<bool>> {
    let (_, (white, black)) = SIDES.into_iter().find(|(known, _)| *known == name)?;
    Some(ByColor { black, white })
}

/// The value of a key that must be a text which `read` understands; `None` where there is none.
fn read<T>(
    keys: &Keys,
    key: Key,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, FaultKind> {
    if keys.written(key).is_none() {
        return Ok(None);
    }
    let value = keys.text(key).and_then(|text| read(&text));
    value.map(Some).ok_or_else(|| key.makes_no_sense())
}

/// The same, but `null` says that there is none, too.
fn read_or_null<T>(
    keys: &Keys,
    key: Key,
    understand: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, FaultKind> {
    match keys.written(key) {
        Some("null") => Ok(None),
        _ => read(keys, key, understand),
    }
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
            warnings: NOBODY,
            tips: NOBODY,
            guard: NOBODY,
            computers: ByColor::default(),
            date: None,
            tags: Tags::default(),
            remarks: Vec::new(),
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
            warnings: NOBODY,
            tips: NOBODY,
            guard: NOBODY,
            computers: ByColor::default(),
            date: None,
            tags: Tags::default(),
            remarks: Vec::new(),
        }
    }

    /// The same with a program as the player of a side, which has its name. Nobody helps it.
    #[must_use]
    pub fn with_computer(mut self, color: Color, computer: Computer) -> Self {
        let name = match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        };
        *name = name_or(&computer.name(), color);
        for help in [&mut self.warnings, &mut self.tips, &mut self.guard] {
            *help.get_mut(color) = false;
        }
        *self.computers.get_mut(color) = Some(computer);
        self
    }

    /// The same, said to be a game of Chess960. It need not be said where the first position tells.
    #[must_use]
    pub fn with_chess960(mut self) -> Self {
        self.tags.add(VARIANT, CHESS960);
        self
    }

    /// Whether a game from this first position is one of Chess960.
    #[must_use]
    pub fn is_chess960(&self, start: &Chess) -> bool {
        self.tags.get(VARIANT) == Some(CHESS960) || starts_chess960(start)
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
        let named = |color: Color| self.given(color).unwrap_or_default();
        Self {
            white: name_or(named(Color::Black), Color::White),
            black: name_or(named(Color::White), Color::Black),
            time_control: self.time_control.as_ref().map(TimeControl::swapped),
            hints: self.hints.into_swapped(),
            warnings: self.warnings.into_swapped(),
            tips: self.tips.into_swapped(),
            guard: self.guard.into_swapped(),
            computers: self.computers.into_swapped(),
            started: self.started,
            draws: match self.draws {
                DrawRule::Unjudged => DrawRule::Claimed,
                rule => rule,
            },
            date: None,
            tags: Tags::default(),
            remarks: Vec::new(),
        }
    }

    /// Another game of the same players from the same first position, with the colours changed. Who
    /// gives odds, which belong to a colour, gives them again.
    #[must_use]
    pub fn rematch(self, start: &Chess) -> Self {
        let shuffled = self.is_chess960(start);
        let next = self.swapped();
        let next = match Odds::of(start) {
            Some(_) => next.swapped(),
            None => next,
        };
        if shuffled { next.with_chess960() } else { next }
    }

    /// The day of the game in the form of PGN: the one that was recorded, else that of the
    /// beginning in the time of the place; `????.??.??` where it is not known.
    #[must_use]
    pub fn date(&self) -> String {
        match (&self.date, self.started) {
            (Some(date), _) => date.clone(),
            (None, Some(time)) => {
                let local = time.to_zoned(TimeZone::system());
                local.strftime("%Y.%m.%d").to_string()
            }
            (None, None) => UNKNOWN.to_owned(),
        }
    }

    /// The player of `color`.
    #[must_use]
    pub fn player(&self, color: Color) -> &str {
        color.fold_wb(&self.white, &self.black)
    }

    /// The name that the player of `color` gave, if one was given.
    #[must_use]
    pub fn given(&self, color: Color) -> Option<&str> {
        given_name(self.player(color), color)
    }

    /// Reads the keys of the first record.
    pub(super) fn from_keys(keys: &Keys) -> Result<Self, FaultKind> {
        let mut tags = Tags::default();
        let each = |name: String, value: &RawValue| {
            if let Ok(value) = serde_json::from_str::<String>(value.get()) {
                tags.add(&name, &value);
            }
        };
        // What is no object has no tags.
        each_pair(keys.written(Key::Tags).unwrap_or("{}"), each).ok();
        let player = |key: Key, color: Color| {
            let name = read(keys, key, |name| Some(name_or(name, color)))?;
            Ok(name.unwrap_or_else(|| name_or("", color)))
        };
        let computer = |key| keys.text(key).and_then(|text| text.parse().ok());
        Ok(Header {
            white: player(Key::White, Color::White)?,
            black: player(Key::Black, Color::Black)?,
            // A time that is none hides no game, as with the date.
            started: keys.text(Key::Started).and_then(|time| time.parse().ok()),
            // As text, in the form of PGN; anything else is another program's and ignored, as with
            // the date and the tags.
            time_control: keys
                .text(Key::TimeControl)
                .and_then(|text| text.parse().ok()),
            draws: read(keys, Key::Draws, |name| name.parse().ok())?.unwrap_or_default(),
            hints: read_or_null(keys, Key::Hints, sides_of)?.unwrap_or(HINTS),
            warnings: read_or_null(keys, Key::Warnings, sides_of)?.unwrap_or(NOBODY),
            tips: read_or_null(keys, Key::Tips, sides_of)?.unwrap_or(NOBODY),
            guard: read_or_null(keys, Key::Guard, sides_of)?.unwrap_or(NOBODY),
            computers: ByColor {
                white: computer(Key::WhiteComputer),
                black: computer(Key::BlackComputer),
            },
            date: keys.text(Key::Date).and_then(|text| pgn_date(&text)),
            tags,
            remarks: keys
                .written(Key::Remarks)
                .map(remark::read)
                .unwrap_or_default(),
        })
    }

    /// The line that opens a log, with its line feed.
    #[must_use]
    pub fn line(&self) -> String {
        let control = self.time_control.as_ref();
        let mut pairs = vec![
            (Key::Format, json!(FORMAT)),
            (Key::White, json!(self.white)),
            (Key::Black, json!(self.black)),
            (Key::Started, json!(self.started.map(whole_seconds))),
            (Key::TimeControl, json!(control.map(TimeControl::to_string))),
            (Key::Draws, json!(self.draws.to_string())),
        ];
        if self.hints != HINTS {
            pairs.push((Key::Hints, json!(sides_name(self.hints))));
        }
        for (key, helped) in [
            (Key::Warnings, self.warnings),
            (Key::Tips, self.tips),
            (Key::Guard, self.guard),
        ] {
            if helped != NOBODY {
                pairs.push((key, json!(sides_name(helped))));
            }
        }
        let computers = [
            (Key::WhiteComputer, &self.computers.white),
            (Key::BlackComputer, &self.computers.black),
        ];
        for (key, computer) in computers {
            let computer = computer.as_ref().map(ToString::to_string);
            pairs.extend(computer.map(|computer| (key, json!(computer))));
        }
        if let Some(date) = &self.date {
            pairs.push((Key::Date, json!(date)));
        }
        if !self.tags.is_empty() {
            pairs.push((Key::Tags, self.tags.record()));
        }
        if !self.remarks.is_empty() {
            pairs.push((Key::Remarks, remark::record(&self.remarks)));
        }
        line(&pairs)
    }
}

/// What a player is called whom a record does not name.
const UNKNOWN_NAME: &str = "?";

/// What a player is called who gave no name.
pub(super) fn default_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The name of a player as it stands in logs; `None` where it stands for one who gave none.
#[must_use]
pub fn given_name(name: &str, color: Color) -> Option<&str> {
    (name != default_name(color) && !is_unknown(name)).then_some(name)
}

/// Whether a name stands for a player whom a record does not name.
#[must_use]
pub fn is_unknown(name: &str) -> bool {
    name == UNKNOWN_NAME
}

/// Whether a name stands for players of either colour who gave none, so that it is nobody's.
#[must_use]
pub fn is_nobody(name: &str) -> bool {
    Color::ALL
        .into_iter()
        .any(|color| given_name(name, color).is_none())
}

/// A name as it is written down: on one line, without blanks around it, and not too long. Empty
/// where nothing was given.
#[must_use]
pub fn tidy_name(name: &str) -> String {
    let words = name.split_whitespace();
    // A letter at least and a space: no more words than half of the letters fit.
    let words: Vec<&str> = words.take(MAX_NAME / 2 + 1).collect();
    let name: String = words.join(" ").chars().take(MAX_NAME).collect();
    name.trim_end().to_owned()
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
