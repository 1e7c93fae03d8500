//! How much time an order leaves for a move.

use std::time::Duration;

use rank_and_file_core::engine::{Delays, Order};
use rank_and_file_core::rules::Color;

fn most(words: &str, turn: Color, overhead: u64) -> Option<Duration> {
    let order = Order::read(words.split(' '));
    order.limits(turn, overhead, &mut Delays::default()).time
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

#[test]
fn more_is_kept_after_delays_and_less_again_when_there_are_none() {
    let mut delays = Delays::default();
    let mut planned = |left: u64| {
        let order = Order::read(format!("wtime {left} winc 10").split(' '));
        let limits = order.limits(Color::White, 30, &mut delays);
        limits.time.unwrap_or_default().as_millis() as u64
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
