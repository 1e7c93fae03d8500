//! One player in a list.

use std::cell::OnceCell;

use gtk::subclass::prelude::*;
use rank_and_file_core::library::Player;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct SavedPlayer {
        pub player: OnceCell<Player>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for SavedPlayer {
        const NAME: &'static str = "RfSavedPlayer";
        type Type = super::SavedPlayer;
    }

    impl ObjectImpl for SavedPlayer {}
}

glib::wrapper! {
    /// A player, as a list shows it.
    pub struct SavedPlayer(ObjectSubclass<imp::SavedPlayer>);
}

impl SavedPlayer {
    /// The item for a player.
    #[must_use]
    pub fn new(player: Player) -> Self {
        let item: Self = glib::Object::new();
        item.imp().player.set(player).ok();
        item
    }

    /// What the list shows.
    ///
    /// # Panics
    /// Never: every item is made with a player.
    #[must_use]
    pub fn player(&self) -> &Player {
        self.imp().player.get().expect("made with a player")
    }
}
