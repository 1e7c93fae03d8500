//! The tags of a PGN game as the header of a log.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use crate::log::{Header, pgn_date};
use crate::rules::{DrawRule, TimeControl};

/// Tags that a log has fields for.
const FIELDS: [&str; 6] = ["White", "Black", "Result", "FEN", "SetUp", "Date"];
/// Tags that say what game it is.
const NEEDED: [&str; 11] = [
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
];
/// Tags that would no longer be true if the game went on.
const FINAL: [&str; 4] = ["Termination", "PlyCount", "EndDate", "EndTime"];
/// Tags that are written so by themselves.
const DEFAULTS: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Round", "-"),
    ("TimeControl", "-"),
    ("Termination", "normal"),
    ("Termination", "time forfeit"),
];

/// The tags of one game in their order; of those with the same name the first counts.
#[derive(Debug, Default)]
pub(super) struct Description {
    tags: Vec<(String, String)>,
}

/// More tags are not kept, but for those that are needed.
const MOST_TAGS: usize = 200;

impl Description {
    pub(super) fn add(&mut self, name: &str, value: String) {
        let known = || self.tags.iter().any(|(known, _)| known == name);
        if self.tags.len() < MOST_TAGS || (NEEDED.contains(&name) && !known()) {
            self.tags.push((name.to_owned(), value));
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

    /// When the game began, where that is known to the second.
    fn started(&self) -> Option<Timestamp> {
        let day = self.get("UTCDate").or_else(|| self.get("Date"))?;
        let day = pgn_date(day)?;
        let time: Time = Time::strptime("%H:%M:%S", self.get("UTCTime")?).ok()?;
        begin(&day, time)
    }

    /// The moment that sorts the game: when it began, or the first moment of its day.
    pub(super) fn moment(&self) -> Option<Timestamp> {
        let day = || begin(&self.day()?, Time::midnight());
        self.started().or_else(day)
    }

    /// The day, as far as it is known.
    fn day(&self) -> Option<String> {
        let day = |name: &str| self.get(name).and_then(pgn_date);
        day("Date").or_else(|| day("UTCDate"))
    }

    /// The header of the log. `timed`: its clocks are those of the game, as against notes.
    /// `finished`: the game has its result.
    pub(super) fn header(&self, draws: DrawRule, timed: bool, finished: bool) -> Header {
        let player = |name: &str| {
            let name = self
                .get(name)
                .filter(|name| *name != "?")
                .unwrap_or_default();
            name.replace(char::is_control, " ")
        };
        let started = self.started();
        let mut header = Header::new(
            &player("White"),
            &player("Black"),
            started.unwrap_or_default(),
            draws,
        );
        header.started = started;
        header.date = self.day().filter(|_| started.is_none());
        header.time_control = self.time_control().filter(|_| timed);
        for (name, value) in &self.tags {
            let known = FIELDS.contains(&name.as_str())
                || DEFAULTS.contains(&(name.as_str(), value.as_str()))
                || (!finished && FINAL.contains(&name.as_str()))
                || (timed && name == "TimeControl")
                || (started.is_some() && matches!(name.as_str(), "UTCDate" | "UTCTime"));
            if !known {
                header.tags.add(name, value);
            }
        }
        header
    }
}

/// A moment of a day that is wholly known, in universal time.
fn begin(day: &str, time: Time) -> Option<Timestamp> {
    let day = Date::strptime("%Y.%m.%d", day).ok()?;
    let zoned = day.to_datetime(time).to_zoned(TimeZone::UTC).ok()?;
    Some(zoned.timestamp())
}
