//! A collection that is open: its games and their positions, read in the background, and where lists have their games
//! from, these or the saved ones.

use std::cell::{Cell, OnceCell, RefCell};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock, RwLockReadGuard};
use std::time::Duration;

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{
    self, GameText, PositionExplorer, PositionFilter, Query, Slot, asked, collected_path,
    index_collection, name_openings, read_collection,
};

use super::callbacks::{Watched, on, watch_folder};
use super::{PositionIndex, SavedGame, SavedGames, Source, after};
use crate::subclass::{signals, subclass};
use crate::words;

/// Lists follow what is read that often.
const PACE: Duration = Duration::from_millis(150);
/// Files are looked at again when nothing has been written to them for so long.
const QUIET: Duration = Duration::from_millis(500);

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Collection)]
    pub struct Collection {
        pub path: OnceCell<PathBuf>,
        /// The folder in which its positions are kept.
        pub cache: OnceCell<PathBuf>,
        pub games: OnceCell<Arc<RwLock<library::Collection>>>,
        /// Whether it is closed: threads that read it stop.
        pub closed: Arc<AtomicBool>,
        pub exploring: PositionIndex,
        /// Whether the positions are being read.
        pub indexing: Cell<bool>,
        /// Whether the lists are told of changes soon.
        pub changing: Cell<bool>,
        /// What tells of changes in its folders.
        pub monitors: RefCell<Vec<Watched>>,
        /// Whether the files have changed since it was opened.
        #[property(get)]
        pub outdated: Cell<bool>,
        /// How much of it is read, from 0 to 1.
        #[property(get)]
        pub progress: Cell<f64>,
        /// Why some of it cannot be read; empty where all can.
        #[property(get)]
        pub trouble: RefCell<String>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Collection {
        signals!["changed"];

        fn dispose(&self) {
            self.closed.store(true, Ordering::Relaxed);
        }
    }
}

subclass! {
    /// The games of a PGN file, or of a folder of them, as they lie there. Signal `changed`: more of them are listed.
    pub struct Collection(imp::Collection): glib::Object {}
}

impl Collection {
    /// Opens a file or a folder, and begins to read it. What is known of its positions is kept in the folder `cache`.
    ///
    /// # Errors
    /// Why it cannot be opened, in a sentence.
    pub async fn open(path: PathBuf, cache: PathBuf) -> Result<Self, String> {
        let from = path.clone();
        let open = move || library::Collection::open(&from, words::vocabulary());
        let opened = gio::spawn_blocking(open).await;
        let opened = opened.unwrap_or_else(|_| Err(ErrorKind::Other.into()));
        let games = opened.map_err(|error| words::unread_collection(&path, &error))?;
        let collection: Self = glib::Object::new();
        let imp = collection.imp();
        imp.path.set(path).ok();
        imp.cache.set(cache).ok();
        imp.trouble.replace(words::left_out(games.left_out()));
        imp.games.set(Arc::new(RwLock::new(games))).ok();
        collection.read();
        collection.watch();
        Ok(collection)
    }

    /// Takes note of changes of its files.
    fn watch(&self) {
        // What changes while the files are looked at is looked at once more.
        let (changed, changes) = async_channel::bounded(1);
        let watch = |folder: PathBuf| {
            let changed = changed.clone();
            watch_folder(&folder, move |_, _, _| {
                changed.try_send(()).ok();
            })
        };
        let monitors = self.games().folders().into_iter().filter_map(watch);
        self.imp().monitors.replace(monitors.collect());
        let collection = self.downgrade();
        glib::spawn_future_local(async move {
            // The channel closes with the monitors.
            while changes.recv().await.is_ok() {
                glib::timeout_future(QUIET).await;
                while changes.try_recv().is_ok() {
                    glib::timeout_future(QUIET).await;
                }
                let Some(games) = collection.upgrade().map(|open| open.shared().clone()) else {
                    return;
                };
                let look = move || asked(&games).has_changed();
                let changed = gio::spawn_blocking(look).await;
                if let (Some(collection), Ok(Ok(true))) = (collection.upgrade(), changed) {
                    collection.imp().monitors.take();
                    collection.imp().outdated.set(true);
                    collection.notify_outdated();
                    return;
                }
            }
        });
    }

    /// The file, or the folder.
    ///
    /// # Panics
    /// Never: every object is made with one.
    pub fn path(&self) -> &Path {
        self.imp().path.get().expect("made with a path")
    }

    /// What it is called: the name of the file.
    pub fn name(&self) -> String {
        words::collection_name(self.path())
    }

    fn shared(&self) -> &Arc<RwLock<library::Collection>> {
        self.imp().games.get().expect("made with games")
    }

