//! One saved game in a list.

use std::cell::OnceCell;

use gtk::subclass::prelude::*;
use rank_and_file_core::library::Summary;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct SavedGame {
        pub summary: OnceCell<Summary>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for SavedGame {
        const NAME: &'static str = "RfSavedGame";
        type Type = super::SavedGame;
    }

    impl ObjectImpl for SavedGame {}
}

glib::wrapper! {
    /// A saved game, as a list shows it.
    pub struct SavedGame(ObjectSubclass<imp::SavedGame>);
}

impl SavedGame {
    /// The item for a summary.
    #[must_use]
    pub fn new(summary: Summary) -> Self {
        let game: Self = glib::Object::new();
        game.imp().summary.set(summary).ok();
        game
    }

    /// The id of its log.
    #[must_use]
    pub fn id(&self) -> String {
        self.summary().entry.id.clone()
    }

    /// What the list shows.
    ///
    /// # Panics
    /// Never: every item is made with a summary.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        self.imp().summary.get().expect("made with a summary")
    }
}
