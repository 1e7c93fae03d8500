//! The saved games of the user: one catalogue for all windows, which a thread of its own keeps as the folder is, and a
//! game as a list shows it.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use async_channel::{Receiver, Sender};
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{
    AliasFile, Batch, Catalogue, Healed, Healing, Hindrance, Players, Query, Summary, asked,
    is_copy,
};
use rank_and_file_core::record::log::{Folder, LogEntry};

use super::callbacks::{Watched, on, watch_folder, weak};
use super::librarian::{Librarian, News};
use super::{Imported, Importing, PositionIndex, Source, after};
use crate::subclass::{signals, subclass};
use crate::words;

/// Lists follow what happens in the folder that often.
const PACE: Duration = Duration::from_millis(150);
/// More files than that at once, and the whole folder is compared.
const MANY: usize = 2_000;

/// With fewer games than can be compared with their folder in this time, what is found is level with it.
const PATIENCE: Duration = Duration::from_millis(30);

/// What is told of a folder that stays where it is.
const NO_REPLACEMENT: [gio::FileMonitorEvent; 3] = [
    gio::FileMonitorEvent::Changed,
    gio::FileMonitorEvent::ChangesDoneHint,
    gio::FileMonitorEvent::AttributeChanged,
];

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

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::SavedGames)]
    pub struct SavedGames {
        pub folder: OnceCell<Folder>,
        pub index: OnceCell<PathBuf>,
        /// Where it is kept who was renamed.
        pub players_file: OnceCell<AliasFile>,
        /// Full while that file is read or written, but for the librarian's reading.
        pub players_file_turn: OnceCell<(Sender<()>, Receiver<()>)>,
        /// Whether what it says has been taken over since the librarian read it.
        pub players_seen: Cell<bool>,
        /// All players of the saved games, until something changes.
        pub players: RefCell<Option<Rc<Players>>>,
        /// Changed by the main thread alone, which waits for those who look for games meanwhile.
        pub catalogue: OnceCell<Arc<RwLock<Catalogue>>>,
        /// How often another catalogue has taken its place.
        pub generation: Cell<u32>,
        pub librarian: OnceCell<Librarian>,
        pub importing: Importing,
        /// What is known of the positions.
        pub exploring: PositionIndex,
        /// What watches the folder, and the two in which it lies. Where none of them can be watched, lists are
        /// up to date when opened.
        pub monitors: RefCell<Vec<Watched>>,
        /// Whether the folder is soon watched anew, as it may be another one now.
        pub replacing: Cell<bool>,
        /// Ids of logs in which something has happened since the librarian was last told.
        pub touched: RefCell<HashSet<String>>,
        pub telling: Cell<bool>,
        /// Whether the librarian is to look for copies, too: one has come, or the game of one was open.
        pub healing: Cell<bool>,
        /// What was done about copies that a program for syncing had left, until a window has told it.
        pub healed: RefCell<Vec<Healed>>,
        /// Whether the lists are told of changes soon.
        pub changing: Cell<bool>,
        /// Games that leave the lists and are about to go to the trash.
        pub leaving: RefCell<HashMap<String, Summary>>,
        /// Open while games are on their way into the trash.
        pub trashing: RefCell<Option<Receiver<()>>>,
        /// Whether all games are known, if only as the index remembers them.
        #[property(get)]
        pub known: Cell<bool>,
        /// Whether the folder is being read.
        #[property(get)]
        pub loading: Cell<bool>,
        /// How much of what has to be read is read, from 0 to 1.
        #[property(get)]
        pub progress: Cell<f64>,
        /// Why the folder cannot be read, or what lies there that is not shown; empty where all is well.
        #[property(get)]
        pub trouble: RefCell<String>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for SavedGames {
        signals!["changed"; "healed"; "copies-wait"];
    }
}

subclass! {
    /// Every saved game. Signals: `changed` (there are others now, or they say something else), `healed` (copies that a
    /// program for syncing had left are gone), `copies-wait` (there are copies of games that are open).
    pub struct SavedGames(imp::SavedGames): glib::Object {}
}

impl SavedGames {
    /// The games in a folder, with the index at `index`. Nothing is read before
    /// [`SavedGames::load`].
    pub fn new(folder: Folder, index: PathBuf) -> Self {
        let games: Self = glib::Object::new();
        let imp = games.imp();
        let catalogue = Catalogue::new(folder.clone(), words::vocabulary());
        imp.catalogue.set(Arc::new(RwLock::new(catalogue))).ok();
        imp.folder.set(folder).ok();
        imp.index.set(index).ok();
        games
    }

