//! What comes into the program and goes out of it: games that are imported from files, from a text or out of a collection,
//! games that are exported, onto the clipboard or into one file, and backups of everything. And what is told of that.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use adw::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use jiff::{Timestamp, Zoned};
use rank_and_file_core::library::{
    BackupFault, Brought, GameText, OpenedFile, Query, Step, StoredGame, back_up_watched,
    backup_name, restore_watched,
};
use rank_and_file_core::record::log::LogEntry;
use rank_and_file_core::record::pgn::count_games;

use super::trash::Trash;
use crate::model::{Imported, Practice, SavedGame, SavedGames, Settings, Source, callback, weak};
use crate::ui::files::{FileRequest, save_by};
use crate::ui::question;
use crate::ui::route::{self, Request, Route};
use crate::words;

/// Of so many games that could not be read, the reasons are shown.
const MOST_REASONS: usize = 200;
/// More than these need a higher dialog.
const FEW_REASONS: usize = 2;
/// Of so many files whose games are to be imported, the names are told.
const MOST_NAMES: usize = 3;
/// How the names of backups end.
const BACKUP_ENDINGS: [&str; 2] = ["tar.gz", "tgz"];

/// Brings in and gives out saved games, and everything in a backup, for one window.
#[derive(Clone)]
pub(super) struct Transfer {
    games: SavedGames,
    settings: Settings,
    trash: Rc<Trash>,
    toasts: adw::ToastOverlay,
}

impl Transfer {
    /// Into and out of these games and settings; what is told of it is shown here. What is on its way into the trash is
    /// not there any more for what comes in.
    pub fn new(
        games: &SavedGames,
        settings: &Settings,
        trash: &Rc<Trash>,
        toasts: &adw::ToastOverlay,
    ) -> Self {
        Self {
            games: games.clone(),
            settings: settings.clone(),
            trash: trash.clone(),
            toasts: toasts.clone(),
        }
    }

    /// The window for which this is done.
    fn window(&self) -> Option<gtk::Window> {
        self.toasts.root().and_downcast()
    }

    fn say(&self, what: &str) {
        question::say_first(&self.toasts, what);
    }

    /// Asks for files, and imports their games.
    pub async fn choose_files(&self) {
        let request = FileRequest {
            title: &gettext("Import Games"),
            kind: &gettext("Games (PGN)"),
            endings: &["pgn"],
        };
        let files = request.open(self.window().as_ref()).await;
        if !files.is_empty() {
            self.import_files(&files);
        }
    }

    /// Counts the games of some files, and imports them if that is wanted.
    pub async fn offer_files(&self, files: &[gio::File]) {
        let paths: Vec<PathBuf> = files.iter().filter_map(gio::File::path).collect();
        let mut games = 0;
        for path in paths {
            games += match self.games.importing().open(path, u64::MAX).await {
                Some(Ok(OpenedFile::Games(games))) => games,
                Some(Ok(OpenedFile::Game(..))) => 1,
                Some(Ok(OpenedFile::Position(_)) | Err(_)) => 0,
                None => return,
            };
        }
        // That there is none is told by the import.
        if games == 0 || self.may_import(files, games).await {
            self.import_files(files);
        }
    }

    /// Imports the game of a text; several if that is wanted.
    pub async fn offer_text(&self, text: String) {
        let counted = gio::spawn_blocking(move || (count_games(&text), text)).await;
        let Ok((games, text)) = counted else { return };
        let question = words::import_text_question(games);
        let wanted = match self.window() {
            Some(window) if games > 1 => question::may_import(&window, &question).await,
            _ => true,
        };
        if wanted {
            self.import(vec![Source::Text(text)]);
        }
    }

    /// Asks whether to import files with so many games.
    async fn may_import(&self, files: &[gio::File], games: u64) -> bool {
        let names = files.iter().filter_map(gio::File::basename);
        let mut names: Vec<String> = names.map(|name| name.display().to_string()).collect();
        if names.len() > MOST_NAMES {
            names.truncate(MOST_NAMES);
            names.push("…".to_owned());
        }
        match self.window() {
            Some(window) => {
                question::may_import(&window, &words::import_question(games, &names)).await
            }
            None => false,
        }
    }

    fn import_files(&self, files: &[gio::File]) {
        let paths: Vec<PathBuf> = files.iter().filter_map(gio::File::path).collect();
        if paths.is_empty() {
            self.say(&words::not_from_here());
            return;
        }
        let recent = gtk::RecentManager::default();
        for file in files {
            recent.add_item(&file.uri());
        }
        self.import(paths.into_iter().map(Source::File).collect());
    }

    /// Begins to import games.
    pub fn import(&self, sources: Vec<Source>) {
        let transfer = self.clone();
        glib::spawn_future_local(async move {
            transfer.bring_in(sources).await;
        });
    }

