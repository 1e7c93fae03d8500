//! What is asked for by a key or a word and cannot be had now: the page says why, in one sentence.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::gio;
use gtk::prelude::*;
use jiff::Timestamp;
use rank_and_file::model::{CorrespondenceGame, Game, Settings, remembered};
use rank_and_file::ui::{GAME_KEYS, GamePage};
use rank_and_file_core::chess::{Action, Color, DrawRule, start_position};
use rank_and_file_core::record::log::{Correspondence, Header, OwnSeat};

use crate::desk::stage::{Stage, below};
use crate::desk::{Games, START, play, until, with_display};

/// A page in a window that takes note of what only a screen reader says.
struct Asked {
    stage: Stage,
    page: GamePage,
    heard: Rc<RefCell<Vec<String>>>,
    games: Games,
    settings: Settings,
}

impl Asked {
    fn new() -> Self {
        let (games, settings) = (Games::new(), Settings::new());
        let page = GamePage::new(&settings, &games.saved());
        let stage = Stage::show(&page, 900, 700);
        let heard = Rc::<RefCell<Vec<String>>>::default();
        let hear = gio::SimpleAction::new("hear", Some(glib::VariantTy::STRING));
        let told = heard.clone();
        hear.connect_activate(move |_, said| {
            told.borrow_mut().extend(said.and_then(glib::Variant::get));
        });
        let group = gio::SimpleActionGroup::new();
        group.add_action(&hear);
        stage.window.insert_action_group("win", Some(&group));
        Self {
            stage,
            page,
            heard,
            games,
            settings,
        }
    }

    fn open(&self, game: &Game) {
        self.page.open(game);
        self.stage.paint();
    }

    /// Presses the key of an action, and hears what is said of it.
    #[track_caller]
    fn key_says(&self, game: &Game, action: &str, said: &str) {
        let (_, key) = GAME_KEYS.iter().find(|(name, _)| *name == action).unwrap();
        let key = key
            .replace("<Control>", "ctrl+")
            .replace("<Shift>", "shift+");
        let key = key.replace("<Alt>", "alt+");
        game.say(String::new());
        self.heard.take();
        self.stage.keys(&key);
        let told = || game.status() == said || self.heard.borrow().iter().any(|told| told == said);
        let other = || format!("{action}: {:?} {:?}", game.status(), self.heard.borrow());
        assert!(told(), "{}", other());
    }

    /// Types a word, and reads what is answered. What was refused can be typed over.
    fn word(&self, game: &Game, word: &str) -> String {
        let entry = below(&below(&self.page, "RfMoveEntry")[0], "GtkEntry").remove(0);
        let entry = entry.downcast::<gtk::Entry>().unwrap();
        game.say(String::new());
        entry.set_text(word);
        entry.emit_activate();
        game.status()
    }

    #[track_caller]
    fn word_says(&self, game: &Game, word: &str, said: &str) {
        assert_eq!(self.word(game, word), said, "{word}");
    }

    fn menu(&self) -> gtk::MenuButton {
        let menus = below(&self.page, "GtkMenuButton").into_iter();
        let mut menus = menus.filter_map(|menu| menu.downcast::<gtk::MenuButton>().ok());
        let menu = menus.find(gtk::MenuButton::is_primary);
        menu.expect("there is a main menu")
    }

    /// A game against the computer, which is to move, and does not while the menu is open.
    fn against_the_computer(&self) -> Game {
        let header = Header::new("Ann", "Ann", Timestamp::now(), DrawRule::Automatic);
        let header = Header {
            tips: rank_and_file_core::chess::ByColor::new_with(|_| true),
            ..header.with_computer(Color::White, "1".parse().unwrap())
        };
        self.menu().popup();
        let game = Game::begin(&self.games.folder(), header, start_position());
        self.open(&game);
        game
    }
}

/// An open menu would take the pointer from the windows that come later.
impl Drop for Asked {
    fn drop(&mut self) {
        self.menu().popdown();
    }
}

