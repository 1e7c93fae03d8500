//! When a search ends, by a clock that the tests set.

use std::cell::Cell;
use std::slice::from_ref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rank_and_file_core::chess::{Chess, read_fen};
use rank_and_file_core::engine::{Found, Limits, Searcher, Stop, Table};

const STARTS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    // Nearly all that can be played takes something.
    "1q1rr1k1/1bqbn1q1/2nq4/8/8/2NQ4/1BQBN1Q1/1Q1RR1K1 w - - 0 1",
];

thread_local! {
    static BEGUN: Instant = Instant::now();
    /// In milliseconds.
    static TIME: Cell<u64> = const { Cell::new(0) };
}

fn turn(millis: u64) {
    TIME.set(TIME.get() + millis);
}

/// Stands still until a test turns it.
fn standing() -> Instant {
    BEGUN.with(|begun| *begun) + Duration::from_millis(TIME.get())
}

/// A millisecond goes by between two looks at it.
fn ticking() -> Instant {
    turn(1);
    standing()
}

fn millis(millis: u64) -> Option<Duration> {
    Some(Duration::from_millis(millis))
}

/// What is found by a clock; each depth is told.
fn search(start: &Chess, now: fn() -> Instant, limits: Limits, tell: impl FnMut(&Found)) -> Found {
    let mut searcher = Searcher::new(Arc::new(Table::new(1))).by_clock(now);
    searcher.search(from_ref(start), 1, limits, Stop::default(), tell)
}

#[test]
fn the_clock_is_looked_at_so_often_that_no_search_goes_on_beyond_its_time() {
    for fen in STARTS {
        let start = read_fen(fen).unwrap();
        for time in [60, 100, 500] {
            let limits = Limits {
                hard_time: millis(time),
                ..Limits::default()
            };
            let found = search(&start, ticking, limits, |_| {});
            assert!(found.best().is_some(), "{fen}");
            assert!(found.nodes <= time * 128, "{} in {time} ms", found.nodes);
        }
    }
}

#[test]
fn no_depth_is_begun_after_enough_time() {
    for fen in STARTS {
        let start = read_fen(fen).unwrap();
        let limits = Limits {
            soft_time: millis(10),
            depth: Some(6),
            ..Limits::default()
        };
        let turned = |at: u32, by: u64| {
            let tell = |found: &Found| turn(if found.depth == at { by } else { 0 });
            search(&start, standing, limits, tell).depth
        };
        assert_eq!(turned(3, 10), 3, "{fen}");
        assert_eq!(turned(3, 9), 6, "{fen}");
    }
}

#[test]
fn where_there_is_no_time_a_search_ends_with_its_first_depth() {
    let limits = Limits {
        soft_time: millis(0),
        hard_time: millis(0),
        ..Limits::default()
    };
    for fen in STARTS {
        let start = read_fen(fen).unwrap();
        let found = search(&start, standing, limits, |_| {});
        assert!(found.best().is_some(), "{fen}");
        assert!(found.depth <= 1 && found.nodes <= 5_000, "{found:?}");
    }
}