    /// Imports games. Returns whether all of them are there now.
    pub async fn bring_in(&self, sources: Vec<Source>) -> bool {
        let copies = matches!(sources[..], [Source::Listed(_)]);
        self.trash.finished().await;
        let why = match self.games.import(sources).await {
            None => gettext("Another import is still under way"),
            Some(Err(error)) => words::io_error(&error),
            Some(Ok(done)) => {
                let whole = done.is_whole();
                self.tell(done, copies);
                return whole;
            }
        };
        self.say(&why);
        false
    }

    /// Tells what has come of an import, or of copying games of a collection.
    fn tell(&self, done: Imported, copies: bool) {
        let imported = (!done.ids.is_empty()).then(|| Query {
            brought: Some(Brought::Imported(done.ids.clone().into())),
            ..Query::default()
        });
        let reasons: Vec<String> = done
            .failed
            .iter()
            .map(|(path, error)| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                words::with_name(&name, &words::import_source(error))
            })
            .chain(done.each.iter().flat_map(|(path, report)| {
                let faults = report.faults.iter().map(words::pgn_fault_at);
                let notes = report.notes.iter().map(words::pgn_note_at);
                let name = path.file_name().filter(|_| done.each.len() > 1);
                let name = name.map(|name| name.to_string_lossy());
                faults.chain(notes).map(move |said| match &name {
                    Some(name) => words::with_name(name, &said),
                    None => said,
                })
            }))
            .take(MOST_REASONS)
            .collect();
        let heading = if done.is_whole() || done.report.imported > 0 {
            gettext("Import Details")
        } else {
            gettext("Not Imported")
        };
        let said = match copies {
            true => words::copying_done(&done.report),
            false => words::import_done(&done.report),
        };
        let toast = question::toast(&said, 8);
        if !reasons.is_empty() {
            toast.set_button_label(Some(&gettext("Details")));
            toast.set_timeout(12);
            toast.connect_button_clicked(callback(&self.toasts, move |toasts| {
                show_reasons(toasts, &heading, &reasons, imported.clone());
            }));
        } else if let Some(imported) = imported {
            offer_to_show(&self.toasts, &toast, imported);
        }
        question::tell(&self.toasts, &toast);
    }

    /// Puts a game onto the clipboard.
    pub fn copy(&self, entry: LogEntry) {
        let transfer = self.clone();
        glib::spawn_future_local(async move {
            let text = gio::spawn_blocking(move || read(&entry));
            let text = text.await;
            match text {
                Ok(Ok(text)) => {
                    transfer.toasts.clipboard().set_text(&text);
                    transfer.say(&gettext("Game copied as PGN"));
                }
                _ => transfer.say(&gettext("The game cannot be read.")),
            }
        });
    }

    /// Asks for a file and writes saved games into it, in the order of the list.
    pub fn export(&self, games: Vec<SavedGame>) {
        let name = match games.as_slice() {
            [game] => Some(words::file_name_of(game.summary(), "pgn")),
            _ => None,
        };
        let entries = games.iter().map(|game| game.summary().entry.clone());
        let entries: Vec<LogEntry> = entries.collect();
        let texts = entries.into_iter().map(|entry| read(&entry));
        self.export_texts(name, texts);
    }

    /// Asks for a file and writes games of a collection into it, as they stand there, in the order of the list.
    pub fn export_listed(&self, games: Vec<GameText>) {
        self.export_texts(None, games.into_iter().map(|game| game.exported()));
    }

    fn export_texts(
        &self,
        name: Option<String>,
        texts: impl ExactSizeIterator<Item = io::Result<String>> + Send + 'static,
    ) {
        // Translators: the name of a file with several games, without its ending
        let usual = || format!("{}.pgn", pgettext("file name", "games"));
        let (transfer, name) = (self.clone(), name.unwrap_or_else(usual));
        glib::spawn_future_local(async move { transfer.write_into_file(name, texts).await });
    }

    async fn write_into_file(
        &self,
        name: String,
        texts: impl ExactSizeIterator<Item = io::Result<String>> + Send + 'static,
    ) {
        let request = FileRequest {
            title: &gettext("Export Games"),
            kind: &gettext("Games (PGN)"),
            endings: &["pgn"],
        };
        let Some(file) = request.save(self.window().as_ref(), &name).await else {
            return;
        };
        let Some(path) = file.path() else {
            self.say(&words::not_written(&words::not_here()));
            return;
        };
        let importing = self.games.importing();
        match importing.export(path.clone(), texts.len(), texts).await {
            Ok(0) => self.say(&words::saved_as(&path)),
            Ok(left_out) => self.say(&words::some_left_out(left_out)),
            // It was cancelled.
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => self.say(&words::not_written(&words::write_error(&error))),
        }
    }

    /// Lets an action of the window be chosen, or not while it is under way.
    fn enable(&self, action: &str, enabled: bool) {
        if let Some(window) = self.window() {
            window.action_set_enabled(action, enabled);
        }
    }

    /// Asks for a file, and writes everything into it.
    pub async fn back_up(&self) {
        let request = FileRequest {
            title: &gettext("Back Up"),
            kind: &gettext("Backups"),
            endings: &BACKUP_ENDINGS,
        };
        let folder = self.games.folder().clone();
        let settings = self.settings.kept();
        let mut count = self.games.importing().count_files();
        let write = move |path: &Path| {
            let mut watch = |step: Step<'_>| count.hear(step);
            match back_up_watched(&folder, &settings, Timestamp::now(), path, &mut watch) {
                Ok(done) => Ok(Some(words::backed_up(&done, path))),
                // It was cancelled.
                Err(error) if error.kind() == ErrorKind::Interrupted => Ok(None),
                Err(error) => Err(words::write_error(&error)),
            }
        };
        let name = backup_name(Zoned::now().date());
        self.enable("win.back-up", false);
        let said = save_by(&self.toasts, request, &name, write).await;
        self.enable("win.back-up", true);
        if let Some(said) = said.flatten() {
            question::tell(&self.toasts, &question::toast(&said, 8));
        }
    }

    /// Asks for a backup, and puts back what is in it, beside what is here.
    pub async fn restore(&self) {
        let request = FileRequest {
            title: &gettext("Restore Backup"),
            kind: &gettext("Backups"),
            endings: &BACKUP_ENDINGS,
        };
        let Some(file) = request.open_one(self.window().as_ref()).await else {
            return;
        };
        let Some(path) = file.path() else {
            return self.say(&words::not_from_here());
        };
        self.enable("win.restore", false);
        self.restore_from(path).await;
        self.enable("win.restore", true);
    }

    async fn restore_from(&self, path: PathBuf) {
        self.trash.finished().await;
        let folder = self.games.folder().clone();
        let mut count = self.games.importing().count_files();
        let done = gio::spawn_blocking(move || {
            restore_watched(&folder, &path, &mut |step| count.hear(step))
        });
        let done = done.await;
        let done = done.unwrap_or_else(|_| Err(BackupFault::Unwritten(ErrorKind::Other.into())));
        // All windows see what has come, also where that is not all.
        self.games.load();
        Practice::shared().load().await;
        match done {
            Ok(came) => {
                let settings = self.settings.take_over(&came.settings);
                let heading = gettext("Backup Restored");
                let said = words::restored(&came, settings).join("\n");
                let window = self.window();
                let report = adw::MessageDialog::new(window.as_ref(), Some(&heading), Some(&said));
                report.add_response("close", &gettext("_Close"));
                report.set_close_response("close");
                report.present();
            }
            // It was cancelled.
            Err(BackupFault::Unwritten(error)) if error.kind() == ErrorKind::Interrupted => {}
            Err(fault) => question::complain(&self.toasts, &words::backup_fault(&fault)),
        }
    }
}

