//! The players that somebody looks for, as a list that makes its items when they are wanted.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{Player, PlayerOrder, Players};

use super::{SavedGames, SavedPlayer};

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
struct Wanted {
    whose: Whose,
    text: String,
    order: PlayerOrder,
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct PlayerResults {
        pub games: OnceCell<SavedGames>,
        pub(super) wanted: RefCell<Wanted>,
        pub players: RefCell<Rc<Players>>,
        /// The places of those who are listed.
        pub found: RefCell<Vec<usize>>,
        /// The items that were wanted since the list has changed, by position.
        pub items: RefCell<HashMap<u32, SavedPlayer>>,
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
            SavedPlayer::static_type()
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
                .or_insert_with(|| SavedPlayer::new(player));
            Some(item.clone().upcast())
        }
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
        results.imp().wanted.borrow_mut().whose = whose;
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
        self.want(|wanted| wanted.whose = whose);
    }

    /// Looks for words in the names.
    pub fn set_text(&self, text: &str) {
        self.want(|wanted| text.clone_into(&mut wanted.text));
    }

    /// Whether words are looked for.
    #[must_use]
    pub fn narrows(&self) -> bool {
        !self.imp().wanted.borrow().text.trim().is_empty()
    }

    /// Lists the players in another order.
    pub fn set_order(&self, order: PlayerOrder) {
        self.want(|wanted| wanted.order = order);
    }

    fn want(&self, change: impl FnOnce(&mut Wanted)) {
        let changed = {
            let mut wanted = self.imp().wanted.borrow_mut();
            let before = wanted.clone();
            change(&mut wanted);
            *wanted != before
        };
        if changed {
            self.look_again();
        }
    }

    /// Finds the players anew, and tells only of the stretch in which something is different.
    fn look_again(&self) {
        let imp = self.imp();
        let Some(games) = imp.games.get() else { return };
        let wanted = imp.wanted.borrow().clone();
        let players = match &wanted.whose {
            Whose::Everybody => games.players(),
            Whose::Opponents(name) => Rc::new(games.opponents(name)),
        };
        let found = players.find(&wanted.text, wanted.order);
        let (start, removed, added) = {
            let before = imp.players.borrow();
            let old: Vec<Option<&Player>> = imp
                .found
                .borrow()
                .iter()
                .map(|at| before.get(*at))
                .collect();
            let new: Vec<Option<&Player>> = found.iter().map(|at| players.get(*at)).collect();
            let alike = |(a, b): &(&Option<&Player>, &Option<&Player>)| a == b;
            let start = old.iter().zip(&new).take_while(alike).count();
            let (old, new) = (&old[start..], &new[start..]);
            let backwards = old.iter().rev().zip(new.iter().rev());
            let end = backwards.take_while(alike).count();
            (start, old.len() - end, new.len() - end)
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
