//! Time controls: read, written and refused, and the speed that they make.

use rank_and_file_core::chess::{ParseTimeControlError, Speed, TimeControl, TimeControlFault};

#[test]
fn what_is_written_is_read() {
    for text in [
        "300",
        "300+5",
        "40/5400+30:1800+30",
        "0.500",
        "300,180",
        "300d5",
        "60b2,3600+30",
        "40/7200",
        "40/7200:1800+30",
        "40/5400+30:1800",
    ] {
        assert_eq!(
            text.parse::<TimeControl>().map(|tc| tc.to_string()),
            Ok(text.to_owned())
        );
    }
    for text in [
        "",
        "+5",
        "300+",
        "x",
        "300:60",
        "0",
        "0/300",
        "300,",
        "-1",
        "1e9",
        "9999999999",
    ] {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    for (text, part, fault) in [
        ("0", "0", TimeControlFault::NoTime),
        ("9999", "9999", TimeControlFault::TooLong),
        ("40/7200:3600", "7200", TimeControlFault::TooLong),
        ("5+999999", "999999", TimeControlFault::TooMuchBonus),
        ("x/5", "x", TimeControlFault::Moves),
        ("5+", "", TimeControlFault::Number),
        ("5:3", "5:3", TimeControlFault::Endless),
    ] {
        assert_eq!(
            TimeControl::from_minutes(text),
            Err(ParseTimeControlError {
                part: part.to_owned(),
                fault
            }),
            "{text}"
        );
    }
}

#[test]
fn players_write_minutes() {
    assert_eq!(
        TimeControl::from_minutes("5|3"),
        TimeControl::from_minutes("5+3")
    );
    for (minutes, seconds) in [
        ("5+3", "300+3"),
        ("90+30", "5400+30"),
        ("1+0", "60"),
        ("0.5+1", "30+1"),
        ("5d3,3", "300d3,180"),
    ] {
        let read = TimeControl::from_minutes(minutes).map(|tc| tc.to_string());
        assert_eq!(read, Ok(seconds.to_owned()));
        let written = TimeControl::from_minutes(minutes).map(|tc| tc.in_minutes());
        let plain = minutes.strip_suffix("+0").unwrap_or(minutes);
        assert_eq!(written, Ok(plain.to_owned()));
    }
}

#[test]
fn the_time_for_sixty_moves_decides() {
    for (text, speed) in [
        ("180+2", Speed::Blitz),
        ("600", Speed::Blitz),
        ("300+5", Speed::Blitz),
        ("300+6", Speed::Rapid),
        ("900+10", Speed::Rapid),
        ("3599", Speed::Rapid),
        ("3600", Speed::Standard),
        ("40/5400+30:1800+30", Speed::Standard),
        ("20/600", Speed::Rapid),
        // No more than two moves have the increment.
        ("58/300:60+100", Speed::Blitz),
        ("300,3600", Speed::Standard),
        ("59/300+1:4294967295/60:59/300", Speed::Blitz),
    ] {
        let control = text.parse().map(|control| Speed::of(&control));
        assert_eq!(control, Ok(speed), "{text}");
    }
}