    fn games(&self) -> RwLockReadGuard<'_, library::Collection> {
        asked(self.shared())
    }

    /// Reads the list of its games, off the main thread.
    fn read(&self) {
        let (games, closed) = (self.shared().clone(), self.imp().closed.clone());
        let (parts, heard) = async_channel::bounded(1);
        let reading = gio::spawn_blocking(move || {
            read_collection(&games, &closed, |part| {
                // A reader that does not keep up sees the next part.
                parts.try_send(part).ok();
            })
        });
        let collection = self.downgrade();
        glib::spawn_future_local(async move {
            while let Ok(part) = heard.recv().await {
                let Some(collection) = collection.upgrade() else {
                    return;
                };
                collection.show(part);
                if !collection.imp().changing.replace(true) {
                    after(&collection, PACE, Self::tell);
                }
            }
            let read = reading.await;
            if let Some(collection) = collection.upgrade() {
                if let Err(error) = read.unwrap_or_else(|_| Err(ErrorKind::Other.into())) {
                    let trouble = words::unread_collection(collection.path(), &error);
                    collection.imp().trouble.replace(trouble);
                    collection.notify_trouble();
                }
                collection.show(1.0);
                collection.tell();
            }
        });
    }

    fn show(&self, part: f64) {
        self.imp().progress.set(part);
        self.notify_progress();
    }

    fn tell(&self) {
        self.imp().changing.set(false);
        self.emit_by_name::<()>("changed", &[]);
    }

    /// The file with its positions.
    fn positions(&self) -> PathBuf {
        let cache = self.imp().cache.get().cloned().unwrap_or_default();
        collected_path(&cache, &self.games())
    }

    /// Throws away what is known of its positions.
    fn forget_positions(&self) {
        let path = self.positions();
        // What stays there is overwritten when it is wanted again.
        fs::remove_file(path).ok();
        self.imp().exploring.forget();
        self.imp().indexing.set(false);
    }

    /// Reads no more, and throws away what is known of its positions.
    pub fn close(&self) {
        self.imp().closed.store(true, Ordering::Relaxed);
        self.forget_positions();
    }

    /// How many games are listed.
    pub fn count(&self) -> usize {
        self.games().len()
    }

    /// A game as a list shows it.
    pub fn summary(&self, slot: Slot) -> Option<SavedGame> {
        self.games().summary(slot).map(SavedGame::new)
    }

    /// Where a game is read.
    pub fn text_of(&self, slot: Slot) -> Option<GameText> {
        self.games().text_of(slot)
    }

    /// Where some games are read.
    pub fn texts_of(&self, games: &[Slot]) -> Vec<GameText> {
        let collection = self.games();
        let texts = games.iter().filter_map(|game| collection.text_of(*game));
        texts.collect()
    }

    /// What is imported to have these games among the saved ones.
    pub fn source(&self, games: &[Slot]) -> Source {
        Source::Listed(self.texts_of(games))
    }

    /// What answers questions about its positions; `None` while none of them is known.
    fn explorer(&self) -> Option<PositionExplorer> {
        let imp = self.imp();
        let known = imp.exploring.explorer();
        // Positions are read when all games are: an answer from only some of them would mislead.
        if known.is_none() && imp.progress.get() >= 1.0 && !imp.indexing.replace(true) {
            self.index();
        }
        known.filter(|_| imp.exploring.progress() >= 1.0)
    }

    fn index(&self) {
        let (games, closed) = (self.shared().clone(), self.imp().closed.clone());
        let path = self.positions();
        let (parts, heard) = async_channel::bounded(1);
        let known = games.clone();
        let indexing = gio::spawn_blocking(move || {
            let mut last = None;
            index_collection(&games, &path, &closed, |known, part| {
                last = Some(known);
                parts.try_send(part).ok();
            })?;
            let last = last.ok_or_else(|| io::Error::from(ErrorKind::Other))?;
            if let Err(error) = name_openings(&games, &last) {
                // What is spoilt is made anew at a question about positions.
                tracing::warn!("openings cannot be named: {error}");
            }
            Ok(last)
        });
        let collection = self.downgrade();
        glib::spawn_future_local(async move {
            while let Ok(part) = heard.recv().await {
                let Some(collection) = collection.upgrade() else {
                    return;
                };
                // It is all known when it is answered from.
                collection.imp().exploring.show(part.min(0.99));
            }
            let made = indexing.await;
            if let Some(collection) = collection.upgrade() {
                let made = made.unwrap_or_else(|_| Err(ErrorKind::Other.into()));
                let made = made.map(|positions| PositionExplorer::Collected(known, positions));
                collection.imp().exploring.show(1.0);
                collection.imp().exploring.renew(made);
                // Openings may have names now.
                collection.tell();
            }
        });
    }
}

/// Where a game is that is not among the saved ones.
#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    /// The only one in a file.
    File(PathBuf),
    /// One of a collection.
    Listed(Collection, Slot),
}

impl Origin {
    /// What is imported to have it among the saved ones.
    pub fn source(&self) -> Source {
        match self {
            Self::File(path) => Source::File(path.clone()),
            Self::Listed(collection, slot) => collection.source(&[*slot]),
        }
    }
}

/// What was looked for.
pub(super) struct Answer {
    /// The games, each with the version of what it says.
    pub found: Vec<(Slot, u32)>,
    /// How many have the status that is looked for, found or not.
    pub out_of: usize,
    /// Whether openings are looked for that the tags of some games do not tell.
    pub misses_openings: bool,
}

