//! How the page takes up a game and lets go of it.

use adw::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::Color;

use super::GamePage;
use crate::model;

impl GamePage {
    /// Shows a game, with White below.
    pub fn open(&self, game: &model::Game) {
        let imp = self.imp();
        if self.game().as_ref() != Some(game) {
            self.close();
            imp.title
                .show(&game.player(Color::White), &game.player(Color::Black));
            let page = self.downgrade();
            let changed = game.connect_local("changed", false, move |_| {
                if let Some(page) = page.upgrade() {
                    page.seat();
                    page.refresh();
                    page.keep_focus();
                }
                None
            });
            let on_notify = |property: &str| {
                game.connect_notify_local(
                    Some(property),
                    glib::clone!(
                        #[weak(rename_to = page)]
                        self,
                        move |_, _| page.refresh()
                    ),
                )
            };
            let page = self.downgrade();
            let refused = game.connect_local("refused", false, move |_| {
                if let Some(page) = page.upgrade() {
                    page.tell_refusal();
                }
                None
            });
            let mut handlers = vec![changed, refused, on_notify("status"), on_notify("trouble")];
            handlers.extend(self.listen_to(game));
            handlers.extend(self.read_out(game));
            imp.handlers.replace(handlers);
            imp.game.replace(Some(game.clone()));
            self.show_on_widgets(Some(game));
            self.turn_to(Color::White);
            self.seat();
            self.refresh();
            self.read_again();
        }
        imp.board
            .focus_square(rank_and_file_core::rules::Square::E2);
    }

    /// Lets go of the game.
    pub fn close(&self) {
        self.stop_typing();
        self.fall_silent();
        self.show_on_widgets(None);
        if let Some(game) = self.imp().game.take() {
            game.suspend();
            for handler in self.imp().handlers.take() {
                game.disconnect(handler);
            }
        }
    }

    fn show_on_widgets(&self, game: Option<&model::Game>) {
        let imp = self.imp();
        imp.board.set_game(game);
        imp.top_bar.set_game(game);
        imp.bottom_bar.set_game(game);
        imp.move_list.set_game(game);
        imp.offer_bar.set_game(game);
    }
}
