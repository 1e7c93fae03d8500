//! What is read out to those who hear the game: what happens, and on a key the clocks, the position
//! and the last message.

use std::cell::{Cell, OnceCell};

use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Color, LOW_TIME};

use super::{GamePage, imp};
use crate::model;
use crate::widgets::Voice;
use crate::words;

/// What the page needs to be heard.
#[derive(Default)]
pub struct Reading {
    voice: OnceCell<Voice>,
    /// Whether White's and Black's time was short when it was looked at last.
    short: Cell<(bool, bool)>,
}

/// Installs the actions that read out what can be seen.
pub(super) fn install_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
    class.install_action("game.read-clocks", None, |page, _, _| page.read_clocks());
    class.install_action("game.read-position", None, |page, _, _| {
        page.read_position();
    });
    class.install_action("game.read-again", None, |page, _, _| page.read_again());
}

fn are_short(game: &model::Game) -> (bool, bool) {
    let is_short = |side| game.clock_left(side).is_some_and(|left| left < LOW_TIME);
    (is_short(Color::White), is_short(Color::Black))
}

impl GamePage {
    /// Gets ready to hear a game: nothing has been said of its clocks yet.
    pub(super) fn listen_to(&self, game: &model::Game) {
        self.imp().reading.short.set(are_short(game));
        self.imp().sounding.low_time.take();
    }

    pub(super) fn fall_silent(&self) {
        self.voice().fall_silent();
    }

    pub(super) fn voice(&self) -> &Voice {
        let imp = self.imp();
        imp.reading.voice.get_or_init(|| Voice::of(&*imp.status))
    }

    /// The last message once more.
    pub(super) fn read_again(&self) {
        if let Some(game) = self.game() {
            self.voice().say(game.said().spoken());
        }
    }

    /// Reads out what was found where the game is kept.
    pub(super) fn read_notice(&self) {
        if let Some(game) = self.game() {
            self.voice().say(&game.notice());
        }
    }

    fn read_clocks(&self) {
        let Some(game) = self.game() else { return };
        let left = |side| game.clock_left(side);
        let left = left(Color::White).zip(left(Color::Black));
        game.say(words::both_clocks(left, game.header()));
    }

    fn read_position(&self) {
        let Some(game) = self.game() else { return };
        let said = game.with_line(|line, plies| words::position(line, plies, game.header()));
        game.say(said);
    }

    /// Says that somebody's time has become short, without taking away what is still to be read.
    pub(super) fn read_short_time(&self) {
        let Some(game) = self.game() else { return };
        let (now, before) = (are_short(&game), self.imp().reading.short.get());
        self.imp().reading.short.set(now);
        for (side, became_short) in [
            (Color::White, now.0 && !before.0),
            (Color::Black, now.1 && !before.1),
        ] {
            if let Some(left) = game.clock_left(side).filter(|_| became_short) {
                let said = words::short_of_time(game.header(), side, left);
                self.voice().say(&said);
            }
        }
    }
}
