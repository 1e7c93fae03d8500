//! The tags of a game as the header of a log, with what they say of its variant, its end and the day.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;

use super::scanner::Token;
use super::source::ScannedGame;
use super::tags::{Tag, decoded};
use crate::chess::{
    ByColor, Chess, Color, DrawRule, FenError, Game, Outcome, Reason, TimeControl,
    read_fen_without_surplus_rights, start_position,
};
use crate::engine::{Computer, Level};
use crate::record::log::{CHESS960, DateTag, Header, Remark, quoted, whole_day};

/// What stands in the first tags for what was not recorded (section 8.1.1).
const UNKNOWN: &str = "?";

/// Tags that a log has fields for: no others of these names are kept or written.
pub(crate) const FIELDS: [&str; 6] = ["White", "Black", "Result", "FEN", "SetUp", "Date"];
/// Tags that say what game it is.
const NEEDED: [&str; 14] = [
    "White",
    "Black",
    "Result",
    "FEN",
    "Date",
    "UTCDate",
    "UTCTime",
    "TimeControl",
    "Termination",
    "Variant",
    "Event",
    "Site",
    "Round",
    "GameId",
];
/// Tags that are written so by themselves, those of the end in an unfinished game.
const DEFAULTS: [(&str, &str); 4] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Round", "-"),
    ("Termination", "unterminated"),
];

/// The tags that say what kind of player it is (section 9.1.5), and what they say of a program.
const TYPES: ByColor<&str> = ByColor {
    black: "BlackType",
    white: "WhiteType",
};
const PROGRAM: &str = "program";

/// What these tags say of the players, where a program is among them.
pub(super) fn types(header: &Header) -> Option<[(&'static str, &'static str); 2]> {
    let said = |color: Color| {
        let kind = if header.is_computer(color) {
            PROGRAM
        } else {
            "human"
        };
        (*TYPES.get(color), kind)
    };
    header.has_computers().then(|| Color::ALL.map(said))
}

/// The tags of one game in their order; of those with the same name the first counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Description {
    /// Their names, values and lines.
    tags: Vec<(String, String, u64)>,
}

/// More tags are not kept, but for those that are needed.
const MOST_TAGS: usize = 200;

impl Description {
    /// The tags of a game.
    pub(super) fn of(scanned: &ScannedGame) -> Self {
        let mut tags = Self::default();
        for part in scanned.parts().filter(|part| part.token == Token::Tag) {
            let Some((tag, _)) = Tag::read(part.text.as_bytes()) else {
                continue;
            };
            let name = decoded(tag.name);
            let known = || tags.line_of(&name).is_some();
            if tags.tags.len() < MOST_TAGS || (NEEDED.contains(&&*name) && !known()) {
                tags.tags.push((name.into_owned(), tag.value(), part.line));
            }
        }
        tags
    }

    /// The value of a tag, if there is one that is not empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, ..)| known == name);
        tag.map(|(_, value, _)| value.trim())
            .filter(|value| !value.is_empty())
    }

    /// The line of the last tag with this name.
    pub(super) fn line_of(&self, name: &str) -> Option<u64> {
        let tag = self.tags.iter().rfind(|(known, ..)| known == name);
        tag.map(|(.., line)| *line)
    }

    /// By which rules the game is played, if by others than those of chess.
    pub(super) fn other_rules(&self) -> Option<&str> {
        let variant = self.get("Variant");
        variant.filter(|name| Variant::of(name) == Variant::Other)
    }

    /// The first position, and whether castling rights were left out of it.
    pub(super) fn start(&self) -> Result<(Chess, bool), FenError> {
        match self.get("FEN").filter(|fen| *fen != UNKNOWN) {
            Some(fen) => {
                let variant = self.get("Variant").map(Variant::of);
                read_fen_without_surplus_rights(fen, variant == Some(Variant::Chess960))
            }
            None => Ok((start_position(), false)),
        }
    }

    /// How much time the players had, where we know what it means.
    pub(super) fn time_control(&self) -> Option<TimeControl> {
        self.get("TimeControl")?.parse().ok()
    }

    /// When the game began, where that is known to the second, and does not belie the day: at most
    /// a day lies between that of the place and the universal one.
    fn started(&self, date: &DateTag, universal: &DateTag) -> Option<Timestamp> {
        let time: Time = Time::strptime("%H:%M:%S", self.get("UTCTime")?).ok()?;
        let local = match date {
            DateTag::Unknown => None,
            DateTag::Day(day) => Some(whole_day(day)?),
            DateTag::Unclear(_) => return None,
        };
        let day = match universal {
            DateTag::Day(day) => whole_day(day)?,
            _ => local?,
        };
        let apart = local.map_or(0, |local| (day - local).get_days().abs());
        let zoned = day.to_datetime(time).to_zoned(TimeZone::UTC).ok()?;
        (apart <= 1).then(|| zoned.timestamp())
    }

    /// The built-in searcher, where it is said to have played. What engines of others are called says
    /// not which they are.
    fn computer(&self, color: Color, name: &str) -> Option<Computer> {
        let kind = self.get(TYPES.get(color));
        kind.filter(|kind| *kind == PROGRAM)?;
        Level::named(name).map(Computer::Level)
    }

    fn read_date(&self, name: &str) -> DateTag {
        self.get(name).map_or(DateTag::Unknown, DateTag::read)
    }

    fn date(&self) -> DateTag {
        self.read_date("Date")
    }

    /// The tag of the day, where that is no day, or not wholly one.
    pub(super) fn unclear_date(&self) -> Option<Remark> {
        let unclear = matches!(self.date(), DateTag::Unclear(_));
        let text = self.get("Date").filter(|_| unclear).map(quoted)?;
        Some(Remark::UnclearDate { text })
    }

    /// The header of the log. `timed`: its clocks are those of the game, as against notes.
    pub(super) fn header(&self, draws: DrawRule, timed: bool) -> Header {
        let player = |tag: &str| {
            let name = self.get(tag).unwrap_or(UNKNOWN);
            name.replace(char::is_control, " ")
        };
        let (date, universal) = (self.date(), self.read_date("UTCDate"));
        let unclear = matches!(date, DateTag::Unclear(_));
        let started = self.started(&date, &universal);
        let mut header = Header::new(
            &player("White"),
            &player("Black"),
            started.unwrap_or_default(),
            draws,
        );
        header.started = started;
        // That of the place, where it was given.
        header.date = match (date, universal) {
            (DateTag::Day(day), _) | (DateTag::Unknown, DateTag::Day(day)) => Some(day),
            (DateTag::Unclear(day), _) => day,
            _ => None,
        };
        header.time_control = self.time_control().filter(|_| timed);
        if self.get("Round").is_none() {
            header.tags.add("Round", UNKNOWN);
        }
        header.computers = ByColor::new_with(|color| self.computer(color, header.player(color)));
        let types = types(&header);
        for (name, value, _) in &self.tags {
            let known = match name.as_str() {
                // What is not understood is kept as it is written.
                "Date" => !unclear,
                name => FIELDS.contains(&name),
            };
            let known = known
                || DEFAULTS.contains(&(name.as_str(), value.as_str()))
                || (timed && name == "TimeControl")
                || types.is_some_and(|types| types.contains(&(name, value)));
            if !known {
                let value = match name.as_str() {
                    "Variant" => Variant::kept(value),
                    _ => value,
                };
                header.tags.add(name, value);
            }
        }
        if header.tags.is_empty() && !timed {
            // Else it would count as a game that was played here, without a clock.
            header.tags.add("TimeControl", UNKNOWN);
        }
        header
    }
}

