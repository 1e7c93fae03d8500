//! The first record of a log: who plays, since when, how, and the tags and remarks that came with the game.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::correspondence::Correspondence;
use super::date::{UNKNOWN_DATE, pgn_date};
use super::record::{End, FORMAT, Key, Keys, each_pair, line, whole_seconds};
use crate::chess::{
    ByColor, Chess, Color, DrawRule, Game, Help, Odds, TimeControl, starts_chess960,
};
use crate::engine::Computer;

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
    /// The day that was recorded, wherever the game was played, in the form of PGN:
    /// `1972.07.11`, or with question marks for what is not known, `1972.??.??`.
    pub date: Option<String>,
    /// The time that the players have; `None` for a game without clocks.
    pub time_control: Option<TimeControl>,
    /// Where the players sit at two computers: on what terms; `None` where they share a table.
    pub correspondence: Option<Correspondence>,
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

/// Both players are shown where a piece may go, unless they agreed otherwise.
const HINTS: ByColor<bool> = ByColor {
    black: true,
    white: true,
};
/// No player is warned or helped otherwise, unless that was agreed.
const NO_SIDE: ByColor<bool> = ByColor {
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
pub fn sides_of(name: &str) -> Option<ByColor<bool>> {
    let (_, (white, black)) = SIDES.into_iter().find(|(known, _)| *known == name)?;
    Some(ByColor { black, white })
}

impl Header {
    /// A header for a game that starts now. Blank names become `White` and `Black`.
    pub fn new(white: &str, black: &str, started: Timestamp, draws: DrawRule) -> Self {
        Self {
            white: name_or(white, Color::White),
            black: name_or(black, Color::Black),
            started: Some(started),
            draws,
            ..Self::bare()
        }
    }

    /// What stands for the header where a log is a bare list of positions. Its game was not
    /// refereed here, so nothing but what the Laws make automatic ends it.
    pub fn bare() -> Self {
        Self {
            white: name_or("", Color::White),
            black: name_or("", Color::Black),
            started: None,
            time_control: None,
            correspondence: None,
            draws: DrawRule::Claimed,
            hints: HINTS,
            warnings: NO_SIDE,
            tips: NO_SIDE,
            guard: NO_SIDE,
            computers: ByColor::default(),
            date: None,
            tags: Tags::default(),
            remarks: Vec::new(),
        }
    }

    /// The same with a program as the player of a side, which has its name. It is not helped.
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
    pub fn with_chess960(mut self) -> Self {
        self.tags.add(VARIANT, CHESS960);
        self
    }

    /// Whether a game from this first position is one of Chess960.
    pub fn is_chess960(&self, start: &Chess) -> bool {
        self.tags.get(VARIANT) == Some(CHESS960) || starts_chess960(start)
    }

    /// The game that this header opens, from its first position.
    pub fn new_game(&self, start: Chess) -> Game {
        let game = Game::new(start, self.draws);
        match &self.time_control {
            Some(control) => game.with_clocks(control.clone()),
            None => game,
        }
    }

    /// The same game with the colors changed, with all that goes with the players. A name that
    /// stands for a color stays with the color. What was said of that one game does not go on.
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
            correspondence: self.correspondence,
            draws: match self.draws {
                DrawRule::Unjudged => DrawRule::Claimed,
                rule => rule,
            },
            ..Self::bare()
        }
    }

    /// Another game of the same players from the same first position, with the colors changed. Who
    /// gives odds, which belong to a color, gives them again.
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
    pub fn date(&self) -> String {
        match (&self.date, self.started) {
            (Some(date), _) => date.clone(),
            (None, Some(time)) => {
                let local = time.to_zoned(TimeZone::system());
                local.strftime("%Y.%m.%d").to_string()
            }
            (None, None) => UNKNOWN_DATE.to_owned(),
        }
    }

    /// The player of `color`.
    pub fn player(&self, color: Color) -> &str {
        color.fold_wb(&self.white, &self.black)
    }

    /// The name that the player of `color` gave, if one was given.
    pub fn given(&self, color: Color) -> Option<&str> {
        given_name(self.player(color), color)
    }

    /// The rating of a player that was recorded, such as 2705.
    pub fn rating(&self, color: Color) -> Option<u32> {
        let rating = self.tags.get(color.fold_wb("WhiteElo", "BlackElo"))?;
        rating
            .parse()
            .ok()
            .filter(|rating| (1..10_000).contains(rating))
    }

    /// Reads the keys of the first record. A value that makes no sense hides no game: it counts as one that is not there.
    pub(super) fn from_keys(keys: &Keys) -> Self {
        let mut tags = Tags::default();
        let each = |name: String, value: &RawValue| {
            if let Ok(value) = serde_json::from_str::<String>(value.get()) {
                tags.add(&name, &value);
            }
        };
        // What is no object has no tags.
        each_pair(keys.written(Key::Tags).unwrap_or("{}"), each).ok();
        let player = |key, color| name_or(&keys.text(key).unwrap_or_default(), color);
        let sides = |key| keys.text(key).and_then(|name| sides_of(&name));
        let computer = |key| keys.text(key).and_then(|text| text.parse().ok());
        Header {
            white: player(Key::White, Color::White),
            black: player(Key::Black, Color::Black),
            started: keys.text(Key::Started).and_then(|time| time.parse().ok()),
            // As text, in the form of PGN.
            time_control: keys
                .text(Key::TimeControl)
                .and_then(|text| text.parse().ok()),
            correspondence: keys
                .written(Key::Correspondence)
                .and_then(Correspondence::read),
            draws: keys
                .text(Key::Draws)
                .and_then(|name| name.parse().ok())
                .unwrap_or_default(),
            hints: sides(Key::Hints).unwrap_or(HINTS),
            warnings: sides(Key::Warnings).unwrap_or(NO_SIDE),
            tips: sides(Key::Tips).unwrap_or(NO_SIDE),
            guard: sides(Key::Guard).unwrap_or(NO_SIDE),
            computers: ByColor {
                white: computer(Key::WhiteComputer),
                black: computer(Key::BlackComputer),
            },
            date: keys.text(Key::Date).and_then(|text| pgn_date(&text)),
            tags,
            remarks: keys
                .written(Key::Remarks)
                .map(Remark::read_all)
                .unwrap_or_default(),
        }
    }

    /// The line that opens a log, with its line feed.
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
        if let Some(terms) = &self.correspondence {
            pairs.push((Key::Correspondence, json!(terms)));
        }
        if self.hints != HINTS {
            pairs.push((Key::Hints, json!(sides_name(self.hints))));
        }
        for (key, helped) in [
            (Key::Warnings, self.warnings),
            (Key::Tips, self.tips),
            (Key::Guard, self.guard),
        ] {
            if helped != NO_SIDE {
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
            pairs.push((Key::Remarks, json!(self.remarks)));
        }
        line(&pairs)
    }
}

