//! What the first record says: names, as they are written down, and days, as far as they are known.

use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use rank_and_file_core::record::log::{DateTag, moment, pgn_date, tidy_name};

/// Longer names are cut, in characters.
const LONGEST_NAME: usize = 200;

#[test]
fn a_name_that_is_cut_ends_in_no_space() {
    let long = "a".repeat(LONGEST_NAME - 1);
    assert_eq!(tidy_name(&format!("{long} b")), long);
    assert_eq!(tidy_name(&format!("{long}bc")), format!("{long}b"));
}

#[test]
fn no_clock_is_too_late() {
    let far = Duration::from_secs(300_000_000_000);
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
        ("99999.01.01x", None),
        ("11.07.1972", None),
        ("07/11/1972", None),
        ("72.07.11", None),
        ("25.12.1972", Some("1972.12.25")),
        ("12/25/1972", Some("1972.12.25")),
        ("11.11.1972", Some("1972.11.11")),
        ("31.02.1972", None),
        ("1972.07.11.12", None),
    ] {
        assert_eq!(pgn_date(text).as_deref(), day, "{text}");
    }
}

#[test]
fn what_is_no_day_is_told_from_what_is_left_open() {
    let day = |day: &str| DateTag::Day(day.to_owned());
    for (text, said) in [
        ("", DateTag::Unknown),
        ("????.??.??", DateTag::Unknown),
        ("0000.00.00", DateTag::Unknown),
        ("1972.??.??", day("1972.??.??")),
        ("1972-7-1", day("1972.07.01")),
        ("1972.00.00", day("1972.??.??")),
        ("11.07.1972", DateTag::Unclear(None)),
        ("last summer", DateTag::Unclear(None)),
        (
            "1999.13.01",
            DateTag::Unclear(Some("1999.??.01".to_owned())),
        ),
    ] {
        assert_eq!(DateTag::read(text), said, "{text}");
    }
}
