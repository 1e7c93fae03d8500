//! Writing a comment on a move: the dialog for it, and what becomes of the text.

use adw::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::record::study::{NodeId, StudyAction};

use super::study::{StudyPanel, UNDO_SECONDS};
use crate::model::{self, callback, callback_with};
use crate::ui::keys::act_at_key;
use crate::ui::parts::has_no_words;
use crate::ui::question::{self, ask};
use crate::words::{self, Message};

/// In windows of at least the first width a comment has the second one, in pixels.
const WIDE: (i32, i32) = (560, 420);

/// The name of the move that leads to a node.
pub(super) fn name_of(game: &model::Game, node: NodeId) -> Option<Message> {
    game.with_study(|study, rules| words::move_at(study, rules, node))
}

/// A comment that is being written.
struct CommentDraft {
    game: model::Game,
    node: NodeId,
    /// Whether it stands before the move.
    before: bool,
    text: String,
}

impl CommentDraft {
    /// The comment at the node that is shown, to be changed.
    fn of(game: model::Game, before: bool) -> Self {
        let node = game.viewer().node();
        let mut draft = Self {
            game,
            node,
            before,
            text: String::new(),
        };
        draft.text = draft.saved();
        draft
    }

    /// The comment as it is saved.
    fn saved(&self) -> String {
        self.game.with_study(|study, _| {
            let notes = study.notes(self.node);
            let comment = if self.before {
                &notes.before
            } else {
                &notes.comment
            };
            comment.clone()
        })
    }

    /// The action that saves it.
    fn action(&self) -> StudyAction {
        match self.before {
            true => StudyAction::SetCommentBefore(self.node, self.text.clone()),
            false => StudyAction::SetComment(self.node, self.text.clone()),
        }
    }

    /// Has it written in a dialog over the window of a widget, on the move with this name. Says whether it shall be
    /// saved.
    async fn write(&mut self, widget: &impl IsA<gtk::Widget>, name: Option<&Message>) -> bool {
        let heading = words::comment_heading(name.map(Message::shown), self.before);
        let spoken = words::comment_heading(name.map(Message::spoken), self.before);
        let window = widget.root().and_downcast::<gtk::Window>();
        let dialog = adw::MessageDialog::new(window.as_ref(), Some(&heading), None);
        dialog.update_property(&[gtk::accessible::Property::Label(&spoken)]);
        let (text, editor) = editor(&self.text, &spoken);
        let wide = window.is_some_and(|window| window.width() >= WIDE.0);
        editor.set_width_request(if wide { WIDE.1 } else { -1 });
        dialog.set_extra_child(Some(&editor));
        dialog.add_responses(&[("cancel", &gettext("_Cancel")), ("save", &gettext("_Save"))]);
        dialog.set_response_appearance("save", adw::ResponseAppearance::Suggested);
        dialog.set_close_response("cancel");
        save_by_key(&text, &dialog);
        text.grab_focus();
        let answer = ask(&dialog).await;
        let buffer = text.buffer();
        let written = buffer.text(&buffer.start_iter(), &buffer.end_iter(), false);
        self.text = written.into();
        answer == "save"
    }
}

/// A field for several lines, with this name.
fn editor(words: &str, name: &str) -> (gtk::TextView, gtk::ScrolledWindow) {
    let text = gtk::TextView::builder()
        .wrap_mode(gtk::WrapMode::WordChar)
        .accepts_tab(false)
        .top_margin(9)
        .bottom_margin(9)
        .left_margin(9)
        .right_margin(9)
        .build();
    let wrap = |text: &gtk::TextView, buffer: &gtk::TextBuffer| {
        let written = buffer.text(&buffer.start_iter(), &buffer.end_iter(), false);
        text.set_wrap_mode(match has_no_words(&written) {
            true => gtk::WrapMode::Char,
            false => gtk::WrapMode::WordChar,
        });
    };
    text.buffer().connect_changed(callback_with(&text, wrap));
    text.buffer().set_text(words);
    text.update_property(&[gtk::accessible::Property::Label(name)]);
    let scroller = gtk::ScrolledWindow::builder()
        .hscrollbar_policy(gtk::PolicyType::Never)
        .min_content_height(96)
        .max_content_height(240)
        .propagate_natural_height(true)
        .child(&text)
        .css_classes(["card", "comment-editor"])
        .build();
    (text, scroller)
}

/// Lets Ctrl+Return save; Return alone begins a new line.
fn save_by_key(text: &gtk::TextView, dialog: &adw::MessageDialog) {
    let (local, keys) = (
        gtk::ShortcutScope::Local,
        "<Control>Return|<Control>KP_Enter",
    );
    act_at_key(text, local, keys, dialog, |dialog| {
        dialog.response("save");
        dialog.close();
        true
    });
}

impl StudyPanel {
    /// Has a comment written on the move whose position is shown, or before it.
    pub(super) fn comment(&self, before: bool) {
        if let Some(game) = self.studied_game() {
            self.write(CommentDraft::of(game, before));
        }
    }

    fn write(&self, mut draft: CommentDraft) {
        let panel = self.clone();
        glib::spawn_future_local(async move {
            let name = name_of(&draft.game, draft.node);
            let save = draft.write(&panel, name.as_ref()).await;
            if save && panel.game().as_ref() == Some(&draft.game) {
                if panel.annotate(draft.action()).is_some() {
                    draft.game.say(match draft.saved().is_empty() {
                        true => gettext("Comment removed."),
                        false => gettext("Comment saved."),
                    });
                }
            } else if !save && draft.text.trim() != draft.saved() {
                panel.offer_again(draft);
            }
        });
    }

    /// Offers the text of a comment again that could not be saved.
    fn offer_again(&self, draft: CommentDraft) {
        let toast = question::toast(&gettext("The comment was not saved"), UNDO_SECONDS);
        toast.set_button_label(Some(&gettext("Edit Again")));
        // The offer outlives a game that is left.
        let game = draft.game.downgrade();
        let (node, before, text) = (draft.node, draft.before, draft.text);
        toast.connect_button_clicked(callback(self, move |panel| {
            let shown = panel
                .game()
                .filter(|shown| game.upgrade().as_ref() == Some(shown));
            if let Some(game) = shown {
                panel.write(CommentDraft {
                    game,
                    node,
                    before,
                    text: text.clone(),
                });
            }
        }));
        question::tell(self, &toast);
    }
}
