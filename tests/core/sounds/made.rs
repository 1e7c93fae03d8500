//! The sounds themselves, as numbers: short, even, without clicks, and the same every time; and when each of them is
//! heard. How they reach the server is tested in `played.rs`.

use rank_and_file_core::chess::{
    Action, Color, DrawRule, Event, Game, Offer, Outcome, Reason, read_fen, start_position,
};
use rank_and_file_core::sounds::{LowTime, RATE, Sound, of_event};

const FULL: f64 = 32_768.0;

fn seconds(sound: Sound) -> f64 {
    sound.samples().len() as f64 / f64::from(RATE)
}

fn level(samples: &[i16]) -> f64 {
    let squares = samples.iter().map(|s| (f64::from(*s) / FULL).powi(2));
    (squares.sum::<f64>() / samples.len() as f64).sqrt()
}

/// The level of the loudest twentieth of a second.
fn loudness(sound: Sound) -> f64 {
    let stretches = sound.samples().windows(RATE as usize / 20).step_by(100);
    stretches.map(level).fold(0.0, f64::max)
}

fn peak(samples: &[i16]) -> f64 {
    let sizes = samples.iter().map(|s| f64::from(s.unsigned_abs()) / FULL);
    sizes.fold(0.0, f64::max)
}

#[test]
fn every_sound_is_short() {
    for sound in Sound::ALL {
        let most = if sound == Sound::End { 1.2 } else { 0.6 };
        let length = seconds(sound);
        assert!(length > 0.1 && length < most, "{sound:?}: {length} s");
    }
}

#[test]
fn none_is_clipped_and_none_is_much_louder_than_another() {
    let move_level = loudness(Sound::Move);
    for sound in Sound::ALL {
        let (top, loud) = (peak(sound.samples()), loudness(sound));
        println!(
            "{sound:?}: {:.2} s, peak {top:.3}, loudness {loud:.4}",
            seconds(sound)
        );
        assert!(top > 0.1 && top < 0.9, "{sound:?} reaches {top}");
        let ratio = loud / move_level;
        assert!(
            (0.5..=1.4).contains(&ratio),
            "{sound:?}: {ratio} times a move"
        );
    }
}

#[test]
fn each_begins_and_ends_in_silence_and_none_has_an_offset() {
    for sound in Sound::ALL {
        let samples = sound.samples();
        let (first, last) = (samples.first().unwrap(), samples.last().unwrap());
        assert!(
            first.abs() <= 1 && last.abs() <= 1,
            "{sound:?}: {first}, {last}"
        );
        // The last five milliseconds are nothing any more.
        let end = peak(&samples[samples.len() - RATE as usize / 200..]);
        assert!(end < 0.001, "{sound:?} ends at {end}");
        let mean = samples.iter().map(|s| f64::from(*s)).sum::<f64>() / samples.len() as f64;
        assert!(mean.abs() / FULL < 0.0005, "{sound:?} leans by {mean}");
    }
}

#[test]
fn nothing_clicks() {
    for sound in Sound::ALL {
        let samples = sound.samples();
        let top = peak(samples) * FULL;
        // A sound that begins at its full height would be heard as a click before it is a tone.
        let early = peak(&samples[..RATE as usize / 10_000]) * FULL;
        assert!(early < 0.1 * top, "{sound:?} jumps to {early} of {top}");
        for (n, pair) in samples.windows(2).enumerate() {
            let step = f64::from(pair[0]) - f64::from(pair[1]);
            assert!(step.abs() < 0.5 * top, "{sound:?} jumps at {n}");
        }
    }
}

/// Compares sums of the samples, each multiplied by its place. Another machine may round a sine otherwise, so they are
/// compared to a thousandth.
#[test]
fn every_run_makes_the_same() {
    for sound in Sound::ALL {
        assert!(std::ptr::eq(sound.samples(), sound.samples()), "made once");
    }
    let here: Vec<i64> = Sound::ALL
        .map(|sound| {
            let sizes = sound.samples().iter().map(|s| i64::from(s.unsigned_abs()));
            sizes.zip(1..).map(|(size, place)| size * place).sum()
        })
        .to_vec();
    let known = [
        10_489_420_092,
        45_999_634_367,
        229_171_176_110,
        950_088_025_619,
        44_480_639_933,
    ];
    for ((here, known), sound) in here.iter().zip(known).zip(Sound::ALL) {
        assert!((here - known).abs() * 1000 < known, "{sound:?}: {here}");
    }
}

