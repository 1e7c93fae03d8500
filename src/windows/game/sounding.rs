//! What is heard of the game that the page shows, for those who want sounds.

use std::cell::RefCell;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::sounds::{LowTime, Sound, Sounds, of_event};

use super::GamePage;
use crate::model::{self, Switch};

/// What the page needs to be heard.
#[derive(Default)]
pub struct Sounding {
    sounds: Sounds,
    low_time: RefCell<LowTime>,
}

impl GamePage {
    /// Lets a game be heard from now on, until the handlers are disconnected. What is only looked
    /// through is silent.
    pub(super) fn listen_to(&self, game: &model::Game) -> [glib::SignalHandlerId; 2] {
        self.imp().sounding.low_time.take();
        let on = |signal: &str, hear: fn(&Self, &model::Game)| {
            game.connect_closure(
                signal,
                false,
                glib::closure_local!(
                    #[weak(rename_to = page)]
                    self,
                    move |game: &model::Game| hear(&page, game)
                ),
            )
        };
        [
            on("happened", Self::hear_event),
            on("ticked", Self::hear_clock),
        ]
    }

    fn hear_event(&self, game: &model::Game) {
        let Some(event) = game.happened() else { return };
        let played = (game.ply() as usize).wrapping_sub(1);
        let sound = game.with_rules(|rules| of_event(&event, rules.plies().get(played)));
        if let Some(sound) = sound {
            self.sound(sound);
        }
    }

    fn hear_clock(&self, game: &model::Game) {
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
        let imp = self.imp();
        let settings = imp.settings.get();
        if settings.is_some_and(|settings| settings.is_on(Switch::Sounds)) {
            imp.sounding.sounds.play(sound);
        }
    }
}
