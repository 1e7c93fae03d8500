//! What comes to the window: games, positions and files that are opened here or in a window of their own, and all there is,
//! from a backup and into one.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};
use jiff::{Timestamp, Zoned};
use rank_and_file_core::library::{
    BackupFault, FileError, OpenedFile, Query, StudyFile, back_up, backup_name, restore,
};
use rank_and_file_core::record::log::{Appender, LogEntry, OpenError};
use rank_and_file_core::record::pgn::Pasted;
use rank_and_file_core::record::study::NodeId;

use super::Window;
use super::collecting::first_query;
use crate::model::{self, Imported, Opened, Origin, Practice, SavedGame, Source, callback, weak};
use crate::ui::files::{FileRequest, save_by};
use crate::ui::keys::{OFFER_KEYS, listen};
use crate::ui::question;
use crate::ui::route::{GameAction, Request, Route};
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
            Request::Export(games) => self.export(games),
            Request::Trash(games) => self.trash(games),
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
            GameAction::Open => self.open(summary.entry.clone()),
            GameAction::OpenApart => self.open_apart(summary.entry.clone(), |_| {}),
            GameAction::GamesOfWhite => self.go_to_games_of(&summary.white),
            GameAction::GamesOfBlack => self.go_to_games_of(&summary.black),
            GameAction::Copy => self.copy(summary.entry.clone()),
            GameAction::Export => self.export(vec![game]),
            GameAction::Trash => self.trash(vec![game]),
            // It is one of the saved ones.
            GameAction::Keep => {}
        }
    }

    /// The window that shows the game with this id, if one does.
    pub(super) fn that_shows(&self, id: &str) -> Option<Self> {
        let windows = self.application()?.windows();
        windows
            .into_iter()
            .filter_map(|window| window.downcast::<Self>().ok())
            .find(|window| window.current_game().is_some_and(|game| game.id() == id))
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
        } else if let Some(app) = self.application().and_downcast::<adw::Application>() {
            let window = Self::new(&app, self.games());
            window.present();
            window.open_to(entry, then);
        }
    }

    /// Opens a saved game: to be continued where that can be, else to be looked through.
    pub(super) fn open(&self, entry: LogEntry) {
        self.open_to(entry, |_| {});
    }

    /// The same, to do something there.
    fn open_to(&self, entry: LogEntry, then: impl FnOnce(&model::Game) + 'static) {
        if let Some(window) = self.that_shows(&entry.id) {
            window.present();
            self.arrive();
            return;
        }
        self.read(entry, |window, game| match game {
            Some(game) => {
                window.show_game(&game);
                then(&game);
            }
            None => window.arrive(),
        });
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
            game.look_at_file(known.summary().fingerprint);
        }
    }
}

