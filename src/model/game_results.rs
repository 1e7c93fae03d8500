//! The games that somebody looks for, as a list that makes its items when they are wanted.
//! May import `glib`, `gio` and `library`.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gio, glib};

use super::{SavedGame, SavedGames};
use crate::library::{Query, Slot};

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct GameResults {
        pub games: OnceCell<SavedGames>,
        pub query: RefCell<Query>,
        /// Each game with the version of what it says.
        pub found: RefCell<Vec<(Slot, u32)>>,
        /// Items that somebody holds, so that the same game is the same object.
        pub items: RefCell<HashMap<(Slot, u32), glib::WeakRef<SavedGame>>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for GameResults {
        const NAME: &'static str = "RfGameResults";
        type Type = super::GameResults;
        type Interfaces = (gio::ListModel,);
    }

    impl ObjectImpl for GameResults {}

    impl ListModelImpl for GameResults {
        fn item_type(&self) -> glib::Type {
            SavedGame::static_type()
        }

        fn n_items(&self) -> u32 {
            u32::try_from(self.found.borrow().len()).unwrap_or(u32::MAX)
        }

        fn item(&self, position: u32) -> Option<glib::Object> {
            let key = *self.found.borrow().get(position as usize)?;
            let held = self
                .items
                .borrow()
                .get(&key)
                .and_then(glib::WeakRef::upgrade);
            let item = match held {
                Some(item) => item,
                None => {
                    let games = self.games.get()?;
                    let summary = games.with_catalogue(|catalogue| catalogue.summary(key.0))?;
                    let item = SavedGame::new(summary);
                    let mut items = self.items.borrow_mut();
                    if items.len() >= 2 * HELD {
                        items.retain(|_, item| item.upgrade().is_some());
                    }
                    items.insert(key, item.downgrade());
                    item
                }
            };
            Some(item.upcast())
        }
    }
}

/// About as many items as a list holds for the rows on the screen and near it.
const HELD: usize = 512;

glib::wrapper! {
    /// The games that somebody looks for.
    pub struct GameResults(ObjectSubclass<imp::GameResults>)
        @implements gio::ListModel;
}

impl GameResults {
    pub(super) fn new(games: &SavedGames, query: Query) -> Self {
        let results: Self = glib::Object::new();
        results.imp().games.set(games.clone()).ok();
        results.set_query(query);
        games.connect_local(
            "changed",
            false,
            glib::clone!(
                #[weak]
                results,
                #[upgrade_or_default]
                move |_| {
                    results.look_again();
                    None
                }
            ),
        );
        results
    }

    /// What is looked for.
    #[must_use]
    pub fn query(&self) -> Query {
        self.imp().query.borrow().clone()
    }

    /// Looks for something else.
    pub fn set_query(&self, query: Query) {
        self.imp().query.replace(query);
        self.look_again();
    }

    /// The game at a position.
    #[must_use]
    pub fn game(&self, position: u32) -> Option<SavedGame> {
        self.item(position).and_downcast()
    }

    /// Finds the games anew, and tells only of the stretch in which something is different.
    fn look_again(&self) {
        let imp = self.imp();
        let Some(games) = imp.games.get() else { return };
        let found: Vec<(Slot, u32)> = games.with_catalogue(|catalogue| {
            let slots = catalogue.find(&imp.query.borrow());
            let with_version = |slot| (slot, catalogue.version(slot));
            slots.into_iter().map(with_version).collect()
        });
        let (start, removed, added) = {
            let old = imp.found.borrow();
            let alike = |(a, b): &(&(Slot, u32), &(Slot, u32))| a == b;
            let start = old.iter().zip(&found).take_while(alike).count();
            let (rest, new) = (&old[start..], &found[start..]);
            let end = rest
                .iter()
                .rev()
                .zip(new.iter().rev())
                .take_while(alike)
                .count();
            (start, rest.len() - end, new.len() - end)
        };
        imp.found.replace(found);
        if removed > 0 || added > 0 {
            let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
            self.items_changed(number(start), number(removed), number(added));
        }
    }
}
