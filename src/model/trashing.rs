//! Games on their way into the desktop's trash, and back.

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::Summary;
use rank_and_file_core::log::LogEntry;

use super::{SavedGame, SavedGames};

impl SavedGames {
    /// Takes games off the lists, to be put into the trash or brought back.
    pub fn take_off(&self, games: &[SavedGame]) {
        let ids: Vec<String> = games.iter().map(SavedGame::id).collect();
        let mut leaving = self.imp().leaving.borrow_mut();
        leaving.extend(games.iter().map(|game| (game.id(), game.summary().clone())));
        drop(leaving);
        self.update(Vec::new(), &ids);
        self.tell_lists();
    }

    /// Brings games back onto the lists.
    pub fn bring_back(&self, games: &[SavedGame]) {
        let mut leaving = self.imp().leaving.borrow_mut();
        let back = games.iter().filter_map(|game| leaving.remove(&game.id()));
        let back: Vec<Summary> = back.collect();
        drop(leaving);
        self.update(back, &[]);
        self.tell_lists();
    }

    /// Puts games that were taken off into the desktop's trash. Returns how many could not be:
    /// those are back on the lists.
    pub async fn trash(&self, games: &[SavedGame]) -> usize {
        let mut failed = Vec::new();
        for game in games {
            let file = gio::File::for_path(&game.summary().entry.path);
            match file.trash_future(glib::Priority::DEFAULT).await {
                Ok(()) => {
                    self.imp().leaving.borrow_mut().remove(&game.id());
                    trash_study(&game.summary().entry).await;
                }
                Err(error) => {
                    tracing::error!("{}: {error}", game.id());
                    failed.push(game.clone());
                }
            }
        }
        self.bring_back(&failed);
        failed.len()
    }
}

/// What was added to a game goes with it.
async fn trash_study(entry: &LogEntry) {
    let file = gio::File::for_path(entry.study());
    match file.trash_future(glib::Priority::DEFAULT).await {
        Err(error) if !error.matches(gio::IOErrorEnum::NotFound) => {
            tracing::error!("{}: {error}", file.uri());
        }
        _ => {}
    }
}