/// How the names of backups end.
const BACKUPS: [&str; 2] = ["tar.gz", "tgz"];
/// Of so many games that could not be read, the reasons are shown.
const MOST_REASONS: usize = 200;
/// Of so many files whose games are to be imported, the names are told.
const MOST_NAMES: usize = 3;

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

    /// Shows the import that is under way, or the counting before it, whichever window has begun it.
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
            .bind_property("games", &*imp.import_count, "label")
            .transform_to(|_, games: u64| Some(words::games_read(games)))
            .sync_create()
            .build();
    }

    pub(super) fn cancel_import(&self) {
        self.games().importing().cancel();
    }

    pub(super) async fn choose_import(&self) {
        let request = FileRequest {
            title: &gettext("Import Games"),
            kind: &gettext("Games (PGN)"),
            endings: &["pgn", "PGN"],
        };
        let files = request.open(Some(self.upcast_ref())).await;
        if !files.is_empty() {
            self.import_files(&files);
        }
    }

    pub(super) fn import_files(&self, files: &[gio::File]) {
        let paths: Vec<PathBuf> = files.iter().filter_map(gio::File::path).collect();
        if paths.is_empty() {
            self.say(&gettext("Files can be imported from this computer only"));
            return;
        }
        let recent = gtk::RecentManager::default();
        for file in files {
            recent.add_item(&file.uri());
        }
        self.import(paths.into_iter().map(Source::File).collect());
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
            Pasted::Games => self.import(vec![Source::Text(text)]),
            Pasted::Neither => self.say(&gettext(
                "This text is neither a position (FEN) nor a game (PGN)",
            )),
        }
    }

    pub(super) fn import(&self, sources: Vec<Source>) {
        let window = self.clone();
        glib::spawn_future_local(async move {
            window.bring_in(sources).await;
        });
    }

    /// Imports games and tells what came of it. Returns whether all of them are there now.
    pub(super) async fn bring_in(&self, sources: Vec<Source>) -> bool {
        match self.games().import(sources).await {
            None => self.say(&gettext("Another import is still under way")),
            Some(Err(error)) => self.say(&words::io_error(&error)),
            Some(Ok(done)) => {
                let whole = done.is_whole();
                self.tell_imported(done);
                return whole;
            }
        }
        false
    }

    fn tell_imported(&self, done: Imported) {
        let imported = (!done.ids.is_empty()).then(|| Query {
            imported: Some(done.ids.clone().into()),
            ..Query::default()
        });
        let reasons: Vec<String> = done
            .failed
            .iter()
            .map(|(path, error)| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                format!("{name}: {}", words::import_source(error))
            })
            .chain(done.each.iter().flat_map(|(path, report)| {
                let faults = report.faults.iter().map(words::pgn_fault_at);
                let notes = report.notes.iter().map(words::pgn_note_at);
                let name = path.file_name().filter(|_| done.each.len() > 1);
                let name = name.map(|name| format!("{}: ", name.to_string_lossy()));
                let name = name.unwrap_or_default();
                faults.chain(notes).map(move |said| format!("{name}{said}"))
            }))
            .take(MOST_REASONS)
            .collect();
        let heading = if done.is_whole() {
            gettext("Import Details")
        } else {
            gettext("Not Imported")
        };
        let toast = question::toast(&words::import_done(&done.report), 8);
        if !reasons.is_empty() {
            toast.set_button_label(Some(&gettext("Details")));
            toast.set_timeout(12);
            toast.connect_button_clicked(callback(self, move |window| {
                window.show_reasons(&heading, &reasons, imported.clone())
            }));
        } else if let Some(imported) = imported {
            toast.set_button_label(Some(&gettext("Show")));
            toast.connect_button_clicked(callback(self, move |window| {
                window.go(Route::Saved(imported.clone()))
            }));
        }
        self.tell(&toast);
    }

    /// Shows why games could not be read, and offers to show those that have come.
    fn show_reasons(&self, heading: &str, reasons: &[String], imported: Option<Query>) {
        let text = gtk::Label::builder()
            .label(reasons.join("\n"))
            .wrap(true)
            .wrap_mode(gtk::pango::WrapMode::WordChar)
            .selectable(true)
            .xalign(0.0)
            .valign(gtk::Align::Start)
            .build();
        let scroller = gtk::ScrolledWindow::builder()
            .child(&text)
            .hscrollbar_policy(gtk::PolicyType::Never)
            .propagate_natural_height(true)
            .max_content_height(320)
            .width_request(280)
            .build();
        let dialog = adw::MessageDialog::builder()
            .transient_for(self)
            .modal(true)
            .heading(heading)
            .extra_child(&scroller)
            .build();
        dialog.add_response("close", &gettext("_Close"));
        dialog.set_close_response("close");
        if let Some(imported) = imported {
            dialog.add_response("show", &gettext("_Show Games"));
            let show = move |window: &Self| window.go(Route::Saved(imported.clone()));
            dialog.connect_response(Some("show"), weak!(self, |window, _, _| show(&window)));
        }
        dialog.present();
    }
}

// Everything into one file, and back.

impl Window {
    /// Asks for a file, and writes everything into it.
    pub(super) async fn back_up(&self) {
        let request = FileRequest {
            title: &gettext("Back Up"),
            kind: &gettext("Backups"),
            endings: &BACKUPS,
        };
        let folder = self.games().folder().clone();
        let settings = self.imp().settings.kept();
        let write = move |path: &Path| {
            let done = back_up(&folder, &settings, Timestamp::now(), path);
            let done = done.map_err(|error| words::write_error(&error))?;
            Ok(words::backed_up(&done, path))
        };
        let name = backup_name(Zoned::now().date());
        self.action_set_enabled("win.back-up", false);
        let said = save_by(&*self.imp().toasts, request, &name, write).await;
        self.action_set_enabled("win.back-up", true);
        if let Some(said) = said {
            self.tell(&question::toast(&said, 8));
        }
    }

    /// Asks for a backup, and puts back what is in it, beside what is here.
    pub(super) async fn restore(&self) {
        let request = FileRequest {
            title: &gettext("Restore Backup"),
            kind: &gettext("Backups"),
            endings: &BACKUPS,
        };
        let Some(file) = request.open_one(Some(self.upcast_ref())).await else {
            return;
        };
        let Some(path) = file.path() else {
            return self.say(&gettext("Files can be imported from this computer only"));
        };
        self.action_set_enabled("win.restore", false);
        self.restore_from(path).await;
        self.action_set_enabled("win.restore", true);
    }

