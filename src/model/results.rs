//! The games that are looked for, as a list that makes its items when they are wanted.
//!
//! A view makes some two hundred rows for any list of games, most of them out of sight, and making or unmaking them
//! takes longer than finding the games. So when something else is looked for, the rows stay, and what stands in their
//! places is looked up when it is seen; and where there are more places or fewer than before, rows come and go a few at
//! a time. What happens to the games themselves is told as what it is: games that come, go, or move.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::mem::replace;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{Query, Slot};

use super::collection::Answer;
use super::{GameSource, SavedGame, on};
use crate::model::weak;
use crate::subclass::{signals, subclass};

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct GameResults {
        pub games: OnceCell<GameSource>,
        pub query: RefCell<Query>,
        /// Whether what is found next was looked for anew, and is not the same with more games.
        pub anew: Cell<bool>,
        /// To which catalogue the places of the games belong that are found.
        pub generation: Cell<u32>,
        /// Whether what is looked for off the main thread is not wanted any more.
        pub overtaken: RefCell<Arc<AtomicBool>>,
        pub found: RefCell<Vec<(Slot, u32)>>,
        /// How many games have the status that is looked for, found or not.
        pub out_of: Cell<usize>,
        /// How many places the list has: as many as games, once it has come to rest.
        pub places: Cell<usize>,
        /// The places that are held, by their position.
        pub held: RefCell<HashMap<usize, glib::WeakRef<ListPlace>>>,
        pub moving: RefCell<Option<glib::SourceId>>,
    }

    impl ObjectImpl for GameResults {
        signals!["answered"];

        fn dispose(&self) {
            if let Some(moving) = self.moving.take() {
                moving.remove();
            }
        }
    }

    impl ListModelImpl for GameResults {
        fn item_type(&self) -> glib::Type {
            ListPlace::static_type()
        }

        fn n_items(&self) -> u32 {
            number(self.places.get())
        }

        fn item(&self, position: u32) -> Option<glib::Object> {
            let at = position as usize;
            if at >= self.places.get() {
                return None;
            }
            let held = self.held.borrow().get(&at).and_then(glib::WeakRef::upgrade);
            let place = held.unwrap_or_else(|| {
                let place: ListPlace = glib::Object::new();
                place.imp().results.set(Some(&*self.obj()));
                place.imp().position.set(position);
                let mut held = self.held.borrow_mut();
                if held.len() >= 2 * ROWS {
                    held.retain(|_, place| place.upgrade().is_some());
                }
                held.insert(at, place.downgrade());
                place
            });
            Some(place.upcast())
        }
    }
}

mod place {
    use super::*;

    #[derive(Default)]
    pub struct ListPlace {
        pub results: glib::WeakRef<GameResults>,
        pub position: Cell<u32>,
        /// The game that stands here, once it has been looked up.
        pub game: RefCell<Option<SavedGame>>,
    }

    impl ObjectImpl for ListPlace {
        signals!["changed"];
    }
}

/// More than a view makes rows for.
const ROWS: usize = 256;
/// So many games are looked through in less time than it takes to ask another thread.
const FEW: usize = 1_000;
/// After this, more places come or go.
const STEP: Duration = Duration::from_millis(25);
/// So many at once, few enough that no frame takes long: making a row takes longer than filling it.
const STRIDE: usize = 6;

