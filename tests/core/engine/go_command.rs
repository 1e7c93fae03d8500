//! How much time a `go` command leaves for a move.

use std::time::Duration;

use rank_and_file_core::chess::Color;
use rank_and_file_core::engine::{GoCommand, LagEstimate};

fn most(words: &str, turn: Color, overhead: u64) -> Option<Duration> {
    let order = GoCommand::read(words.split(' '));
    order
        .limits(turn, overhead, &mut LagEstimate::default())
        .hard_time
}

#[test]
fn no_more_is_planned_than_what_is_left_but_for_the_overhead() {
    for left in [1_u64, 20, 31, 50, 200, 1_000, 60_000] {
        for increment in [0, 1, 10, 5_000] {
            for moves in [1, 2, 40] {
                for overhead in [0, 30, 500] {
                    let words = format!("wtime {left} winc {increment} movestogo {moves} btime 1");
                    let most = most(&words, Color::White, overhead);
                    let spare = Duration::from_millis(left.saturating_sub(overhead));
                    assert!(most.is_some_and(|most| most <= spare), "{words}");
                }
            }
        }
    }
}

/// No moves to go are the same as nothing said of them: all that is left is for the rest of the game.
#[test]
fn without_moves_to_go_the_time_is_for_the_whole_game() {
    let usual = most("wtime 300000", Color::White, 30);
    for moves in [0, -1] {
        let words = format!("wtime 300000 movestogo {moves}");
        assert_eq!(most(&words, Color::White, 30), usual, "{moves}");
    }
}

#[test]
fn more_is_kept_after_delays_and_less_again_when_there_are_none() {
    let mut delays = LagEstimate::default();
    let mut planned = |left: u64| {
        let order = GoCommand::read(format!("wtime {left} winc 10").split(' '));
        let limits = order.limits(Color::White, 30, &mut delays);
        limits.hard_time.unwrap_or_default().as_millis() as u64
    };
    let first = planned(1_000);
    // It took a fifth of a second longer than it should have.
    assert!(
        planned(1_000 + 10 - first - 200) == 0,
        "more than that is kept"
    );
    for _ in 0..40 {
        planned(800);
    }
    assert!(planned(800) > 0);
    // Another game.
    planned(3_600_000);
    planned(1_000);
    assert!(planned(2_000) > 0);
}

/// Thinks about each move as long as it may. What was least on the clock; `None` if it was lost on time.
fn least_left(
    (base, increment): (u64, u64),
    moves: u64,
    delay: impl Fn(u64) -> u64,
) -> Option<u64> {
    let (mut delays, mut left, mut least) = (LagEstimate::default(), base, base);
    for number in 0..moves {
        let order = GoCommand::read(format!("wtime {left} winc {increment}").split(' '));
        let most = order.limits(Color::White, 30, &mut delays).hard_time?;
        let took = most + Duration::from_millis(delay(number));
        delays.has_taken(took);
        left = left.checked_sub(took.as_millis() as u64)?;
        least = least.min(left);
        left += increment;
    }
    Some(least)
}

#[test]
fn a_clock_outlasts_what_a_busy_machine_delays() {
    let often = |number: u64| if number % 20 == 0 { 120_u64 } else { 4 };
    let seldom = |number: u64| if number % 50 == 30 { 500_u64 } else { 0 };
    for clock in [(1_000, 10), (10_000, 100), (60_000, 0)] {
        for delay in [&often as &dyn Fn(u64) -> u64, &seldom] {
            let left = least_left(clock, 80, delay);
            assert!(left.is_some_and(|left| left >= 100), "{clock:?}: {left:?}");
        }
    }
    // So much is lost with each move, as when it has a long way to the clock.
    for delay in [10, 20, 30] {
        let left = least_left((60_000, 0), 80, |_| delay);
        assert!(left.is_some(), "{delay}");
    }
}

#[test]
fn a_long_clock_is_used_as_if_nothing_were_kept() {
    let order = GoCommand::read("wtime 60000 btime 60000".split(' '));
    let limits = order.limits(Color::White, 30, &mut LagEstimate::default());
    let share = |time: Option<Duration>| time.unwrap_or_default().as_millis() as u64;
    let (enough, most) = (60_000 / 60, 60_000 * 4 / 30);
    assert!((enough * 98 / 100..=enough).contains(&share(limits.soft_time)));
    assert!((most * 98 / 100..=most).contains(&share(limits.hard_time)));
}

#[test]
fn a_low_clock_leaves_a_moment_for_each_move() {
    for left in [200, 400, 600] {
        let order = GoCommand::read(format!("wtime {left}").split(' '));
        let limits = order.limits(Color::White, 30, &mut LagEstimate::default());
        let time = limits.hard_time.unwrap_or_default();
        let most = Duration::from_millis(left) / 200;
        assert!(time > Duration::ZERO && time <= most, "{left}: {time:?}");
        assert!(limits.soft_time.is_some_and(|enough| !enough.is_zero()));
    }
}

#[test]
fn every_clock_has_an_end() {
    let second = Some(Duration::from_secs(1));
    for (words, white, black) in [
        ("btime 30", second, Some(Duration::ZERO)),
        ("ponder", second, second),
        ("infinite", None, None),
        ("infinite btime 30", None, Some(Duration::ZERO)),
        ("depth 3 btime 30", None, Some(Duration::ZERO)),
        ("", None, None),
    ] {
        let found = [Color::White, Color::Black].map(|turn| most(words, turn, 30));
        assert_eq!(found, [white, black], "{words}");
    }
}
