//! Games played and written down, for the tests of the logs.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::fs;
use std::path::Path;
use std::process::Command;

use jiff::Timestamp;
use rank_and_file_core::chess::{Action, ByColor, DrawRule, Game, fen_of};
use rank_and_file_core::record::log::{Header, lines_for};

pub const STARTED: &str = "2026-11-20T19:05:00Z";

/// The player of the white pieces is helped, and no other.
pub const WHITE: ByColor<bool> = ByColor {
    white: true,
    black: false,
};
/// Both players are helped.
pub const BOTH: ByColor<bool> = ByColor {
    white: true,
    black: true,
};

pub fn now() -> Timestamp {
    STARTED.parse().expect("a time")
}

pub fn header() -> Header {
    Header::new("Ann", "Ben", now(), DrawRule::Automatic)
}

pub fn header_line() -> String {
    header().line()
}

/// A game and what was handed over to be written: the opening lines, then one batch an event.
pub struct Written {
    pub game: Game,
    pub batches: Vec<String>,
}

impl Written {
    pub fn start() -> Self {
        let game = Game::default();
        let opening = format!("{}{}\n", header_line(), fen_of(game.start()));
        Self {
            game,
            batches: vec![opening],
        }
    }

    pub fn play(moves: &str) -> Self {
        let mut written = Self::start();
        for typed in moves.split_whitespace() {
            written.go_on(typed);
        }
        written
    }

    /// Plays one more move and returns its lines.
    pub fn go_on(&mut self, typed: &str) -> String {
        self.act(Action::Write(typed.to_owned()))
    }

    pub fn act(&mut self, action: Action) -> String {
        let event = self.game.act(action.clone());
        let event = event.unwrap_or_else(|refusal| panic!("{action:?}: {refusal:?}"));
        let lines = lines_for(&event, &self.game, now());
        self.batches.push(lines.clone());
        lines
    }

    pub fn text(&self) -> String {
        self.batches.concat()
    }
}

pub fn fens(game: &Game) -> Vec<String> {
    game.plies().iter().map(|ply| ply.fen()).collect()
}

pub fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo runs").success());
}

/// The names in a folder, hidden ones too.
pub fn names(folder: &Path) -> Vec<String> {
    let listing = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = listing
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
