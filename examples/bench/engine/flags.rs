//! The built-in engine against itself with real clocks, each player in a process of its own: who loses on time.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rank_and_file_core::chess::{Action, DrawRule, Game, Position, start_position};
use serde_json::json;
use shakmaty::CastlingMode;
use shakmaty::uci::UciMove;

use super::games::Chance;

/// Games are no longer, in half-moves.
const LONGEST: usize = 200;
/// So many half-moves are played by chance, without a clock.
const OPENING: usize = 6;

/// How the games went.
#[derive(Default)]
struct Tally {
    games: u64,
    moves: u64,
    /// On time.
    lost: u64,
    /// By a move that cannot be played, or none.
    failed: u64,
    /// The least that was left on a clock.
    least: Option<Duration>,
}

/// Plays so many games, some of them at once.
pub fn play(
    games: u64,
    base: Duration,
    increment: Duration,
    at_once: usize,
) -> Result<(), Box<dyn Error>> {
    let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    if let Err(error) = game(number, base, increment, &tally) {
                        *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        return;
                    }
                }
            });
        }
    });
    if let Some(error) = failure.into_inner()? {
        return Err(error.into());
    }
    let tally = tally.into_inner()?;
    let answer = json!({
        "games": tally.games,
        "moves": tally.moves,
        "lost_on_time": tally.lost,
        "failed": tally.failed,
        "least_left_ms": tally.least.map(|least| least.as_secs_f64() * 1e3),
    });
    println!("{answer}");
    Ok(())
}

fn game(number: u64, base: Duration, increment: Duration, tally: &Mutex<Tally>) -> io::Result<()> {
    let mut chance = Chance(number + 1);
    let mut game = Game::new(start_position(), DrawRule::Automatic);
    let mut players = [Player::new()?, Player::new()?];
    let mut left = [base; 2];
    let mut position = "position startpos moves".to_owned();
    let (mut lost, mut failed, mut moves, mut least) = (false, false, 0, base);
    while game.outcome().is_none() && game.plies().len() < LONGEST {
        let side = game.turn().fold_wb(0, 1);
        let mv = if game.plies().len() < OPENING {
            let legal = game.position().legal_moves();
            Some(legal[chance.below(legal.len())])
        } else {
            let [white, black, more] = [left[0], left[1], increment].map(|time| time.as_millis());
            let clocks = format!("go wtime {white} btime {black} winc {more} binc {more}");
            let player = &mut players[side];
            player.say(&position)?;
            let begun = Instant::now();
            let best = player.ask(&clocks)?;
            let took = begun.elapsed();
            moves += 1;
            least = least.min(left[side].saturating_sub(took));
            if took > left[side] {
                let had = left[side].as_secs_f64();
                let took = took.as_secs_f64();
                eprintln!("game {number}, move {moves}: {took:.3} s of {had:.3} s");
                lost = true;
                break;
            }
            left[side] = left[side] - took + increment;
            best.to_move(game.position()).ok()
        };
        let action = mv.and_then(|mv| {
            let (from, to, promotion) = (mv.from()?, mv.to(), mv.promotion());
            Some((
                mv,
                Action::Move {
                    from,
                    to,
                    promotion,
                },
            ))
        });
        let Some((mv, action)) = action else {
            failed = true;
            break;
        };
        position.push_str(&format!(" {}", mv.to_uci(CastlingMode::Standard)));
        if game.act(action).is_err() {
            failed = true;
            break;
        }
    }
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    tally.games += 1;
    tally.moves += moves;
    tally.lost += u64::from(lost);
    tally.failed += u64::from(failed);
    tally.least = Some(tally.least.map_or(least, |before| before.min(least)));
    Ok(())
}

/// The built-in engine in a process of its own.
struct Player {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Player {
    fn new() -> io::Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["engine", "run_uci"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (to, from) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let mut player = Self {
            process,
            to,
            from: BufReader::new(from),
        };
        player.say("isready")?;
        player.hear("readyok")?;
        Ok(player)
    }

    fn say(&mut self, what: &str) -> io::Result<()> {
        self.to.write_all(format!("{what}\n").as_bytes())
    }

    /// What follows a line's first word, which is this one.
    fn hear(&mut self, first: &str) -> io::Result<String> {
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(rest) = line.strip_prefix(first) {
                return Ok(rest.trim().to_owned());
            }
        }
    }

    /// The best move; the null move where there is none that can be read.
    fn ask(&mut self, what: &str) -> io::Result<UciMove> {
        self.say(what)?;
        let best = self.hear("bestmove")?;
        let first = best.split(' ').next().unwrap_or_default();
        Ok(first.parse().unwrap_or(UciMove::Null))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // One that does not listen any more is ended below.
        self.say("quit").ok();
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
