//! Finding single games among the saved ones, without a list that follows them.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::Query;

use super::{SavedGame, SavedGames};

impl SavedGames {
    /// Waits until the games are known, if only as the index remembers them; has them read where
    /// nobody has asked for them yet.
    pub async fn once_known(&self) {
        if self.imp().librarian.get().is_none() {
            self.load();
        }
        let (sender, done) = async_channel::bounded(1);
        let handler = self.connect_known_notify(move |_| {
            sender.try_send(()).ok();
        });
        if !self.imp().known.get() {
            done.recv().await.ok();
        }
        self.disconnect(handler);
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
}
