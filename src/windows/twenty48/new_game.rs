//! A new game, on a board of which size.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use rank_and_file_core::twenty48::{Action, Size};

use super::Twenty48Window;
use crate::model;
use crate::windows::question::ask;
use crate::words;

impl Twenty48Window {
    /// A menu of sizes, of which the one that is played is marked.
    pub(super) fn set_up_sizes(&self) {
        let size = gio::SimpleAction::new_stateful(
            "size",
            Some(glib::VariantTy::INT32),
            &side(Size::USUAL).to_variant(),
        );
        size.connect_activate(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_, side| {
                let side = side.and_then(glib::Variant::get::<i32>);
                let size = side.and_then(|side| Size::new(usize::try_from(side).ok()?).ok());
                if let Some(size) = size {
                    glib::spawn_future_local(async move { window.begin(size).await });
                }
            }
        ));
        let group = gio::SimpleActionGroup::new();
        group.add_action(&size);
        self.insert_action_group("board", Some(&group));
        let imp = self.imp();
        imp.size.set(size).ok();
        imp.sizes.set_menu_model(Some(&imp.menu_of_sizes));
    }

    /// Marks the size that is played, and says the best score beside each.
    pub(super) fn show_sizes(&self, game: &model::Twenty48) {
        let imp = self.imp();
        let now = game.with_game(|game| game.grid().size());
        if let Some(size) = imp.size.get() {
            size.set_state(&side(now).to_variant());
        }
        let menu = &imp.menu_of_sizes;
        for (index, size) in (0..).zip(Size::ALL) {
            let said = words::twenty48::size_with_best(size, game.best_of(size));
            if index < menu.n_items() {
                let before = menu.item_attribute_value(index, gio::MENU_ATTRIBUTE_LABEL, None);
                if before.is_some_and(|before| before.str() == Some(&said)) {
                    continue;
                }
                menu.remove(index);
            }
            let item = gio::MenuItem::new(Some(&said), None);
            item.set_action_and_target_value(Some("board.size"), Some(&side(size).to_variant()));
            menu.insert_item(index, &item);
        }
    }

    /// A new game on a board of the same size.
    pub(super) async fn begin_anew(&self) {
        if let Some(game) = self.game() {
            self.begin(game.with_game(|game| game.grid().size())).await;
        }
    }

    /// A new game. Where one is under way, it is asked first.
    async fn begin(&self, size: Size) {
        let Some(game) = self.game() else { return };
        if !game.is_under_way() || self.may_begin(size).await {
            game.act(Action::New(size));
        }
        self.hide_welcome();
        self.hand_over();
    }

    async fn may_begin(&self, size: Size) -> bool {
        let heading = gettext("Start a New Game?");
        let body = words::twenty48::giving_up(size);
        let question = adw::MessageDialog::new(Some(self), Some(&heading), Some(&body));
        question.add_responses(&[
            ("cancel", &gettext("_Cancel")),
            ("begin", &pgettext("2048", "_New Game")),
        ]);
        question.set_response_appearance("begin", adw::ResponseAppearance::Destructive);
        question.set_default_response(Some("cancel"));
        question.set_close_response("cancel");
        ask(&question).await == "begin"
    }
}

fn side(size: Size) -> i32 {
    i32::try_from(size.side()).unwrap_or_default()
}