#[test]
fn no_two_are_the_same() {
    for (n, one) in Sound::ALL.iter().enumerate() {
        for other in &Sound::ALL[n + 1..] {
            assert_ne!(one.samples(), other.samples(), "{one:?} and {other:?}");
        }
    }
}

/// What is heard of the last of these moves.
fn heard(fen: Option<&str>, moves: &[&str]) -> Option<Sound> {
    let start = fen.map_or_else(start_position, |fen| read_fen(fen).unwrap());
    let mut game = Game::new(start, DrawRule::Automatic);
    let mut event = None;
    for text in moves {
        event = Some(game.act(Action::Write((*text).to_owned())).unwrap());
    }
    of_event(&event.unwrap(), game.plies().last())
}

#[test]
fn each_move_has_its_sound() {
    let table: [(Option<&str>, &[&str], Sound); 8] = [
        (None, &["e4"], Sound::Move),
        (None, &["e4", "d5", "exd5"], Sound::Capture),
        (None, &["e4", "a6", "e5", "d5", "exd6"], Sound::Capture),
        (None, &["e4", "f6", "Qh5+"], Sound::Check),
        // Check is heard rather than what was taken, the end rather than both.
        (None, &["e4", "e5", "Qh5", "Nc6", "Qxf7+"], Sound::Check),
        (None, &["e4", "e5", "Qh5", "Ke7", "Qxe5"], Sound::End),
        (
            Some("4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1"),
            &["Kxe2"],
            Sound::Capture,
        ),
        (Some("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"), &["Qf7"], Sound::End),
    ];
    for (fen, moves, sound) in table {
        assert_eq!(heard(fen, moves), Some(sound), "{moves:?}");
    }
    let both = Some("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1");
    assert_eq!(
        heard(both, &["Rxe7+", "Kxe7"]),
        Some(Sound::End),
        "two kings are left"
    );
}

#[test]
fn other_events_have_a_sound_only_where_the_board_changes_or_the_game_ends() {
    let resigned = Outcome::win(Color::Black, Reason::Resignation);
    let offer = Offer::Draw { by: Color::White };
    for (event, sound) in [
        (Event::TakenBack(2), Some(Sound::Move)),
        (Event::Ended(resigned), Some(Sound::End)),
        (Event::Offered(offer), None),
        (Event::Declined(offer), None),
        (Event::Paused, None),
        (Event::Resumed, None),
        (Event::ClocksSet, None),
        (Event::ClockNoted, None),
    ] {
        assert_eq!(of_event(&event, None), sound, "{event:?}");
    }
}

#[test]
fn each_player_is_warned_once() {
    let mut low = LowTime::default();
    assert!(!low.falls(Color::White, 60_000));
    assert!(!low.falls(Color::White, 20_000));
    assert!(low.falls(Color::White, 19_999));
    assert!(!low.falls(Color::White, 19_900));
    // An increment lifts it above the mark again: no second warning.
    assert!(!low.falls(Color::White, 21_000));
    assert!(!low.falls(Color::White, 19_000));
    // The other player has a warning of their own.
    assert!(!low.falls(Color::Black, 25_000));
    assert!(low.falls(Color::Black, 15_000));
    assert!(!low.falls(Color::Black, 14_000));
}

#[test]
fn who_had_little_time_from_the_start_is_not_warned() {
    let mut low = LowTime::default();
    assert!(!low.falls(Color::White, 15_000));
    assert!(!low.falls(Color::White, 14_900));
    // Only a clock that had more can fall.
    assert!(!low.falls(Color::White, 22_000));
    assert!(low.falls(Color::White, 19_000));
}
