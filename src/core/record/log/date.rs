//! The time now, and days as PGN writes them, of which a part may not be known.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::Date;

/// The time now. A clock that is set to a year which is not written stands at the last that is.
pub fn now() -> Timestamp {
    moment(SystemTime::now())
}

/// A time of the system's clock. What is before or after all years that are written stands at the first or the
/// last moment of these.
pub fn moment(time: SystemTime) -> Timestamp {
    let early = time < SystemTime::UNIX_EPOCH;
    let end = if early {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    Timestamp::try_from(time).unwrap_or(end)
}

/// A day of which nothing is known, as PGN writes it.
pub const UNKNOWN_DATE: &str = "????.??.??";

/// Year, month and day, each as far as it is known, of a day in the form of PGN (section 8.1.1.3):
/// `1972.07.11`, or `1972.??.??`. Other marks between the numbers are forgiven, and so is a year at
/// the end, where only one order of day and month is possible. What cannot be part of a day is not
/// known, and where it is not clear which number is the year, nothing is.
pub fn day_fields(text: &str) -> (Option<i16>, Option<i8>, Option<i8>) {
    let parts: Vec<&str> = text.trim().split(MARKS).map(str::trim).collect();
    match parts.as_slice() {
        [first, second, year] if is_year(year) && !first.is_empty() && !is_year(first) => {
            year_last(first, second, year)
        }
        [year, rest @ ..] if rest.len() < 3 && (is_year(year) || is_unknown(year)) => {
            let year = plain(year).filter(|year| *year > 0);
            let small = |at: usize| rest.get(at).and_then(|part| small(part));
            let (month, day) = (small(0), small(1));
            let month = month.filter(|month| (1..=12).contains(month));
            (year, month, day.filter(|day| is_day(year, month, *day)))
        }
        _ => (None, None, None),
    }
}

/// How many of these are known of a day.
pub(crate) fn known_fields(text: &str) -> usize {
    let (year, month, day) = day_fields(text);
    usize::from(year.is_some()) + usize::from(month.is_some()) + usize::from(day.is_some())
}

/// A day that is wholly known.
pub(crate) fn whole_day(text: &str) -> Option<Date> {
    let (year, month, day) = day_fields(text);
    Date::new(year?, month?, day?).ok()
}

/// The first of the days that a day of a known year may be.
pub(crate) fn first_day(text: &str) -> Option<Date> {
    let (year, month, day) = day_fields(text);
    Date::new(year?, month.unwrap_or(1), day.unwrap_or(1)).ok()
}

/// What may stand between the numbers.
const MARKS: [char; 3] = ['.', '-', '/'];

/// `25.12.1972` and `12/25/1972` can be one day only; `11.07.1972` can be two.
fn year_last(first: &str, second: &str, year: &str) -> (Option<i16>, Option<i8>, Option<i8>) {
    let nothing = (None, None, None);
    let (Some(first), Some(second), year) = (small(first), small(second), plain(year)) else {
        return nothing;
    };
    let fits = |month: &i8, day: i8| (1..=12).contains(month) && is_day(year, Some(*month), day);
    match (fits(&second, first), fits(&first, second)) {
        (true, false) => (year, Some(second), Some(first)),
        (false, true) => (year, Some(first), Some(second)),
        (true, true) if first == second => (year, Some(second), Some(first)),
        _ => nothing,
    }
}

fn is_year(part: &str) -> bool {
    part.len() == 4 && plain(part).is_some()
}

/// Whether a number is left open: `??`, `0`, or nothing.
fn is_unknown(part: &str) -> bool {
    part.chars().all(|letter| matches!(letter, '?' | '0'))
}

fn plain(part: &str) -> Option<i16> {
    let digits = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| part.parse().ok()).flatten()
}

fn small(part: &str) -> Option<i8> {
    let number = plain(part).filter(|_| part.len() <= 2);
    number.and_then(|number| i8::try_from(number).ok())
}

/// A leap year will do where the year is not known, and a long month where that is not.
fn is_day(year: Option<i16>, month: Option<i8>, day: i8) -> bool {
    Date::new(year.unwrap_or(2000), month.unwrap_or(1), day).is_ok()
}

/// What a tag says about a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DateTag {
    /// That it is not known.
    Unknown,
    /// A day, as PGN has it, with `??` for what is left open.
    Day(String),
    /// Something that is no day, or not wholly one: as much of it as is clear.
    Unclear(Option<String>),
}

impl DateTag {
    /// Reads it.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        let mut parts = text.split(MARKS).map(str::trim);
        let all_open = parts.clone().all(is_unknown);
        let given = parts.by_ref().filter(|part| !is_unknown(part)).count();
        match pgn_date(text) {
            None if all_open => Self::Unknown,
            Some(day) if known_fields(text) == given => Self::Day(day),
            day => Self::Unclear(day),
        }
    }
}

/// The day that a text means, written as PGN has it. `None` where nothing of it is known.
pub fn pgn_date(text: &str) -> Option<String> {
    let (year, month, day) = day_fields(text);
    if year.is_none() && month.is_none() && day.is_none() {
        return None;
    }
    let two = |number: Option<i8>| number.map_or_else(|| "??".to_owned(), |n| format!("{n:02}"));
    let year = year.map_or_else(|| "????".to_owned(), |year| format!("{year:04}"));
    Some(format!("{year}.{}.{}", two(month), two(day)))
}
