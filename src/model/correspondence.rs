//! Correspondence games: who sits at this computer, what may be done here, until when, and what has come from the other
//! computer.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use jiff::Timestamp;
use rank_and_file_core::chess::{Action, Color, Outcome};
use rank_and_file_core::record::log::{
    self, Folder, Loaded, News, OwnSeat, SeatFile, Standing, now,
};

use super::{Game, SavedGame};
use crate::config;
use crate::words;

/// So long after a deadline has passed it is told.
const A_LITTLE: Duration = Duration::from_secs(1);
/// A deadline further away than this is looked at again then.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Who sits at this computer in which game.
#[derive(Debug)]
pub struct Seats {
    file: SeatFile,
    known: RefCell<Option<BTreeMap<String, OwnSeat>>>,
}

thread_local! {
    static SHARED: Rc<Seats> = Rc::new(Seats::at(config::seats_file()));
}

impl Seats {
    /// The seats that all windows share.
    pub fn shared() -> Rc<Self> {
        SHARED.with(Rc::clone)
    }

    /// The seats in the file at `path`.
    pub fn at(path: PathBuf) -> Self {
        Self {
            file: SeatFile::new(path),
            known: RefCell::default(),
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut BTreeMap<String, OwnSeat>) -> T) -> T {
        let mut known = self.known.borrow_mut();
        act(known.get_or_insert_with(|| {
            let read = self.file.read();
            // Who is not known is asked again.
            let read =
                read.inspect_err(|error| tracing::warn!("the seats cannot be read: {error}"));
            read.unwrap_or_default()
        }))
    }

    /// Who sits here in a game, if that was answered.
    pub fn get(&self, game: &str) -> Option<OwnSeat> {
        self.with(|known| known.get(game).copied())
    }

    /// Keeps who sits here in a game.
    pub fn take(&self, game: &str, seat: OwnSeat) {
        self.with(|known| known.insert(game.to_owned(), seat));
        let (file, game) = (self.file.clone(), game.to_owned());
        glib::spawn_future_local(async move {
            let kept = gio::spawn_blocking(move || file.take(&game, seat)).await;
            if let Ok(Err(error)) = kept {
                tracing::error!("who sits here cannot be kept: {error}");
            }
        });
    }

    /// The games that are played from here, each with the own side.
    fn played(&self) -> Vec<(String, Color)> {
        self.with(|known| {
            let played = known.iter();
            let played = played.filter_map(|(id, seat)| Some((id.clone(), seat.side()?)));
            played.collect()
        })
    }
}

impl SavedGame {
    /// The side of a correspondence game that is played at this computer; `None` in another game.
    pub fn own_side(&self) -> Option<Color> {
        Seats::shared().get(&self.summary().entry.id)?.side()
    }
}

impl Game {
    /// Takes up who sits here, where that matters and is known.
    pub(super) fn sit_down(self) -> Self {
        let seat = self
            .header()
            .correspondence
            .and(Seats::shared().get(&self.id()));
        if let Some(seat) = seat {
            self.imp().played.borrow_mut().sit_here(seat);
        }
        self.await_deadline();
        self
    }

    /// Takes note of who sits here, and shows what that one may do.
    pub fn sit_here(&self, seat: OwnSeat) {
        self.imp().played.borrow_mut().sit_here(seat);
        self.await_deadline();
        self.tell_viewed();
    }

    /// Whether it has to be asked who sits here, before anything can be played.
    pub fn wants_seat(&self) -> bool {
        let played = self.played();
        !self.is_closed() && played.is_correspondence() && played.own_seat().is_none()
    }

    /// Whether an action is for a person at this computer to do, as far as turns go.
    pub fn may(&self, action: &Action) -> bool {
        self.played().withheld(action).is_none()
    }

    /// The only side that is played by a person at this computer; `None` where both are, or neither is.
    pub fn own_side(&self) -> Option<Color> {
        let seat = self.played().own_seat().and_then(OwnSeat::side);
        seat.or(self.header().person())
    }

