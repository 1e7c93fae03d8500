//! One saved game, and the place in a list that shows one.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::Summary;

use crate::subclass::subclass;

/// A saved game, as a list shows it.
#[derive(Debug, Clone, PartialEq, glib::SharedBoxed)]
#[shared_boxed_type(name = "RfSavedGame", nullable)]
pub struct SavedGame(Rc<Summary>);

impl SavedGame {
    /// The game that a summary is about.
    pub fn new(summary: Summary) -> Self {
        Self(Rc::new(summary))
    }

    /// The id of its log.
    pub fn id(&self) -> String {
        self.0.entry.id.clone()
    }

    /// What the list shows.
    pub fn summary(&self) -> &Summary {
        &self.0
    }
}

mod imp {
    use super::*;

    #[derive(Debug, Default, glib::Properties)]
    #[properties(wrapper_type = super::ListPlace)]
    pub struct ListPlace {
        /// The game that stands here; `None` in a place that is about to go.
        #[property(get, set = Self::set_game, nullable, explicit_notify)]
        pub game: RefCell<Option<SavedGame>>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for ListPlace {}

    impl ListPlace {
        fn set_game(&self, game: Option<SavedGame>) {
            let same = *self.game.borrow() == game;
            if !same {
                self.game.replace(game);
                self.obj().notify_game();
            }
        }
    }
}

subclass! {
    /// A place in a list of saved games. Another game can come to stand there, and the list is not
    /// made anew.
    pub struct ListPlace(imp::ListPlace): glib::Object {}
}

impl ListPlace {
    pub(super) fn new(game: Option<SavedGame>) -> Self {
        glib::Object::builder().property("game", game).build()
    }
}
