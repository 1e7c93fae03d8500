//! Games played with clocks, for the tests that need them.

pub mod account;

use jiff::Timestamp;
use rank_and_file_core::chess::{
    Action, ByColor, Clock, Color, DrawRule, Event, Game, MonotonicTime, Refusal, TimeControl,
    fen_of, read_fen,
};
use rank_and_file_core::record::log::{Header, Loaded, lines_for, read_bytes};

/// The time control that a text means, in seconds.
pub fn control(text: &str) -> TimeControl {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn clock(text: &str) -> Clock {
    Clock::new(control(text))
}

/// A game from the usual start, with clocks.
pub fn timed(text: &str) -> Game {
    let game = Game::new(Game::default().start().clone(), DrawRule::Claimed);
    game.with_clocks(control(text))
}

pub fn timed_from(fen: &str, text: &str) -> Game {
    let start = read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Game::new(start, DrawRule::Claimed).with_clocks(control(text))
}

pub fn act(game: &mut Game, action: Action, at: u64) -> Result<Event, Refusal> {
    game.act_at(action, MonotonicTime(at))
}

/// Plays a move that must neither be refused nor end the game.
pub fn play(game: &mut Game, typed: &str, at: u64) {
    match act(game, Action::Write(typed.to_owned()), at) {
        Ok(Event::Moved { ended: None, .. }) => {}
        other => panic!("{typed} at {at}: {other:?}"),
    }
}

/// What both clocks of the game show, White's first.
pub fn shown(game: &Game) -> (u64, u64) {
    let left = game.clocks_left().expect("a game with clocks");
    (left.white, left.black)
}

/// What both clocks show at a moment, White's first.
pub fn left(clock: &Clock, at: u64) -> (u64, u64) {
    let [white, black] = Color::ALL.map(|color| clock.left(color, MonotonicTime(at)));
    (white, black)
}

pub fn both(white: u64, black: u64) -> ByColor<u64> {
    ByColor { black, white }
}

/// A game and its log, as the program writes it.
pub struct Kept {
    pub game: Game,
    pub log: String,
    /// Moments of this game begin so much later than those of the game it continues.
    begun: u64,
}

fn now() -> Timestamp {
    "2026-11-20T19:05:00Z".parse().expect("a time")
}

impl Kept {
    pub fn start(text: &str) -> Self {
        let header = Header {
            time_control: Some(control(text)),
            ..Header::new("Ann", "Ben", now(), DrawRule::Claimed)
        };
        let game = header.new_game(Game::default().start().clone());
        let log = format!("{}{}\n", header.line(), fen_of(game.start()));
        Self {
            game,
            log,
            begun: 0,
        }
    }

    pub fn act(&mut self, action: Action, at: u64) {
        let event = act(&mut self.game, action.clone(), at - self.begun);
        let event = event.unwrap_or_else(|refusal| panic!("{action:?}: {refusal:?}"));
        self.log += &lines_for(&event, &self.game, now());
    }

    pub fn loaded(&self) -> Loaded {
        let loaded = read_bytes(self.log.clone().into_bytes());
        assert_eq!((&loaded.fault, loaded.notices.len()), (&None, 0));
        loaded
    }

    /// Leaves the game and comes back to it, with the clocks that its log gives.
    pub fn reload(&mut self, at: u64) {
        let running = self.game.clock().expect("clocks").running();
        if running.is_some() {
            self.act(Action::Pause, at);
        }
        let game = self.loaded().game;
        assert_eq!(shown(&game), shown(&self.game), "{}", self.log);
        let clock = game.clock().expect("clocks");
        assert_eq!(clock.is_paused(), running.is_some());
        assert_eq!(clock.running(), None);
        (self.game, self.begun) = (game, at);
        if running.is_some() {
            self.act(Action::Resume, at);
        }
        assert_eq!(self.game.clock().expect("clocks").running(), running);
    }
}
