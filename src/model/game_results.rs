//! The games that somebody looks for, as a list that makes its items when they are wanted.
//!
//! A view makes some two hundred rows for whatever it is given, most of them out of sight, and
//! making or unmaking them takes longer than finding the games. So when something else is looked
//! for, the games change seats and the rows stay; and where there are more seats or fewer than
//! before, they come and go a few at a time. What happens to the games themselves is told as what
//! it is: games that come, go, or move.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::time::Duration;

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{Query, Slot};

use super::{SavedGame, SavedGames, Seat};

/// A game with the version of what it says.
type Found = (Slot, u32);

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct GameResults {
        pub games: OnceCell<SavedGames>,
        pub query: RefCell<Query>,
        pub found: RefCell<Vec<Found>>,
        /// How many seats the list has: as many as games, once it has come to rest.
        pub seats: Cell<usize>,
        /// The seats that somebody holds, by their place.
        pub held: RefCell<HashMap<usize, glib::WeakRef<Seat>>>,
        /// Seats out of sight in which other games are about to sit.
        pub waiting: RefCell<Vec<(usize, Seat)>>,
        pub moving: RefCell<Option<glib::SourceId>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for GameResults {
        const NAME: &'static str = "RfGameResults";
        type Type = super::GameResults;
        type Interfaces = (gio::ListModel,);
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
            Seat::static_type()
        }

        fn n_items(&self) -> u32 {
            number(self.seats.get())
        }

        fn item(&self, position: u32) -> Option<glib::Object> {
            let place = position as usize;
            if place >= self.seats.get() {
                return None;
            }
            let held = self
                .held
                .borrow()
                .get(&place)
                .and_then(glib::WeakRef::upgrade);
            let seat = held.unwrap_or_else(|| {
                let seat = Seat::new(self.obj().game(position).as_ref());
                let mut held = self.held.borrow_mut();
                if held.len() >= 2 * ROWS {
                    held.retain(|_, seat| seat.upgrade().is_some());
                }
                held.insert(place, seat.downgrade());
                seat
            });
            Some(seat.upcast())
        }
    }
}

/// More than a view makes rows for.
const ROWS: usize = 256;
/// More rows than fit on a screen.
const SCREEN: usize = 48;
/// So many new rows are made at once: what one sees first.
const FIRST: usize = 24;
/// After this, seats come or go.
const STEP: Duration = Duration::from_millis(25);
/// So many at once, few enough that no frame takes long.
const STRIDE: usize = 12;

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

glib::wrapper! {
    /// The games that somebody looks for: a list of [`Seat`].
    pub struct GameResults(ObjectSubclass<imp::GameResults>)
        @implements gio::ListModel;
}

impl GameResults {
    pub(super) fn new(games: &SavedGames, query: Query) -> Self {
        let results: Self = glib::Object::new();
        results.imp().games.set(games.clone()).ok();
        results.set_query(query);
        games.connect_changed(glib::clone!(
            #[weak]
            results,
            move || results.follow()
        ));
        results
    }

    /// What is looked for.
    #[must_use]
    pub fn query(&self) -> Query {
        self.imp().query.borrow().clone()
    }

    /// Looks for something else. Whoever has chosen places of the list must choose anew.
    pub fn set_query(&self, query: Query) {
        let imp = self.imp();
        imp.query.replace(query);
        imp.found.replace(self.find());
        let held: Vec<(usize, Seat)> = {
            let held = imp.held.borrow();
            let alive = held
                .iter()
                .filter_map(|(place, seat)| Some((*place, seat.upgrade()?)));
            alive.collect()
        };
        let (seen, waiting): (Vec<_>, Vec<_>) =
            held.into_iter().partition(|(place, _)| *place < SCREEN);
        self.seat(seen);
        imp.waiting.replace(waiting);
        self.seat_all();
    }

    /// Seats the games that belong there.
    fn seat(&self, seats: Vec<(usize, Seat)>) {
        for (place, seat) in seats {
            seat.set_game(self.game(number(place)));
        }
    }

    /// How many games are found.
    #[must_use]
    pub fn count(&self) -> usize {
        self.imp().found.borrow().len()
    }

