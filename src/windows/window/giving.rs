//! Saved games that go out, onto the clipboard or into one file.

use std::io;

use adw::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use rank_and_file_core::files::write_whole_with;
use rank_and_file_core::library::Kept;
use rank_and_file_core::log::LogEntry;

use super::Window;
use crate::model::SavedGame;
use crate::windows::files::FileRequest;
use crate::words;

impl Window {
    pub(super) fn copy(&self, entry: LogEntry) {
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let text = gio::spawn_blocking(move || read(&entry));
            let text = text.await;
            let Some(window) = window.upgrade() else {
                return;
            };
            match text {
                Ok(Ok(text)) => {
                    window.clipboard().set_text(&text);
                    window.say(&gettext("Game copied as PGN"));
                }
                _ => window.say(&gettext("The game cannot be read.")),
            }
        });
    }

    /// Asks for a file and writes the games into it, in the order of the list.
    pub(super) fn export(&self, games: Vec<SavedGame>) {
        let window = self.clone();
        glib::spawn_future_local(async move { window.write_into_file(games).await });
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
        let Some(file) = request.save(Some(self.upcast_ref()), &name).await else {
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
            write_whole_with(&target, |out| {
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
    let kept = Kept::read(entry)?;
    if let Some(trouble) = &kept.trouble {
        tracing::warn!("{}: {trouble}", entry.id);
    }
    Ok(kept.pgn())
}
