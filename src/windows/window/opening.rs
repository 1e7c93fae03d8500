//! Opening saved games, here or in a window of their own.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::library::Summary;
use rank_and_file_core::log::Appender;

use super::Window;
use crate::model::{self, Opening};
use crate::windows::saved_games::Wanted;

impl Window {
    /// Does what the page with the saved games is asked for.
    pub(super) fn meet(&self, wanted: Wanted) {
        match wanted {
            Wanted::Open(game) => self.open(game.summary().clone()),
            Wanted::OpenApart(game) => self.open_apart(game.summary().clone()),
            Wanted::Copy(game) => self.copy(game.summary().clone()),
            Wanted::Export(games) => {
                let window = self.clone();
                glib::spawn_future_local(async move { window.export(games).await });
            }
            Wanted::Say(toast) => self.imp().toasts.add_toast(toast),
        }
    }

    /// The window that shows the game with this id, if one does.
    fn that_shows(&self, id: &str) -> Option<Self> {
        let windows = self.application()?.windows();
        windows
            .into_iter()
            .filter_map(|window| window.downcast::<Self>().ok())
            .find(|window| window.current_game().is_some_and(|game| game.id() == id))
    }

    fn open_apart(&self, summary: Summary) {
        if let Some(window) = self.that_shows(&summary.entry.id) {
            window.present();
        } else if let Some(app) = self.application().and_downcast::<adw::Application>() {
            let window = Self::new(&app, self.games());
            window.present();
            window.open(summary);
        }
    }

    /// Opens a saved game: to be continued where that can be, else to be looked through.
    pub(super) fn open(&self, summary: Summary) {
        if let Some(window) = self.that_shows(&summary.entry.id) {
            window.present();
            return;
        }
        if self.imp().opening.replace(true) {
            return;
        }
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let entry = summary.entry;
            let path = entry.path;
            let opened = gio::spawn_blocking(move || Appender::open(&path)).await;
            let Some(window) = window.upgrade() else {
                return;
            };
            window.imp().opening.set(false);
            let opening = match opened {
                Ok(opened) => model::Game::opened(&entry.id, opened),
                Err(_) => Opening::Failed(gettext("The game cannot be opened.")),
            };
            match opening {
                Opening::Ready(game) | Opening::ReadOnly(game) => window.show_game(&game),
                Opening::Failed(why) => {
                    window.say(&why);
                    window.games().load();
                }
            }
        });
    }
}
