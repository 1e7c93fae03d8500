//! The game and the position out of the window: onto the clipboard and into files.

use std::path::Path;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::files::write_whole;
use rank_and_file_core::rules::Position;

use super::{GamePage, imp};
use crate::drawing::{DiagramFormat, PieceError, diagram};
use crate::model;
use crate::print::{Paper, Scoresheet, pdf};
use crate::windows::files::FileRequest;
use crate::windows::toasts;
use crate::words;

/// The scoresheet of the game as it stands.
pub(super) fn scoresheet(game: &model::Game) -> Scoresheet {
    game.with_rules(|rules| Scoresheet::new(game.header(), rules))
}

/// The reason is for the log; nobody at the board can do anything about it.
pub(super) fn cannot_draw(error: &PieceError) -> String {
    tracing::error!("{error}");
    words::cannot_draw()
}

/// Installs the actions that take the game out of the window.
pub(super) fn install_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
    class.install_action("game.copy-game", None, |page, _, _| page.copy_game());
    class.install_action("game.copy-position", None, |page, _, _| {
        page.copy_position()
    });
    class.install_action_async("game.save-game", None, |page, _, _| async move {
        page.save_game().await;
    });
    class.install_action_async("game.save-picture", None, |page, _, _| async move {
        page.save_picture().await;
    });
    class.install_action_async("game.save-scoresheet", None, |page, _, _| async move {
        page.save_scoresheet().await;
    });
    class.install_action("game.print", None, |page, _, _| page.print());
}

impl GamePage {
    /// The game that is shown, while the page is. The keys are heard on other pages, too.
    pub(super) fn shown_game(&self) -> Option<model::Game> {
        self.game().filter(|_| self.is_mapped())
    }

    fn copy_game(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        self.clipboard().set_text(&game.pgn());
        toasts::say(self, &gettext("Game copied as PGN"));
    }

    fn copy_position(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        self.clipboard().set_text(&game.fen());
        toasts::say(self, &gettext("Position copied as FEN"));
    }

    async fn save_game(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        let request = FileRequest {
            title: &gettext("Save Game as PGN"),
            kind: &gettext("Games (PGN)"),
            endings: &["pgn"],
        };
        let name = words::file_name(game.header(), "", "pgn");
        let text = game.pgn();
        self.save(request, &name, move |_| Ok(text.into_bytes()))
            .await;
    }

    /// The position that is looked at, turned as the board is.
    async fn save_picture(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        let ply = game.viewed_ply() as usize;
        let after = game.with_rules(|rules| words::move_name(rules, ply));
        let name = words::file_name(game.header(), &after.unwrap_or_default(), "png");
        let request = FileRequest {
            title: &gettext("Save Position as Picture"),
            kind: &gettext("Pictures (PNG, SVG, PDF)"),
            endings: &["png", "svg", "pdf"],
        };
        let board = game.viewed_position().board().clone();
        let turned = self.imp().board.turned();
        self.save(request, &name, move |path| {
            let format = DiagramFormat::of(path).ok_or_else(words::no_picture_kind)?;
            diagram(&board, turned, format).map_err(|error| cannot_draw(&error))
        })
        .await;
    }

    async fn save_scoresheet(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        let name = words::file_name(game.header(), "", "pdf");
        let request = FileRequest {
            title: &gettext("Save Scoresheet as PDF"),
            kind: &gettext("Documents (PDF)"),
            endings: &["pdf"],
        };
        let sheet = scoresheet(&game);
        self.save(request, &name, move |_| {
            pdf(&sheet, Paper::of_locale()).map_err(|error| cannot_draw(&error))
        })
        .await;
    }

    /// Asks for a file, and makes and writes it in another thread. Says what came of it.
    async fn save(
        &self,
        request: FileRequest<'_>,
        name: &str,
        make: impl FnOnce(&Path) -> Result<Vec<u8>, String> + Send + 'static,
    ) {
        let window = self.root().and_downcast::<gtk::Window>();
        let Some(file) = request.save(window.as_ref(), name).await else {
            return;
        };
        let Some(path) = file.path() else {
            toasts::complain(self, &words::not_written(&words::not_here()));
            return;
        };
        let file = path.clone();
        let written = gio::spawn_blocking(move || {
            let bytes = make(&file)?;
            write_whole(&file, &bytes).map_err(|error| words::write_error(&error))
        });
        match written.await {
            Ok(Ok(())) => toasts::say(self, &words::saved_as(&path)),
            Ok(Err(why)) => toasts::complain(self, &words::not_written(&why)),
            Err(_) => toasts::complain(self, &words::not_written(&words::cannot_draw())),
        }
    }
}
