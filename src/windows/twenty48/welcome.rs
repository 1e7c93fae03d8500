//! What a newcomer is told: what it is about, and what to press.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};

use super::Twenty48Window;
use crate::model::remembered;
use crate::windows::key_row::key_row;

impl Twenty48Window {
    pub(super) fn set_up_welcome(&self) {
        let imp = self.imp();
        let slide = key_row(&gettext("Slide the tiles"), "Left Up Down Right");
        slide.set_subtitle(&gettext(
            "Or W A S D, H J K L, the numeric keypad, a swipe, a drag",
        ));
        imp.commands.add(&slide);
        for (title, keys) in [
            (gettext("Undo, up to ten times"), "<Control>z"),
            (pgettext("2048", "New game"), "<Control>n"),
            (
                gettext("Move between cells"),
                "<Control>Left <Control>Right",
            ),
            (
                gettext("Read aloud the numbers on the board"),
                "<Control><Shift>p",
            ),
        ] {
            imp.commands.add(&key_row(&title, keys));
        }
        imp.play.connect_clicked(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| window.hide_welcome()
        ));
    }

    /// Shows what is to be known, in place of the board.
    pub(super) fn show_welcome(&self) {
        let imp = self.imp();
        if imp.settings.get(remembered::TWENTY48_WELCOMED) {
            imp.welcome_title.set_label("2048");
            imp.play.set_label(&gettext("Continue"));
        }
        imp.table.set_visible(false);
        imp.welcome.set_visible(true);
        self.hand_over();
    }

    /// Gives the place back to the board.
    pub(super) fn hide_welcome(&self) {
        let imp = self.imp();
        if !imp.welcome.is_visible() {
            return;
        }
        imp.welcome.set_visible(false);
        imp.table.set_visible(true);
        self.hand_over();
        imp.settings.set(remembered::TWENTY48_WELCOMED, &true);
    }
}
