//! Games and positions that come in: chosen, dropped onto the window, or pasted.

use std::path::PathBuf;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};
use rank_and_file_core::rules::{FenError, read_fen};

use super::Window;
use crate::model::{Imported, Source};
use crate::windows::files::FileRequest;
use crate::words;

/// Of so many games that could not be read, the reasons are shown.
const MOST_REASONS: usize = 200;

impl Window {
    pub(super) fn set_up_receiving(&self) {
        let files = gtk::DropTarget::new(gdk::FileList::static_type(), gdk::DragAction::COPY);
        files.connect_drop(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            false,
            move |_, value, _, _| match value.get::<gdk::FileList>() {
                Ok(list) => window.import_files(&list.files()),
                Err(_) => false,
            }
        ));
        self.add_controller(files);
        let text = gtk::DropTarget::new(String::static_type(), gdk::DragAction::COPY);
        text.connect_drop(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            false,
            move |_, value, _, _| {
                value.get::<String>().is_ok_and(|text| {
                    window.receive(text);
                    true
                })
            }
        ));
        self.add_controller(text);
        // After the entries, which paste into themselves.
        let keys = gtk::ShortcutController::new();
        keys.add_shortcut(gtk::Shortcut::new(
            gtk::ShortcutTrigger::parse_string("<Control>v"),
            Some(gtk::NamedAction::new("win.paste")),
        ));
        self.add_controller(keys);
    }

    /// Shows the import that is under way, whichever window has begun it.
    pub(super) fn watch_importing(&self) {
        let imp = self.imp();
        let importing = self.games().importing();
        importing
            .bind_property("running", &*imp.importing, "reveal-child")
            .sync_create()
            .build();
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

    fn import_files(&self, files: &[gio::File]) -> bool {
        let paths: Vec<PathBuf> = files.iter().filter_map(gio::File::path).collect();
        if paths.is_empty() {
            self.say(&gettext("Files can be imported from this computer only"));
            return false;
        }
        self.import(paths.into_iter().map(Source::File).collect());
        true
    }

    /// Takes what is on the clipboard.
    pub(super) async fn paste(&self) {
        match self.clipboard().read_text_future().await {
            Ok(Some(text)) => self.receive(text.into()),
            _ => self.say(&gettext("There is no text on the clipboard")),
        }
    }

    /// A position is what a game starts from; games are imported.
    fn receive(&self, text: String) {
        match kind_of(&text) {
            Kind::Position(Ok(fen)) => self.begin_from(&fen),
            Kind::Position(Err(error)) => self.say(&words::impossible_start(error)),
            Kind::Games => self.import(vec![Source::Text(text)]),
            Kind::Neither => self.say(&gettext(
                "This text is neither a position (FEN) nor a game (PGN)",
            )),
        }
    }

    fn import(&self, sources: Vec<Source>) {
        let window = self.clone();
        glib::spawn_future_local(async move {
            match window.games().import(sources).await {
                None => window.say(&gettext("Another import is still under way")),
                Some(Ok(done)) => window.tell_imported(done),
                Some(Err(error)) => window.say(&words::io_error(&error)),
            }
        });
    }

    fn tell_imported(&self, done: Imported) {
        let reasons: Vec<String> = done
            .failed
            .iter()
            .map(|(path, error)| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                format!("{name}: {}", words::import_source(error))
            })
            .chain(done.report.faults.iter().map(words::pgn_fault_at))
            .take(MOST_REASONS)
            .collect();
        let title = glib::markup_escape_text(&words::import_done(&done.report));
        let toast = adw::Toast::builder().title(title).timeout(8).build();
        if !reasons.is_empty() {
            toast.set_button_label(Some(&gettext("Details")));
            toast.set_timeout(12);
            toast.connect_button_clicked(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |_| window.show_reasons(&reasons)
            ));
        }
        self.imp().toasts.add_toast(toast);
    }

    fn show_reasons(&self, reasons: &[String]) {
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
            .heading(gettext("Not Imported"))
            .extra_child(&scroller)
            .build();
        dialog.add_response("close", &gettext("_Close"));
        dialog.set_close_response("close");
        dialog.present();
    }
}

/// What a text seems to be.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Position(Result<String, FenError>),
    Games,
    Neither,
}

fn kind_of(text: &str) -> Kind {
    let text = text.trim().trim_start_matches('\u{feff}');
    let mut lines = text.lines();
    let (first, more) = (lines.next().unwrap_or_default(), lines.next().is_some());
    // Eight ranks part a position from everything else.
    let placement = first.split_whitespace().next().unwrap_or_default();
    if !more && placement.matches('/').count() == 7 {
        return Kind::Position(read_fen(first).map(|_| first.to_owned()));
    }
    let begins_with_tag = text.starts_with('[') && text.contains('"');
    let has_move = text.split_whitespace().any(|word| {
        let number = word.trim_end_matches('.');
        word.len() > number.len() && number.parse::<u32>().is_ok()
            || word.split_once('.').is_some_and(|(number, rest)| {
                number.parse::<u32>().is_ok()
                    && rest
                        .trim_start_matches('.')
                        .starts_with(|letter: char| letter.is_ascii_alphabetic())
            })
    });
    if begins_with_tag || has_move {
        Kind::Games
    } else {
        Kind::Neither
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_known_for_what_they_are() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(
            kind_of(&format!(" {start}\n")),
            Kind::Position(Ok(start.to_owned()))
        );
        assert_eq!(
            kind_of("8/8/8/8/8/8/8/8 w - - 0 1"),
            Kind::Position(Err(FenError::Kings))
        );
        for games in [
            "1. e4 e5",
            "1.e4 e5 *",
            "[Event \"x\"]\n\n*",
            "{so} 1... e5 0-1",
        ] {
            assert_eq!(kind_of(games), Kind::Games, "{games}");
        }
        for neither in ["", "hello", "3.14 is a number", "https://example.org/a/b/c"] {
            assert_eq!(kind_of(neither), Kind::Neither, "{neither}");
        }
    }
}
