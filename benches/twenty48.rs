//! How fast 2048 is played: games of random moves, each to its end, on boards of every size, and
//! between them a plain loop over as many boards. `cargo bench --bench twenty48` prints what a move
//! takes beside one turn of that loop, and fails where that is too much; with `-- --json` it prints
//! one JSON object a line, for `build-aux/bench`, which does the same with it.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use rank_and_file_core::twenty48::{Action, Direction, Game, Size};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

/// A move takes no more than so many turns of the plain loop, on boards of each size: the loop has
/// more to do where there are more cells, a move hardly.
const LIMITS: [f64; Size::ALL.len()] = [20.0, 17.0, 13.0, 10.0, 9.0];
/// Games are begun for so long.
const AT_LEAST: Duration = Duration::from_millis(500);

/// What was played on boards of one size.
#[derive(Default)]
struct Played {
    games: u64,
    moves: u64,
    largest: u64,
    time: Duration,
    plain: Duration,
}

fn main() -> ExitCode {
    let as_json = std::env::args().any(|argument| argument == "--json");
    let mut good = true;
    for (size, limit) in Size::ALL.into_iter().zip(LIMITS) {
        let (side, played) = (size.side(), play(size));
        let each = |time: Duration| time.as_secs_f64() * 1e9 / played.moves as f64;
        let (nanoseconds, plain) = (each(played.time), each(played.plain));
        let ratio = nanoseconds / plain;
        good &= ratio <= limit;
        if as_json {
            let line =
                json!({"side": side, "move_ns": nanoseconds, "plain_ns": plain, "limit": limit});
            println!("{line}");
        } else {
            println!(
                "{side} x {side}: a move takes {nanoseconds:.0} ns, {ratio:.1} times a plain loop over the board \
                 ({plain:.0} ns; {limit} times are too many); {} games of {} moves, the largest number {}",
                played.games,
                played.moves / played.games,
                played.largest,
            );
        }
    }
    if good || as_json {
        ExitCode::SUCCESS
    } else {
        println!("Too slow beside the plain loop.");
        ExitCode::FAILURE
    }
}

fn play(size: Size) -> Played {
    let mut played = Played::default();
    // Chance of its own, so that the game's is not measured twice; the same in every run.
    let mut chance = fastrand::Rng::with_seed(size.side() as u64);
    while played.time + played.plain < AT_LEAST {
        let start = worked();
        let mut game = Game::new(size, played.games);
        // Past 2048, until the board is full and nothing merges.
        while !game.is_over() || game.act(Action::KeepGoing).is_ok() {
            let direction = Direction::ALL[chance.usize(..4)];
            // Not every direction moves something. That costs time and counts for nothing.
            game.act(Action::Move(direction)).ok();
        }
        played.time += worked() - start;
        assert!(game.grid().is_stuck(), "a game that is over");
        let cells = game.grid().rows().concat();
        let start = worked();
        for _ in 0..game.moves() {
            assert_eq!(pairs(black_box(&cells), size.side()), 0, "a stuck board");
        }
        played.plain += worked() - start;
        played.games += 1;
        played.moves += game.moves();
        played.largest = played.largest.max(game.grid().largest());
    }
    played
}

/// How long this thread has worked: on a busy machine the clock on the wall tells of others, too.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

/// The plain loop: looks at every cell of a board and counts equal neighbors.
fn pairs(cells: &[u64], side: usize) -> usize {
    let mut pairs = 0;
    for (place, number) in cells.iter().enumerate() {
        if place % side + 1 < side && cells[place + 1] == *number {
            pairs += 1;
        }
        if place + side < cells.len() && cells[place + side] == *number {
            pairs += 1;
        }
    }
    pairs
}
