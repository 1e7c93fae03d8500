//! Collections in the window: opened, remembered, and what is done with their games.

use std::path::{Path, PathBuf};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::library::{Query, Slot, Sort, Unreadable};
use rank_and_file_core::record::study::NodeId;

use super::Window;
use crate::config;
use crate::model::{self, Collection, Origin, remembered, weak};
use crate::ui::files::FileRequest;
use crate::ui::library::SavedGamesPage;
use crate::ui::route::{GameAction, Listed, Route};
use crate::words;

/// So many collections are remembered.
const MOST_REMEMBERED: usize = 8;

/// What is looked for in a collection at first: all, as it lies there.
pub(super) fn first_query() -> Query {
    Query {
        sort: Sort::Unsorted,
        ..Query::default()
    }
}

impl Window {
    pub(super) async fn choose_collection(&self) {
        let request = FileRequest {
            title: &gettext("Open Collection"),
            kind: &gettext("Games (PGN)"),
            endings: &["pgn", "PGN"],
        };
        let file = request.open_one(Some(self.upcast_ref())).await;
        match file.map(|file| file.path()) {
            None => {}
            Some(Some(path)) => self.open_collection(path, first_query()),
            Some(None) => self.say(&gettext("Only files on this computer can be opened")),
        }
    }

    /// Opens a collection, and goes on to it.
    pub(super) fn open_collection(&self, path: PathBuf, query: Query) {
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let opened = Collection::open(path.clone(), config::cache_folder()).await;
            let Some(window) = window.upgrade() else {
                return;
            };
            match opened {
                Ok(collection) => {
                    let imp = window.imp();
                    collection.connect_outdated_notify(weak!(window, |window, open| {
                        window.read_again(open);
                    }));
                    let page = SavedGamesPage::of_collection(&imp.settings, &collection);
                    page.show_collections(&window.remember_collection(&path));
                    window.drop_collection_page(Some(page));
                    window.go(Route::Collection(path, query));
                }
                Err(sentence) => {
                    window.forget_collection(&path);
                    window.say(&sentence);
                }
            }
        });
    }

    /// Opens a collection anew whose files have changed, if its list is shown.
    fn read_again(&self, collection: &Collection) {
        let shown = self.imp().history.borrow().here().clone();
        let Route::Collection(path, _) = shown else {
            return;
        };
        let page = self.collection_page(&path);
        if let Some(page) = page.filter(|page| page.collection() == Some(collection)) {
            self.say(&gettext("The file has changed, and is read again"));
            self.open_collection(path, page.query());
        }
    }

    /// Lets go of the page of a collection, in whose place another one may come.
    fn drop_collection_page(&self, other: Option<SavedGamesPage>) {
        let imp = self.imp();
        let old = imp.collection.replace(other);
        if let Some(old) = old.filter(|old| old.parent().is_some()) {
            imp.pages.remove(&old);
        }
    }

    /// The page of a collection, if it was the last one to be opened.
    pub(super) fn collection_page(&self, path: &Path) -> Option<SavedGamesPage> {
        let page = self.imp().collection.borrow().clone()?;
        let same = page.collection().is_some_and(|open| open.path() == path);
        same.then_some(page)
    }

    /// Remembers a collection as the one that was opened last, and gives all that are remembered.
    fn remember_collection(&self, path: &Path) -> Vec<String> {
        let mut paths = self.forget_collection(path);
        paths.insert(0, path.to_string_lossy().into_owned());
        paths.truncate(MOST_REMEMBERED);
        self.imp().settings.set(remembered::COLLECTIONS, &paths);
        paths
    }

    fn forget_collection(&self, path: &Path) -> Vec<String> {
        let settings = &self.imp().settings;
        let mut paths = settings.get(remembered::COLLECTIONS);
        paths.retain(|other| Path::new(other) != path);
        settings.set(remembered::COLLECTIONS, &paths);
        paths
    }

    /// Remembers a collection no more, and leaves it.
    pub(super) fn close_collection(&self, collection: &Collection) {
        self.forget_collection(collection.path());
        collection.close();
        self.go_back();
        self.drop_collection_page(None);
    }

    /// Gives the keyboard to the row of a game in the list to which one has come back.
    pub(super) fn land_on(&self, id: &str) {
        let imp = self.imp();
        let page = match imp.history.borrow().here() {
            Route::Collection(path, _) => self.collection_page(path),
            _ => imp.saved.get().cloned(),
        };
        if let Some(page) = page {
            page.land_on(id);
        }
    }

    /// Does something with games of a collection.
    pub(super) fn act_on_listed(&self, action: GameAction, listed: Listed) {
        let Listed {
            collection,
            games,
            ply,
        } = listed;
        match (action, games.as_slice()) {
            (GameAction::Open, [game]) => self.open_listed(collection, *game, ply),
            (GameAction::OpenApart, [game]) => {
                if let Some(app) = self.application().and_downcast::<adw::Application>() {
                    let window = Self::new(&app, self.games());
                    window.present();
                    window.open_listed(collection, *game, ply);
                }
            }
            (GameAction::Copy, [game]) => match collection.text_of(*game).map(|game| game.text()) {
                Some(Ok(text)) => {
                    self.clipboard().set_text(&text);
                    self.say(&gettext("Copied"));
                }
                Some(Err(error)) => self.say(&words::io_error(&error)),
                None => {}
            },
            (GameAction::Keep, games) => self.import(vec![collection.source(games)]),
            // These are done elsewhere, or not with the games of a collection.
            _ => {}
        }
    }

    /// Opens a game of a collection, to be looked through.
    fn open_listed(&self, collection: Collection, slot: Slot, ply: Option<usize>) {
        let Some(text) = collection.text_of(slot) else {
            return;
        };
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let read = gio::spawn_blocking(move || text.read()).await;
            let Some(window) = window.upgrade() else {
                return;
            };
            match read {
                Ok(Ok(read)) => window.leaving(move |window| {
                    window.leave_game();
                    let origin = Origin::Listed(collection, slot);
                    let game = model::Game::shown(read.loaded, read.study, origin);
                    window.show_game(&game);
                    if let Some(ply) = ply {
                        game.viewer().go_to(NodeId::Main(ply));
                    }
                    window.tell_if_saved(game);
                }),
                Ok(Err(Unreadable::Game(fault))) => window.say(&words::pgn_fault_at(&fault)),
                Ok(Err(Unreadable::Io(error))) => window.say(&words::io_error(&error)),
                Err(_) => window.say(&gettext("The game cannot be opened.")),
            }
        });
    }

    /// Opens the game that comes so many places behind the one that is shown in the list of its collection.
    pub(super) fn step_listed(&self, step: i32) {
        let origin = self.current_game().and_then(|game| game.opened_from());
        let Some(Origin::Listed(collection, slot)) = origin else {
            return;
        };
        let page = self.collection_page(collection.path());
        if let Some(next) = page.and_then(|page| page.neighbour(slot, step)) {
            self.open_listed(collection, next, None);
        }
    }
}
