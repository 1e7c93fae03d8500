//! The game and the position out of the window: onto the clipboard, into files and onto paper.

use std::cell::RefCell;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::chess::Position;
use rank_and_file_core::record::log::Header;

use super::GamePage;
use crate::model::{self, preferences, weak};
use crate::print::{Pages, Paper, Scoresheet, pdf};
use crate::ui::files::{FileRequest, cannot_draw, save_made, save_picture};
use crate::ui::question;
use crate::words;

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

    pub(super) fn copy_game(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        self.clipboard().set_text(&game.pgn());
        question::say(self, &gettext("Game copied as PGN"));
    }

    pub(super) fn copy_position(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        self.clipboard().set_text(&game.viewer().fen());
        question::say(self, &gettext("Position copied as FEN"));
    }

    pub(super) async fn save_game(&self) {
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
    pub(super) async fn save_picture(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        let after = game.viewer().with_shown_line(words::move_name);
        let name = words::file_name(game.header(), &after.unwrap_or_default(), "png");
        let board = game.viewer().position().board().clone();
        save_picture(self, &name, board, self.imp().board.turned()).await;
    }

    pub(super) async fn save_scoresheet(&self) {
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

// The scoresheet onto a printer.

impl GamePage {
    /// Asks for the printer and prints the game as it stands.
    pub(super) fn print(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        let sheet = self.scoresheet(&game);
        let operation = gtk::PrintOperation::new();
        operation.set_job_name(&self.title());
        operation.set_unit(gtk::Unit::Points);
        // The margins are those of the scoresheet, on every printer.
        operation.set_use_full_page(true);
        operation.set_embed_page_setup(true);
        operation.set_allow_async(true);
        operation.set_print_settings(Some(&self.settings_to_print(game.header())));
        let pages: Rc<RefCell<Option<Pages>>> = Rc::default();
        operation.connect_begin_print(glib::clone!(
            #[weak(rename_to = page)]
            self,
            #[strong]
            pages,
            move |operation, context| match sheet.lay_out(context.width(), context.height()) {
                Ok(laid_out) => {
                    operation.set_n_pages(i32::try_from(laid_out.count()).unwrap_or(i32::MAX));
                    pages.replace(Some(laid_out));
                }
                Err(error) => {
                    question::complain(&page, &cannot_draw(&error));
                    operation.cancel();
                }
            }
        ));
        operation.connect_draw_page(move |operation, context, number| {
            let number = usize::try_from(number).unwrap_or_default();
            if let Some(pages) = &*pages.borrow() {
                if let Err(error) = pages.draw(number, &context.cairo_context()) {
                    tracing::error!("page {number}: {error}");
                    operation.cancel();
                }
            }
        });
        operation.connect_done(weak!(self, |page, operation, result| match result {
            gtk::PrintOperationResult::Apply => {
                page.imp()
                    .print_settings
                    .replace(operation.print_settings());
            }
            gtk::PrintOperationResult::Error => page.say_not_printed(),
            _ => {}
        }));
        let window = self.root().and_downcast::<gtk::Window>();
        let action = gtk::PrintOperationAction::PrintDialog;
        if let Err(error) = operation.run(action, window.as_ref()) {
            tracing::error!("{error}");
            self.say_not_printed();
        }
    }

    /// The settings of the last time, but for the file that was printed into; it would be replaced.
    fn settings_to_print(&self, players: &Header) -> gtk::PrintSettings {
        let last = self.imp().print_settings.borrow().clone();
        let settings = last.unwrap_or_default();
        let name = words::file_name(players, "", "pdf");
        let stem = name.strip_suffix(".pdf").unwrap_or(&name);
        settings.unset("output-uri");
        settings.set("output-basename", Some(stem));
        settings
    }

    fn say_not_printed(&self) {
        question::complain(self, &gettext("The scoresheet could not be printed."));
    }
}