/// Where a list has its games from.
#[derive(Debug, Clone, PartialEq)]
pub enum GameSource {
    /// The saved games.
    Saved(SavedGames),
    /// A collection.
    Collected(Collection),
}

impl From<&SavedGames> for GameSource {
    fn from(games: &SavedGames) -> Self {
        Self::Saved(games.clone())
    }
}

impl From<&Collection> for GameSource {
    fn from(collection: &Collection) -> Self {
        Self::Collected(collection.clone())
    }
}

impl GameSource {
    /// What has the properties `progress` and `trouble`: how much is read, and why some of it cannot be.
    pub fn reading(&self) -> &glib::Object {
        match self {
            Self::Saved(games) => games.upcast_ref(),
            Self::Collected(collection) => collection.upcast_ref(),
        }
    }

    /// The collection, where it is one.
    pub fn collection(&self) -> Option<&Collection> {
        match self {
            Self::Saved(_) => None,
            Self::Collected(collection) => Some(collection),
        }
    }

    /// Calls back when there are other games, or they say something else.
    pub fn connect_changed(&self, told: impl Fn() + 'static) {
        match self {
            Self::Saved(games) => games.connect_changed(move |_| told()),
            Self::Collected(collection) => {
                on(collection, "changed", move |_: &Collection| told());
            }
        }
    }

    /// A game as a list shows it.
    pub(super) fn summary(&self, slot: Slot) -> Option<SavedGame> {
        match self {
            Self::Saved(games) => games
                .with_catalogue(|catalogue| catalogue.summary(slot))
                .map(SavedGame::new),
            Self::Collected(collection) => collection.summary(slot),
        }
    }

    /// The place of the game that has an id here.
    pub(super) fn slot(&self, id: &str) -> Option<Slot> {
        match self {
            Self::Saved(games) => games.with_catalogue(|catalogue| catalogue.slot(id)),
            Self::Collected(_) => Slot::listed(id),
        }
    }

    /// How many games there are.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Saved(games) => games.count(),
            Self::Collected(collection) => collection.count(),
        }
    }

    /// A number that is another one when the places of games mean others than before.
    pub(super) fn generation(&self) -> u32 {
        match self {
            Self::Saved(games) => games.generation(),
            Self::Collected(_) => 0,
        }
    }

    /// So many names of players, or fewer, that begin as typed: see [`library::Catalogue::names`].
    pub fn names(&self, typed: &str, most: usize) -> Vec<String> {
        match self {
            Self::Saved(games) => games.with_catalogue(|catalogue| catalogue.names(typed, most)),
            Self::Collected(collection) => collection.games().names(typed, most),
        }
    }

    /// What looks for games, on any thread; it gives `None` where `overtaken` is set meanwhile.
    pub(super) fn search(
        &self,
        query: Query,
        overtaken: Arc<AtomicBool>,
    ) -> Box<dyn FnOnce() -> Option<Answer> + Send> {
        match self {
            Self::Saved(games) => {
                let games = games.shared().clone();
                Box::new(move || {
                    let games = asked(&games);
                    let found = games.find_until(&query, &overtaken)?.into_iter();
                    Some(Answer {
                        found: found.map(|slot| (slot, games.version(slot))).collect(),
                        out_of: games.count(query.status),
                        misses_openings: false,
                    })
                })
            }
            Self::Collected(collection) => {
                let games = collection.shared().clone();
                Box::new(move || {
                    let games = asked(&games);
                    let found = games.find(&query, &overtaken)?.into_iter();
                    Some(Answer {
                        // Nothing changes in it, and its games have no status.
                        found: found.map(|slot| (slot, 0)).collect(),
                        out_of: games.len(),
                        misses_openings: games.misses_openings(&query),
                    })
                })
            }
        }
    }

    /// What is known of the positions.
    pub fn exploring(&self) -> &PositionIndex {
        match self {
            Self::Saved(games) => games.exploring(),
            Self::Collected(collection) => &collection.imp().exploring,
        }
    }

    /// What answers questions about positions; `None` while they are read for the first time.
    pub(super) fn explorer(&self) -> Option<PositionExplorer> {
        match self {
            Self::Saved(games) => games.explorer(),
            Self::Collected(collection) => collection.explorer(),
        }
    }

    /// Finds the games that reached what is looked for; `None` while positions are read for the first time.
    pub async fn reached(&self, mut filter: PositionFilter) -> Option<io::Result<PositionFilter>> {
        let explorer = self.explorer()?;
        let find = move || explorer.answer(&mut filter).map(|()| filter);
        let found = gio::spawn_blocking(find).await;
        let found = found.unwrap_or_else(|_| Err(ErrorKind::Other.into()));
        match found {
            Err(error) if self.mends(&error) => None,
            found => Some(found),
        }
    }

    /// Whether what is known of the positions was spoilt, and is made anew.
    pub(super) fn mends(&self, error: &io::Error) -> bool {
        match self {
            Self::Collected(collection) if error.kind() == ErrorKind::InvalidData => {
                tracing::warn!("the positions of {} are spoilt", collection.name());
                collection.forget_positions();
                collection.explorer().is_none()
            }
            _ => false,
        }
    }
}
