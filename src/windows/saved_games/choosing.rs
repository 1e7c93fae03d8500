//! Choosing several games at once.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use super::SavedGamesPage;
use crate::widgets::GameList;
use crate::windows::request::{Request, ask};
use crate::words;

impl SavedGamesPage {
    pub(super) fn set_up_choosing(&self) {
        let imp = self.imp();
        for list in [&*imp.unfinished, &*imp.finished] {
            imp.choose_toggle
                .bind_property("active", list, "selecting")
                .build();
            list.connect_closure(
                "chosen-changed",
                false,
                glib::closure_local!(
                    #[weak(rename_to = page)]
                    self,
                    move |_: GameList| {
                        page.count_chosen();
                        page.show_count();
                    }
                ),
            );
        }
        imp.lists.connect_visible_child_notify(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| {
                page.count_chosen();
                page.show_count();
            }
        ));
        // Escape leaves choosing, as it leaves searching.
        let keys = gtk::ShortcutController::new();
        let leave = gtk::CallbackAction::new(|page, _| {
            let toggle = page
                .downcast_ref::<Self>()
                .map(|page| page.imp().choose_toggle.get())
                .filter(gtk::ToggleButton::is_active);
            let Some(toggle) = toggle else {
                return glib::Propagation::Proceed;
            };
            toggle.set_active(false);
            glib::Propagation::Stop
        });
        let trigger = gtk::ShortcutTrigger::parse_string("Escape");
        keys.add_shortcut(gtk::Shortcut::new(trigger, Some(leave)));
        for key in ["Delete", "KP_Delete"] {
            let trigger = gtk::ShortcutTrigger::parse_string(key);
            let trash = gtk::NamedAction::new("saved.trash-chosen");
            keys.add_shortcut(gtk::Shortcut::new(trigger, Some(trash)));
        }
        self.add_controller(keys);
        self.count_chosen();
        self.show_count();
    }

    fn count_chosen(&self) {
        let list = self.list();
        let count = if list.selecting() {
            list.count_chosen()
        } else {
            0
        };
        let text = if count == 0 {
            gettext("Select games")
        } else {
            words::ngettext_f(
                "{count} game selected",
                "{count} games selected",
                count,
                &[],
            )
        };
        self.imp().chosen_count.set_label(&text);
        for action in ["saved.trash-chosen", "saved.export-chosen"] {
            self.action_set_enabled(action, count > 0);
        }
        let shown = list.results().map_or(0, |results| results.count());
        self.action_set_enabled("saved.choose-all", shown > 0);
        self.action_set_enabled("saved.export-shown", shown > 0);
    }

    /// Chooses all games that are shown, or none where all are chosen.
    pub(super) fn choose_all(&self) {
        let list = self.list();
        let shown = list.results().map_or(0, |results| results.count());
        list.choose_all(list.count_chosen() < shown);
    }

    pub(super) fn trash_chosen(&self) {
        let chosen = self.list().chosen();
        self.imp().choose_toggle.set_active(false);
        ask(self, Request::Trash(chosen));
    }

    pub(super) fn export_shown(&self) {
        let Some(results) = self.list().results() else {
            return;
        };
        ask(self, Request::Export(results.all()));
    }
}