/// A game as PGN, with all that was added to it.
fn read(entry: &LogEntry) -> io::Result<String> {
    let kept = StoredGame::read(entry)?;
    if let Some(trouble) = &kept.trouble {
        tracing::warn!("{}: {trouble}", entry.id);
    }
    Ok(kept.pgn())
}

/// Offers in a message to show the games that are found so.
pub(super) fn offer_to_show(toasts: &adw::ToastOverlay, toast: &adw::Toast, games: Query) {
    toast.set_button_label(Some(&gettext("Show")));
    toast.connect_button_clicked(callback(toasts, move |toasts| {
        route::ask(toasts, Request::Go(Route::Saved(games.clone())));
    }));
}

/// Shows why games could not be read, and offers to show those that have come.
fn show_reasons(
    page: &adw::ToastOverlay,
    heading: &str,
    reasons: &[String],
    imported: Option<Query>,
) {
    let Some(window) = page.root().and_downcast::<gtk::Window>() else {
        return;
    };
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
        // What is wrapped is higher than the text says by itself.
        .min_content_height(if reasons.len() > FEW_REASONS { 240 } else { 96 })
        .overlay_scrolling(false)
        .width_request(280)
        .build();
    let dialog = adw::MessageDialog::builder()
        .transient_for(&window)
        .modal(true)
        .heading(heading)
        .extra_child(&scroller)
        .build();
    dialog.add_response("close", &gettext("_Close"));
    dialog.set_close_response("close");
    if let Some(imported) = imported {
        dialog.add_response("show", &gettext("_Show Games"));
        let show = weak!(page, |page, _: &adw::MessageDialog, _: &str| {
            route::ask(&page, Request::Go(Route::Saved(imported.clone())));
        });
        dialog.connect_response(Some("show"), show);
    }
    dialog.present();
}
