//! What the page takes up from the preferences, as soon as they are changed.

use gtk::subclass::prelude::*;

use super::GamePage;
use crate::model::{Key, Settings, preferences};

impl GamePage {
    /// What is chosen in the preferences.
    pub(super) fn chosen<T: Default>(&self, preference: Key<T>) -> T {
        let settings = self.imp().settings.get();
        settings
            .map(|settings| settings.get(preference))
            .unwrap_or_default()
    }

    pub(super) fn follow_preferences(&self, settings: &Settings) {
        let imp = self.imp();
        settings.bind(preferences::HINTS, &*imp.board, "hints");
        settings.bind(preferences::AUTO_QUEEN, &*imp.board, "auto-queen");
        settings.bind(preferences::FIGURINES, &*imp.move_list, "figurines");
        settings.bind(preferences::FIGURINES, &*imp.openings, "figurines");
        settings.bind(preferences::FIGURINES, &*imp.analysis, "figurines");
        settings.connect_changed(
            &preferences::TURNING,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_| {
                    page.notify_turning();
                    page.turn_as_wanted();
                }
            ),
        );
        settings.connect_changed(
            &preferences::FIGURINES,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_| page.refresh()
            ),
        );
    }
}
