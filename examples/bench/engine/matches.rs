//! The searcher against another engine.

use std::error::Error;
use std::ops::Range;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rank_and_file_core::chess::start_position;
use rank_and_file_core::engine::uci::{Deadlines, Program};
use rank_and_file_core::engine::{Engine, Limits, Question, Searcher, Stop, Table};
use serde_json::json;

use super::games::Score;
use super::speed::cores;

/// Plays so many games, each move within a limit: so many milliseconds or, as in `20000n`, nodes; or as people of a
/// rating where that is above 0. Where nodes count, there is a game for each core at once.
pub fn play(
    games: u64,
    limit: &str,
    rating: u32,
    program: &str,
    settings: &[&str],
) -> Result<(), Box<dyn Error>> {
    let settings = settings.iter().map(|setting| {
        let (name, value) = setting.split_once('=').ok_or("a setting is NAME=VALUE")?;
        Ok((name.to_owned(), value.to_owned()))
    });
    let program = Program {
        path: program.into(),
        supervisor: None,
        patient: false,
        settings: settings.collect::<Result<_, Box<dyn Error>>>()?,
        deadlines: Deadlines::default(),
    };
    let (mut limits, mut at_once) = (Limits::default(), 1);
    if let Some(nodes) = limit.strip_suffix('n') {
        limits.nodes = Some(nodes.parse()?);
        at_once = cores() as u64;
    } else {
        limits.hard_time = Some(Duration::from_millis(limit.parse()?));
    }
    let parts: Vec<_> = thread::scope(|scope| {
        let part = |worker| {
            let (program, first) = (program.clone(), worker * games / at_once);
            let of_part = first..(worker + 1) * games / at_once;
            scope.spawn(move || games_against(program, of_part, rating, limits))
        };
        let workers: Vec<_> = (0..at_once).map(part).collect();
        workers.into_iter().map(|worker| worker.join()).collect()
    });
    let (mut score, mut failures) = (Score::default(), 0);
    for part in parts {
        let (part, failed) = part.map_err(|_| "a game was interrupted")??;
        score.add(&part);
        failures += failed;
    }
    let answer = json!({
        "won": score.won,
        "drawn": score.drawn,
        "lost": score.lost,
        "share": score.share(),
        "failures": failures,
    });
    println!("{answer}");
    Ok(())
}

/// Plays these games. How they ended, and how often the program gave no answer.
fn games_against(
    program: Program,
    games: Range<u64>,
    rating: u32,
    limits: Limits,
) -> Result<(Score, u64), String> {
    let engine = Engine::program(program).map_err(|error| error.to_string())?;
    let mut searcher = Searcher::new(Arc::new(Table::new(16)));
    let mut failures = 0;
    let mut last = None;
    let score = Score::play(games, |first, game, positions, moves| {
        if first {
            if last.replace(game) != Some(game) {
                searcher.set_strength((rating > 0).then_some((rating, game)));
            }
            return searcher
                .search(positions, 1, limits, Stop::default(), |_| {})
                .best();
        }
        let found = engine.answer(Question {
            start: start_position(),
            moves: moves.to_vec(),
            lines: 1,
            limits,
        });
        failures += u64::from(found.is_none());
        found?.best()
    });
    Ok((score, failures))
}