    /// Where the games are kept.
    ///
    /// # Panics
    /// Never: every object is made with a folder.
    pub fn folder(&self) -> &Folder {
        self.imp().folder.get().expect("made with a folder")
    }

    /// Brings the lists level with the folder, off the main thread. The first time this also
    /// begins to watch the folder.
    pub fn load(&self) {
        if self.imp().librarian.get().is_some() {
            self.look_at_players();
        }
        let librarian = self.imp().librarian.get_or_init(|| self.employ());
        self.set_loading(true);
        librarian.scan();
        if self.imp().monitors.borrow().is_empty() {
            self.watch();
        }
    }

    fn employ(&self) -> Librarian {
        let index = self.imp().index.get().cloned().unwrap_or_default();
        let players = self.imp().players_file.get().cloned();
        let (librarian, news) = Librarian::new(self.folder().clone(), index, players);
        let games = self.downgrade();
        glib::spawn_future_local(async move {
            while let Ok(news) = news.recv().await {
                let Some(games) = games.upgrade() else { break };
                games.hear(news);
            }
        });
        librarian
    }

    fn hear(&self, news: News) {
        let imp = self.imp();
        match news {
            News::Newest(catalogue) => self.remember(*catalogue),
            News::Known(catalogue) => {
                // An index without games may be one that is not made yet.
                let known = !catalogue.is_empty();
                self.remember(*catalogue);
                if known {
                    self.set_known();
                }
            }
            News::Step(batch) => {
                let Batch {
                    read,
                    mut gone,
                    unread,
                    done,
                    total,
                } = batch;
                let part = if total == 0 {
                    1.0
                } else {
                    done as f64 / total as f64
                };
                if imp.progress.replace(part) != part {
                    self.notify_progress();
                }
                for (id, error) in unread {
                    tracing::warn!("{id}: {error}");
                    gone.push(id);
                }
                self.update(read, &gone);
            }
            News::Healed(healing) => self.take_note(&healing),
            News::AllKnown(result) => {
                let trouble = match result {
                    Ok(copies) => words::conflict_copies(&copies),
                    Err(error) => words::io_error(&error),
                };
                if *imp.trouble.borrow() != trouble {
                    imp.trouble.replace(trouble);
                    self.notify_trouble();
                }
                self.tell_lists();
                self.set_known();
                self.set_loading(false);
                self.make_explorer();
            }
        }
    }

    /// Has a window tell what was done about copies.
    fn take_note(&self, healing: &Healing) {
        for (path, why) in &healing.left {
            tracing::info!("{}: {why}", path.display());
        }
        let mut left = healing.left.iter();
        let waits = left.any(|(_, why)| matches!(why, Hindrance::Open));
        self.imp().healing.set(waits);
        if waits {
            self.emit_by_name::<()>("copies-wait", &[]);
        }
        if healing.done.contains(&Healed::Players) {
            self.look_at_players();
        }
        if !healing.done.is_empty() {
            self.imp().healed.borrow_mut().extend(healing.done.clone());
            self.emit_by_name::<()>("healed", &[]);
        }
    }

    /// What was done about copies that a program for syncing had left, to be told once.
    pub fn take_healed(&self) -> Vec<Healed> {
        self.imp().healed.take()
    }

    /// Calls back when there is something of that to tell.
    pub fn connect_healed(&self, told: impl Fn(&Self) + 'static) {
        on(self, "healed", told);
    }

    /// Calls back when copies wait until their games are left, which may go on in them.
    pub fn connect_copies_wait(&self, told: impl Fn(&Self) + 'static) {
        on(self, "copies-wait", told);
    }

    /// Takes over what the index says.
    fn remember(&self, mut catalogue: Catalogue) {
        let imp = self.imp();
        if imp.players_seen.get() {
            let aliases = self.with_catalogue(|old| old.aliases().clone());
            catalogue.rename(aliases);
        }
        self.change_catalogue(|known| *known = catalogue);
        imp.generation.set(imp.generation.get().wrapping_add(1));
        imp.players.take();
        imp.exploring.outdate();
        let leaving: Vec<String> = imp.leaving.borrow().keys().cloned().collect();
        self.update(Vec::new(), &leaving);
        self.tell_lists();
    }

    /// Takes over what was read; games that are on their way to the trash stay off the lists.
    pub(super) fn update(&self, mut read: Vec<Summary>, gone: &[String]) {
        let imp = self.imp();
        {
            let mut leaving = imp.leaving.borrow_mut();
            read.retain(|summary| match leaving.get_mut(&summary.entry.id) {
                Some(kept) => {
                    *kept = summary.clone();
                    false
                }
                None => true,
            });
        }
        if read.is_empty() && gone.is_empty() {
            return;
        }
        self.change_catalogue(|catalogue| catalogue.update(read, gone));
        imp.players.take();
        imp.exploring.outdate();
        self.tell_lists_soon();
    }

