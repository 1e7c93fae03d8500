//! What the page takes up from the preferences, as soon as they are changed.

use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::GamePage;
use crate::model::{Settings, Switch};

impl GamePage {
    pub(super) fn is_on(&self, switch: Switch) -> bool {
        let settings = self.imp().settings.get();
        settings.is_some_and(|settings| settings.is_on(switch))
    }

    pub(super) fn follow_preferences(&self, settings: &Settings) {
        let imp = self.imp();
        if let Some(store) = settings.store() {
            let follow = |switch: Switch, follower: &glib::Object, property: &str| {
                store.bind(switch.key(), follower, property).get().build();
            };
            follow(Switch::Hints, imp.board.upcast_ref(), "hints");
            follow(Switch::AutoQueen, imp.board.upcast_ref(), "auto-queen");
            follow(Switch::Figurines, imp.move_list.upcast_ref(), "figurines");
        }
        settings.connect_changed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_, key| {
                if key == "turning" {
                    page.notify_turning();
                    page.seat();
                } else if key == Switch::Figurines.key() {
                    page.refresh();
                }
            }
        ));
    }
}
