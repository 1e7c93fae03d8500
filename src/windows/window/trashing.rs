//! Games on their way to the trash, which can be called back for a while.

use std::cell::Cell;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use super::Window;
use crate::model::{SavedGame, SavedGames};
use crate::windows::toasts;
use crate::words;

/// Seconds in which somebody who reads slowly, or listens, can call games back.
const LONG_ENOUGH: u32 = 10;

impl Window {
    /// Takes games off the lists. Only when the offer to undo that is gone do they move to the
    /// trash, so that nothing needs to be fetched back from there.
    pub(super) fn trash(&self, leaving: Vec<SavedGame>) {
        let games = self.games().clone();
        let said = match leaving.as_slice() {
            [] => return,
            [game] => words::gettext_f(
                "{game} moved to the trash",
                &[("game", &words::pairing(game.summary()))],
            ),
            several => words::ngettext_f(
                "{count} game moved to the trash",
                "{count} games moved to the trash",
                several.len(),
                &[],
            ),
        };
        games.take_off(&leaving);
        let toast = toasts::toast(&said, LONG_ENOUGH);
        toast.set_button_label(Some(&gettext("Undo")));
        let leaving = Leaving {
            games,
            leaving: Rc::new(leaving),
            decided: Rc::default(),
        };
        let undone = leaving.clone();
        toast.connect_button_clicked(move |_| undone.come_back());
        let (gone, window) = (leaving.clone(), self.downgrade());
        toast.connect_dismissed(move |_| gone.go(&window));
        let mut trashing = self.imp().trashing.borrow_mut();
        trashing.retain(|leaving| !leaving.decided.get());
        trashing.push(leaving);
        drop(trashing);
        self.imp().toasts.add_toast(toast);
    }

    /// Moves to the trash at once what can still be called back.
    pub(super) fn finish_trashing(&self) {
        for leaving in self.imp().trashing.take() {
            leaving.go(&self.downgrade());
        }
    }
}

/// Games that were taken off the lists and can be called back.
#[derive(Clone)]
pub(super) struct Leaving {
    games: SavedGames,
    leaving: Rc<Vec<SavedGame>>,
    /// Whether they have gone, or come back.
    decided: Rc<Cell<bool>>,
}

impl Leaving {
    fn come_back(&self) {
        if !self.decided.replace(true) {
            self.games.bring_back(&self.leaving);
        }
    }

    /// Moves them to the trash. The app stays until they are there, though its last window may be closed.
    fn go(&self, window: &glib::WeakRef<Window>) {
        if self.decided.replace(true) {
            return;
        }
        let stays = gio::Application::default().map(|app| app.hold());
        let (leaving, window) = (self.clone(), window.clone());
        glib::spawn_future_local(async move {
            let failed = leaving.games.trash(&leaving.leaving).await;
            if let Some(window) = window.upgrade().filter(|_| failed > 0) {
                window.say(&words::ngettext_f(
                    "{count} game could not be moved to the trash",
                    "{count} games could not be moved to the trash",
                    failed,
                    &[],
                ));
            }
            drop(stays);
        });
    }
}