/// The stretch in which two lists differ: where it begins, and how long it is in each of them.
pub(super) fn stretch<T: PartialEq>(old: &[T], new: &[T]) -> (usize, usize, usize) {
    let alike = |(a, b): &(&T, &T)| a == b;
    let start = old.iter().zip(new).take_while(alike).count();
    let (old, new) = (&old[start..], &new[start..]);
    let backwards = old.iter().rev().zip(new.iter().rev());
    let end = backwards.take_while(alike).count();
    (start, old.len() - end, new.len() - end)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

subclass! {
    /// A place in a list of games. Another game can come to stand there, and the list is not made anew. Signal `changed`:
    /// that may have happened.
    pub struct ListPlace(place::ListPlace): glib::Object {}
}

impl ListPlace {
    /// Whether a game stands here, and the place is not about to go.
    pub fn is_taken(&self) -> bool {
        let results = self.imp().results.upgrade();
        results.is_some_and(|results| (self.position() as usize) < results.count())
    }

    /// The game that stands here, which is looked up when it is first asked for.
    pub fn game(&self) -> Option<SavedGame> {
        let known = self.imp().game.borrow().clone();
        known.or_else(|| {
            let game = self.imp().results.upgrade()?.game(self.position());
            self.imp().game.replace(game.clone());
            game
        })
    }

    /// The position in the list.
    pub fn position(&self) -> u32 {
        self.imp().position.get()
    }

    /// Another game stands here now, or none.
    fn renew(&self) {
        self.imp().game.take();
        self.emit_by_name::<()>("changed", &[]);
    }
}

subclass! {
    /// The games that are looked for: a list of [`ListPlace`]. Signal `answered`: they are found.
    pub struct GameResults(imp::GameResults): glib::Object, implementing gio::ListModel {}
}

impl GameResults {
    /// The games that are looked for, as a list that follows what happens to them.
    pub fn new(games: impl Into<GameSource>, query: Query) -> Self {
        let (results, games): (Self, GameSource) = (glib::Object::new(), games.into());
        results.imp().games.set(games.clone()).ok();
        results.set_query_at_once(query);
        games.connect_changed(weak!(results, |results| results.look(false)));
        results
    }

    /// Where the games are.
    pub fn source(&self) -> Option<&GameSource> {
        self.imp().games.get()
    }

    /// What is looked for.
    pub fn query(&self) -> Query {
        self.imp().query.borrow().clone()
    }

    /// Looks for something else. What was chosen of the list must be chosen anew.
    pub fn set_query(&self, query: Query) {
        self.imp().query.replace(query);
        self.imp().anew.set(true);
        self.look(false);
    }

    /// The same where the list is about to be seen: saved games are found at once, so that others are not seen before.
    pub fn set_query_at_once(&self, query: Query) {
        self.imp().query.replace(query);
        self.imp().anew.set(true);
        let source = self.source();
        self.look(source.is_some_and(|games| games.collection().is_none()));
    }

    /// Calls back when games have been found.
    pub fn connect_answered(&self, told: impl Fn(&Self) + 'static) {
        on(self, "answered", told);
    }

    /// Finds the games: few of them at once, many off the main thread. Where something else is looked for
    /// before they are found, they are not shown.
    fn look(&self, at_once: bool) {
        let imp = self.imp();
        let overtaken = Arc::new(AtomicBool::new(false));
        let before = imp.overtaken.replace(overtaken.clone());
        before.store(true, Ordering::Relaxed);
        let Some(games) = imp.games.get() else { return };
        let search = games.search(imp.query.borrow().clone(), overtaken.clone());
        // What is known of another catalogue tells nothing of this one.
        let generation = games.generation();
        let other = imp.generation.replace(generation) != generation;
        if at_once || other || games.count() <= FEW {
            if let Some(answer) = search() {
                self.take(answer);
            }
            return;
        }
        let results = self.downgrade();
        glib::spawn_future_local(async move {
            let answer = gio::spawn_blocking(search).await.ok().flatten();
            let wanted = !overtaken.load(Ordering::Relaxed);
            let results = results.upgrade().filter(|_| wanted);
            if let Some((results, answer)) = results.zip(answer) {
                results.take(answer);
            }
        });
    }

    fn take(&self, answer: Answer) {
        let imp = self.imp();
        imp.out_of.set(answer.out_of);
        if let Some(games) = self.source().filter(|_| answer.misses_openings) {
            // They are named when the positions are known.
            games.explorer();
        }
        if imp.anew.take() {
            imp.found.replace(answer.found);
            self.renew_places();
            self.settle();
        } else {
            self.follow(answer.found);
        }
        self.emit_by_name::<()>("answered", &[]);
    }

    /// Other games stand in all places.
    fn renew_places(&self) {
        let held = self.imp().held.borrow();
        let alive: Vec<ListPlace> = held.values().filter_map(glib::WeakRef::upgrade).collect();
        drop(held);
        for place in alive {
            place.renew();
        }
    }

    /// How many games are found.
    pub fn count(&self) -> usize {
        self.imp().found.borrow().len()
    }

    /// How many games have the status that is looked for, found or not.
    pub fn out_of(&self) -> usize {
        self.imp().out_of.get()
    }

    /// The game at a position.
    pub fn game(&self, position: u32) -> Option<SavedGame> {
        let (slot, _) = *self.imp().found.borrow().get(position as usize)?;
        self.source()?.summary(slot)
    }

    /// The position of the game that has an id where it is from.
    pub fn position_of(&self, id: &str) -> Option<u32> {
        let slot = self.source()?.slot(id)?;
        let found = self.imp().found.borrow();
        let place = found.iter().position(|(found, _)| *found == slot)?;
        u32::try_from(place).ok()
    }

    /// The places of the games at some positions.
    pub fn slots(&self, positions: impl Iterator<Item = u32>) -> Vec<Slot> {
        let found = self.imp().found.borrow();
        let slots = positions.filter_map(|position| found.get(position as usize));
        slots.map(|(slot, _)| *slot).collect()
    }

    /// Every game that is found.
    pub fn all(&self) -> Vec<SavedGame> {
        (0..number(self.count()))
            .filter_map(|position| self.game(position))
            .collect()
    }

    /// Shows what is found after something has happened to the games, and tells only of the stretch in
    /// which something is different.
    fn follow(&self, found: Vec<(Slot, u32)>) {
        let imp = self.imp();
        self.complete();
        let (start, removed, added) = stretch(&imp.found.borrow(), &found);
        imp.found.replace(found);
        if start == 0 && removed == 0 && imp.places.get() == 0 {
            // The first ones come as many do.
            self.settle();
        } else {
            self.tell(start, removed, added);
        }
    }

    /// Tells of places that come and go, and moves those behind them.
    fn tell(&self, start: usize, removed: usize, added: usize) {
        if removed == 0 && added == 0 {
            return;
        }
        let imp = self.imp();
        imp.places.set(imp.places.get() + added - removed);
        let moved = imp.held.take().into_iter().filter_map(|(position, held)| {
            if position < start {
                return Some((position, held));
            }
            // What stood in the stretch is gone.
            let behind = position.checked_sub(start + removed)?;
            let position = start + added + behind;
            held.upgrade()?.imp().position.set(number(position));
            Some((position, held))
        });
        let moved = moved.collect();
        imp.held.replace(moved);
        self.items_changed(number(start), number(removed), number(added));
    }

    /// Has as many places as games, soon. Places for which a view has no rows come and go at once. Where no game is found,
    /// nothing of the list is seen: its rows wait for what is found next.
    fn settle(&self) {
        self.stop_moving();
        let imp = self.imp();
        let (places, games) = (imp.places.get(), imp.found.borrow().len());
        if games == 0 {
            return;
        }
        if games >= places {
            let at_once = if places >= ROWS {
                games
            } else {
                games.min(STRIDE.max(places))
            };
            self.tell(places, 0, at_once - places);
        } else {
            let kept = places.min(ROWS.max(games));
            self.tell(kept, places - kept, 0);
        }
        self.move_on();
    }

    fn move_on(&self) {
        let imp = self.imp();
        let at_rest = imp.places.get() == imp.found.borrow().len();
        if at_rest {
            return;
        }
        let (results, begin) = (self.downgrade(), Instant::now());
        let mut waited = false;
        // A frame that is due comes first. After one that took long there is a pause, too: else
        // steps would follow each other on a busy machine, and nothing else would have its turn.
        let priority = glib::Priority::DEFAULT_IDLE;
        let moving = glib::timeout_add_local_full(STEP, priority, move || {
            if begin.elapsed() > 2 * STEP && !replace(&mut waited, true) {
                return glib::ControlFlow::Continue;
            }
            if let Some(results) = results.upgrade() {
                results.imp().moving.take();
                results.step();
            }
            glib::ControlFlow::Break
        });
        imp.moving.replace(Some(moving));
    }

    /// Has some places come or go.
    fn step(&self) {
        let imp = self.imp();
        let (places, games) = (imp.places.get(), imp.found.borrow().len());
        if places > games {
            let going = STRIDE.min(places - games);
            self.tell(places - going, going, 0);
        } else {
            let step = if places < ROWS { STRIDE } else { games };
            self.tell(places, 0, step.min(games - places));
        }
        self.move_on();
    }

    fn stop_moving(&self) {
        if let Some(moving) = self.imp().moving.take() {
            moving.remove();
        }
    }

    /// Has as many places as games now, so that one can choose among all of them.
    pub fn complete(&self) {
        self.stop_moving();
        let (places, games) = (self.imp().places.get(), self.count());
        if places > games {
            self.tell(games, places - games, 0);
        } else {
            self.tell(places, 0, games - places);
        }
    }
}
