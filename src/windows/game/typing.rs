//! Moves that are typed: a letter opens an entry that completes and explains.

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Action, Game, Position, figurines};

use super::GamePage;
use crate::model::{self, Way};
use crate::words;

/// How many completions are shown.
const SHOWN: usize = 8;

impl GamePage {
    pub(super) fn set_up_typing(&self) {
        let imp = self.imp();
        let keys = gtk::EventControllerKey::new();
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, modifiers| page.typed(key, modifiers)
        ));
        self.add_controller(keys);
        imp.entry.connect_changed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.show_completions()
        ));
        imp.entry.connect_activate(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.play_typed()
        ));
        let entry_keys = gtk::EventControllerKey::new();
        entry_keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        entry_keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, _| match key {
                gdk::Key::Escape => {
                    page.stop_typing();
                    glib::Propagation::Stop
                }
                gdk::Key::Tab => {
                    page.complete();
                    glib::Propagation::Stop
                }
                _ => glib::Propagation::Proceed,
            }
        ));
        imp.entry.add_controller(entry_keys);
    }

    /// A letter or a zero begins a move, wherever the focus is that has no use for it.
    fn typed(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> glib::Propagation {
        let plain = !modifiers.intersects(
            gdk::ModifierType::CONTROL_MASK
                | gdk::ModifierType::ALT_MASK
                | gdk::ModifierType::SUPER_MASK,
        );
        let begins = |letter: &char| {
            letter.is_ascii_alphabetic()
                || *letter == '0'
                || words::piece_letters().begin_with(*letter)
        };
        let letter = key.to_unicode().filter(begins).filter(|_| plain);
        let plays = |game: model::Game| !game.is_closed() || game.is_reviewable();
        let open = self.game().is_some_and(plays);
        if plain && self.is_typing() {
            return self.typed_early(key);
        }
        match letter.filter(|_| open) {
            Some(letter) if self.game().is_some_and(|game| game.is_computers_turn()) => {
                // The game says whose turn it is.
                self.act(Action::Write(letter.to_string()));
                glib::Propagation::Stop
            }
            Some(letter) => {
                self.begin_typing(letter);
                glib::Propagation::Stop
            }
            None => glib::Propagation::Proceed,
        }
    }

    /// Whether the entry has the keyboard, or will have it when it is seen.
    fn is_typing(&self) -> bool {
        let flags = self.imp().entry.state_flags();
        self.imp().typing.is_visible() && flags.contains(gtk::StateFlags::FOCUS_WITHIN)
    }

    /// A key that the entry has not heard, for it is heard only when it is seen, which takes a frame:
    /// fast hands are there sooner. It does what it would do there.
    fn typed_early(&self, key: gdk::Key) -> glib::Propagation {
        let entry = &self.imp().entry;
        let mut text = entry.text().to_string();
        match key {
            gdk::Key::Return | gdk::Key::KP_Enter => self.play_typed(),
            gdk::Key::Escape => self.stop_typing(),
            gdk::Key::BackSpace => {
                text.pop();
                entry.set_text(&text);
            }
            _ => {
                let Some(letter) = key.to_unicode().filter(|letter| !letter.is_control()) else {
                    return glib::Propagation::Proceed;
                };
                text.push(letter);
                entry.set_text(&text);
            }
        }
        entry.set_position(-1);
        glib::Propagation::Stop
    }

    fn begin_typing(&self, letter: char) {
        let imp = self.imp();
        match self.game() {
            Some(game) if game.is_reviewable() => {
                imp.board.put_down_all();
                if game.tried_at().is_some() {
                    game.walk(Way::Return);
                }
            }
            Some(game) => {
                game.set_viewed_ply(game.ply());
                imp.board.let_go();
            }
            None => {}
        }
        imp.typing.set_visible(true);
        imp.typing.set_reveal_child(true);
        self.unfold();
        // GTK drops the keys of what it has not realized, which it does a frame later.
        if let Some(text) = imp.entry.delegate().and_downcast::<gtk::Text>() {
            text.realize();
        }
        imp.entry.set_text(&letter.to_string());
        // What is typed next follows the letter, and does not take its place.
        imp.entry.grab_focus_without_selecting();
        imp.entry.set_position(-1);
    }

    pub(super) fn stop_typing(&self) {
        let imp = self.imp();
        if imp.typing.reveals_child() {
            imp.typing.set_reveal_child(false);
            imp.typing.set_visible(false);
            imp.entry.set_text("");
            imp.board.refocus();
            self.unfold();
        }
    }

    /// Why what is typed is no move, once it looks like one.
    fn objection(&self) -> Option<String> {
        let text = self.imp().entry.text();
        let some = text.chars().count() > 1;
        self.game().filter(|_| some)?.with_hand(|rules| {
            let text = rules.in_english(&text, &words::piece_letters());
            let refusal = rules.read_move(&text).err()?;
            Some(words::refusal(&refusal, rules.position().board()))
        })
    }

    /// Shows what fits what is typed, or why nothing does; the entry has it as its description,
    /// in letters even where figures are shown.
    fn show_completions(&self) {
        let text = self.imp().entry.text();
        let candidates = self.game().map_or_else(Vec::new, |game| {
            game.with_hand(|rules| rules.completions(&text, &words::piece_letters()))
        });
        let said = match completions(&candidates) {
            Some(completions) => completions,
            None => self.objection().unwrap_or_default(),
        };
        let imp = self.imp();
        let description = gtk::accessible::Property::Description(&said);
        imp.entry.update_property(&[description]);
        if imp.move_list.figurines() && !candidates.is_empty() {
            imp.completions.set_label(&figurines(&said));
        } else {
            imp.completions.set_label(&said);
        }
    }

    /// Completes what is typed as far as all moves that fit agree.
    fn complete(&self) {
        let entry = &self.imp().entry;
        let text = entry.text();
        let game = self.game();
        let letters = words::piece_letters();
        let complete = |rules: &Game| rules.complete(&text, &letters);
        if let Some(text) = game.and_then(|game| game.with_hand(complete)) {
            entry.set_text(&text);
            entry.set_position(-1);
        }
    }

    fn play_typed(&self) {
        let text = self.imp().entry.text().trim().to_owned();
        let Some(game) = self.game() else { return };
        let text = game.with_hand(|rules| rules.in_english(&text, &words::piece_letters()));
        if text.is_empty() || game.play(Action::Write(text)).is_ok() {
            self.stop_typing();
        } else {
            // The status line says why it is refused; what is typed next takes its place.
            self.imp().entry.select_region(0, -1);
        }
    }
}

/// The first of the moves that fit, if any do.
fn completions(candidates: &[String]) -> Option<String> {
    let more = if candidates.len() > SHOWN { " …" } else { "" };
    let shown = candidates.get(..SHOWN).unwrap_or(candidates).join("  ");
    (!candidates.is_empty()).then(|| format!("{shown}{more}"))
}