    fn tell_lists_soon(&self) {
        if !self.imp().changing.replace(true) {
            after(self, PACE, Self::tell_lists);
        }
    }

    pub(super) fn tell_lists(&self) {
        self.imp().changing.set(false);
        self.emit_by_name::<()>("changed", &[]);
    }

    fn set_known(&self) {
        if !self.imp().known.replace(true) {
            self.notify_known();
        }
    }

    fn set_loading(&self, loading: bool) {
        if self.imp().loading.replace(loading) != loading {
            self.notify_loading();
        }
    }

    /// Watches the folder for what others do in it, and what this process writes; and the two in which it lies, as it may
    /// be deleted or replaced by another, alone or with the one in which it lies.
    fn watch(&self) {
        // GLib goes on with what it watches under a path, though another folder may lie there now.
        self.imp().monitors.take();
        let watched = self.folder().path().ancestors().take(3);
        let monitors = watched.filter_map(|path| self.monitor(path)).collect();
        self.imp().monitors.replace(monitors);
    }

    fn monitor(&self, path: &Path) -> Option<Watched> {
        watch_folder(
            path,
            weak!(self, |games, file, other, event| {
                let folder = games.folder().path();
                for path in [Some(file), other]
                    .into_iter()
                    .flatten()
                    .filter_map(gio::File::path)
                {
                    match folder.ancestors().take(2).any(|watched| watched == path) {
                        true if !NO_REPLACEMENT.contains(&event) => games.watch_anew(),
                        true => {}
                        false => games.touch(&path),
                    }
                }
            }),
        )
    }

    /// Watches what lies there now, and brings the lists level with it.
    fn watch_anew(&self) {
        if self.imp().replacing.replace(true) {
            return;
        }
        after(self, PACE, |games| {
            games.imp().replacing.set(false);
            games.watch();
            games.load();
        });
    }

    fn touch(&self, path: &Path) {
        let (id, copy) = (Folder::id_of(path), is_copy(path));
        let imp = self.imp();
        if imp.importing.running() || (id.is_none() && !copy) {
            // After an import, everything is looked at when all of it is there.
            return;
        }
        imp.touched.borrow_mut().extend(id);
        imp.healing.set(imp.healing.get() || copy);
        if !imp.telling.replace(true) {
            after(self, PACE, Self::tell_librarian);
        }
    }

    fn tell_librarian(&self) {
        let imp = self.imp();
        imp.telling.set(false);
        let touched: Vec<String> = imp.touched.take().into_iter().collect();
        if let Some(librarian) = imp.librarian.get() {
            if touched.len() > MANY {
                librarian.scan();
            } else {
                librarian.look_at(touched);
                if imp.healing.take() {
                    librarian.heal();
                }
            }
        }
    }

    /// All games, as threads share them.
    ///
    /// # Panics
    /// Never: every object is made with a catalogue.
    pub(super) fn shared(&self) -> &Arc<RwLock<Catalogue>> {
        self.imp().catalogue.get().expect("made with a catalogue")
    }

    /// A number that is another one when the places of games in the catalogue mean others than before.
    pub(super) fn generation(&self) -> u32 {
        self.imp().generation.get()
    }

    /// Does something with the catalogue.
    pub(super) fn with_catalogue<T>(&self, look: impl FnOnce(&Catalogue) -> T) -> T {
        look(&asked(self.shared()))
    }

    /// Changes the catalogue.
    pub(super) fn change_catalogue<T>(&self, change: impl FnOnce(&mut Catalogue) -> T) -> T {
        let catalogue = self.shared().write();
        change(&mut catalogue.unwrap_or_else(PoisonError::into_inner))
    }

    /// The import that is under way, if one is.
    pub fn importing(&self) -> &Importing {
        &self.imp().importing
    }

    /// Imports games, and has them on the lists. `None` where another import is under way.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub async fn import(&self, sources: Vec<Source>) -> Option<std::io::Result<Imported>> {
        let librarian = self.imp().librarian.get_or_init(|| self.employ());
        let done = self.importing().run(sources, librarian).await;
        // For other changes in the folder meanwhile.
        self.load();
        done
    }

    /// Calls back when there are other games, or they say something else.
    pub fn connect_changed(&self, told: impl Fn(&Self) + 'static) {
        on(self, "changed", told);
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.with_catalogue(Catalogue::len)
    }
}

