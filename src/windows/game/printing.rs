//! The scoresheet onto a printer.

use std::cell::RefCell;
use std::rc::Rc;

use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::prelude::*;
use rank_and_file_core::log::Header;

use super::GamePage;
use crate::print::Pages;
use crate::windows::files::cannot_draw;
use crate::windows::toasts;
use crate::words;

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
                    toasts::complain(&page, &cannot_draw(&error));
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
            #[weak(rename_to = page)]
            self,
            move |operation, result| match result {
                gtk::PrintOperationResult::Apply => {
                    page.imp()
                        .print_settings
                        .replace(operation.print_settings());
                }
                gtk::PrintOperationResult::Error => page.say_not_printed(),
                _ => {}
            }
        ));
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
        toasts::complain(self, &gettext("The scoresheet could not be printed."));
    }
}
