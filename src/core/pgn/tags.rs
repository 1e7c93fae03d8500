//! The tags of a game (section 8.1 of the standard): one pair, `[Name "value"]`, in and out, and
//! all of them as the header of a log.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use super::source::decoded;
use super::variant::Variant;
use crate::engine::{Computer, Level};
use crate::log::{DateTag, Header, Remark, quoted};
use crate::rules::{ByColor, Color, DrawRule, TimeControl};

/// A tag pair as it stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag<'a> {
    /// What stands before the quotes.
    pub name: &'a [u8],
    /// What stands between the quotes.
    quoted: &'a [u8],
}

impl<'a> Tag<'a> {
    /// Reads the tag with which `line` begins, `line` being the rest of one line, and how many
    /// bytes it takes; `None` where it is no tag. Quotes that should have been escaped are
    /// forgiven, and so is a tag that does not end.
    #[must_use]
    pub fn read(line: &'a [u8]) -> Option<(Self, usize)> {
        let named = without_gap(line.strip_prefix(b"[")?);
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let (name, rest) = named.split_at(named.iter().take_while(is_name).count());
        let quoted = without_gap(rest).strip_prefix(b"\"")?;
        let (value, length) = value_and_end(quoted);
        let length = line.len() - quoted.len() + length;
        let quoted = &quoted[..value];
        (!name.is_empty()).then_some((Self { name, quoted }, length))
    }

    /// What it says, without the marks before quotes and backslashes.
    #[must_use]
    pub fn value(&self) -> String {
        let quoted = decoded(self.quoted);
        let mut letters = quoted.chars().peekable();
        let mut value = String::with_capacity(quoted.len());
        while let Some(letter) = letters.next() {
            let is_marked = |next: &char| letter == '\\' && matches!(next, '"' | '\\');
            value.push(letters.next_if(is_marked).unwrap_or(letter));
        }
        value
    }

    /// A tag on a line of its own. Quotes and backslashes are escaped, and control characters,
    /// which would break the line, become spaces.
    #[must_use]
    pub fn written(name: &str, value: &str) -> String {
        let mut escaped = String::with_capacity(value.len());
        for letter in value.chars() {
            match letter {
                '"' | '\\' => escaped.extend(['\\', letter]),
                letter if letter.is_control() => escaped.push(' '),
                letter => escaped.push(letter),
            }
        }
        format!("[{name} \"{escaped}\"]\n")
    }
}

/// The length of the value after its opening quote, and of all up to and with the closing bracket.
fn value_and_end(quoted: &[u8]) -> (usize, usize) {
    let mut at = 0;
    while let Some(byte) = quoted.get(at) {
        let rest = &quoted[at + 1..];
        if *byte == b'\\' && matches!(rest.first(), Some(b'"' | b'\\')) {
            at += 1;
        } else if *byte == b'"' {
            let closing = without_gap(rest);
            match closing.first() {
                Some(b']') => return (at, quoted.len() - closing.len() + 1),
                None => return (at, quoted.len()),
                Some(_) => {}
            }
        }
        at += 1;
    }
    let value = quoted.strip_suffix(b"]").unwrap_or(quoted);
    (value.len(), quoted.len())
}

fn without_gap(text: &[u8]) -> &[u8] {
    let gap = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    &text[gap.count()..]
}

/// What stands in the first tags for what was not recorded (section 8.1.1).
const UNKNOWN: &str = "?";

/// Tags that a log has fields for.
const FIELDS: [&str; 6] = ["White", "Black", "Result", "FEN", "SetUp", "Date"];
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
const DEFAULTS: [(&str, &str); 5] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Round", "-"),
    ("TimeControl", "-"),
    ("Termination", "unterminated"),
];

/// The tags that say what kind of player somebody is (section 9.1.5), and what they say of a program.
const TYPES: ByColor<&str> = ByColor {
    black: "BlackType",
    white: "WhiteType",
};
const PROGRAM: &str = "program";

/// What these tags say of the players, where a program is among them.
pub(super) fn types(header: &Header) -> Option<[(&'static str, &'static str); 2]> {
    let said = |color: Color| {
        let kind = match header.computers.get(color) {
            Some(_) => PROGRAM,
            None => "human",
        };
        (*TYPES.get(color), kind)
    };
    let any = Color::ALL
        .into_iter()
        .any(|color| header.computers.get(color).is_some());
    any.then(|| Color::ALL.map(said))
}

/// The tags of one game in their order; of those with the same name the first counts.
#[derive(Debug, Default)]
pub(super) struct Description {
    tags: Vec<(String, String)>,
}

/// More tags are not kept, but for those that are needed.
const MOST_TAGS: usize = 200;

impl Description {
    pub(super) fn add(&mut self, tag: Tag) {
        let name = decoded(tag.name);
        let known = || self.tags.iter().any(|(known, _)| *known == name);
        if self.tags.len() < MOST_TAGS || (NEEDED.contains(&&*name) && !known()) {
            self.tags.push((name.into_owned(), tag.value()));
        }
    }

    /// The value of a tag, if there is one that is not empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name);
        tag.map(|(_, value)| value.trim())
            .filter(|value| !value.is_empty())
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
            DateTag::Day(day) => Some(civil(day)?),
            DateTag::Unclear(_) => return None,
        };
        let day = match universal {
            DateTag::Day(day) => civil(day)?,
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
        let player = |name: &str| {
            let name = self
                .get(name)
                .filter(|name| *name != "?")
                .unwrap_or_default();
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
        // That of the place, where somebody gave it.
        header.date = match (date, universal) {
            (DateTag::Day(day), _) | (DateTag::Unknown, DateTag::Day(day)) => Some(day),
            (DateTag::Unclear(day), _) => day,
            _ => None,
        };
        header.time_control = self.time_control().filter(|_| timed);
        for (tag, name) in [("White", &mut header.white), ("Black", &mut header.black)] {
            if self.get(tag).is_none_or(|name| name == UNKNOWN) {
                UNKNOWN.clone_into(name);
            }
        }
        if self.get("Round").is_none() {
            header.tags.add("Round", UNKNOWN);
        }
        header.computers = ByColor::new_with(|color| self.computer(color, header.player(color)));
        let types = types(&header);
        for (name, value) in &self.tags {
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
        header
    }
}

/// The moment that sorts a game: when it began, or the first moment of its day.
pub(super) fn moment(header: &Header) -> Option<Timestamp> {
    let midnight = |day: &str| {
        let day = civil(day)?.to_datetime(Time::midnight());
        Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp())
    };
    header.started.or_else(|| midnight(header.date.as_deref()?))
}

/// A day that is wholly known.
fn civil(day: &str) -> Option<Date> {
    Date::strptime("%Y.%m.%d", day).ok()
}
