//! Giving a player another name, and taking that back.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use super::PlayerSheet;
use crate::model::NewName;
use crate::windows::question;
use crate::windows::request::{Request, ask};
use crate::windows::toasts;
use crate::words;

/// How long a renaming can be taken back.
const UNDO_SECONDS: u32 = 12;

impl PlayerSheet {
    /// Asks what the player shall be called.
    pub(super) fn rename(&self, from: String) {
        let page = self.clone();
        glib::spawn_future_local(async move {
            let entry = gtk::Entry::builder()
                .text(&from)
                .activates_default(true)
                .build();
            entry.update_property(&[gtk::accessible::Property::Label(&gettext("New Name"))]);
            let question = page.question(&from, &entry);
            let follow = glib::clone!(
                #[weak]
                page,
                #[weak]
                question,
                #[strong]
                from,
                move |entry: &gtk::Entry| page.answer_typing(&question, &from, &entry.text())
            );
            follow(&entry);
            entry.connect_changed(follow);
            entry.grab_focus();
            let answer = question::ask(&question).await;
            let name = page.games().consider(&from, &entry.text());
            if answer != "rename" {
                return;
            }
            let (to, merged) = match name {
                NewName::Free(to) => (to, false),
                NewName::Taken { name, .. } => (name, true),
                NewName::Empty | NewName::Same | NewName::StandsForNobody | NewName::Computers => {
                    return;
                }
            };
            match page.games().rename(&from, &to).await {
                Ok(()) => page.offer_undo(&from, &to, merged),
                Err(why) => toasts::complain(&page, &why),
            }
        });
    }

    fn question(&self, from: &str, entry: &gtk::Entry) -> adw::MessageDialog {
        let body = words::gettext_f(
            "All games of {name} are shown under the new name. Their files stay as they are.",
            &[("name", from)],
        );
        let window = self.root().and_downcast::<gtk::Window>();
        let question = adw::MessageDialog::new(
            window.as_ref(),
            Some(&gettext("Rename Player")),
            Some(&body),
        );
        question.add_responses(&[
            ("cancel", &gettext("_Cancel")),
            ("rename", &gettext("_Rename")),
        ]);
        question.set_response_appearance("rename", adw::ResponseAppearance::Suggested);
        question.set_default_response(Some("rename"));
        question.set_close_response("cancel");
        // The room is there before there is anything to say, so that nothing moves.
        let answer = gtk::Label::builder()
            .wrap(true)
            .max_width_chars(36)
            .xalign(0.0)
            .yalign(0.0)
            .accessible_role(gtk::AccessibleRole::Status)
            .css_classes(["rename-answer"])
            .build();
        let content = gtk::Box::new(gtk::Orientation::Vertical, 9);
        content.append(entry);
        content.append(&answer);
        question.set_extra_child(Some(&content));
        question
    }

    /// Says beforehand what the new name means.
    fn answer_typing(&self, question: &adw::MessageDialog, from: &str, typed: &str) {
        let name = self.games().consider(from, typed);
        let said = match &name {
            NewName::Empty | NewName::Same | NewName::Free(_) => String::new(),
            NewName::StandsForNobody => {
                gettext("This name is reserved for unnamed players. Choose another one.")
            }
            NewName::Computers => {
                gettext("This name is reserved for the computer. Choose another one.")
            }
            NewName::Taken { name, together } => words::merging(from, name, *together),
        };
        let merges = matches!(name, NewName::Taken { .. });
        let label = if merges {
            gettext("_Merge")
        } else {
            gettext("_Rename")
        };
        question.set_response_label("rename", &label);
        let good = merges || matches!(name, NewName::Free(_));
        question.set_response_enabled("rename", good);
        let answer = question
            .extra_child()
            .and_then(|content| content.last_child());
        if let Some(answer) = answer.and_downcast::<gtk::Label>() {
            answer.set_label(&said);
        }
    }

    fn offer_undo(&self, from: &str, to: &str, merged: bool) {
        let said = words::renamed(from, to, merged);
        let toast = toasts::toast(&said, UNDO_SECONDS);
        toast.set_button_label(Some(&gettext("Undo")));
        let (old, new) = (from.to_owned(), to.to_owned());
        toast.connect_button_clicked(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.undo(old.clone(), new.clone())
        ));
        // Only the last renaming can be undone.
        if let Some(older) = self.imp().undo.replace(Some(toast.clone())) {
            older.dismiss();
        }
        toasts::show(self, &toast);
    }

    fn undo(&self, from: String, to: String) {
        let page = self.clone();
        glib::spawn_future_local(async move {
            match page.games().undo_rename(&from, &to).await {
                // Whoever looked at the player goes on doing so.
                Ok(()) => ask(&page, Request::Renamed(to, from)),
                Err(why) => toasts::complain(&page, &why),
            }
        });
    }
}
