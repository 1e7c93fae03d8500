//! Comments that a reader writes: the dialog for one, and what becomes of what is in it.

use adw::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::study::{Place, StudyAction};

use super::GamePage;
use super::annotating::name_of;
use crate::model;
use crate::windows::question::ask;
use crate::windows::toasts;
use crate::words;

/// Seconds in which words that were not kept can be taken up again.
const LONG_ENOUGH: u32 = 10;

/// In windows of at least the first width a comment has the second one.
const WIDE: (i32, i32) = (560, 420);

/// A comment that is being written.
#[derive(Clone)]
struct Draft {
    game: model::Game,
    place: Place,
    /// Whether it stands before the move.
    before: bool,
    text: String,
}

impl Draft {
    /// What is there now.
    fn kept(&self) -> String {
        self.game.with_study(|study, _| {
            let notes = study.notes(self.place);
            let comment = if self.before {
                &notes.before
            } else {
                &notes.comment
            };
            comment.clone()
        })
    }
}

impl GamePage {
    /// Has the reader write a comment on the move whose position is shown, or before it.
    pub(super) async fn comment(&self, before: bool) {
        let Some(game) = self.reviewed() else { return };
        let place = game.place();
        let mut draft = Draft {
            game,
            place,
            before,
            text: String::new(),
        };
        draft.text = draft.kept();
        self.write(draft).await;
    }

    async fn write(&self, mut draft: Draft) {
        let name = name_of(&draft.game, draft.place);
        let heading = words::comment_heading(name.as_deref(), draft.before);
        let window = self.root().and_downcast::<gtk::Window>();
        let dialog = adw::MessageDialog::new(window.as_ref(), Some(&heading), None);
        let (text, editor) = editor(&draft.text);
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
        draft.text = buffer
            .text(&buffer.start_iter(), &buffer.end_iter(), false)
            .into();
        if answer == "save" {
            self.keep_comment(&draft);
        } else if draft.text.trim() != draft.kept() {
            self.offer_again(draft);
        }
    }

    fn keep_comment(&self, draft: &Draft) {
        if self.game().as_ref() != Some(&draft.game) {
            return;
        }
        let (place, text) = (draft.place, draft.text.clone());
        let action = match draft.before {
            true => StudyAction::SetCommentBefore(place, text),
            false => StudyAction::SetComment(place, text),
        };
        if self.annotate(action).is_some() {
            draft.game.say(match draft.kept().is_empty() {
                true => gettext("No comment."),
                false => gettext("Comment kept."),
            });
        }
    }

    /// Nothing that somebody has written is lost without a word.
    fn offer_again(&self, draft: Draft) {
        let toast = toasts::toast(&gettext("The comment was not saved"), LONG_ENOUGH);
        toast.set_button_label(Some(&gettext("Edit Again")));
        toast.connect_button_clicked(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| {
                let draft = draft.clone();
                if page.game().as_ref() == Some(&draft.game) {
                    glib::spawn_future_local(async move { page.write(draft).await });
                }
            }
        ));
        toasts::show(self, &toast);
    }
}

/// A field for several lines.
fn editor(words: &str) -> (gtk::TextView, gtk::ScrolledWindow) {
    let text = gtk::TextView::builder()
        .wrap_mode(gtk::WrapMode::WordChar)
        .accepts_tab(false)
        .top_margin(9)
        .bottom_margin(9)
        .left_margin(9)
        .right_margin(9)
        .build();
    text.buffer().set_text(words);
    text.update_property(&[gtk::accessible::Property::Label(&gettext("Comment"))]);
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

/// Return makes lines; with Ctrl it saves.
fn save_by_key(text: &gtk::TextView, dialog: &adw::MessageDialog) {
    let keys = gtk::ShortcutController::new();
    for key in ["<Control>Return", "<Control>KP_Enter"] {
        let action = gtk::CallbackAction::new(glib::clone!(
            #[weak]
            dialog,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, _| {
                dialog.response("save");
                dialog.close();
                glib::Propagation::Stop
            }
        ));
        let trigger = gtk::ShortcutTrigger::parse_string(key);
        keys.add_shortcut(gtk::Shortcut::new(trigger, Some(action)));
    }
    text.add_controller(keys);
}
