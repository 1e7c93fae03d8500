//! The position out of the window: onto the clipboard, and as a picture.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};

use super::{EditorPage, imp};
use crate::windows::files::save_picture;
use crate::windows::toasts;

/// Installs the actions that take the position out of the window.
pub(super) fn install_actions(class: &mut <imp::EditorPage as ObjectSubclass>::Class) {
    class.install_action("editor.copy-position", None, |page, _, _| {
        page.copy_position();
    });
    class.install_action_async("editor.save-picture", None, |page, _, _| async move {
        page.save_picture().await;
    });
}

impl EditorPage {
    fn copy_position(&self) {
        let fen = self.editing().with(|editor| editor.draft().fen());
        self.clipboard().set_text(&fen);
        toasts::say(self, &gettext("Position copied as FEN"));
    }

    async fn save_picture(&self) {
        let board = self.editing().with(|editor| editor.draft().board().clone());
        // Translators: the name of a file with the picture of a position, without its ending
        let name = format!("{}.png", pgettext("file name", "position"));
        save_picture(self, &name, board, self.imp().board.turned()).await;
    }
}