const OVER: &str = "The game is over.";
const ONCE_OVER: &str = "This is possible once the game is over.";
const OFF: &str = "This assistance is off.";
const COMPUTERS: &str = "It is the computer’s turn.";
const ELSEWHERE: &str = "This is for the opponent to do, at the other computer.";

#[test]
fn a_key_that_can_do_nothing_now_says_why() {
    with_display(|| {
        let mut asked = Asked::new();
        if !asked
            .stage
            .has_pointer("a_key_that_can_do_nothing_now_says_why")
        {
            return;
        }
        let game = asked.games.begin(START);
        asked.open(&game);
        for (action, said) in [
            ("game.take-back", "There is no move to take back."),
            ("game.accept", "There is no offer to answer."),
            ("game.decline", "There is no offer to answer."),
            ("game.pause", "There is no clock to stop or start now."),
            ("game.tip", OFF),
            ("game.rematch", ONCE_OVER),
            ("game.openings", ONCE_OVER),
            ("game.analysis", ONCE_OVER),
            ("game.motifs", ONCE_OVER),
            ("game.read-evaluation", ONCE_OVER),
            ("game.redo-edit", ONCE_OVER),
            ("game.comment", ONCE_OVER),
            ("game.glyphs", ONCE_OVER),
            ("game.promote", ONCE_OVER),
            ("game.delete-line", ONCE_OVER),
            (
                "game.panel",
                "The side panel can be hidden in full screen only.",
            ),
            ("game.back", "There is no earlier move."),
            ("game.last", "There is no later move."),
            ("game.next-line", "There is no other variation here."),
        ] {
            asked.key_says(&game, action, said);
        }
        play(&game, "e4 e5");
        game.act(Action::OfferDraw).unwrap();
        until("it is offered", || game.offer().is_some());
        for action in ["game.offer-draw", "game.take-back"] {
            asked.key_says(&game, action, "An offer is still waiting for its answer.");
        }
        game.act(Action::Decline).unwrap();
        game.act(Action::Resign(Color::White)).unwrap();
        until("it is over", || game.can_be_studied());
        for (action, said) in [
            ("game.offer-draw", OVER),
            ("game.decline", OVER),
            ("game.pause", OVER),
            ("game.tip", OVER),
            ("game.accept", "The computer did not play this move."),
            ("game.take-back", "There is nothing to undo."),
            ("game.redo-edit", "There is nothing to undo or redo."),
            (
                "game.delete-line",
                "The moves of the game stay as they were played.",
            ),
            (
                "game.comment-before",
                "A comment before a move belongs to the first move of a variation.",
            ),
            ("game.forward", "There is no later move."),
        ] {
            asked.key_says(&game, action, said);
        }
        // What can be done is done, and is not talked about.
        game.say(String::new());
        asked.stage.keys("alt+Left");
        until("it is stepped back", || game.viewer().ply() == 1);
        assert_eq!(game.status(), "Position after 1. e4.");
    });
}

#[test]
fn a_word_is_answered_truly_while_the_computer_is_to_move() {
    with_display(|| {
        let asked = Asked::new();
        let game = asked.against_the_computer();
        assert!(game.withheld_move().is_some());
        for (word, said) in [
            ("draw", COMPUTERS),
            ("claim", COMPUTERS),
            ("e4", COMPUTERS),
            ("hint", COMPUTERS),
            ("accept", "There is no offer to answer."),
            ("decline", "There is no offer to answer."),
            ("takeback", "There is no move to take back."),
            (
                "takeback x",
                "This is not a move. Moves look like e4, Nf3, g1f3 or O-O.",
            ),
            ("pause", "There is no clock to stop or start now."),
            ("continue", "There is no clock to stop or start now."),
            ("clock", "This game is played without clocks."),
            ("last", "No move has been played yet."),
            ("eval", ONCE_OVER),
            ("best", ONCE_OVER),
            ("why", ONCE_OVER),
            ("resign white", "You cannot resign for the opponent."),
        ] {
            asked.word_says(&game, word, said);
        }
        asked.settings.set(remembered::COMPUTER_TIPS, &false);
        asked.word_says(&game, "hint", OFF);
        assert_eq!(game.outcome(), None);
        asked.word(&game, "resign");
        until("the person has resigned", || game.outcome().is_some());
        assert_eq!(game.outcome().unwrap().winner, Some(Color::White));
        asked.word_says(&game, "resign", OVER);
        asked.word_says(&game, "hint", OVER);
    });
}

