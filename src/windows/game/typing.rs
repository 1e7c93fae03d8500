//! Keys on the page: a letter opens an entry for a move that completes and explains; others read the position
//! aloud or turn the board.

use std::cell::{Cell, OnceCell};

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Action, Color, Game, LOW_TIME, Position, figurines};

use super::{GamePage, imp};
use crate::model::{self, Turning, Way, preferences};
use crate::widgets::Voice;
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
        // It is mapped at once, so that it hears the very next key.
        imp.typing.set_visible(true);
        self.unfold();
        imp.entry.set_text(&letter.to_string());
        // What is typed next follows the letter, and does not take its place.
        imp.entry.grab_focus_without_selecting();
        imp.entry.set_position(-1);
    }

    pub(super) fn stop_typing(&self) {
        let imp = self.imp();
        if imp.typing.get_visible() {
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

/// What the page needs to be heard.
#[derive(Default)]
pub struct Reading {
    voice: OnceCell<Voice>,
    /// Whether White's and Black's time was short when it was looked at last.
    short: Cell<(bool, bool)>,
}

/// Installs the actions that read out what can be seen.
pub(super) fn install_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
    class.install_action("game.read-clocks", None, |page, _, _| page.read_clocks());
    class.install_action("game.read-position", None, |page, _, _| {
        page.read_position();
    });
    class.install_action("game.read-again", None, |page, _, _| page.read_again());
}

fn are_short(game: &model::Game) -> (bool, bool) {
    let is_short = |side| game.clock_left(side).is_some_and(|left| left < LOW_TIME);
    (is_short(Color::White), is_short(Color::Black))
}

impl GamePage {
    /// Gets ready to hear a game: nothing has been said of its clocks yet.
    pub(super) fn listen_to(&self, game: &model::Game) {
        self.imp().reading.short.set(are_short(game));
        self.imp().sounding.low_time.take();
    }

    pub(super) fn fall_silent(&self) {
        self.voice().fall_silent();
    }

    pub(super) fn voice(&self) -> &Voice {
        let imp = self.imp();
        imp.reading.voice.get_or_init(|| Voice::of(&*imp.status))
    }

    /// The last message once more.
    pub(super) fn read_again(&self) {
        if let Some(game) = self.game() {
            self.voice().say(game.said().spoken());
        }
    }

    /// Reads out what was found where the game is kept.
    pub(super) fn read_notice(&self) {
        if let Some(game) = self.game() {
            self.voice().say(&game.notice());
        }
    }

    fn read_clocks(&self) {
        let Some(game) = self.game() else { return };
        let left = |side| game.clock_left(side);
        let left = left(Color::White).zip(left(Color::Black));
        game.say(words::both_clocks(left, game.header()));
    }

    fn read_position(&self) {
        let Some(game) = self.game() else { return };
        let said = game.with_line(|line, plies| words::position(line, plies, game.header()));
        game.say(said);
    }

    /// Says that somebody's time has become short, without taking away what is still to be read.
    pub(super) fn read_short_time(&self) {
        let Some(game) = self.game() else { return };
        let (now, before) = (are_short(&game), self.imp().reading.short.get());
        self.imp().reading.short.set(now);
        for (side, became_short) in [
            (Color::White, now.0 && !before.0),
            (Color::Black, now.1 && !before.1),
        ] {
            if let Some(left) = game.clock_left(side).filter(|_| became_short) {
                let said = words::short_of_time(game.header(), side, left);
                self.voice().say(&said);
            }
        }
    }
}

// How the board turns to the players: never, after each move, or to both, face to face.

impl GamePage {
    /// Turns the board as the players want it: to the one to move, or to be seen from both sides.
    pub(super) fn turn_as_wanted(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let turning = self.chosen(preferences::TURNING);
        // The computer does not look at the board.
        let people = !game.header().has_computers();
        if turning == Turning::EachMove && people && !game.is_closed() && game.is_live() {
            self.turn_to(game.viewed_position().turn());
        }
        let face_to_face = turning == Turning::FaceToFace && people;
        imp.board.set_face_to_face(face_to_face);
        imp.table.set_face_to_face(face_to_face);
    }

    pub(super) fn turn_board(&self) {
        let below = Color::from_white(self.imp().board.turned());
        self.turn_to(below);
    }

    /// Turns the table so that `below` sits at the near side: board, names and what belongs to them.
    pub(super) fn turn_to(&self, below: Color) {
        let imp = self.imp();
        imp.board.set_turned(below.is_black());
        imp.bottom_bar.set_black(below.is_black());
        imp.top_bar.set_black(below.is_white());
    }
}
