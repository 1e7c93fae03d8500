//! The list of saved games, read off the main thread. May import `glib`, `gio` and `log`.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashSet;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gio, glib};

use super::SavedGame;
use crate::library::{State, Summary};
use crate::log::{Folder, LogEntry};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::SavedGames)]
    pub struct SavedGames {
        pub folder: OnceCell<Folder>,
        pub store: OnceCell<gio::ListStore>,
        /// Games that leave the list and are about to go to the trash.
        pub leaving: RefCell<HashSet<String>>,
        /// Which of the loads under way is the newest.
        pub load: Cell<u32>,
        /// Whether the folder is being read.
        #[property(get)]
        pub loading: Cell<bool>,
        /// Why the folder cannot be read; empty where it can.
        #[property(get)]
        pub trouble: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for SavedGames {
        const NAME: &'static str = "RfSavedGames";
        type Type = super::SavedGames;
    }

    #[glib::derived_properties]
    impl ObjectImpl for SavedGames {}
}

glib::wrapper! {
    /// Every saved game, the newest first.
    pub struct SavedGames(ObjectSubclass<imp::SavedGames>);
}

impl SavedGames {
    /// The games in a folder. Nothing is read before [`SavedGames::load`].
    #[must_use]
    pub fn new(folder: Folder) -> Self {
        let games: Self = glib::Object::new();
        games.imp().folder.set(folder).ok();
        games
    }

    /// Where the games are kept.
    ///
    /// # Panics
    /// Never: every list is made with a folder.
    #[must_use]
    pub fn folder(&self) -> &Folder {
        self.imp().folder.get().expect("made with a folder")
    }

    /// The list of [`SavedGame`].
    #[must_use]
    pub fn list(&self) -> &gio::ListStore {
        self.imp()
            .store
            .get_or_init(gio::ListStore::new::<SavedGame>)
    }

    /// Reads the folder again, off the main thread, and then replaces the list.
    pub async fn load(&self) {
        let imp = self.imp();
        let load = imp.load.get().wrapping_add(1);
        imp.load.set(load);
        imp.loading.set(true);
        self.notify_loading();
        let folder = self.folder().clone();
        let read = gio::spawn_blocking(move || summaries(&folder)).await;
        if imp.load.get() != load {
            return;
        }
        let (summaries, trouble) = match read {
            Ok(Ok(summaries)) => (summaries, String::new()),
            Ok(Err(error)) => (Vec::new(), words::io_error(&error)),
            Err(_) => (
                Vec::new(),
                words::io_error(&std::io::ErrorKind::Other.into()),
            ),
        };
        let items: Vec<SavedGame> = {
            let leaving = imp.leaving.borrow();
            let stay = |summary: &Summary| !leaving.contains(&summary.entry.id);
            summaries
                .into_iter()
                .filter(stay)
                .map(SavedGame::new)
                .collect()
        };
        self.list().splice(0, self.list().n_items(), &items);
        imp.trouble.replace(trouble);
        self.notify_trouble();
        imp.loading.set(false);
        self.notify_loading();
    }

    /// The newest game that can be continued.
    #[must_use]
    pub fn last_unfinished(&self) -> Option<SavedGame> {
        let games = self.list().iter::<SavedGame>().filter_map(Result::ok);
        games
            .into_iter()
            .find(|game| game.summary().state == State::Unfinished)
    }

    /// Takes a game off the list, to be put into the trash or brought back.
    pub fn take_off(&self, game: &SavedGame) {
        self.imp()
            .leaving
            .borrow_mut()
            .insert(game.summary().entry.id.clone());
        if let Some(position) = self.list().find(game) {
            self.list().remove(position);
        }
    }

    /// Brings a game back onto the list.
    pub fn bring_back(&self, game: &SavedGame) {
        self.imp()
            .leaving
            .borrow_mut()
            .remove(&game.summary().entry.id);
        let store = self.list();
        store.insert_sorted(game, |a, b| item_key(b).cmp(&item_key(a)));
    }

    /// Puts a game that was taken off into the desktop's trash.
    ///
    /// # Errors
    /// Where that fails; the game is then back on the list.
    pub async fn trash(&self, game: &SavedGame) -> Result<(), glib::Error> {
        let file = gio::File::for_path(&game.summary().entry.path);
        let trashed = file.trash_future(glib::Priority::DEFAULT).await;
        if trashed.is_err() {
            self.bring_back(game);
        } else {
            self.imp()
                .leaving
                .borrow_mut()
                .remove(&game.summary().entry.id);
        }
        trashed
    }
}

fn sort_key(summary: &Summary) -> (Option<jiff::Timestamp>, &str) {
    (summary.started, &summary.entry.id)
}

fn item_key(item: &glib::Object) -> Option<(Option<jiff::Timestamp>, &str)> {
    item.downcast_ref::<SavedGame>()
        .map(|game| sort_key(game.summary()))
}

fn summaries(folder: &Folder) -> std::io::Result<Vec<Summary>> {
    let summarise = |entry: LogEntry| {
        let id = entry.id.clone();
        Summary::read(entry)
            .inspect_err(|error| tracing::warn!("{id}: {error}"))
            .ok()
    };
    let mut summaries: Vec<Summary> = folder
        .entries()?
        .into_iter()
        .filter_map(summarise)
        .collect();
    summaries.sort_by(|a, b| sort_key(b).cmp(&sort_key(a)));
    Ok(summaries)
}
