//! What comes to the window: games, positions, files and collections that are opened here or in a window of their own;
//! and the collections that are remembered.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};
use rank_and_file_core::library::{
    FileError, OpenedFile, Query, Slot, Sort, StudyFile, Unreadable,
};
use rank_and_file_core::record::log::{Appender, LogEntry, OpenError};
use rank_and_file_core::record::pgn::Pasted;
use rank_and_file_core::record::study::NodeId;

use super::Window;
use crate::config;
use crate::model::{
    self, Collection, Opened, Origin, SavedGame, Settings, callback, remembered, weak,
};
use crate::ui::files::FileRequest;
use crate::ui::keys::{OFFER_KEYS, listen};
use crate::ui::library::SavedGamesPage;
use crate::ui::route::{GameAction, Listed, Request, Route};
use crate::words;

impl Window {
    /// Does what a page asks for.
    pub(in crate::ui) fn meet(&self, request: Request) {
        match request {
            Request::Go(route) => self.go(route),
            Request::Act(action, game) => self.act(action, game),
            Request::OpenAt(action, game, ply) => self.open_at(action, &game, ply),
            Request::Listed(action, listed) => self.act_on_listed(action, listed),
            Request::CloseCollection(collection) => self.close_collection(&collection),
            Request::Keep => self.keep_opened(),
            Request::Export(games) => self.transfer().export(games),
            Request::Trash(games) => self.trash().put(games),
            Request::PracticeOf(name) => {
                self.go(Route::Practice);
                self.practice_page().practice_mistakes_of(&name);
            }
            Request::GamesOf(name) => self.go_to_games_of(&name),
            Request::NewGame(first, second, color) => {
                self.go(Route::Names(None));
                self.names_page().propose(&first, &second, color);
            }
            Request::Begin(header, start, action) => {
                self.begin(*header, start.map(|start| *start));
                if let Some((game, action)) = self.current_game().zip(action) {
                    // A refusal is told by the game.
                    game.act(action).ok();
                }
            }
            Request::BeginApart(header, start, own) => {
                self.begin_apart(*header, start.map(|start| *start), own);
            }
            Request::Review(start) => self.leaving(move |window| {
                window.leave_game();
                window.show_game(&model::Game::set_up(*start));
            }),
            Request::GoOn(game, action) => {
                let entry = game.summary().entry.clone();
                self.open_to(entry, move |game| {
                    game.act(action).ok();
                });
            }
            Request::Renamed(from, to) => self.rename(&from, &to),
        }
    }

    fn act(&self, action: GameAction, game: SavedGame) {
        let summary = game.summary();
        match action {
            GameAction::Open => self.open_to(summary.entry.clone(), |_| {}),
            GameAction::OpenApart => self.open_apart(summary.entry.clone(), |_| {}),
            GameAction::GamesOfWhite => self.go_to_games_of(&summary.white),
            GameAction::GamesOfBlack => self.go_to_games_of(&summary.black),
            GameAction::Copy => self.transfer().copy(summary.entry.clone()),
            GameAction::Export => self.transfer().export(vec![game]),
            GameAction::Trash => self.trash().put(vec![game]),
            // It is one of the saved ones.
            GameAction::Keep => {}
        }
    }

    /// The window that shows the game with this id, if one does.
    pub(super) fn that_shows(&self, id: &str) -> Option<Self> {
        Self::all(&self.application()?).find(|window| window.shows(id))
    }

    /// The windows of games.
    pub(in crate::ui) fn all<App: IsA<gtk::Application>>(
        app: &App,
    ) -> impl Iterator<Item = Self> + use<App> {
        let windows = app.windows().into_iter();
        windows.filter_map(|window| window.downcast().ok())
    }

    /// Another window over the same games, unless this one is closed.
    fn another(&self) -> Option<Self> {
        let app = self.application().and_downcast::<adw::Application>()?;
        let window = Self::new(&app, self.games());
        window.present();
        Some(window)
    }

    /// Opens a saved game at the position that was searched for.
    fn open_at(&self, action: GameAction, game: &SavedGame, ply: usize) {
        let entry = game.summary().entry.clone();
        let there = move |game: &model::Game| game.viewer().go_to(NodeId::Main(ply));
        if action == GameAction::OpenApart {
            self.open_apart(entry, there);
        } else {
            self.open_to(entry, there);
        }
    }

