//! What is heard of the game that the page shows, for those who want sounds.

use std::cell::RefCell;

use gtk::subclass::prelude::*;
use rank_and_file_core::sounds::{LowTime, Sound, Sounds, of_event};

use super::GamePage;
use crate::model::preferences;

/// What the page needs to be heard.
#[derive(Default)]
pub struct Sounding {
    sounds: Sounds,
    pub(super) low_time: RefCell<LowTime>,
}

impl GamePage {
    /// Sounds what has just happened. What is only looked through is silent.
    pub(super) fn hear_event(&self) {
        let Some(game) = self.game() else { return };
        let Some(event) = game.happened() else { return };
        let sound = game.with_line(|line, plies| {
            let played = plies
                .checked_sub(1)
                .and_then(|index| line.plies().get(index));
            of_event(&event, played)
        });
        if let Some(sound) = sound {
            self.sound(sound);
        }
    }

    pub(super) fn hear_clock(&self) {
        let Some(game) = self.game() else { return };
        let Some(running) = game.clock_running() else {
            return;
        };
        let Some(left) = game.clock_left(running) else {
            return;
        };
        let low_time = &self.imp().sounding.low_time;
        if low_time.borrow_mut().falls(running, left) {
            self.sound(Sound::LowTime);
        }
    }

    fn sound(&self, sound: Sound) {
        if self.chosen(preferences::SOUNDS) {
            self.imp().sounding.sounds.play(sound);
        }
    }
}
