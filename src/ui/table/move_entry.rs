//! The entry for a move that is typed, which completes and explains it; and for words, which ask for something else.

use std::cell::{Cell, OnceCell, RefCell};

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{
    Action, Command, Game, Inquiry, Ply, Position, Refusal, Square, fen_of, figurines,
};
use rank_and_file_core::record::log::Header;

use super::Board;
use crate::model::{self, Following, callback, weak};
use crate::subclass::{subclass, template};
use crate::ui::keys::{hear_keys, is_command};
use crate::words::{self, Message, TypingPlace};

/// How many completions are shown.
const SHOWN: usize = 8;

type Obey = Box<dyn Fn(Command) -> CommandOutcome>;

/// Whether a command was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandOutcome {
    /// It was, or the game has said why not.
    Done,
    /// The game has refused it.
    Refused,
    /// It does nothing at this board now.
    Unavailable,
}

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::MoveEntry)]
        #[template(file = "../../../resources/ui/move-entry.ui")]
        pub struct MoveEntry {
            entry: gtk::Entry,
            completions: gtk::Label,
        } and {
            /// The game in which the move is played.
            #[property(get, set = Self::set_game, nullable)]
            game: RefCell<Option<model::Game>>,
            playing: Following,
            viewing: Following,
            /// Whether figures of the pieces stand for their letters.
            #[property(get, set)]
            figurines: Cell<bool>,
            /// Where it stands, while the game goes on, and what carries out the commands that the game alone cannot.
            pub(super) obey: OnceCell<(TypingPlace, Obey)>,
            /// Where the move that was typed has led, until the keyboard is there.
            pub(super) arrived: Cell<Option<Square>>,
            /// The move that was typed last, while it is asked what its pawn becomes.
            pub(super) promoting: RefCell<Option<String>>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for MoveEntry {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl MoveEntry {
        fn set_game(&self, game: Option<model::Game>) {
            let entry = self.obj();
            self.promoting.take();
            let acts = [
                ("changed", super::MoveEntry::end_unless_on_its_way as fn(&_)),
                ("moved", super::MoveEntry::hear_move),
            ];
            self.playing.follow(&*entry, game.as_ref(), &acts);
            let viewer = game.as_ref().map(model::Game::viewer);
            let acts = [("moved", super::MoveEntry::refresh as fn(&_))];
            self.viewing.follow(&*entry, viewer, &acts);
            self.game.replace(game);
        }
    }
}

subclass! {
    /// The entry. It is there while a move is typed, and hides itself afterwards.
    pub struct MoveEntry(imp::MoveEntry): gtk::Box { template: [] }
}

/// Whether a key begins a move, and with which letter: a letter of the alphabet or of a piece, or a zero.
fn first_letter(key: gdk::Key, modifiers: gdk::ModifierType) -> Option<char> {
    let begins = |letter: &char| {
        letter.is_ascii_alphabetic() || *letter == '0' || words::piece_letters().begin_with(*letter)
    };
    key.to_unicode()
        .filter(begins)
        .filter(|_| !is_command(modifiers))
}

impl MoveEntry {
    fn set_up(&self) {
        let imp = self.imp();
        imp.entry
            .connect_changed(callback(self, Self::show_completions));
        imp.entry.connect_activate(callback(self, Self::play));
        let phase = gtk::PropagationPhase::Capture;
        hear_keys(&*imp.entry, phase, self, |this, key, _| {
            match key {
                gdk::Key::Escape => this.end(),
                // Where there is nothing to complete, the keyboard goes on.
                gdk::Key::Tab => return this.complete(),
                _ => return false,
            }
            true
        });
    }

    /// Sets where it stands, and how its page carries out the commands that the game alone cannot.
    pub fn obey_by<P: IsA<gtk::Widget>>(
        &self,
        place: TypingPlace,
        page: &P,
        obey: impl Fn(&P, Command) -> CommandOutcome + 'static,
    ) {
        let obey = weak!(
            page,
            CommandOutcome::Unavailable,
            |page, command: Command| { obey(&page, command) }
        );
        self.imp().obey.set((place, Box::new(obey))).ok();
    }

    /// Begins with a letter or a zero that is typed on a page where no other widget has a use for it, if the page is
    /// ready for that. The keyboard goes back to the board.
    pub fn hear_keys<P: IsA<gtk::Widget>>(
        &self,
        page: &P,
        board: &Board,
        is_ready: impl Fn(&P) -> bool + 'static,
    ) {
        let entry = self.downgrade();
        let phase = gtk::PropagationPhase::Bubble;
        hear_keys(page, phase, page, move |page, key, modifiers| {
            let begins = first_letter(key, modifiers).is_some() && is_ready(page);
            let entry = entry.upgrade().filter(|_| begins);
            entry.is_some_and(|entry| entry.hear(key, modifiers))
        });
        self.connect_visible_notify(weak!(board, |board, entry| {
            if !entry.get_visible() {
                match entry.imp().arrived.take() {
                    Some(square) => board.focus_square(square),
                    None => board.refocus(),
                };
            }
        }));
    }

    /// Begins with a key, if that is a letter or a zero. Says whether it is.
    pub fn hear(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> bool {
        let letter = first_letter(key, modifiers);
        if let Some(letter) = letter {
            self.begin(letter);
        }
        letter.is_some()
    }

    /// Shows the entry with the first letter in it. It is mapped at once, so that it hears the very next key.
    fn begin(&self, letter: char) {
        let entry = &self.imp().entry;
        self.set_visible(true);
        entry.set_text(&letter.to_string());
        // What is typed next follows the letter, and does not take its place.
        entry.grab_focus_without_selecting();
        entry.set_position(-1);
    }

    /// Takes the entry away.
    pub fn end(&self) {
        if self.get_visible() {
            self.set_visible(false);
            self.imp().entry.set_text("");
        }
    }

    /// Takes the entry away once the move that was typed is shown, or cannot be: only then does the keyboard go to where
    /// it has led, as a screen reader would read the empty square before. What is typed meanwhile is the next move.
    fn end_arrived(&self) {
        let imp = self.imp();
        if imp.arrived.get().is_some() && imp.entry.text().is_empty() {
            self.end();
        } else {
            imp.arrived.set(None);
        }
    }

    /// What is typed in the turn of another may be a move now.
    fn hear_move(&self) {
        self.end_arrived();
        self.refresh();
    }

    /// In another position something else fits what is typed.
    fn refresh(&self) {
        if self.get_visible() {
            self.show_completions();
        }
    }

    fn end_unless_on_its_way(&self) {
        if self.game().is_none_or(|game| !game.is_on_its_way()) {
            self.end_arrived();
        }
    }

    /// The game, while a move that is typed can be played in it.
    fn movable_game(&self) -> Option<model::Game> {
        self.game().filter(|game| game.withheld_move().is_none())
    }

    /// Why what is typed is no move, once it looks like one.
    fn objection(&self) -> Option<String> {
        let text = self.imp().entry.text();
        let word = text.split_whitespace().next().unwrap_or_default();
        let mut known = Command::WORDS.iter();
        let castles = "O-O-O".starts_with(&text.to_uppercase().replace('0', "O"));
        let may_be_word = known.any(|known| known.starts_with(word))
            || words::may_name_piece(word)
            || castles && text.ends_with('-');
        let some = text.chars().count() > 1 && !may_be_word;
        let game = self.game().filter(|_| some)?;
        let withheld = game.withheld_move();
        game.with_playable_game(|rules| {
            if let Some(why) = withheld {
                return Some(words::refusal(&why, rules.position().board()));
            }
            let text = words::typed_move(rules, &text);
            let refusal = rules.read_move(&text).err()?;
            Some(words::refusal(&refusal, rules.position().board()))
        })
    }

    /// Shows what fits what is typed, or why nothing does. What fits is the description of the entry, in letters even
    /// where figures are shown; why nothing does is heard once it is asked for.
    fn show_completions(&self) {
        let text = self.imp().entry.text();
        // Of a move that is on its way nothing is left to be typed.
        let arrives = self.imp().arrived.get().is_some() && text.is_empty();
        let candidates = self
            .movable_game()
            .filter(|_| !arrives)
            .map_or_else(Vec::new, |game| {
                game.with_playable_game(|rules| rules.completions(&text, &words::piece_letters()))
            });
        match completions(&candidates) {
            Some(fits) if self.figurines() => self.describe(&fits, &figurines(&fits)),
            Some(fits) => self.describe(&fits, &fits),
            None => self.describe("", &self.objection().unwrap_or_default()),
        }
    }

    /// Says something of what is typed, as the description of the entry and below it.
    fn describe(&self, said: &str, shown: &str) {
        let imp = self.imp();
        let description = gtk::accessible::Property::Description(said);
        imp.entry.update_property(&[description]);
        imp.completions.set_label(shown);
    }

    /// Completes what is typed as far as all moves that fit agree. Returns whether any do.
    fn complete(&self) -> bool {
        let entry = &self.imp().entry;
        let text = entry.text();
        let game = self.movable_game();
        let letters = words::piece_letters();
        let complete = |rules: &Game| rules.complete(&text, &letters);
        let completed = game.and_then(|game| game.with_playable_game(complete));
        if let Some(text) = &completed {
            entry.set_text(text);
            entry.set_position(-1);
        }
        completed.is_some()
    }

    fn play(&self) {
        let imp = self.imp();
        let text = imp.entry.text().trim().to_owned();
        let Some(game) = self.game() else { return };
        imp.arrived.set(None);
        // A piece alone is the answer to what its pawn becomes.
        let text = match imp.promoting.take() {
            Some(asked) if words::promotion_named(&text).is_some() => format!("{asked} {text}"),
            _ => text,
        };
        let done = match Command::read(&text) {
            Ok(Some(command)) => self.obey(command, &text, &game) == CommandOutcome::Done,
            Ok(None) | Err(_) => {
                if !game.can_be_studied() && game.viewer().ply() != game.ply() {
                    // Words are about the position that is shown; a move is played in the last one, once that is known.
                    game.viewer().set_ply(game.ply());
                    game.say(words::back_in_current_position(&text));
                    imp.entry.select_region(0, -1);
                    return;
                }
                let (written, read) = game.with_playable_game(|rules| {
                    let written = words::typed_move(rules, &text);
                    let read = rules.read_move(&written);
                    let leads = |mv| Ply::play(rules.position(), mv).squares().1;
                    (written, read.map(leads))
                });
                let asks = matches!(read, Err(Refusal::PromotionPieceNeeded { .. }));
                imp.promoting.replace(asks.then_some(text));
                let (text, leads) = (written, read.ok());
                let done = text.is_empty() || game.play(Action::Write(text)).is_ok();
                imp.arrived.set(leads.filter(|_| done));
                done
            }
        };
        if !done {
            // The status line alone says why it is refused; what is typed next takes its place.
            self.describe("", "");
            imp.entry.select_region(0, -1);
        } else if imp.arrived.get().is_some() && game.is_on_its_way() {
            imp.entry.set_text("");
        } else {
            self.end();
        }
    }

    /// Where words are typed now.
    fn place(&self) -> TypingPlace {
        let place = self.imp().obey.get().map(|(place, _)| *place);
        let game = self.game().filter(model::Game::is_closed);
        match (place.unwrap_or(TypingPlace::Game), game) {
            (TypingPlace::Game, Some(game)) if game.viewer().tried_at().is_some() => {
                TypingPlace::TurningPoint
            }
            (TypingPlace::Game, Some(_)) => TypingPlace::FinishedGame,
            (place, _) => place,
        }
    }

    /// Carries out a command, of which this is the text.
    fn obey(&self, command: Command, text: &str, game: &model::Game) -> CommandOutcome {
        let viewer = game.viewer();
        let shown = |say: fn(&Game, usize, &Header) -> Message| {
            viewer.with_shown_line(|line, plies| say(line, plies, game.header()))
        };
        // While the clocks wait, the position is hidden.
        let hidden = game.is_paused() && !game.is_closed();
        game.read_out(match command {
            Command::Ask(Inquiry::Clocks) => {
                words::both_clocks(game.clocks_left(), game.header()).into()
            }
            Command::Ask(_) | Command::Board | Command::Fen if hidden => words::paused().into(),
            Command::Ask(inquiry) => viewer
                .with_shown_line(|line, plies| words::answer(inquiry, line, plies, game.header())),
            Command::Help => words::commands(self.place()).into(),
            Command::Board => shown(words::position),
            Command::Fen => shown(|line, plies, _| fen_of(line.position_at(plies)).into()),
            command => {
                let obey = self.imp().obey.get();
                let obeyed = obey.map_or(CommandOutcome::Unavailable, |(_, obey)| obey(command));
                if obeyed != CommandOutcome::Unavailable {
                    return obeyed;
                }
                let plays = self.place() == TypingPlace::Game;
                let said = match plays && command.is_assistance() {
                    true => game.with_game(|rules| {
                        words::refusal(&Refusal::NotAgreed, rules.position().board())
                    }),
                    false => words::nothing_done_by(text),
                };
                said.into()
            }
        });
        CommandOutcome::Done
    }
}

/// The first of the moves that fit, if any do. Which of them give check or mate is for the player to see.
fn completions(candidates: &[String]) -> Option<String> {
    let more = if candidates.len() > SHOWN { " …" } else { "" };
    let shown = candidates.get(..SHOWN).unwrap_or(candidates).iter();
    let shown: Vec<&str> = shown.map(|mv| mv.trim_end_matches(['+', '#'])).collect();
    (!candidates.is_empty()).then(|| format!("{}{more}", shown.join("  ")))
}
