//! What pages ask for: above all saved games, opened here or in a window of their own.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::library::StudyFile;
use rank_and_file_core::log::{Appender, LogEntry, OpenError};
use rank_and_file_core::study::Place;

use super::Window;
use crate::model::{self, Opened, SavedGame};
use crate::widgets::GameAction;
use crate::windows::request::Request;
use crate::windows::route::Route;
use crate::words;

impl Window {
    /// Does what a page asks for.
    pub(in crate::windows) fn meet(&self, request: Request) {
        match request {
            Request::Go(route) => self.go(route),
            Request::Act(action, game) => self.act(action, game),
            Request::OpenAt(action, game, ply) => self.open_at(action, &game, ply),
            Request::Keep => self.keep_visitor(),
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

    /// Opens a saved game where somebody looked for a position.
    fn open_at(&self, action: GameAction, game: &SavedGame, ply: usize) {
        let entry = game.summary().entry.clone();
        let there = move |game: &model::Game| game.go_to(Place::Main(ply));
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
        game.await_release(&entry.path);
        let released = glib::closure_local!(
            #[weak(rename_to = window)]
            self,
            move |game: model::Game| {
                if window.open_game().as_ref() != Some(&game) {
                    return;
                }
                window.read(entry.clone(), move |window, again| {
                    if let Some(again) = again.filter(|_| window.open_game() == Some(game.clone()))
                    {
                        if !game.is_live() {
                            again.set_viewed_ply(game.viewed_ply());
                        }
                        window.replace_game(&game, &again);
                    }
                });
            }
        );
        game.connect_closure("released", false, released);
    }
}
