//! Saved games that go out, onto the clipboard or into one file.

use std::path::PathBuf;

use adw::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use rank_and_file_core::files::write_whole_with;
use rank_and_file_core::log::{LogEntry, read};
use rank_and_file_core::pgn;

use super::Window;
use crate::model::SavedGame;
use crate::windows::files::FileRequest;
use crate::words;

impl Window {
    pub(super) fn copy(&self, entry: LogEntry) {
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let text =
                gio::spawn_blocking(move || read(&entry.path).map(|loaded| pgn::write(&loaded)));
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
        let logs: Vec<PathBuf> = games
            .iter()
            .map(|game| game.summary().entry.path.clone())
            .collect();
        let target = path.clone();
        let written = gio::spawn_blocking(move || {
            let mut left_out = 0;
            write_whole_with(&target, |out| {
                for log in &logs {
                    match read(log) {
                        Ok(loaded) => out.write_all(pgn::write(&loaded).as_bytes())?,
                        Err(error) => {
                            tracing::warn!("{}: {error}", log.display());
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
                &std::io::ErrorKind::Other.into(),
            ))),
        }
    }
}