    fn open_apart(&self, entry: LogEntry, then: impl FnOnce(&model::Game) + 'static) {
        if let Some(window) = self.that_shows(&entry.id) {
            window.present();
        } else if let Some(window) = self.another() {
            window.open_to(entry, then);
        }
    }

    /// Opens a saved game, to do something there: it is continued where that can be, else looked through.
    fn open_to(&self, entry: LogEntry, then: impl FnOnce(&model::Game) + 'static) {
        if let Some(window) = self.that_shows(&entry.id) {
            window.present();
            self.stay();
            return;
        }
        self.leaving(|window| {
            window.read(entry, |window, game| match game {
                Some(game) => {
                    window.show_game(&game);
                    then(&game);
                }
                None => window.stay(),
            });
        });
    }

    /// Shows the board of the first page again, which is hidden while a game is on its way.
    fn stay(&self) {
        if *self.imp().history.borrow().here() == Route::Start {
            self.arrive();
        }
    }

    /// Reads a saved game, unless one is being read, and goes on with it, or without it where it
    /// cannot be opened, which is said.
    pub(super) fn read(
        &self,
        entry: LogEntry,
        then: impl FnOnce(&Self, Option<model::Game>) + 'static,
    ) {
        if self.imp().opening.replace(true) {
            return;
        }
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let from = entry.clone();
            let read = gio::spawn_blocking(move || {
                let opened = Appender::open(&from.path);
                let loaded = match &opened {
                    Ok((loaded, _)) => Some(loaded),
                    Err(error) => error.loaded(),
                };
                let study = loaded.map(|loaded| StudyFile::read(from, &loaded.game));
                (opened, study)
            });
            let read = read.await;
            let Some(window) = window.upgrade() else {
                return;
            };
            window.imp().opening.set(false);
            let elsewhere = matches!(&read, Ok((Err(OpenError::Locked(_)), _)));
            let (opened, study) = match read {
                Ok((opened, study)) => (model::Game::opened(&entry.id, opened), study),
                Err(_) => {
                    let why = gettext("The game cannot be opened.");
                    (Opened::Failed(why), None)
                }
            };
            let (file, study) = study.unzip();
            if let Some(Err(trouble)) = &study {
                window.say(&words::study_trouble(trouble));
            }
            let study = study.and_then(Result::ok).unwrap_or_default();
            match opened {
                Opened::Ready(game) | Opened::ReadOnly(game) => {
                    let game = game.studied(study);
                    let game = match file {
                        Some(file) => game.keeping(file),
                        None => game,
                    };
                    if elsewhere {
                        window.await_release(&game, entry);
                    }
                    then(&window, Some(game));
                }
                Opened::Failed(why) => {
                    window.say(&why);
                    window.games().load();
                    then(&window, None);
                }
            }
        });
    }

    /// Opens a game again when it has been left elsewhere, if it is still open here.
    fn await_release(&self, game: &model::Game, entry: LogEntry) {
        let window = self.downgrade();
        let path = entry.path.clone();
        game.await_release(&path, move |game| {
            if let Some(window) = window.upgrade() {
                window.open_again(game, entry, |_| {});
            }
        });
    }

    /// Reads a game anew, and shows that in its place, if it is still open here.
    fn open_again(&self, game: &model::Game, entry: LogEntry, then: impl FnOnce(&Self) + 'static) {
        if self.open_game().as_ref() != Some(game) {
            return;
        }
        let game = game.clone();
        self.read(entry, move |window, again| {
            if let Some(again) = again.filter(|_| window.open_game() == Some(game.clone())) {
                if !game.viewer().is_live() {
                    again.viewer().set_ply(game.viewer().ply());
                }
                window.watch_file(&again);
                window.replace_game(&game, &again);
                then(window);
            }
        });
    }

    /// Goes on with a game where another computer has left it, as soon as a program for syncing brings that.
    pub(super) fn watch_file(&self, game: &model::Game) {
        game.connect_continued(weak!(self, |window, game| {
            let entry = window.games().folder().entry(game.id());
            window.open_again(game, entry, |window| {
                window.say(&gettext("This game was continued on another computer."));
            });
        }));
    }

    /// Has the file of the open game looked at, where the lists know something else of it.
    pub(super) fn look_at_file(&self) {
        let Some(game) = self.open_game() else { return };
        if let Some(known) = self.games().by_id(&game.id()) {
            game.look_at_file(Some(known.summary().fingerprint));
        }
    }

    /// The same where copies lie in the folder, whatever the lists know.
    pub(super) fn look_at_copies(&self) {
        if let Some(game) = self.open_game() {
            game.look_at_file(None);
        }
    }
}

