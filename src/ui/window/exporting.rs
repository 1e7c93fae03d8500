//! Games that go out, onto the clipboard or into one file.

use std::io;

use adw::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use rank_and_file_core::library::{GameText, StoredGame};
use rank_and_file_core::record::log::LogEntry;

use crate::model::{SavedGame, SavedGames};
use crate::ui::files::FileRequest;
use crate::ui::question;
use crate::words;

/// Gives games to other programs, for one window.
#[derive(Clone)]
pub(super) struct Exporter {
    games: SavedGames,
    toasts: adw::ToastOverlay,
}

impl Exporter {
    /// Windows watch that beside these games; what is told of it is shown here.
    pub fn new(games: &SavedGames, toasts: &adw::ToastOverlay) -> Self {
        Self {
            games: games.clone(),
            toasts: toasts.clone(),
        }
    }

    fn say(&self, what: &str) {
        question::say_first(&self.toasts, what);
    }

    /// Puts a game onto the clipboard.
    pub fn copy(&self, entry: LogEntry) {
        let exporter = self.clone();
        glib::spawn_future_local(async move {
            let text = gio::spawn_blocking(move || read(&entry));
            let text = text.await;
            match text {
                Ok(Ok(text)) => {
                    exporter.toasts.clipboard().set_text(&text);
                    exporter.say(&gettext("Game copied as PGN"));
                }
                _ => exporter.say(&gettext("The game cannot be read.")),
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
        let (exporter, name) = (self.clone(), name.unwrap_or_else(usual));
        glib::spawn_future_local(async move { exporter.write_into_file(name, texts).await });
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
        let window = self.toasts.root().and_downcast::<gtk::Window>();
        let Some(file) = request.save(window.as_ref(), &name).await else {
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
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => self.say(&words::not_written(&words::write_error(&error))),
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