/// A letter begins a word at any time. What would be a move says whose turn it is, and none of the opponent's is proposed.
#[test]
fn something_can_be_typed_in_the_turn_of_another() {
    with_display(|| {
        let asked = Asked::new();
        let game = asked.against_the_computer();
        let controllers = asked.page.observe_controllers();
        let keys = controllers.iter::<glib::Object>().flatten();
        let mut keys = keys.filter_map(|keys| keys.downcast::<gtk::EventControllerKey>().ok());
        let keys = keys.next().expect("the page hears keys");
        let none = gtk::gdk::ModifierType::empty();
        let (key, code) = (u32::from('c'), 54_u32);
        assert!(keys.emit_by_name::<bool>("key-pressed", &[&key, &code, &none]));
        let entry = below(&asked.page, "RfMoveEntry").remove(0);
        let typed = below(&entry, "GtkEntry").remove(0);
        let typed = typed.downcast::<gtk::Entry>().unwrap();
        assert!(entry.is_visible());
        assert_eq!(typed.text(), "c");
        let shown = || {
            let labels = below(&entry, "GtkLabel");
            labels.last().map(|label| label.property::<String>("label"))
        };
        for (text, said) in [
            ("c", ""),
            ("clo", ""),
            ("c4", COMPUTERS),
            ("e", ""),
            ("Nf3", COMPUTERS),
        ] {
            typed.set_text(text);
            assert_eq!(shown().as_deref(), Some(said), "{text}");
        }
        // Once it has moved, what was typed may be a move.
        typed.set_text("e5");
        assert_eq!(shown().as_deref(), Some(COMPUTERS));
        asked.menu().popdown();
        until("the computer has moved", || game.ply() == 1);
        assert_eq!(shown().as_deref(), Some("e5"));
        assert_eq!(typed.text(), "e5");
    });
}

#[test]
fn a_word_is_answered_truly_while_a_correspondent_is_to_move() {
    with_display(|| {
        let asked = Asked::new();
        let header = Header {
            correspondence: Some(Correspondence::default()),
            ..Header::new("Ann", "Ben", Timestamp::now(), DrawRule::Automatic)
        };
        let game = Game::begin(&asked.games.folder(), header, start_position());
        CorrespondenceGame::of(&game).sit_here(OwnSeat::Player(Color::Black));
        asked.open(&game);
        for (word, said) in [
            ("draw", ELSEWHERE),
            ("claim", ELSEWHERE),
            ("e4", ELSEWHERE),
            ("hint", OFF),
            ("accept", "There is no offer to answer."),
            (
                "takeback",
                "In a correspondence game, moves are not taken back.",
            ),
            ("pause", "There is no clock to stop or start now."),
            ("clock", "This game is played without clocks."),
            ("last", "No move has been played yet."),
            ("best", ONCE_OVER),
            ("resign white", "You cannot resign for the opponent."),
        ] {
            asked.word_says(&game, word, said);
        }
        asked.word(&game, "resign");
        until("the person has resigned", || game.outcome().is_some());
        assert_eq!(game.outcome().unwrap().winner, Some(Color::White));
        // Who only looks on does nothing.
        let header = game.header().clone();
        let game = Game::begin(&asked.games.folder(), header, start_position());
        CorrespondenceGame::of(&game).sit_here(OwnSeat::Onlooker);
        asked.open(&game);
        let looks_on = "Only the players can do this, each at their own computer.";
        for word in ["draw", "resign", "e4", "accept"] {
            asked.word_says(&game, word, looks_on);
        }
    });
}
