//! How fast 2048 is played: games of random moves, each to its end, on boards of every size.
//! `cargo bench --bench twenty48` prints the moves a second, and fails below a million.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use rank_and_file_core::twenty48::{Action, Direction, Game, Size};

/// Fewer moves a second are too few.
const LIMIT: f64 = 1e6;
/// Games are begun for so long.
const AT_LEAST: Duration = Duration::from_secs(1);

/// What was played on boards of one size.
#[derive(Default)]
struct Played {
    games: u64,
    moves: u64,
    largest: u64,
    time: Duration,
}

fn main() -> ExitCode {
    let mut good = true;
    for size in Size::ALL {
        let played = play(size);
        let speed = played.moves as f64 / played.time.as_secs_f64();
        good &= speed >= LIMIT;
        println!(
            "{side} x {side}: {speed:>10.0} moves a second; {} games of {} moves, the largest number {}",
            played.games,
            played.moves / played.games,
            played.largest,
            side = size.side(),
        );
    }
    if good {
        ExitCode::SUCCESS
    } else {
        println!("Too slow: {LIMIT:.0} moves a second must hold.");
        ExitCode::FAILURE
    }
}

fn play(size: Size) -> Played {
    let mut played = Played::default();
    // Chance of its own, so that the game's is not measured twice; the same in every run.
    let mut chance = fastrand::Rng::with_seed(size.side() as u64);
    let start = Instant::now();
    while played.time < AT_LEAST {
        let mut game = Game::new(size, played.games);
        // Past 2048, until the board is full and nothing merges.
        while !game.is_over() || game.act(Action::KeepGoing).is_ok() {
            let direction = Direction::ALL[chance.usize(..4)];
            // Not every direction moves something. That costs time and counts for nothing.
            game.act(Action::Move(direction)).ok();
        }
        assert!(game.grid().is_stuck(), "a game that is over");
        played.games += 1;
        played.moves += game.moves();
        played.largest = played.largest.max(game.grid().largest());
        played.time = start.elapsed();
    }
    played
}