    /// Until when the player to move has time; `None` where there is no hurry.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.played().deadline()
    }

    /// What is said of that, if anything.
    pub(super) fn deadline_said(&self) -> Option<String> {
        let turn = self.with_game(rank_and_file_core::chess::Game::turn);
        let overdue = self.is_overdue();
        self.deadline()
            .map(|time| words::deadline(self.header(), turn, time, overdue))
    }

    /// Whether the player to move has had more time than was agreed.
    pub fn is_overdue(&self) -> bool {
        self.played().is_overdue()
    }

    /// How the game ends if it is claimed on time here; `None` where the opponent still has time, or is not to move.
    pub fn time_claim(&self) -> Option<Outcome> {
        self.played().time_claim().filter(|_| !self.is_closed())
    }

    /// Ends the game on time, if the move of the opponent is overdue.
    pub fn claim_on_time(&self) {
        if let Some(outcome) = self.time_claim() {
            self.act(Action::Conclude(outcome)).ok();
        }
    }

    /// Shows that a deadline has passed, as soon as it has.
    pub(super) fn await_deadline(&self) {
        let timer = &self.imp().overdue;
        let deadline = self.deadline().filter(|_| !self.is_overdue());
        let Some(deadline) = deadline else {
            return timer.stop();
        };
        let left = Duration::try_from(deadline.duration_since(now())).unwrap_or_default();
        timer.set(self, left.min(A_DAY) + A_LITTLE, |game| {
            if game.is_overdue() && !game.is_closed() {
                if game.viewer().is_live() {
                    game.tell_viewed();
                } else {
                    game.emit_by_name::<()>("changed", &[]);
                }
            }
            game.await_deadline();
        });
    }
}

/// What the opponent has done in a game, to be told by the desktop.
#[derive(Debug, Clone)]
pub struct Arrival {
    /// The id of the game.
    pub id: String,
    /// What it is.
    pub news: News,
    /// The game as it stands.
    pub loaded: Loaded,
    /// The side that is played here.
    pub own: Color,
}

/// What a file was like when it was read: its length, and when it was changed.
type Stamp = (u64, i64, i64);

/// What is known of a log: what its file was like, and how the game stood.
#[derive(Debug, Clone, Copy)]
struct Seen {
    stamp: Stamp,
    standing: Standing,
}

/// Finds out what has come from other computers. What is there at the first look is no news.
#[derive(Debug, Default)]
pub struct Arrivals {
    seen: RefCell<HashMap<String, Seen>>,
    /// Whether it is being looked, and whether something has changed since.
    looking: Cell<Option<bool>>,
}

impl Arrivals {
    /// Looks at the games of the folder that are played from here, and calls `tell` once for whatever an opponent has
    /// done since the last look.
    pub fn look(self: &Rc<Self>, folder: &Folder, seats: &Seats, tell: impl Fn(Arrival) + 'static) {
        let (played, folder) = (seats.played(), folder.clone());
        if played.is_empty() {
            return;
        }
        let arrivals = self.clone();
        if arrivals.looking.get().is_some() {
            arrivals.looking.set(Some(true));
            return;
        }
        arrivals.looking.set(Some(false));
        glib::spawn_future_local(async move {
            loop {
                let seen = arrivals.seen.borrow().clone();
                let (games, folder) = (played.clone(), folder.clone());
                let looked = gio::spawn_blocking(move || look_at(&games, &folder, seen)).await;
                if let Ok((seen, come)) = looked {
                    arrivals.seen.replace(seen);
                    come.into_iter().for_each(&tell);
                }
                if arrivals.looking.replace(Some(false)) != Some(true) {
                    arrivals.looking.take();
                    return;
                }
            }
        });
    }
}

/// What is known of the games now, and what has come.
fn look_at(
    games: &[(String, Color)],
    folder: &Folder,
    mut seen: HashMap<String, Seen>,
) -> (HashMap<String, Seen>, Vec<Arrival>) {
    let mut come = Vec::new();
    for (id, own) in games {
        let path = folder.entry(id.clone()).path;
        let before = seen.get(id).copied();
        let Some(stamp) = stamp_of(&path) else {
            continue;
        };
        if before.is_some_and(|before| before.stamp == stamp) {
            continue;
        }
        // A file that is not whole yet is read when the rest has come.
        let Ok(loaded) = log::read(&path) else {
            continue;
        };
        let standing = Standing::of(&loaded.game);
        seen.insert(id.clone(), Seen { stamp, standing });
        let news = before.and_then(|before| before.standing.news(&loaded.game, *own));
        come.extend(news.map(|news| Arrival {
            id: id.clone(),
            news,
            loaded,
            own: *own,
        }));
    }
    (seen, come)
}

fn stamp_of(path: &Path) -> Option<Stamp> {
    let file = fs::metadata(path).ok()?;
    Some((file.size(), file.mtime(), file.mtime_nsec()))
}
