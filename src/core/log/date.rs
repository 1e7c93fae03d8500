//! The time now, and days as PGN writes them, of which a part may not be known.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::Date;

/// The time now. A clock that is set to a year which nobody writes stands at the last that is.
#[must_use]
pub fn now() -> Timestamp {
    moment(SystemTime::now())
}

fn moment(time: SystemTime) -> Timestamp {
    let early = time < SystemTime::UNIX_EPOCH;
    let end = if early {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    Timestamp::try_from(time).unwrap_or(end)
}

/// A day of which nothing is known.
pub(super) const UNKNOWN: &str = "????.??.??";

/// Year, month and day, each as far as it is known, of a day in the form of PGN (section 8.1.1.3):
/// `1972.07.11`, or `1972.??.??`. Other marks between the numbers are forgiven, and what cannot be
/// part of a day is not known.
#[must_use]
pub fn day_fields(text: &str) -> (Option<i16>, Option<i8>, Option<i8>) {
    let mut parts = text.trim().split(['.', '-', '/']).map(str::trim);
    let mut number = |digits: usize| -> Option<i16> {
        let part = parts.next()?;
        let plain = (1..=digits).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| part.parse().ok()).flatten()
    };
    let year = number(4).filter(|year| *year > 0);
    let mut small = || number(2).and_then(|number| i8::try_from(number).ok());
    let month = small().filter(|month| (1..=12).contains(month));
    let day = small().filter(|day| (1..=31).contains(day));
    // A leap year will do where the year is not known, and a long month where that is not.
    let is_day = |day: &i8| Date::new(year.unwrap_or(2000), month.unwrap_or(1), *day).is_ok();
    (year, month, day.filter(is_day))
}

/// The day that a text means, written as PGN has it. `None` where nothing of it is known.
#[must_use]
pub fn pgn_date(text: &str) -> Option<String> {
    let (year, month, day) = day_fields(text);
    if year.is_none() && month.is_none() && day.is_none() {
        return None;
    }
    let two = |number: Option<i8>| number.map_or_else(|| "??".to_owned(), |n| format!("{n:02}"));
    let year = year.map_or_else(|| "????".to_owned(), |year| format!("{year:04}"));
    Some(format!("{year}.{}.{}", two(month), two(day)))
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use jiff::Timestamp;

    use super::moment;
    use super::pgn_date;

    #[test]
    fn no_clock_is_too_late() {
        let far = std::time::Duration::from_secs(300_000_000_000);
        let late = SystemTime::UNIX_EPOCH.checked_add(far).map(moment);
        assert_eq!(late, Some(Timestamp::MAX));
        let usual = SystemTime::UNIX_EPOCH.checked_add(far / 200).map(moment);
        assert_eq!(usual.map(Timestamp::as_second), Some(1_500_000_000));
    }

    #[test]
    fn days_known_in_part() {
        for (text, day) in [
            ("1972.07.11", Some("1972.07.11")),
            ("1972.7.1", Some("1972.07.01")),
            ("1972-07-11", Some("1972.07.11")),
            ("1972/07/11", Some("1972.07.11")),
            ("1972.??.??", Some("1972.??.??")),
            ("1972", Some("1972.??.??")),
            ("????.12.24", Some("????.12.24")),
            ("1999.02.31", Some("1999.02.??")),
            ("1999.13.01", Some("1999.??.01")),
            ("????.??.??", None),
            ("", None),
            ("0000.00.00", None),
            ("last summer", None),
            ("99999.01.01x", Some("????.01.??")),
        ] {
            assert_eq!(pgn_date(text).as_deref(), day, "{text}");
        }
    }
}
