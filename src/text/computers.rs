//! The computer at one side of a game in the terminal, or at both: who it is, and what it does.

use jiff::Timestamp;
use rank_and_file_core::chess::{ByColor, Color, DrawRule};
use rank_and_file_core::engine::uci::{Deadlines, Program, find_engine};
use rank_and_file_core::engine::{Computer, Engine, EngineOptions, Found};
use rank_and_file_core::play::PlayedGame;
use rank_and_file_core::record::log::Header;

use super::{NoAnswer, tell};
use crate::config;
use crate::words;

/// What stands before a level or an engine in place of a name.
const COMPUTER: &str = "computer:";
/// MiB for what the built-in searcher has seen.
const MEMORY: usize = 16;

/// The header of a game between players as they were given at the command line.
pub(super) fn seat(
    white: &str,
    black: &str,
    started: Timestamp,
    draws: DrawRule,
) -> Result<Header, NoAnswer> {
    let mut header = Header::new(white, black, started, draws);
    for (color, name) in [(Color::White, white), (Color::Black, black)] {
        if let Some(given) = name.strip_prefix(COMPUTER) {
            header = header.with_computer(color, computer(given.trim())?);
        }
    }
    Ok(header)
}

fn computer(given: &str) -> Result<Computer, NoAnswer> {
    let is_here = |computer: &Computer| match computer {
        Computer::Level(_) => true,
        Computer::Engine(engine) => find_engine(engine).is_some(),
    };
    let computer = given.parse().ok().filter(is_here);
    computer.ok_or_else(|| NoAnswer::Argument(words::no_computer(given)))
}

/// What thinks for the computers of a game; nothing for one whose engine cannot be used. A header that was `read` may
/// come from anywhere, and starts no program but the known engines.
pub(super) fn engines(played: &PlayedGame, read: bool) -> ByColor<Option<Engine>> {
    ByColor::new_with(|side| {
        let (computer, seed) = played.computer(side)?;
        let trusted = !read || computer.is_known();
        trusted.then(|| engine(computer, seed)).flatten()
    })
}

/// What the computer finds that is to move, which takes its time. Where its engine cannot be used, the built-in
/// searcher plays on.
pub(super) fn find(
    played: &mut PlayedGame,
    engines: &mut ByColor<Option<Engine>>,
    side: Color,
) -> Option<Found> {
    loop {
        let question = played.question(side)?;
        let found = engines.get(side).as_ref();
        let found = found.and_then(|engine| engine.answer(question));
        if found.as_ref().is_some_and(|found| found.best().is_some()) {
            return found;
        }
        let name = played.computer(side)?.0.name();
        let level = played.replace(side)?;
        tell(&words::plays_on(&name, level.number()));
        let (computer, seed) = played.computer(side)?;
        *engines.get_mut(side) = engine(computer, seed);
    }
}

fn engine(computer: &Computer, seed: u64) -> Option<Engine> {
    let engine = match computer {
        Computer::Level(level) => Engine::built_in(EngineOptions {
            level: Some((*level, seed)),
            memory: MEMORY,
            threads: 1,
            patient: false,
        }),
        Computer::Engine(engine) => Engine::program(Program {
            path: find_engine(engine)?,
            guard: config::guard(),
            patient: false,
            settings: Vec::new(),
            deadlines: Deadlines::default(),
        }),
    };
    let engine = engine.ok()?;
    // No clock runs yet while it starts.
    engine.prepare();
    Some(engine)
}
