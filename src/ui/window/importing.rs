//! Importing games from files, from a text or out of a collection, and telling what has come of it.

use std::path::PathBuf;

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::library::{Brought, OpenedFile, Query};

use crate::model::{Imported, SavedGames, Source, callback, weak};
use crate::ui::files::FileRequest;
use crate::ui::question;
use crate::ui::route::{self, Request, Route};
use crate::words;

/// Of so many games that could not be read, the reasons are shown.
const MOST_REASONS: usize = 200;
/// Of so many files whose games are to be imported, the names are told.
const MOST_NAMES: usize = 3;

/// Imports games to the saved ones, and tells in its window what has come of it.
#[derive(Clone)]
pub(super) struct Importer {
    games: SavedGames,
    toasts: adw::ToastOverlay,
}

impl Importer {
    /// Imports to these games; what is told is shown here.
    pub fn new(games: &SavedGames, toasts: &adw::ToastOverlay) -> Self {
        Self {
            games: games.clone(),
            toasts: toasts.clone(),
        }
    }

    /// The window for which games are imported.
    fn window(&self) -> Option<gtk::Window> {
        self.toasts.root().and_downcast()
    }

    /// Asks for files, and imports their games.
    pub async fn choose_files(&self) {
        let request = FileRequest {
            title: &gettext("Import Games"),
            kind: &gettext("Games (PGN)"),
            endings: &["pgn", "PGN"],
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
            question::say_first(&self.toasts, &words::not_from_here());
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
        let importer = self.clone();
        glib::spawn_future_local(async move {
            importer.bring_in(sources).await;
        });
    }

    /// Imports games. Returns whether all of them are there now.
    pub async fn bring_in(&self, sources: Vec<Source>) -> bool {
        let why = match self.games.import(sources).await {
            None => gettext("Another import is still under way"),
            Some(Err(error)) => words::io_error(&error),
            Some(Ok(done)) => {
                let whole = done.is_whole();
                self.tell(done);
                return whole;
            }
        };
        question::say_first(&self.toasts, &why);
        false
    }

    /// Tells what has come of an import.
    fn tell(&self, done: Imported) {
        let imported = (!done.ids.is_empty()).then(|| Query {
            brought: Some(Brought::Imported(done.ids.clone().into())),
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
            toast.connect_button_clicked(callback(&self.toasts, move |toasts| {
                show_reasons(toasts, &heading, &reasons, imported.clone());
            }));
        } else if let Some(imported) = imported {
            offer_to_show(&self.toasts, &toast, imported);
        }
        question::tell(&self.toasts, &toast);
    }
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
        .propagate_natural_height(true)
        .max_content_height(320)
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
