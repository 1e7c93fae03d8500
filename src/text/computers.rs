//! The computer at one side of a game in the terminal, or at both: who it is, and what it does.

use jiff::Timestamp;
use rank_and_file_core::engine::uci::{Deadlines, Program, find_engine};
use rank_and_file_core::engine::{
    Computer, Engine, EngineOptions, Found, Level, PlayPolicy, Question,
};
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{Action, ByColor, Color, DrawRule, Game, Moment};

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

/// Those players of a game that are programs.
pub(super) struct Computers(ByColor<Option<Player>>);

struct Player {
    computer: Computer,
    policy: PlayPolicy,
    /// `None` where its engine cannot be used.
    engine: Option<Engine>,
}

impl Computers {
    /// Those whom the header of a game names; nobody where it is over. A header that was `read` may come from
    /// anywhere, and starts no program but the known engines.
    pub fn of(header: &Header, game: &Game, read: bool) -> Self {
        if game.outcome().is_some() {
            return Self(ByColor::default());
        }
        let player = |computer: Option<Computer>| {
            let computer = computer?;
            let trusted = !read || computer.is_known();
            Some(Player::new(computer, trusted))
        };
        Self(header.computers.clone().map(player))
    }

    /// Whether one of them has this side.
    pub fn plays(&self, side: Color) -> bool {
        self.0.get(side).is_some()
    }

    /// Whether one of them is to move.
    pub fn moves_next(&self, game: &Game) -> bool {
        game.outcome().is_none() && self.plays(game.turn())
    }

    /// What one of them does now; `None` where that is up to a person, or the game is over. It takes its time.
    pub fn action(&mut self, game: &Game, now: impl Fn() -> Moment) -> Option<Action> {
        if game.outcome().is_some() {
            return None;
        }
        let asked = game.offer().and_then(|offer| {
            let player = self.0.get(!offer.by()).as_ref()?;
            Some(player.policy.answer(game, offer))
        });
        asked.or_else(|| self.0.get_mut(game.turn()).as_mut()?.play(game, now))
    }
}

impl Player {
    fn new(computer: Computer, trusted: bool) -> Self {
        let seed = fastrand::u64(..);
        Self {
            policy: PlayPolicy::new(computer.clone(), seed),
            engine: trusted.then(|| engine(&computer, seed)).flatten(),
            computer,
        }
    }

    fn play(&mut self, game: &Game, now: impl Fn() -> Moment) -> Option<Action> {
        loop {
            if let Some(found) = self.think(game, now()) {
                return self.policy.decide(game, &found);
            }
            // The built-in searcher always has an answer.
            let level = Level::LAST;
            tell(&words::plays_on(&self.computer.name(), level.number()));
            *self = Self::new(Computer::Level(level), true);
        }
    }

    /// What it finds; `None` where its engine cannot be used.
    fn think(&mut self, game: &Game, now: Moment) -> Option<Found> {
        let question = Question {
            start: game.start().clone(),
            moves: game.plies().iter().map(|ply| ply.mv).collect(),
            lines: 1,
            limits: self.policy.limits(game, now),
        };
        let found = self.engine.as_ref()?.answer(question);
        found.filter(|found| found.best().is_some())
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
