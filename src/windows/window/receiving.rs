//! Games and positions that come in: chosen, dropped onto the window, or pasted.

use std::path::PathBuf;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};
use rank_and_file_core::pgn::Pasted;

use super::Window;
use crate::model::{Imported, Source};
use crate::windows::files::FileRequest;
use crate::windows::keys::listen;
use crate::windows::route::Route;
use crate::windows::toasts;
use crate::words;

/// Of so many games that could not be read, the reasons are shown.
const MOST_REASONS: usize = 200;

impl Window {
    pub(super) fn set_up_receiving(&self) {
        // Files first: most programs offer their names as text, too.
        let target = gtk::DropTarget::new(glib::Type::INVALID, gdk::DragAction::COPY);
        target.set_types(&[gdk::FileList::static_type(), String::static_type()]);
        target.connect_drop(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            false,
            move |_, value, _, _| {
                // Whoever lets go does not leave.
                window.imp().drop_frame.set_visible(false);
                if let Ok(list) = value.get::<gdk::FileList>() {
                    window.visit(&list.files());
                    return true;
                }
                value.get::<String>().is_ok_and(|text| {
                    window.receive(text);
                    true
                })
            }
        ));
        self.show_drops(&target);
        self.add_controller(target);
        // After the entries, which paste into themselves.
        let paste = [("win.paste", "<Control>v")];
        listen(self, gtk::ShortcutScope::Local, paste);
    }

    /// Shows that the window would take what is held above it, until it is let go or taken away.
    fn show_drops(&self, target: &gtk::DropTarget) {
        let frame = &*self.imp().drop_frame;
        target.connect_enter(glib::clone!(
            #[weak]
            frame,
            #[upgrade_or]
            gdk::DragAction::empty(),
            move |_, _, _| {
                frame.set_visible(true);
                gdk::DragAction::COPY
            }
        ));
        target.connect_leave(glib::clone!(
            #[weak]
            frame,
            move |_| frame.set_visible(false)
        ));
    }

    /// Shows the import that is under way, whichever window has begun it.
    pub(super) fn watch_importing(&self) {
        let imp = self.imp();
        let importing = self.games().importing();
        // What is folded away would still be there for a screen reader.
        for property in ["visible", "reveal-child"] {
            importing
                .bind_property("running", &*imp.importing, property)
                .sync_create()
                .build();
        }
        importing
            .bind_property("fraction", &*imp.import_bar, "fraction")
            .sync_create()
            .build();
        importing
            .bind_property("games", &*imp.import_count, "label")
            .transform_to(|_, games: u64| Some(words::games_read(games)))
            .sync_create()
            .build();
    }

    pub(super) fn cancel_import(&self) {
        self.games().importing().cancel();
    }

    pub(super) async fn choose_import(&self) {
        let request = FileRequest {
            title: &gettext("Import Games"),
            kind: &gettext("Games (PGN)"),
            endings: &["pgn", "PGN"],
        };
        let files = request.open(Some(self.upcast_ref())).await;
        if !files.is_empty() {
            self.import_files(&files);
        }
    }

    pub(super) fn import_files(&self, files: &[gio::File]) {
        let paths: Vec<PathBuf> = files.iter().filter_map(gio::File::path).collect();
        if paths.is_empty() {
            self.say(&gettext("Files can be imported from this computer only"));
            return;
        }
        let recent = gtk::RecentManager::default();
        for file in files {
            recent.add_item(&file.uri());
        }
        self.import(paths.into_iter().map(Source::File).collect());
    }

    /// Takes what is on the clipboard.
    pub(super) async fn paste(&self) {
        match self.clipboard().read_text_future().await {
            Ok(Some(text)) => self.receive(text.into()),
            _ => self.say(&gettext("There is no text on the clipboard")),
        }
    }

    /// A position is what a game starts from, unless one is being set up; games are imported.
    fn receive(&self, text: String) {
        let editor = match self.imp().way.borrow().here() {
            Route::Editor(_) => self.imp().editor.get(),
            _ => None,
        };
        match (Pasted::of(&text), editor) {
            (Pasted::Position(_), Some(page)) => page.take(&text),
            (other, _) => self.receive_elsewhere(other, text),
        }
    }

    fn receive_elsewhere(&self, what: Pasted, text: String) {
        match what {
            Pasted::Position(Ok(start)) => self.go(Route::Names(Some(start))),
            Pasted::Position(Err(error)) => self.say(&words::impossible_start(error)),
            Pasted::Games => self.import(vec![Source::Text(text)]),
            Pasted::Neither => self.say(&gettext(
                "This text is neither a position (FEN) nor a game (PGN)",
            )),
        }
    }

    fn import(&self, sources: Vec<Source>) {
        let window = self.clone();
        glib::spawn_future_local(async move {
            window.bring_in(sources).await;
        });
    }

    /// Imports games and tells what came of it. Returns whether all of them are there now.
    pub(super) async fn bring_in(&self, sources: Vec<Source>) -> bool {
        match self.games().import(sources).await {
            None => self.say(&gettext("Another import is still under way")),
            Some(Err(error)) => self.say(&words::io_error(&error)),
            Some(Ok(done)) => {
                let whole = done.is_whole();
                self.tell_imported(done);
                return whole;
            }
        }
        false
    }

    fn tell_imported(&self, done: Imported) {
        let reasons: Vec<String> = done
            .failed
            .iter()
            .map(|(path, error)| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                format!("{name}: {}", words::import_source(error))
            })
            .chain(done.each.iter().flat_map(|(path, report)| {
                let faults = report.faults.iter().map(words::pgn_fault_at);
                let notes = report.notes.iter().map(words::pgn_note_at);
                let name = path.file_name().filter(|_| done.each.len() > 1);
                let name = name.map(|name| format!("{}: ", name.to_string_lossy()));
                let name = name.unwrap_or_default();
                faults.chain(notes).map(move |said| format!("{name}{said}"))
            }))
            .take(MOST_REASONS)
            .collect();
        let heading = if done.is_whole() {
            gettext("Import Details")
        } else {
            gettext("Not Imported")
        };
        let toast = toasts::toast(&words::import_done(&done.report), 8);
        if !reasons.is_empty() {
            toast.set_button_label(Some(&gettext("Details")));
            toast.set_timeout(12);
            toast.connect_button_clicked(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |_| window.show_reasons(&heading, &reasons)
            ));
        }
        self.imp().toasts.add_toast(toast);
    }

    fn show_reasons(&self, heading: &str, reasons: &[String]) {
        let text = gtk::Label::builder()
            .label(reasons.join("\n"))
            .wrap(true)
            .wrap_mode(gtk::pango::WrapMode::WordChar)
            .selectable(true)
            .xalign(0.0)
            .valign(gtk::Align::Start)
            .build();
        let scroller = gtk::ScrolledWindow::builder()
            .child(&text)
            .hscrollbar_policy(gtk::PolicyType::Never)
            .propagate_natural_height(true)
            .max_content_height(320)
            .width_request(280)
            .build();
        let dialog = adw::MessageDialog::builder()
            .transient_for(self)
            .modal(true)
            .heading(heading)
            .extra_child(&scroller)
            .build();
        dialog.add_response("close", &gettext("_Close"));
        dialog.set_close_response("close");
        dialog.present();
    }
}