/// What a player is called whom a record does not name.
pub const UNKNOWN_NAME: &str = "?";

/// What a player is called who gave no name.
pub(super) fn default_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The name of a player as it stands in logs; `None` where it stands for one who gave none.
pub fn given_name(name: &str, color: Color) -> Option<&str> {
    (name != default_name(color) && name != UNKNOWN_NAME).then_some(name)
}

/// Whether a name stands for players of either color who gave none, so that it is no name.
pub fn is_placeholder_name(name: &str) -> bool {
    Color::ALL
        .into_iter()
        .any(|color| given_name(name, color).is_none())
}

/// A name as it is written down: on one line, without blanks around it, and not too long. Empty
/// where nothing was given.
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

// Where computers sit, and who is helped.

impl Header {
    /// Whether a program plays this side.
    pub fn is_computer(&self, side: Color) -> bool {
        self.computers.get(side).is_some()
    }

    /// Whether a program plays at all.
    pub fn has_computers(&self) -> bool {
        Color::ALL.into_iter().any(|side| self.is_computer(side))
    }

    /// The side that a person plays against a program; `None` where both sides are people's, or neither is.
    pub fn person(&self) -> Option<Color> {
        let alone = |side: &Color| !self.is_computer(*side) && self.is_computer(side.other());
        Color::ALL.into_iter().find(alone)
    }

    /// Whether the players have agreed that a side is helped so. Programs are not.
    pub fn is_helped(&self, side: Color, help: Help) -> bool {
        let agreed = match help {
            Help::Tip(_) => self.tips,
            Help::Warning => self.warnings,
            Help::Guard | Help::Insisted => self.guard,
        };
        *agreed.get(side) && !self.is_computer(side)
    }
}

/// No game has more; the rest is left out.
const MOST: usize = 64;
/// Characters of a name.
const LONGEST_NAME: usize = 64;
/// Characters of a value; longer ones are cut.
const LONGEST_VALUE: usize = 1000;

/// Names and values in their order; no name comes twice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Adds a tag, if its name can stand in PGN (letters, digits and underscores), is not there
    /// yet, and there is room. Control characters of the value become spaces.
    pub fn add(&mut self, name: &str, value: &str) {
        let fits = (1..=LONGEST_NAME).contains(&name.len())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && self.0.len() < MOST
            && self.get(name).is_none();
        if fits {
            let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
            let value = value.chars().take(LONGEST_VALUE).map(plain).collect();
            self.0.push((name.to_owned(), value));
        }
    }

    /// The value of the tag with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn record(&self) -> Value {
        let pairs = self.iter();
        let pairs = pairs.map(|(name, value)| (name.to_owned(), Value::from(value)));
        Value::Object(pairs.collect::<Map<_, _>>())
    }
}

/// Whether a game has come to its end at this table. What was imported says no hour of its end, and
/// a first position that is over has no end.
pub fn has_ended_here(header: &Header, game: &Game, end: Option<End>) -> bool {
    match end {
        Some(end) => end.ended.is_some(),
        None => {
            let begun = header.new_game(game.start().clone());
            game.outcome().is_some() && begun.outcome().is_none()
        }
    }
}

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
    /// The tag `PlyCount` ends the game before this move, which begins a side line.
    EndedByCount {
        /// The move.
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
    /// The comments are too long together: from one of them on, only what clocks showed is kept.
    CommentsCut,
    /// Castling rights without a king or a rook at home are left out of the first position.
    CastlingRights {
        /// The position as it is written.
        fen: String,
    },
}

/// More of what was written is not quoted, in characters.
const LONGEST_QUOTE: usize = 100;
/// No game has more.
const MOST_REMARKS: usize = 16;

/// As much of a text as is quoted.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().take(LONGEST_QUOTE).map(plain).collect()
}

impl Remark {
    /// Those of a header; what a later version remarks is passed over.
    fn read_all(text: &str) -> Vec<Self> {
        let remarks: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
        let remarks = remarks.into_iter().take(MOST_REMARKS);
        remarks
            .filter_map(|remark| serde_json::from_str(remark.get()).ok())
            .collect()
    }
}
