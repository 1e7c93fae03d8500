//! The searcher against an engine of somebody else's.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use rank_and_file_core::chess::start_position;
use rank_and_file_core::engine::uci::{Deadlines, Program};
use rank_and_file_core::engine::{Engine, Limits, Question, Searcher, Stop, Table};
use serde_json::json;

use super::games::Score;

/// Plays so many games with so many milliseconds a move, or as people of a rating where that is above 0.
pub fn play(
    games: u64,
    time: u64,
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
        guard: None,
        patient: false,
        settings: settings.collect::<Result<_, Box<dyn Error>>>()?,
        deadlines: Deadlines::default(),
    };
    let engine = Engine::program(program)?;
    let limits = Limits {
        hard_time: Some(Duration::from_millis(time)),
        ..Limits::default()
    };
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
