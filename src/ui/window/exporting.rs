//! Saved games that go out, onto the clipboard or into one file.

use std::io;

use adw::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use rank_and_file_core::files::write_atomically_with;
use rank_and_file_core::library::StoredGame;
use rank_and_file_core::record::log::LogEntry;

use crate::model::SavedGame;
use crate::ui::files::FileRequest;
use crate::ui::question;
use crate::words;

/// Gives saved games to other programs, for one window.
#[derive(Clone)]
pub(super) struct Exporter {
    toasts: adw::ToastOverlay,
}

impl Exporter {
    /// What is told of it is shown here.
    pub fn new(toasts: &adw::ToastOverlay) -> Self {
        Self {
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

    /// Asks for a file and writes the games into it, in the order of the list.
    pub fn export(&self, games: Vec<SavedGame>) {
        let exporter = self.clone();
        glib::spawn_future_local(async move { exporter.write_into_file(games).await });
    }

    async fn write_into_file(&self, games: Vec<SavedGame>) {
        let name = match games.as_slice() {
            [] => return,
            [game] => words::file_name_of(game.summary(), "pgn"),
            // Translators: the name of a file with several games, without its ending
            _ => format!("{}.pgn", pgettext("file name", "games")),
        };
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
        let entries = games.iter().map(|game| game.summary().entry.clone());
        let entries: Vec<LogEntry> = entries.collect();
        let target = path.clone();
        let written = gio::spawn_blocking(move || {
            let mut left_out = 0;
            write_atomically_with(&target, |out| {
                for entry in &entries {
                    match read(entry) {
                        Ok(text) => out.write_all(text.as_bytes())?,
                        Err(error) => {
                            tracing::warn!("{}: {error}", entry.id);
                            left_out += 1;
                        }
                    }
                }
                Ok(())
            })
            .map(|()| left_out)
        });
        match written.await {
            Ok(Ok(0)) => self.say(&words::saved_as(&path)),
            Ok(Ok(left_out)) => self.say(&words::some_left_out(left_out)),
            Ok(Err(error)) => self.say(&words::not_written(&words::write_error(&error))),
            Err(_) => self.say(&words::not_written(&words::io_error(
                &io::ErrorKind::Other.into(),
            ))),
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
