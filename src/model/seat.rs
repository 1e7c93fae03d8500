//! A place in a list of saved games, in which another game can sit without the list being made
//! anew.

use std::cell::RefCell;

use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::SavedGame;

mod imp {
    use super::*;

    #[derive(Debug, Default, glib::Properties)]
    #[properties(wrapper_type = super::Seat)]
    pub struct Seat {
        /// The game that sits here; `None` for a place that is about to go.
        #[property(get, set = Self::set_game, nullable, explicit_notify)]
        pub game: RefCell<Option<SavedGame>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Seat {
        const NAME: &'static str = "RfSeat";
        type Type = super::Seat;
    }

    #[glib::derived_properties]
    impl ObjectImpl for Seat {}

    impl Seat {
        fn set_game(&self, game: Option<SavedGame>) {
            let same = {
                let old = self.game.borrow();
                old.as_ref().map(SavedGame::summary) == game.as_ref().map(SavedGame::summary)
            };
            if !same {
                self.game.replace(game);
                self.obj().notify_game();
            }
        }
    }
}

glib::wrapper! {
    /// A place in a list of saved games.
    pub struct Seat(ObjectSubclass<imp::Seat>);
}

impl Seat {
    pub(super) fn new(game: Option<&SavedGame>) -> Self {
        glib::Object::builder().property("game", game).build()
    }
}