/// What is asked of the games, once they are known.
impl SavedGames {
    /// Waits until the games are known, if only as the index remembers them where the folder has
    /// many; has them read where they were not asked for yet.
    pub async fn once_known(&self) {
        if self.imp().librarian.get().is_none() {
            self.load();
        }
        if self.known() {
            return;
        }
        let (sender, told) = async_channel::bounded(1);
        let tell = move || {
            sender.try_send(()).ok();
        };
        let late = tell.clone();
        let handlers = [
            self.connect_known_notify(move |_| {
                glib::timeout_add_local_once(PATIENCE, late.clone());
            }),
            self.connect_loading_notify(move |_| tell()),
        ];
        told.recv().await.ok();
        for handler in handlers {
            self.disconnect(handler);
        }
    }

    /// The first of the games that are looked for, at most `most`.
    pub fn found(&self, query: &Query, most: usize) -> Vec<SavedGame> {
        self.with_catalogue(|catalogue| {
            let slots = catalogue.find(query).into_iter().take(most);
            let summaries = slots.filter_map(|slot| catalogue.summary(slot));
            summaries.map(SavedGame::new).collect()
        })
    }

    /// The game with this id.
    pub fn by_id(&self, id: &str) -> Option<SavedGame> {
        self.with_catalogue(|catalogue| catalogue.summary(catalogue.slot(id)?))
            .map(SavedGame::new)
    }

    /// The game with this fingerprint, once the games are level with their folder.
    pub async fn copy_of(&self, fingerprint: u64) -> Option<SavedGame> {
        let (sender, told) = async_channel::bounded(1);
        let handler = self.connect_loading_notify(move |games| {
            if !games.loading() {
                sender.try_send(()).ok();
            }
        });
        if self.loading() {
            told.recv().await.ok();
        }
        self.disconnect(handler);
        self.with_catalogue(|catalogue| catalogue.summary(catalogue.copy_of(fingerprint)?))
            .map(SavedGame::new)
    }

    /// The newest game that can be continued.
    pub fn last_unfinished(&self) -> Option<SavedGame> {
        self.with_catalogue(|catalogue| {
            let slot = catalogue.newest_unfinished();
            slot.and_then(|slot| catalogue.summary(slot))
        })
        .map(SavedGame::new)
    }
}

/// Games on their way into the desktop's trash, and back.
impl SavedGames {
    /// Takes games off the lists, to be put into the trash or brought back.
    pub fn take_off(&self, games: &[SavedGame]) {
        let ids: Vec<String> = games.iter().map(SavedGame::id).collect();
        let mut leaving = self.imp().leaving.borrow_mut();
        leaving.extend(games.iter().map(|game| (game.id(), game.summary().clone())));
        drop(leaving);
        self.update(Vec::new(), &ids);
        self.tell_lists();
    }

    /// Brings games back onto the lists.
    pub fn bring_back(&self, games: &[SavedGame]) {
        let mut leaving = self.imp().leaving.borrow_mut();
        let back = games.iter().filter_map(|game| leaving.remove(&game.id()));
        let back: Vec<Summary> = back.collect();
        drop(leaving);
        self.update(back, &[]);
        self.tell_lists();
    }

    /// Waits until all games that are on their way into the desktop's trash are there, each with what was added to it.
    pub async fn trashed(&self) {
        let way = self.imp().trashing.borrow().clone();
        if let Some(way) = way {
            // Nothing is sent: it closes when the last of them is there.
            way.recv().await.ok();
        }
    }

    /// Puts games that were taken off into the desktop's trash. Returns how many could not be:
    /// those are back on the lists.
    pub async fn trash(&self, games: &[SavedGame]) -> usize {
        let before = self.imp().trashing.borrow().clone();
        let (_under_way, way) = async_channel::bounded::<()>(1);
        self.imp().trashing.replace(Some(way));
        if let Some(before) = before {
            before.recv().await.ok();
        }
        let mut failed = Vec::new();
        for game in games {
            let file = gio::File::for_path(&game.summary().entry.path);
            match file.trash_future(glib::Priority::DEFAULT).await {
                Ok(()) => {
                    self.imp().leaving.borrow_mut().remove(&game.id());
                    trash_study(&game.summary().entry).await;
                }
                Err(error) => {
                    tracing::error!("{}: {error}", game.id());
                    failed.push(game.clone());
                }
            }
        }
        self.bring_back(&failed);
        failed.len()
    }
}

/// What was added to a game goes with it.
async fn trash_study(entry: &LogEntry) {
    let file = gio::File::for_path(entry.study());
    match file.trash_future(glib::Priority::DEFAULT).await {
        Err(error) if !error.matches(gio::IOErrorEnum::NotFound) => {
            tracing::error!("{}: {error}", file.uri());
        }
        _ => {}
    }
}
