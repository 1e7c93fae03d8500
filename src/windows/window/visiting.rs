//! Files that are opened with the program: looked into, and kept only when that is asked for.

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use rank_and_file_core::library::{VisitError, Visitor, visit};

use super::Window;
use crate::model::{self, SavedGame, Source};
use crate::windows::route::Route;
use crate::words;

impl Window {
    /// Whether somebody plays here.
    pub fn is_played_in(&self) -> bool {
        self.current_game().is_some_and(|game| !game.is_closed())
    }

    /// This window, or a new one where somebody plays here.
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

    /// Shows what is in a file; what is in more of them, or more than one game, is imported.
    pub fn visit(&self, files: &[gio::File]) {
        let path = match files {
            [file] => file.path(),
            _ => None,
        };
        let Some(path) = path else {
            self.import_files(files);
            return;
        };
        let (window, files) = (self.downgrade(), files.to_vec());
        glib::spawn_future_local(async move {
            let visited = path.clone();
            let found = gio::spawn_blocking(move || visit(&visited)).await;
            let Some(window) = window.upgrade() else {
                return;
            };
            match found {
                Ok(Ok(Visitor::Position(start))) => window.free().go(Route::Names(Some(start))),
                Ok(Ok(Visitor::Game(loaded, study))) => window.free().leaving(move |window| {
                    window.leave_game();
                    window.show_game(&model::Game::shown(*loaded, study, path));
                }),
                Ok(Ok(Visitor::Games)) => {
                    window.import_files(&files);
                }
                Ok(Err(error)) => window.tell_unread(&files, &error),
                Err(_) => window.say(&gettext("The file cannot be opened.")),
            }
        });
    }

    /// Says why nothing is shown, and of which file.
    fn tell_unread(&self, files: &[gio::File], error: &VisitError) {
        let names = files.iter().filter_map(gio::File::basename);
        let name = names.map(|name| name.display().to_string()).next();
        tracing::info!("{}: {error}", name.as_deref().unwrap_or_default());
        self.say(&words::unread(&name.unwrap_or_default(), error));
    }

    /// Imports the file of the game that is shown and is not among the saved ones, and shows the one that
    /// is among them instead, at the same move: to that, something can be added.
    pub(super) fn keep_visitor(&self) {
        let game = self.current_game();
        let Some((game, path)) = game.and_then(|game| Some((game.clone(), game.visits()?))) else {
            return;
        };
        let window = self.clone();
        glib::spawn_future_local(async move {
            if window.bring_in(vec![Source::File(path)]).await {
                match window.games().copy_of(&game).await {
                    Some(saved) => window.open_instead(&saved, game),
                    None if game.is_unsaved() => window.say(&words::other_notes()),
                    None => game.has_been_kept(),
                }
            }
        });
    }

    /// Shows a saved game in the place of its copy from elsewhere, with what was added to that.
    fn open_instead(&self, saved: &SavedGame, visitor: model::Game) {
        self.read(saved.summary().entry.clone(), move |window, game| {
            let stays = window.current_game().as_ref() == Some(&visitor);
            let Some(game) = game.filter(|_| stays) else {
                return;
            };
            game.set_viewed_ply(visitor.viewed_ply());
            if game.take_over(&visitor) {
                visitor.has_been_kept();
                window.leave_game();
                window.show_game(&game);
            } else {
                window.say(&words::other_notes());
            }
        });
    }
}