impl Window {
    pub(super) fn set_up_receiving(&self) {
        // Files first: most programs offer their names as text, too.
        let target = gtk::DropTarget::new(glib::Type::INVALID, gdk::DragAction::COPY);
        target.set_types(&[gdk::FileList::static_type(), String::static_type()]);
        target.connect_drop(weak!(self, false, |window, _, value, _, _| {
            // A drop does not lead away.
            window.imp().drop_frame.set_visible(false);
            if let Ok(list) = value.get::<gdk::FileList>() {
                window.open_files(&list.files());
                return true;
            }
            value.get::<String>().is_ok_and(|text| {
                window.receive(text);
                true
            })
        }));
        self.show_drops(&target);
        self.add_controller(target);
        // After the entries, which paste into themselves, and pages that undo.
        let paste = ("win.paste", "<Control>v");
        let keys = OFFER_KEYS.into_iter().chain([paste]);
        listen(self, gtk::ShortcutScope::Local, keys);
    }

    /// Shows that the window would take what is held above it, until it is let go or taken away.
    fn show_drops(&self, target: &gtk::DropTarget) {
        let frame = &*self.imp().drop_frame;
        target.connect_enter(weak!(frame, gdk::DragAction::empty(), |frame, _, _, _| {
            frame.set_visible(true);
            gdk::DragAction::COPY
        }));
        target.connect_leave(callback(frame, |frame| frame.set_visible(false)));
    }

    /// Takes what is on the clipboard.
    pub(super) async fn paste(&self) {
        match self.clipboard().read_text_future().await {
            Ok(Some(text)) => self.receive(text.into()),
            _ => self.say(&gettext("There is no text on the clipboard")),
        }
    }

    /// A position is what a game starts from, unless one is being set up; games are imported.
    fn receive(&self, text: String) {
        let editor = match self.imp().history.borrow().here() {
            Route::Editor(_) => self.imp().editor.get(),
            _ => None,
        };
        match (Pasted::of(&text), editor) {
            (Pasted::Position(_), Some(page)) => page.take(&text),
            (other, _) => self.receive_elsewhere(other, text),
        }
    }

    fn receive_elsewhere(&self, what: Pasted, text: String) {
        match what {
            Pasted::Position(Ok(start)) => self.go(Route::Names(Some(start))),
            Pasted::Position(Err(error)) => self.say(&words::impossible_start(error)),
            Pasted::Games => {
                let transfer = self.transfer().clone();
                glib::spawn_future_local(async move { transfer.offer_text(text).await });
            }
            Pasted::Neither => self.say(&gettext(
                "This text is neither a position (FEN) nor a game (PGN)",
            )),
        }
    }

    /// Shows the import that is under way, the counting before it, or a backup, whichever window has begun it.
    pub(super) fn watch_importing(&self) {
        let imp = self.imp();
        let importing = self.games().importing();
        // What is folded away would still be there for a screen reader.
        for property in ["visible", "reveal-child"] {
            importing
                .bind_property("busy", &*imp.importing, property)
                .sync_create()
                .build();
        }
        importing
            .bind_property("fraction", &*imp.import_bar, "fraction")
            .sync_create()
            .build();
        importing
            .bind_property("said", &*imp.import_count, "label")
            .sync_create()
            .build();
    }
}

// Files that are opened with the program: looked into, and kept only when that is asked for.

impl Window {
    /// Whether a game is played here.
    pub fn is_played_in(&self) -> bool {
        self.current_game().is_some_and(|game| !game.is_closed())
    }

    /// This window, or a new one where a game is played here.
    pub fn free(&self) -> Self {
        let another = self.is_played_in().then(|| self.another());
        another.flatten().unwrap_or_else(|| self.clone())
    }

