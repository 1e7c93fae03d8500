//! Games on their way to the trash, which can be called back for a while.

use std::cell::Cell;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use super::Window;
use crate::model::SavedGame;
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
        let undone = Rc::new(Cell::new(false));
        let leaving = Rc::new(leaving);
        toast.connect_button_clicked(glib::clone!(
            #[strong]
            games,
            #[strong]
            leaving,
            #[strong]
            undone,
            move |_| {
                undone.set(true);
                games.bring_back(&leaving);
            }
        ));
        let window = self.downgrade();
        toast.connect_dismissed(move |toast| {
            if let Some(window) = window.upgrade() {
                let trashing = &window.imp().trashing;
                trashing.borrow_mut().retain(|other| other != toast);
            }
            if undone.get() {
                return;
            }
            // The app stays until they are there, though its last window may be closed.
            let stays = gio::Application::default().map(|app| app.hold());
            let (games, leaving, window) = (games.clone(), Rc::clone(&leaving), window.clone());
            glib::spawn_future_local(async move {
                let _stays = stays;
                let failed = games.trash(&leaving).await;
                if let Some(window) = window.upgrade().filter(|_| failed > 0) {
                    window.say(&words::ngettext_f(
                        "{count} game could not be moved to the trash",
                        "{count} games could not be moved to the trash",
                        failed,
                        &[],
                    ));
                }
            });
        });
        self.imp().trashing.borrow_mut().push(toast.clone());
        self.imp().toasts.add_toast(toast);
    }

    /// Takes back every offer to call games back: they move to the trash now.
    pub(super) fn finish_trashing(&self) {
        for toast in self.imp().trashing.take() {
            toast.dismiss();
        }
    }
}