    /// The game at a place.
    #[must_use]
    pub fn game(&self, place: u32) -> Option<SavedGame> {
        let (slot, _) = *self.imp().found.borrow().get(place as usize)?;
        let games = self.imp().games.get()?;
        games
            .with_catalogue(|catalogue| catalogue.summary(slot))
            .map(SavedGame::new)
    }

    /// Every game that is found.
    #[must_use]
    pub fn all(&self) -> Vec<SavedGame> {
        (0..number(self.count()))
            .filter_map(|place| self.game(place))
            .collect()
    }

    fn find(&self) -> Vec<Found> {
        let imp = self.imp();
        let Some(games) = imp.games.get() else {
            return Vec::new();
        };
        games.with_catalogue(|catalogue| {
            let slots = catalogue.find(&imp.query.borrow());
            let with_version = |slot| (slot, catalogue.version(slot));
            slots.into_iter().map(with_version).collect()
        })
    }

    /// Finds the games anew after something has happened to them, and tells only of the stretch in
    /// which something is different.
    fn follow(&self) {
        let imp = self.imp();
        self.complete();
        let found = self.find();
        let (start, removed, added) = {
            let old = imp.found.borrow();
            let alike = |(a, b): &(&Found, &Found)| a == b;
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
        if start == 0 && removed == 0 && imp.seats.get() == 0 {
            // The first ones come as many do.
            self.seat_all();
        } else {
            self.tell(start, removed, added);
        }
    }

    /// Tells of seats that come and go, and moves those behind them.
    fn tell(&self, start: usize, removed: usize, added: usize) {
        if removed == 0 && added == 0 {
            return;
        }
        let imp = self.imp();
        imp.seats.set(imp.seats.get() + added - removed);
        let moved = imp.held.take().into_iter().filter_map(|(place, seat)| {
            if place < start {
                Some((place, seat))
            } else {
                // What stood in the stretch is gone.
                let behind = place.checked_sub(start + removed)?;
                Some((start + added + behind, seat))
            }
        });
        let moved = moved.collect();
        imp.held.replace(moved);
        self.items_changed(number(start), number(removed), number(added));
    }

    /// Has as many seats as games, soon. Seats for which a view has no rows come and go at once.
    fn seat_all(&self) {
        self.stop_moving();
        let imp = self.imp();
        let (seats, games) = (imp.seats.get(), imp.found.borrow().len());
        if games >= seats {
            let at_once = if seats >= ROWS {
                games
            } else {
                games.min(FIRST.max(seats))
            };
            self.tell(seats, 0, at_once - seats);
        } else {
            let kept = seats.min(ROWS.max(games));
            self.tell(kept, seats - kept, 0);
        }
        self.move_on();
    }

    fn move_on(&self) {
        let imp = self.imp();
        let at_rest = imp.seats.get() == imp.found.borrow().len();
        if at_rest && imp.waiting.borrow().is_empty() {
            return;
        }
        let results = self.downgrade();
        let moving = glib::timeout_add_local_once(STEP, move || {
            let Some(results) = results.upgrade() else {
                return;
            };
            let imp = results.imp();
            imp.moving.take();
            let waiting = {
                let mut waiting = imp.waiting.borrow_mut();
                let rest = waiting.len().saturating_sub(STRIDE);
                waiting.split_off(rest)
            };
            results.seat(waiting);
            let (seats, games) = (imp.seats.get(), imp.found.borrow().len());
            if seats > games {
                let going = STRIDE.min(seats - games);
                results.tell(seats - going, going, 0);
            } else {
                let step = if seats < ROWS { STRIDE } else { games };
                results.tell(seats, 0, step.min(games - seats));
            }
            results.move_on();
        });
        imp.moving.replace(Some(moving));
    }

    fn stop_moving(&self) {
        if let Some(moving) = self.imp().moving.take() {
            moving.remove();
        }
    }

    /// Has as many seats as games now, for whoever wants to choose among all of them.
    pub fn complete(&self) {
        self.stop_moving();
        self.seat(self.imp().waiting.take());
        let (seats, games) = (self.imp().seats.get(), self.count());
        if seats > games {
            self.tell(games, seats - games, 0);
        } else {
            self.tell(seats, 0, games - seats);
        }
    }
}
