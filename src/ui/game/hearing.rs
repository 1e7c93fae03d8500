//! What is heard of a game on its page: messages, the position and the clocks by the voice of a screen reader, and
//! sounds.

use std::cell::{Cell, OnceCell, RefCell};

use gtk::prelude::*;
use rank_and_file_core::chess::Color;
use rank_and_file_core::sounds::{LowTime, Sound, Sounds, of_event};

use crate::model;
use crate::ui::parts::Voice;
use crate::words;

/// What speaks and sounds for a page.
#[derive(Default)]
pub struct Hearing {
    voice: OnceCell<Voice>,
    sounds: Sounds,
    /// How many warnings about their time White and Black have had.
    warned: Cell<[usize; 2]>,
    low_time: RefCell<LowTime>,
}

/// When it is said how little time a player has left, in milliseconds.
const WARNINGS: [u64; 4] = [60_000, 30_000, 20_000, 10_000];

/// How many warnings are due to White and Black.
fn warnings(game: &model::Game) -> [usize; 2] {
    Color::ALL.map(|side| {
        let left = game.clock_left(side);
        let due = |warning: &&u64| left.is_some_and(|left| left <= **warning);
        WARNINGS.iter().filter(due).count()
    })
}

impl Hearing {
    /// Speaks through a widget from now on.
    pub fn speak_through(&self, widget: &impl IsA<gtk::Widget>) {
        self.voice.get_or_init(|| Voice::of(widget));
    }

    /// Begins with a game: nothing has been said of its clocks yet.
    pub fn begin(&self, game: &model::Game) {
        self.warned.set(warnings(game));
        self.low_time.take();
    }

    /// Says something through the screen reader.
    pub fn say(&self, what: &str) {
        if let Some(voice) = self.voice.get() {
            voice.say(what);
        }
    }

    /// Says what the game says.
    pub fn say_status(&self, game: &model::Game) {
        let (Some(voice), said) = (self.voice.get(), game.said()) else {
            return;
        };
        match game.says_for_now() {
            true => voice.say_for_now(said.spoken()),
            false => voice.say(said.spoken()),
        }
    }

    /// Ends all that is still to be said.
    pub fn fall_silent(&self) {
        if let Some(voice) = self.voice.get() {
            voice.fall_silent();
        }
    }

    /// Says whose time has become short, once for each warning, without taking away what is still to be read.
    pub fn say_short_time(&self, game: &model::Game) {
        let mut warned = self.warned.get();
        let sides = Color::ALL.into_iter().zip(warnings(game));
        for ((side, due), had) in sides.zip(&mut warned) {
            if let Some(left) = game.clock_left(side).filter(|_| due > *had) {
                self.say(&words::short_of_time(game.header(), side, left));
                *had = due;
            }
        }
        self.warned.set(warned);
    }

    /// Plays the sound of what has just happened. A game that is only looked through is silent.
    pub fn sound_event(&self, game: &model::Game, audible: bool) {
        let Some(event) = game.happened() else { return };
        let sound = game.viewer().with_shown_line(|line, plies| {
            let played = plies
                .checked_sub(1)
                .and_then(|index| line.plies().get(index));
            of_event(&event, played)
        });
        if let Some(sound) = sound.filter(|_| audible) {
            self.sounds.play(sound);
        }
    }

    /// Plays a sound when the time of the player to move runs low.
    pub fn sound_clock(&self, game: &model::Game, audible: bool) {
        let running = game.clock_running();
        let left = running.and_then(|running| Some((running, game.clock_left(running)?)));
        let Some((running, left)) = left else { return };
        if self.low_time.borrow_mut().falls(running, left) && audible {
            self.sounds.play(Sound::LowTime);
        }
    }
}

/// Says how much time both have.
pub fn read_clocks(game: &model::Game) {
    game.read_out(words::both_clocks(game.clocks_left(), game.header()));
}

/// Says where the pieces stand.
pub fn read_position(game: &model::Game) {
    let said = game
        .viewer()
        .with_shown_line(|line, plies| words::position(line, plies, game.header()));
    game.read_out(said);
}

/// Says what was played last, and who is to move.
pub fn read_last_move(game: &model::Game) {
    let said = game
        .viewer()
        .with_shown_line(|line, plies| words::last_and_next(line, plies, game.header()));
    game.read_out(said);
}
