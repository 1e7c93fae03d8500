//! What is seen of the game besides the board: scores, messages, the end.

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::Twenty48Window;
use crate::model::{self, remembered};
use crate::widgets::{set_style_class, show_said};
use crate::words;

impl Twenty48Window {
    /// Shows a game from now on.
    pub(super) fn show_game(&self, game: &model::Twenty48) {
        let imp = self.imp();
        imp.board.set_game(Some(game));
        game.connect_happened(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |game| window.show_standing(game)
        ));
        game.connect_refused(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |game| window.show_standing(game)
        ));
        game.connect_trouble_notify(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |game| window.show_trouble(game)
        ));
        game.connect_notice_notify(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |game| window.show_trouble(game)
        ));
        show_said(&imp.status, &game.said());
        game.connect_status_notify(glib::clone!(
            #[weak(rename_to = line)]
            imp.status,
            move |game| show_said(&line, &game.said())
        ));
        game.connect_pending_notify(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |game| window.show_heading(game)
        ));
        self.read_out(game);
        if !imp.settings.get(remembered::TWENTY48_WELCOMED) {
            self.show_welcome();
        }
        self.show_trouble(game);
        self.show_standing(game);
        self.hand_over();
    }

    /// Gives the keyboard to what comes next: from the welcome to play, from the end to the step that
    /// is offered first, else to the board.
    pub(super) fn hand_over(&self) {
        let imp = self.imp();
        // The window itself may not be visible yet.
        if imp.welcome.get_visible() {
            imp.play.grab_focus();
        } else if !imp.ending.get_visible() {
            imp.board.grab_focus();
        } else if imp.keep_going.get_visible() {
            imp.keep_going.grab_focus();
        } else {
            imp.ending_new.grab_focus();
        }
    }

    fn show_standing(&self, game: &model::Twenty48) {
        let imp = self.imp();
        imp.score.set_label(&game.score().to_string());
        imp.best.set_label(&game.best().to_string());
        let (assisted, undo) = game.with_game(|game| (game.is_assisted(), game.undo_steps() > 0));
        self.show_heading(game);
        imp.score_caption
            .set_label(&words::twenty48::score_caption(assisted));
        self.action_set_enabled("tiles.undo", undo);
        self.show_sizes(game);
        self.show_ending(game, undo);
    }

    /// Says how large the board is, and whether the last move is still on its way to the file.
    fn show_heading(&self, game: &model::Twenty48) {
        let size = words::twenty48::size(game.with_game(|game| game.grid().size()));
        let subtitle = if game.pending() {
            words::saving()
        } else {
            size
        };
        self.imp().heading.set_subtitle(&subtitle);
    }

    /// Shows in place that the game is won or over, with what can be done next.
    fn show_ending(&self, game: &model::Twenty48, undo: bool) {
        let imp = self.imp();
        let best = game.best();
        let ending = game.with_game(|game| words::twenty48::ending(game, best));
        let won = game.with_game(|game| game.is_won() && !game.keeps_going());
        self.action_set_enabled("tiles.keep-going", won);
        let over = ending.is_some();
        if let Some(ending) = ending {
            imp.ending_title.set_label(&ending.title);
            imp.ending_body.set_label(&ending.body);
            imp.ending_undo.set_visible(undo && !won);
            imp.keep_going.set_visible(won);
            // The step that is offered first is the one that stands out.
            set_style_class(&*imp.ending_new, "suggested-action", !won);
        }
        // A button that is of no use any more has lost the keyboard already.
        let lost = GtkWindowExt::focus(self).is_none() || imp.ending.focus_child().is_some();
        imp.ending.set_visible(over);
        imp.ending.set_reveal_child(over);
        self.show_message(!over);
        if over || lost {
            self.hand_over();
        }
    }

    /// Whether the line below the board is seen: beside the ending, which says the same, it is not.
    fn show_message(&self, shown: bool) {
        let opacity = if shown { 1.0 } else { 0.0 };
        self.imp().status.set_opacity(opacity);
    }

    /// Puts the message of the end aside, to look at the board; the next key brings it back. Returns
    /// whether there was one.
    pub(super) fn put_ending_aside(&self) -> bool {
        let imp = self.imp();
        let shown = imp.ending.is_visible();
        if shown {
            imp.ending.set_visible(false);
            self.show_message(true);
            imp.board.grab_focus();
        }
        shown
    }

    /// Says why moves are not saved, or what was found where the game is kept.
    fn show_trouble(&self, game: &model::Twenty48) {
        let imp = self.imp();
        let trouble = game.trouble();
        let (in_trouble, notice) = (!trouble.is_empty(), game.notice());
        let text = if in_trouble { trouble } else { notice };
        imp.trouble_text.set_label(&text);
        imp.save_again.set_visible(in_trouble && game.is_kept());
        imp.dismiss.set_visible(!in_trouble);
        imp.trouble.set_visible(!text.is_empty());
        imp.trouble.set_reveal_child(!text.is_empty());
        self.say(&text);
    }
}
