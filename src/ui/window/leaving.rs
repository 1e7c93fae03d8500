//! Leaving a game, which may have to be asked about first, and putting games into the trash.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use rank_and_file_core::files::write_atomically_with;
use rank_and_file_core::library::StoredGame;
use rank_and_file_core::record::log::LogEntry;

use super::Window;
use crate::model::{self, Practice, SavedGame, SavedGames};
use crate::ui::files::FileRequest;
use crate::ui::question::{self, Losing, may_leave};
use crate::ui::route::{Bookmark, Route};
use crate::words;

/// Games that were taken off the lists and can be called back.
#[derive(Clone)]
pub(super) struct Leaving {
    games: SavedGames,
    leaving: Rc<Vec<SavedGame>>,
    /// Whether they have gone, or come back.
    decided: Rc<Cell<bool>>,
}

impl Window {
    /// Whether a game is open, on the board or behind another page, whose last moves would be lost.
    pub(super) fn has_unsaved(&self) -> bool {
        self.open_game().is_some_and(|game| game.is_unsaved())
    }

    /// What is lost with the game that is open: moves, or what was added to it when it was over.
    fn losing(&self) -> Losing {
        match self.open_game() {
            Some(game) if game.is_outside_library() => Losing::OpenedFile,
            Some(game) if game.can_be_studied() => Losing::LastChanges,
            _ => Losing::LastMoves,
        }
    }

    /// Goes on to something else; where that loses moves, only if the players say so.
    pub(super) fn leaving(&self, then: impl FnOnce(&Self) + 'static) {
        let game = self.open_game();
        let on_its_way = game.filter(model::Game::is_on_its_way);
        if on_its_way.is_none() && !self.has_unsaved() {
            then(self);
            return;
        }
        let window = self.clone();
        glib::spawn_future_local(async move {
            if let Some(game) = on_its_way {
                game.settled().await;
            }
            if !window.has_unsaved() || may_leave(&window, window.losing()).await {
                then(&window);
            }
        });
    }

    /// Lets go of the game, so that its file is free.
    pub(in crate::ui) fn leave_game(&self) {
        self.remember_node();
        if let Some(page) = self.imp().game.get() {
            page.close();
        }
    }

    /// Remembers where a reader stands in a game that is over, so that Back leads there.
    fn remember_node(&self) {
        let game = self.current_game().filter(model::Game::can_be_studied);
        if let Some(game) = game {
            let viewer = game.viewer();
            let bookmark = Bookmark {
                node: viewer.node(),
                position: Box::new(viewer.node_position()),
                ply: viewer.ply() as usize,
            };
            let mut history = self.imp().history.borrow_mut();
            history.remember(Route::Game(game.id(), Some(bookmark)));
        }
    }

    /// Whether something is still on its way to its file, of which it will be known in a moment whether it is lost.
    pub(super) fn is_saving(&self) -> bool {
        let game = self.open_game();
        game.is_some_and(|game| game.is_on_its_way()) || self.last_practice(Practice::is_on_its_way)
    }

    /// Waits until that is known, and closes the window then.
    pub(super) async fn close_when_saved(&self) {
        if let Some(game) = self.open_game() {
            game.settled().await;
        }
        Practice::shared().settled().await;
        self.close();
    }

    /// Whether what was found in practice would be lost with this window.
    pub(super) fn loses_practice(&self) -> bool {
        !self.imp().practice_lost.get() && self.last_practice(Practice::is_unsaved)
    }

    /// Something of the attempts in practice, which all windows share; not where others still have it.
    fn last_practice(&self, asked: impl FnOnce(&Practice) -> bool) -> bool {
        let windows = self.application().map(|app| app.windows());
        let mut windows = windows.unwrap_or_default().into_iter();
        let last = !windows.any(|other| other.is::<Self>() && &other != self);
        last && asked(&Practice::shared())
    }

    pub(super) async fn ask_to_lose_practice(&self) {
        if may_leave(self, Losing::Practice).await {
            self.imp().practice_lost.set(true);
            self.close();
        }
    }

    pub(super) async fn ask_to_leave(&self) {
        if may_leave(self, self.losing()).await {
            self.leave_game();
            self.close();
        }
    }
}

/// Seconds in which a slow reader, or a listener, can call games back.
const LONG_ENOUGH: u32 = 10;

impl Window {
    /// Takes games off the lists. Only when the offer to undo that is gone do they move to the
    /// trash, so that nothing needs to be fetched back from there.
    pub(super) fn trash(&self, leaving: Vec<SavedGame>) {
        let games = self.games().clone();
        let said = match leaving.as_slice() {
            [] => return,
            [game] => words::gettext_f(
                "{game} moved to the trash",
                &[("game", &words::pairing(game.summary()))],
            ),
            several => words::ngettext_f(
                "{count} game moved to the trash",
                "{count} games moved to the trash",
                several.len(),
                &[],
            ),
        };
        games.take_off(&leaving);
        let leaving = Leaving {
            games,
            leaving: Rc::new(leaving),
            decided: Rc::default(),
        };
        let (undone, window) = (leaving.clone(), self.downgrade());
        let toast = question::offer_undo(&*self.imp().toasts, &said, LONG_ENOUGH, move || {
            undone.come_back(&window);
        });
        let (gone, window) = (leaving.clone(), self.downgrade());
        toast.connect_dismissed(move |_| gone.go(&window));
        let mut trashing = self.imp().trashing.borrow_mut();
        trashing.retain(|leaving| !leaving.decided.get());
        trashing.push(leaving);
    }

    /// Moves to the trash at once what can still be called back.
    pub(super) fn finish_trashing(&self) {
        for leaving in self.imp().trashing.take() {
            leaving.go(&self.downgrade());
        }
    }
}

impl Leaving {
    fn come_back(&self, window: &glib::WeakRef<Window>) {
        if self.decided.replace(true) {
            return;
        }
        self.games.bring_back(&self.leaving);
        if let Some(window) = window.upgrade() {
            window.voice().say(&words::undone());
        }
    }

    /// Moves them to the trash. The app stays until they are there, though its last window may be closed.
    fn go(&self, window: &glib::WeakRef<Window>) {
        if self.decided.replace(true) {
            return;
        }
        let stays = gio::Application::default().map(|app| app.hold());
        let (leaving, window) = (self.clone(), window.clone());
        glib::spawn_future_local(async move {
            let failed = leaving.games.trash(&leaving.leaving).await;
            if let Some(window) = window.upgrade().filter(|_| failed > 0) {
                window.say(&words::ngettext_f(
                    "{count} game could not be moved to the trash",
                    "{count} games could not be moved to the trash",
                    failed,
                    &[],
                ));
            }
            drop(stays);
        });
    }
}

// Saved games that go out, onto the clipboard or into one file.

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