/// The first position of a game with such tags; `None` where no game can start from it, or it is one by other rules.
pub(crate) fn start_of(fen: Option<String>, variant: Option<String>) -> Option<Chess> {
    let tag = |name: &str, value: Option<String>| Some((name.to_owned(), value?, 0));
    let tags = [tag("FEN", fen), tag("Variant", variant)];
    let tags = Description {
        tags: tags.into_iter().flatten().collect(),
    };
    let start = tags.start().ok().filter(|_| tags.other_rules().is_none());
    start.map(|(position, _)| position)
}

/// The moment that sorts a game: when it began, or the first moment of its day.
pub(super) fn moment(header: &Header) -> Option<Timestamp> {
    let midnight = |day: &str| {
        let day = whole_day(day)?.to_datetime(Time::midnight());
        Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp())
    };
    header.started.or_else(|| midnight(header.date.as_deref()?))
}

/// The rules of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    /// The Laws of Chess.
    Standard,
    /// The same from another first position (Guidelines II of the Laws).
    Chess960,
    /// Others.
    Other,
}

/// How programs call the usual game.
const STANDARD: [&str; 14] = [
    "standard",
    "standard chess",
    "chess",
    "from position",
    "fromposition",
    "normal",
    "regular",
    "classical",
    "classical chess",
    "orthodox",
    "orthodox chess",
    "normal chess",
    "?",
    "-",
];
/// How programs and people call Chess960, without blanks and signs.
const SHUFFLED: [&str; 9] = [
    "chess960",
    "960",
    "frc",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "freestyle",
    "freestylechess",
];

impl Variant {
    /// Reads a tag.
    pub(super) fn of(name: &str) -> Self {
        let name = name.to_lowercase();
        let bare: String = name.chars().filter(|sign| sign.is_alphanumeric()).collect();
        if STANDARD.contains(&name.as_str()) {
            Self::Standard
        } else if SHUFFLED.contains(&bare.as_str()) {
            Self::Chess960
        } else {
            Self::Other
        }
    }

    /// A tag as it is kept: Chess960 has one name.
    pub(super) fn kept(name: &str) -> &str {
        match Self::of(name) {
            Self::Chess960 => CHESS960,
            Self::Standard | Self::Other => name,
        }
    }
}

/// Whom the result names and why, where the board itself does not say: the tag `Termination`
/// (section 9.8.1) is believed. Where it calls the end a normal one, who lost has resigned, and a draw was
/// agreed on. Where it says nothing, only the result is known. A draw that could be claimed was claimed, either way.
/// Words that mean none of our reasons stay words: the reason is another one.
pub(super) fn end_of(winner: Option<Color>, termination: &str, game: &Game) -> Outcome {
    let words = termination.to_ascii_lowercase();
    let said = |known: &[&str]| known.iter().any(|known| words.contains(known));
    let claimable = || game.claims().first().copied();
    let on_time = words == "time" || said(&["time forfeit", "on time", "timeout"]);
    // What contradicts the board is no normal end, and nothing was claimed.
    let belied = game.outcome().is_some();
    let normal = words == "normal" && !belied;
    let unsaid = matches!(words.as_str(), "" | "?" | "-") && !belied;
    let reason = match winner {
        Some(_) if on_time => Reason::Time,
        Some(_) if normal || said(&["resign"]) => Reason::Resignation,
        None if on_time => Reason::TimeNoMatingMaterial,
        None if normal => claimable().unwrap_or(Reason::Agreement),
        None if unsaid => claimable().unwrap_or(Reason::Other),
        None if said(&["agree"]) => Reason::Agreement,
        None if said(&["repetition", "threefold", "50", "fifty"]) => {
            claimable().unwrap_or(Reason::Other)
        }
        _ => Reason::Other,
    };
    Outcome { winner, reason }
}
