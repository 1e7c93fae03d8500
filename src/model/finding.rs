//! Finding single games among the saved ones, without a list that follows them.

use std::time::Duration;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::Query;
use rank_and_file_core::log::fingerprint;

use super::{Game, SavedGame, SavedGames};

/// With fewer games than can be compared with their folder in this time, what is found is level with it.
const PATIENCE: Duration = Duration::from_millis(30);

impl SavedGames {
    /// Waits until the games are known, if only as the index remembers them where the folder has
    /// many; has them read where nobody has asked for them yet.
    pub async fn once_known(&self) {
        if self.imp().librarian.get().is_none() {
            self.load();
        }
        if self.known() {
            return;
        }
        let (sender, told) = async_channel::bounded(1);
        let tell = move || {
            sender.try_send(()).ok();
        };
        let late = tell.clone();
        let handlers = [
            self.connect_known_notify(move |_| {
                glib::timeout_add_local_once(PATIENCE, late.clone());
            }),
            self.connect_loading_notify(move |_| tell()),
        ];
        told.recv().await.ok();
        for handler in handlers {
            self.disconnect(handler);
        }
    }

    /// The first of the games that are looked for, at most `most`.
    #[must_use]
    pub fn found(&self, query: &Query, most: usize) -> Vec<SavedGame> {
        self.with_catalogue(|catalogue| {
            let slots = catalogue.find(query).into_iter().take(most);
            let summaries = slots.filter_map(|slot| catalogue.summary(slot));
            summaries.map(SavedGame::new).collect()
        })
    }

    /// The game with this id.
    #[must_use]
    pub fn by_id(&self, id: &str) -> Option<SavedGame> {
        self.with_catalogue(|catalogue| catalogue.summary(catalogue.slot(id)?))
            .map(SavedGame::new)
    }

    /// The same game among the saved ones, once these are level with their folder.
    pub async fn copy_of(&self, game: &Game) -> Option<SavedGame> {
        let (sender, told) = async_channel::bounded(1);
        let handler = self.connect_loading_notify(move |games| {
            if !games.loading() {
                sender.try_send(()).ok();
            }
        });
        if self.loading() {
            told.recv().await.ok();
        }
        self.disconnect(handler);
        let fingerprint = game.with_rules(|rules| fingerprint(game.header(), rules));
        self.with_catalogue(|catalogue| catalogue.summary(catalogue.copy_of(fingerprint)?))
            .map(SavedGame::new)
    }

    /// The newest game that can be continued.
    #[must_use]
    pub fn last_unfinished(&self) -> Option<SavedGame> {
        self.with_catalogue(|catalogue| {
            let slot = catalogue.newest_unfinished();
            slot.and_then(|slot| catalogue.summary(slot))
        })
        .map(SavedGame::new)
    }
}