    /// Shows what is in a file; more than one game, or a folder, is a collection. The games of several files are
    /// imported if that is wanted.
    pub fn open_files(&self, files: &[gio::File]) {
        let path = match files {
            [file] => file.path(),
            _ => None,
        };
        let Some(path) = path else {
            let (transfer, files) = (self.transfer().clone(), files.to_vec());
            glib::spawn_future_local(async move { transfer.offer_files(&files).await });
            return;
        };
        if path.is_dir() {
            return self.free().open_collection(path, first_query());
        }
        let (window, importing) = (self.downgrade(), self.games().importing().clone());
        glib::spawn_future_local(async move {
            let found = importing.open(path.clone(), 2).await;
            let (Some(window), Some(found)) = (window.upgrade(), found) else {
                return;
            };
            match found {
                Ok(OpenedFile::Position(start)) => window.free().go(Route::Names(Some(start))),
                Ok(OpenedFile::Game(loaded, study, fault)) => {
                    window.free().leaving(move |window| {
                        let origin = Origin::File(path);
                        let game = model::Game::shown(*loaded, study, fault.as_ref(), origin);
                        window.show_from_file(game);
                    });
                }
                Ok(OpenedFile::Games(_)) => window.free().open_collection(path, first_query()),
                Err(error) => window.tell_unread(&path, &error),
            }
        });
    }

    /// Shows a game from a file.
    fn show_from_file(&self, game: model::Game) {
        self.leave_game();
        self.show_game(&game);
        self.tell_if_saved(game);
    }

    /// Says of a game from a file whether it is among the saved ones, too, once they are read.
    fn tell_if_saved(&self, game: model::Game) {
        let games = self.games().clone();
        glib::spawn_future_local(async move {
            if games.copy_of(game.fingerprint()).await.is_some() {
                game.mark_saved_too();
            }
        });
    }

    /// Says why nothing is shown, and of which file.
    fn tell_unread(&self, path: &Path, error: &FileError) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        tracing::info!("{name}: {error}");
        self.say(&words::unread(&name, error));
    }

    /// Imports the file of the game that is shown and is not among the saved ones, and shows the one that
    /// is among them instead, at the same move: to that, something can be added.
    fn keep_opened(&self) {
        let game = self.current_game();
        let Some((game, origin)) = game.and_then(|game| Some((game.clone(), game.opened_from()?)))
        else {
            return;
        };
        let window = self.clone();
        glib::spawn_future_local(async move {
            if window.transfer().bring_in(vec![origin.source()]).await {
                match window.games().copy_of(game.fingerprint()).await {
                    Some(saved) => window.open_instead(&saved, game),
                    None if game.is_unsaved() => window.say(&words::other_notes()),
                    None => game.mark_kept(),
                }
            }
        });
    }

    /// Shows a saved game in the place of its copy from elsewhere, with what was added to that.
    fn open_instead(&self, saved: &SavedGame, opened: model::Game) {
        self.read(saved.summary().entry.clone(), move |window, game| {
            let stays = window.current_game().as_ref() == Some(&opened);
            let Some(game) = game.filter(|_| stays) else {
                return;
            };
            game.viewer().set_ply(opened.viewer().ply());
            if game.take_over(&opened) {
                opened.mark_kept();
                window.leave_game();
                window.show_game(&game);
            } else {
                window.say(&words::other_notes());
            }
        });
    }
}

// Collections, and games that are looked through there.

