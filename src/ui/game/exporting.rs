//! Copies, saves and prints the game and the position.

use std::cell::RefCell;
use std::rc::Rc;

use adw::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::chess::Position;
use rank_and_file_core::record::log::Header;

use crate::model;
use crate::print::{Pages, Paper, Scoresheet, pdf};
use crate::ui::files::{FileRequest, cannot_draw, save_made, save_picture};
use crate::ui::question;
use crate::words;

/// How the last scoresheet was printed.
pub type LastPrinted = Rc<RefCell<Option<gtk::PrintSettings>>>;

/// The scoresheet of a game as it stands, with all that was added to it.
pub(super) fn scoresheet(game: &model::Game, figures: bool) -> Scoresheet {
    game.with_study(|study, rules| {
        Scoresheet::new(game.header(), rules).annotated(rules, study, figures)
    })
}

pub(super) fn copy_game(page: &impl IsA<gtk::Widget>, game: &model::Game) {
    page.clipboard().set_text(&game.pgn());
    question::say(page, &gettext("Game copied as PGN"));
}

pub(super) fn copy_position(page: &impl IsA<gtk::Widget>, game: &model::Game) {
    page.clipboard().set_text(&game.viewer().fen());
    question::say(page, &gettext("Position copied as FEN"));
}

pub(super) async fn save_game(page: &impl IsA<gtk::Widget>, game: &model::Game) {
    let request = FileRequest {
        title: &gettext("Save Game as PGN"),
        kind: &gettext("Games (PGN)"),
        endings: &["pgn"],
    };
    let name = words::file_name(game.header(), "", "pgn");
    let text = game.pgn();
    if save_made(page, request, &name, move |_| Ok(text.into_bytes())).await {
        game.mark_exported();
    }
}

/// Saves a picture of the position that is looked at, flipped as the board is.
pub(super) async fn save_position(page: &impl IsA<gtk::Widget>, game: &model::Game, flipped: bool) {
    let after = game.viewer().with_shown_line(words::move_name);
    let name = words::file_name(game.header(), &after.unwrap_or_default(), "png");
    let board = game.viewer().position().board().clone();
    save_picture(page, &name, board, flipped).await;
}

pub(super) async fn save_scoresheet(
    page: &impl IsA<gtk::Widget>,
    game: &model::Game,
    sheet: Scoresheet,
) {
    let name = words::file_name(game.header(), "", "pdf");
    let request = FileRequest {
        title: &gettext("Save Scoresheet as PDF"),
        kind: &gettext("Documents (PDF)"),
        endings: &["pdf"],
    };
    save_made(page, request, &name, move |_| {
        pdf(&sheet, Paper::of_locale()).map_err(|error| cannot_draw(&error))
    })
    .await;
}

/// Asks for the printer and prints the scoresheet of a game, as it was printed the last time.
pub(super) fn print(
    page: &impl IsA<gtk::Widget>,
    game: &model::Game,
    sheet: Scoresheet,
    last: &LastPrinted,
) {
    let page = page.upcast_ref::<gtk::Widget>();
    let operation = gtk::PrintOperation::new();
    operation.set_job_name(&words::pairing(game.header()));
    operation.set_unit(gtk::Unit::Points);
    // The margins are those of the scoresheet, on every printer.
    operation.set_use_full_page(true);
    operation.set_embed_page_setup(true);
    operation.set_allow_async(true);
    operation.set_print_settings(Some(&settings_to_print(last, game.header())));
    let pages: Rc<RefCell<Option<Pages>>> = Rc::default();
    operation.connect_begin_print(glib::clone!(
        #[weak]
        page,
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
    operation.connect_done(glib::clone!(
        #[weak]
        page,
        #[strong]
        last,
        move |operation, result| match result {
            gtk::PrintOperationResult::Apply => {
                last.replace(operation.print_settings());
            }
            gtk::PrintOperationResult::Error => say_not_printed(&page),
            _ => {}
        }
    ));
    let window = page.root().and_downcast::<gtk::Window>();
    let action = gtk::PrintOperationAction::PrintDialog;
    if let Err(error) = operation.run(action, window.as_ref()) {
        tracing::error!("{error}");
        say_not_printed(page);
    }
}

/// The settings of the last time, but for the file that was printed into; it would be replaced.
fn settings_to_print(last: &LastPrinted, players: &Header) -> gtk::PrintSettings {
    let settings = last.borrow().clone().unwrap_or_default();
    let name = words::file_name(players, "", "pdf");
    let stem = name.strip_suffix(".pdf").unwrap_or(&name);
    settings.unset("output-uri");
    settings.set("output-basename", Some(stem));
    settings
}

fn say_not_printed(page: &gtk::Widget) {
    question::complain(page, &gettext("The scoresheet could not be printed."));
}
