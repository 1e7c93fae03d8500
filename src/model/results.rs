//! The games that are looked for, as a list that makes its items when they are wanted.
//!
//! A view makes some two hundred rows for whatever it is given, most of them out of sight, and
//! making or unmaking them takes longer than finding the games. So when something else is looked
//! for, the games change places and the rows stay; and where there are more places or fewer than
//! before, they come and go a few at a time. What happens to the games themselves is told as what
//! it is: games that come, go, or move.

use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::mem::replace;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{Query, Slot};

use super::{GameSource, ListPlace, SavedGame};
use crate::model::weak;
use crate::subclass::subclass;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct GameResults {
        pub games: OnceCell<GameSource>,
        pub query: RefCell<Query>,
        /// Whether what is found next was looked for anew, and is not the same with more games.
        pub anew: Cell<bool>,
        /// Whether what is looked for off the main thread is not wanted any more.
        pub overtaken: RefCell<Arc<AtomicBool>>,
        pub found: RefCell<Vec<Found>>,
        /// How many places the list has: as many as games, once it has come to rest.
        pub places: Cell<usize>,
        /// The places that are held, by their position.
        pub held: RefCell<HashMap<usize, glib::WeakRef<ListPlace>>>,
        /// Places in which other games are about to stand, the next ones last.
        pub waiting: RefCell<Vec<(usize, ListPlace)>>,
        pub moving: RefCell<Option<glib::SourceId>>,
    }

    impl ObjectImpl for GameResults {
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
                let place = ListPlace::new(self.obj().game(position));
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

/// A game with the version of what it says.
type Found = (Slot, u32);

/// More than a view makes rows for.
const ROWS: usize = 256;
/// So many places have their games at once: as many cards as an ordinary window shows.
const SCREEN: usize = 12;
/// So many places are new at once: making rows takes longer than filling them.
const FIRST: usize = 6;
/// After this, more places are filled, come or go.
const STEP: Duration = Duration::from_millis(25);
/// So many at once, few enough that no frame takes long.
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
    /// The games that are looked for: a list of [`ListPlace`].
    pub struct GameResults(imp::GameResults): glib::Object, implementing gio::ListModel {}
}

impl GameResults {
    /// The games that are looked for, as a list that follows what happens to them.
    pub fn new(games: impl Into<GameSource>, query: Query) -> Self {
        let (results, games): (Self, GameSource) = (glib::Object::new(), games.into());
        results.imp().games.set(games.clone()).ok();
        results.set_query(query);
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
        self.look(true);
    }

    /// Finds the games, the saved ones at once, those of a collection off the main thread: where something else is
    /// looked for before they are found, they are not shown.
    fn look(&self, anew: bool) {
        let imp = self.imp();
        let overtaken = Arc::new(AtomicBool::new(false));
        let before = imp.overtaken.replace(overtaken.clone());
        before.store(true, Ordering::Relaxed);
        let query = imp.query.borrow().clone();
        match imp.games.get().cloned() {
            None => {}
            Some(GameSource::Saved(games)) => {
                let found = games.with_catalogue(|catalogue| {
                    let slots = catalogue.find(&query);
                    let with_version = |slot| (slot, catalogue.version(slot));
                    slots.into_iter().map(with_version).collect()
                });
                self.take(found, anew);
            }
            Some(GameSource::Collected(collection)) => {
                // What was to be shown anew, and is overtaken, still is.
                imp.anew.set(imp.anew.get() || anew);
                let results = self.downgrade();
                glib::spawn_future_local(async move {
                    let found = collection.find(query, overtaken.clone()).await;
                    let results = results
                        .upgrade()
                        .filter(|_| !overtaken.load(Ordering::Relaxed));
                    if let Some((results, found)) = results.zip(found) {
                        let found = found.into_iter().map(|slot| (slot, 0)).collect();
                        results.take(found, results.imp().anew.take());
                    }
                });
            }
        }
    }

    fn take(&self, found: Vec<Found>, anew: bool) {
        match anew {
            true => self.show_anew(found),
            false => self.follow(found),
        }
    }

    fn show_anew(&self, found: Vec<Found>) {
        let imp = self.imp();
        imp.found.replace(found);
        let held: Vec<(usize, ListPlace)> = {
            let held = imp.held.borrow();
            let alive = held
                .iter()
                .filter_map(|(position, place)| Some((*position, place.upgrade()?)));
            alive.collect()
        };
        let (seen, mut waiting): (Vec<_>, Vec<_>) = held
            .into_iter()
            .partition(|(position, _)| *position < SCREEN);
        self.fill(seen);
        waiting.sort_unstable_by_key(|(position, _)| Reverse(*position));
        imp.waiting.replace(waiting);
        self.settle();
    }

    /// Has the games stand where they belong.
    fn fill(&self, places: Vec<(usize, ListPlace)>) {
        for (position, place) in places {
            place.set_game(self.game(number(position)));
        }
    }

    /// How many games are found.
    pub fn count(&self) -> usize {
        self.imp().found.borrow().len()
    }

    /// How many games stand on the shelf, found or not.
    pub fn out_of(&self) -> usize {
        let shelf = self.query().shelf;
        self.source().map_or(0, |games| games.count(shelf))
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
    fn follow(&self, found: Vec<Found>) {
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
        let moved = imp.held.take().into_iter().filter_map(|(position, place)| {
            if position < start {
                Some((position, place))
            } else {
                // What stood in the stretch is gone.
                let behind = position.checked_sub(start + removed)?;
                Some((start + added + behind, place))
            }
        });
        let moved = moved.collect();
        imp.held.replace(moved);
        self.items_changed(number(start), number(removed), number(added));
    }

    /// Has as many places as games, soon. Places for which a view has no rows come and go at once.
    fn settle(&self) {
        self.stop_moving();
        let imp = self.imp();
        let (places, games) = (imp.places.get(), imp.found.borrow().len());
        if games >= places {
            let at_once = if places >= ROWS {
                games
            } else {
                games.min(FIRST.max(places))
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
        if at_rest && imp.waiting.borrow().is_empty() {
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

    /// Fills some places, and has some come or go.
    fn step(&self) {
        let imp = self.imp();
        let soon = {
            let mut waiting = imp.waiting.borrow_mut();
            let rest = waiting.len().saturating_sub(STRIDE);
            waiting.split_off(rest)
        };
        self.fill(soon);
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
        self.fill(self.imp().waiting.take());
        let (places, games) = (self.imp().places.get(), self.count());
        if places > games {
            self.tell(games, places - games, 0);
        } else {
            self.tell(places, 0, games - places);
        }
    }
}