impl Window {
    pub(super) async fn choose_collection(&self) {
        let request = FileRequest {
            title: &gettext("Open Collection"),
            kind: &gettext("Games (PGN)"),
            endings: &["pgn"],
        };
        let file = request.open_one(Some(self.upcast_ref())).await;
        match file.map(|file| file.path()) {
            None => {}
            Some(Some(path)) => self.open_collection(path, first_query()),
            Some(None) => self.say(&words::not_from_here()),
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
                    collection.connect_outdated_notify(weak!(window, |window, open| {
                        window.read_again(open);
                    }));
                    window.collections().take(&collection);
                    window.go(Route::Collection(path, query));
                }
                Err(sentence) => {
                    window.collections().forget(&path);
                    if window.is_on_the_way_to(&path) {
                        window.go_back();
                    }
                    window.say(&sentence);
                }
            }
        });
    }

    /// Whether Back leads to a collection whose list is not shown yet.
    fn is_on_the_way_to(&self, path: &Path) -> bool {
        let page = self.collections().page_of(path);
        let shown = page.is_some_and(|page| page.is_mapped());
        let history = self.imp().history.borrow();
        !shown && matches!(history.here(), Route::Collection(here, _) if here == path)
    }

    /// Opens a collection anew whose files have changed, if its list is shown.
    fn read_again(&self, collection: &Collection) {
        let shown = self.imp().history.borrow().here().clone();
        let Route::Collection(path, _) = shown else {
            return;
        };
        let page = self.collections().page_of(&path);
        if let Some(page) = page.filter(|page| page.collection() == Some(collection)) {
            self.say(&gettext("The file has changed, and is read again"));
            self.open_collection(path, page.query());
        }
    }

    /// Remembers a collection no more, and leaves it.
    fn close_collection(&self, collection: &Collection) {
        self.collections().forget(collection.path());
        collection.close();
        self.go_back();
        self.collections().drop_page();
    }

    /// Does something with games of a collection.
    fn act_on_listed(&self, action: GameAction, listed: Listed) {
        let Listed {
            collection,
            games,
            ply,
        } = listed;
        match (action, games.as_slice()) {
            (GameAction::Open, [game]) => self.open_listed(collection, *game, ply),
            (GameAction::OpenApart, [game]) => {
                if let Some(window) = self.another() {
                    window.open_listed(collection, *game, ply);
                }
            }
            (GameAction::Copy, [game]) => match collection.text_of(*game).map(|game| game.text()) {
                Some(Ok(text)) => {
                    self.clipboard().set_text(&text);
                    self.say(&gettext("Game copied as PGN"));
                }
                Some(Err(error)) => self.say(&words::io_error(&error)),
                None => {}
            },
            (GameAction::Export, games) => {
                self.transfer().export_listed(collection.texts_of(games));
            }
            (GameAction::Keep, games) => self.transfer().import(vec![collection.source(games)]),
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
                Ok(Ok((read, fault))) => window.leaving(move |window| {
                    let origin = Origin::Listed(collection, slot);
                    let (loaded, study) = (read.loaded, read.study);
                    let game = model::Game::shown(loaded, study, fault.as_ref(), origin);
                    window.show_from_file(game.clone());
                    if let Some(ply) = ply {
                        game.viewer().go_to(NodeId::Main(ply));
                    }
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
        let page = self.collections().page_of(collection.path());
        if let Some(next) = page.and_then(|page| page.neighbor(slot, step)) {
            self.open_listed(collection, next, None);
        }
    }
}

/// So many collections are remembered.
const MOST_REMEMBERED: usize = 8;

/// What is looked for in a collection at first: all, as it lies there.
pub(super) fn first_query() -> Query {
    Query {
        sort: Sort::Unsorted,
        ..Query::default()
    }
}

/// Remembers collections, and has the page of the one that was opened last.
pub(super) struct Collections {
    settings: Settings,
    /// The pages of the window.
    pages: gtk::Stack,
    page: RefCell<Option<SavedGamesPage>>,
}

impl Collections {
    /// Those that are remembered in the settings, for a window with these pages.
    pub fn new(settings: &Settings, pages: &gtk::Stack) -> Self {
        Self {
            settings: settings.clone(),
            pages: pages.clone(),
            page: RefCell::default(),
        }
    }

    /// Makes the page of a collection, in the place of that of another one, and remembers it as opened last.
    pub fn take(&self, collection: &Collection) {
        let page = SavedGamesPage::of_collection(&self.settings, collection);
        page.show_collections(&self.remember(collection.path()));
        self.replace_page(Some(page));
    }

    /// The page of a collection, if it was the last one to be opened.
    pub fn page_of(&self, path: &Path) -> Option<SavedGamesPage> {
        let page = self.page.borrow().clone()?;
        let same = page.collection().is_some_and(|open| open.path() == path);
        same.then_some(page)
    }

    /// Lets go of the page of the last collection.
    pub fn drop_page(&self) {
        self.replace_page(None);
    }

    fn replace_page(&self, other: Option<SavedGamesPage>) {
        let old = self.page.replace(other);
        if let Some(old) = old.filter(|old| old.parent().is_some()) {
            self.pages.remove(&old);
        }
    }

    /// Remembers a collection as the one that was opened last, and gives all that are remembered.
    fn remember(&self, path: &Path) -> Vec<String> {
        let mut paths = self.forget(path);
        paths.insert(0, path.to_string_lossy().into_owned());
        paths.truncate(MOST_REMEMBERED);
        self.settings.set(remembered::COLLECTIONS, &paths);
        paths
    }

    /// Remembers a collection no more, and gives those that still are.
    pub fn forget(&self, path: &Path) -> Vec<String> {
        let mut paths = self.settings.get(remembered::COLLECTIONS);
        paths.retain(|other| Path::new(other) != path);
        self.settings.set(remembered::COLLECTIONS, &paths);
        paths
    }
}
