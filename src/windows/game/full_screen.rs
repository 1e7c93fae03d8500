//! How the page fills the screen: with the board, the names and the clocks alone. The title bar
//! comes when the pointer is at the upper edge, and the panel when it is wanted: by a key, by a
//! move that is typed, by the end of the game.

use std::cell::RefCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::rules::Refusal;
use rank_and_file_core::sounds::{LowTime, Sound, Sounds, of_event};

use super::GamePage;
use crate::model::preferences;
use crate::windows::question;

/// How near to the upper edge the pointer calls the title bar, and how far below the bar it lets
/// go of it, in pixels.
const EDGE: f64 = 6.0;
const BELOW: f64 = 24.0;

/// For how many seconds a refusal is said over the board.
const READ: u32 = 4;

impl GamePage {
    pub(super) fn set_up_full_screen(&self) {
        let pointer = gtk::EventControllerMotion::new();
        pointer.set_propagation_phase(gtk::PropagationPhase::Capture);
        pointer.connect_motion(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_, _, y| page.meet_pointer(y)
        ));
        self.add_controller(pointer);
        // A finger does not hover: it calls the title bar by a touch beside the board.
        let touch = gtk::GestureClick::builder().touch_only(true).build();
        touch.connect_pressed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_, _, _, _| {
                if page.full_screen() {
                    let titles = &page.imp().titles;
                    titles.set_reveal_flap(!titles.reveals_flap());
                }
            }
        ));
        self.add_controller(touch);
        self.arrange();
    }

    fn meet_pointer(&self, y: f64) {
        let imp = self.imp();
        if !self.full_screen() {
            return;
        }
        let menu = imp.menu.popover();
        if y <= EDGE {
            imp.titles.set_reveal_flap(true);
        } else if y > f64::from(imp.header.height()) + BELOW
            && !menu.is_some_and(|menu| menu.is_visible())
        {
            imp.titles.set_reveal_flap(false);
        }
    }

    /// Shows or folds away what is not there on the whole screen.
    pub(super) fn arrange(&self) {
        let imp = self.imp();
        let full = self.full_screen();
        imp.titles.set_fold_policy(if full {
            adw::FlapFoldPolicy::Always
        } else {
            adw::FlapFoldPolicy::Never
        });
        imp.titles.set_reveal_flap(!full);
        self.action_set_enabled("game.panel", full);
        self.unfold();
    }

    /// Shows the panel where it is wanted.
    pub(super) fn unfold(&self) {
        let imp = self.imp();
        let shown = !self.full_screen() || self.panel_shown() || imp.typing.get_visible();
        if imp.panel.is_visible() != shown {
            imp.panel.set_visible(shown);
            self.keep_focus();
        }
    }

    /// Says over the board what the folded panel cannot say, and no square shows.
    pub(super) fn tell_refusal(&self) {
        let imp = self.imp();
        let Some(game) = self.game().filter(|_| !imp.panel.is_visible()) else {
            return;
        };
        let on_board = |refusal: Refusal| !refusal.squares().is_empty();
        if game.refusal().is_some_and(on_board) {
            return;
        }
        let toast = question::toast(&game.status(), READ);
        question::show(self, &toast);
        if let Some(last) = imp.refusal.replace(Some(toast)) {
            last.dismiss();
        }
    }
}

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
