//! The players that somebody looks for, as a list that makes its items when they are wanted.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{Player, PlayerOrder, Players};

use super::SavedGames;
use super::game_results::stretch;

/// Which players are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Whose {
    /// Everybody who has played.
    #[default]
    Everybody,
    /// Everybody who has played against this player.
    Opponents(String),
}

#[derive(Default, Clone, PartialEq)]
struct PlayerQuery {
    whose: Whose,
    text: String,
    order: PlayerOrder,
}

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

    #[derive(Default)]
    pub struct PlayerResults {
        pub games: OnceCell<SavedGames>,
        pub(super) query: RefCell<PlayerQuery>,
        pub players: RefCell<Rc<Players>>,
        /// The places of those who are listed.
        pub found: RefCell<Vec<usize>>,
        /// The items that were wanted since the list has changed, by position.
        pub items: RefCell<HashMap<u32, super::SavedPlayer>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PlayerResults {
        const NAME: &'static str = "RfPlayerResults";
        type Type = super::PlayerResults;
        type Interfaces = (gio::ListModel,);
    }

    impl ObjectImpl for PlayerResults {}

    impl ListModelImpl for PlayerResults {
        fn item_type(&self) -> glib::Type {
            super::SavedPlayer::static_type()
        }

        fn n_items(&self) -> u32 {
            u32::try_from(self.found.borrow().len()).unwrap_or(u32::MAX)
        }

        fn item(&self, position: u32) -> Option<glib::Object> {
            let place = *self.found.borrow().get(position as usize)?;
            let player = self.players.borrow().get(place)?.clone();
            let mut items = self.items.borrow_mut();
            let item = items
                .entry(position)
                .or_insert_with(|| super::SavedPlayer::new(player));
            Some(item.clone().upcast())
        }
    }
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

glib::wrapper! {
    /// The players that somebody looks for.
    pub struct PlayerResults(ObjectSubclass<imp::PlayerResults>)
        @implements gio::ListModel;
}

impl PlayerResults {
    /// A list that follows what happens to the games.
    #[must_use]
    pub fn new(games: &SavedGames, whose: Whose) -> Self {
        let results: Self = glib::Object::new();
        results.imp().games.set(games.clone()).ok();
        results.imp().query.borrow_mut().whose = whose;
        results.look_again();
        games.connect_changed(glib::clone!(
            #[weak]
            results,
            move || results.look_again()
        ));
        results
    }

    /// Lists other players.
    pub fn set_whose(&self, whose: Whose) {
        self.change_query(|query| query.whose = whose);
    }

    /// Looks for words in the names.
    pub fn set_text(&self, text: &str) {
        self.change_query(|query| text.clone_into(&mut query.text));
    }

    /// Whether words are looked for.
    #[must_use]
    pub fn narrows(&self) -> bool {
        !self.imp().query.borrow().text.trim().is_empty()
    }

    /// Lists the players in another order.
    pub fn set_order(&self, order: PlayerOrder) {
        self.change_query(|query| query.order = order);
    }

    fn change_query(&self, change: impl FnOnce(&mut PlayerQuery)) {
        let changed = {
            let mut query = self.imp().query.borrow_mut();
            let before = query.clone();
            change(&mut query);
            *query != before
        };
        if changed {
            self.look_again();
        }
    }

    /// Finds the players anew, and tells only of the stretch in which something is different.
    fn look_again(&self) {
        let imp = self.imp();
        let Some(games) = imp.games.get() else { return };
        let query = imp.query.borrow().clone();
        let players = match &query.whose {
            Whose::Everybody => games.players(),
            Whose::Opponents(name) => Rc::new(games.opponents(name)),
        };
        let found = players.find(&query.text, query.order);
        let (start, removed, added) = {
            let before = imp.players.borrow();
            let old: Vec<Option<&Player>> = imp
                .found
                .borrow()
                .iter()
                .map(|at| before.get(*at))
                .collect();
            let new: Vec<Option<&Player>> = found.iter().map(|at| players.get(*at)).collect();
            stretch(&old, &new)
        };
        imp.players.replace(players);
        imp.found.replace(found);
        if removed > 0 || added > 0 {
            imp.items.take();
            let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
            self.items_changed(number(start), number(removed), number(added));
        }
    }
}
