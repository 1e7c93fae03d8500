//! Filling the screen, by the app's own key or by the desktop's, and coming back.

use adw::prelude::*;
use gtk::gdk;

use super::Window;

impl Window {
    pub(super) fn set_up_full_screen(&self) {
        // The desktop has keys of its own for it.
        self.connect_fullscreened_notify(|window| window.set_full_screen(window.is_fullscreen()));
        // Only an Escape that nobody else has any use for comes as far as here.
        let keys = gtk::EventControllerKey::new();
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, _| {
                if key == gdk::Key::Escape && window.full_screen() {
                    window.set_full_screen(false);
                    return glib::Propagation::Stop;
                }
                glib::Propagation::Proceed
            }
        ));
        self.add_controller(keys);
    }
}