    async fn restore_from(&self, path: PathBuf) {
        let folder = self.games().folder().clone();
        let done = gio::spawn_blocking(move || restore(&folder, &path)).await;
        let done = done.unwrap_or_else(|_| Err(BackupFault::Unwritten(ErrorKind::Other.into())));
        // All windows see what has come, also where that is not all.
        self.games().load();
        Practice::shared().load().await;
        match done {
            Ok(came) => {
                let settings = self.imp().settings.take_over(&came.settings);
                let heading = gettext("Backup Restored");
                let said = words::restored(&came, settings).join("\n");
                let report = adw::MessageDialog::new(Some(self), Some(&heading), Some(&said));
                report.add_response("close", &gettext("_Close"));
                report.set_close_response("close");
                report.present();
            }
            Err(fault) => self.tell(&question::toast(&words::backup_fault(&fault), 8)),
        }
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
        let app = self.application().and_downcast::<adw::Application>();
        match app.filter(|_| self.is_played_in()) {
            Some(app) => {
                let window = Self::new(&app, self.games());
                window.present();
                window
            }
            None => self.clone(),
        }
    }

    /// Shows what is in a file; more than one game, or a folder, is a collection. The games of several files are
    /// imported if that is wanted.
    pub fn open_files(&self, files: &[gio::File]) {
        let path = match files {
            [file] => file.path(),
            _ => None,
        };
        let (window, files) = (self.downgrade(), files.to_vec());
        let importing = self.games().importing().clone();
        let Some(path) = path else {
            let window = self.clone();
            glib::spawn_future_local(async move { window.count_games(files).await });
            return;
        };
        if path.is_dir() {
            return self.free().open_collection(path, first_query());
        }
        glib::spawn_future_local(async move {
            let found = importing.open(path.clone(), 2).await;
            let (Some(window), Some(found)) = (window.upgrade(), found) else {
                return;
            };
            match found {
                Ok(OpenedFile::Position(start)) => window.free().go(Route::Names(Some(start))),
                Ok(OpenedFile::Game(loaded, study)) => window.free().leaving(move |window| {
                    window.leave_game();
                    let game = model::Game::shown(*loaded, study, Origin::File(path));
                    window.show_game(&game);
                    window.tell_if_saved(game);
                }),
                Ok(OpenedFile::Games(_)) => window.free().open_collection(path, first_query()),
                Err(error) => window.tell_unread(&files, &error),
            }
        });
    }

    /// Counts the games of some files, and imports them if that is wanted.
    async fn count_games(&self, files: Vec<gio::File>) {
        let paths: Vec<PathBuf> = files.iter().filter_map(gio::File::path).collect();
        let mut games = 0;
        for path in paths {
            games += match self.games().importing().open(path, u64::MAX).await {
                Some(Ok(OpenedFile::Games(games))) => games,
                Some(Ok(OpenedFile::Game(..))) => 1,
                Some(Ok(OpenedFile::Position(_)) | Err(_)) => 0,
                None => return,
            };
        }
        self.offer_to_import(&files, games).await;
    }

    /// Imports files with so many games if that is wanted. That there is none is told by the import.
    async fn offer_to_import(&self, files: &[gio::File], games: u64) {
        let names = files.iter().filter_map(gio::File::basename);
        let mut names: Vec<String> = names.map(|name| name.display().to_string()).collect();
        if names.len() > MOST_NAMES {
            names.truncate(MOST_NAMES);
            names.push("…".to_owned());
        }
        let question = words::import_question(games, &names);
        if games == 0 || question::may_import(self, &question).await {
            self.import_files(files);
        }
    }

    /// Says of a game from a file whether it is among the saved ones, too, once they are read.
    pub(super) fn tell_if_saved(&self, game: model::Game) {
        let games = self.games().clone();
        glib::spawn_future_local(async move {
            if games.copy_of(game.fingerprint()).await.is_some() {
                game.is_saved_too();
            }
        });
    }

    /// Says why nothing is shown, and of which file.
    fn tell_unread(&self, files: &[gio::File], error: &FileError) {
        let names = files.iter().filter_map(gio::File::basename);
        let name = names.map(|name| name.display().to_string()).next();
        tracing::info!("{}: {error}", name.as_deref().unwrap_or_default());
        self.say(&words::unread(&name.unwrap_or_default(), error));
    }

    /// Imports the file of the game that is shown and is not among the saved ones, and shows the one that
    /// is among them instead, at the same move: to that, something can be added.
    pub(super) fn keep_opened(&self) {
        let game = self.current_game();
        let Some((game, origin)) = game.and_then(|game| Some((game.clone(), game.opened_from()?)))
        else {
            return;
        };
        let window = self.clone();
        glib::spawn_future_local(async move {
            if window.bring_in(vec![origin.source()]).await {
                match window.games().copy_of(game.fingerprint()).await {
                    Some(saved) => window.open_instead(&saved, game),
                    None if game.is_unsaved() => window.say(&words::other_notes()),
                    None => game.has_been_kept(),
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
                opened.has_been_kept();
                window.leave_game();
                window.show_game(&game);
            } else {
                window.say(&words::other_notes());
            }
        });
    }
}
