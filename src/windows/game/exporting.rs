//! The game and the position out of the window: onto the clipboard and into files.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::rules::Position;

use super::{GamePage, imp};
use crate::model;
use crate::model::preferences;
use crate::print::{Paper, Scoresheet, pdf};
use crate::windows::files::{FileRequest, cannot_draw, save_made, save_picture};
use crate::windows::toasts;
use crate::words;

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

    /// The scoresheet of the game as it stands, with all that was added to it.
    pub(super) fn scoresheet(&self, game: &model::Game) -> Scoresheet {
        let figures = self.chosen(preferences::FIGURINES);
        game.with_study(|study, rules| {
            Scoresheet::new(game.header(), rules).annotated(rules, study, figures)
        })
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
        if save_made(self, request, &name, move |_| Ok(text.into_bytes())).await {
            game.has_been_exported();
        }
    }

    /// The position that is looked at, turned as the board is.
    async fn save_picture(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        let after = game.with_line(words::move_name);
        let name = words::file_name(game.header(), &after.unwrap_or_default(), "png");
        let board = game.viewed_position().board().clone();
        save_picture(self, &name, board, self.imp().board.turned()).await;
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
        let sheet = self.scoresheet(&game);
        save_made(self, request, &name, move |_| {
            pdf(&sheet, Paper::of_locale()).map_err(|error| cannot_draw(&error))
        })
        .await;
    }
}
