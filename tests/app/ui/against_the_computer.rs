//! The page of a game against the computer: it plays while nothing else is read, and the board is the person's.

use std::cell::RefCell;
use std::fs;
use std::rc::Rc;

use gtk::prelude::*;
use jiff::Timestamp;
use rank_and_file::model::{BetterLevel, Game, Opened, Settings, Turning, preferences, remembered};
use rank_and_file::ui::{Board, GamePage};
use rank_and_file_core::chess::{Action, Color, DrawRule, start_position};
use rank_and_file_core::engine::{Computer, Level};
use rank_and_file_core::record::log::{Appender, Header};

use crate::desk::stage::{Stage, below, bounds, shown};
use crate::desk::{Games, START, until, until_at_last, until_first, with_display};
use crate::model::motives;
use crate::model::partner::another_answers;

/// A page with a game in which the computer plays a side.
struct Play {
    stage: Stage,
    page: GamePage,
    game: Game,
    _games: Games,
}

impl Play {
    fn against(computer: Color, settings: &Settings) -> Self {
        let games = Games::new();
        let saved = games.saved();
        let header = Header::new("Ann", "Ann", Timestamp::now(), DrawRule::Automatic);
        let header = header.with_computer(computer, "1".parse().unwrap());
        let game = Game::begin(&games.folder(), header, start_position());
        let page = GamePage::new(settings, &saved);
        let stage = Stage::show(&page, 900, 700);
        page.open(&game);
        Self {
            stage,
            page,
            game,
            _games: games,
        }
    }

    fn write(&self, san: &str) {
        self.game.act(Action::Write(san.to_owned())).expect(san);
    }

    /// Plays any legal move, as the computer's moves are not known beforehand.
    fn move_on(&self) {
        let legal = self
            .game
            .with_game(|rules| rules.legal_plies().swap_remove(0));
        self.write(&legal.san.to_string());
    }

    #[track_caller]
    fn reaches(&self, ply: u32) {
        until(&format!("ply {ply}"), || self.game.ply() == ply);
    }

    fn board(&self) -> Board {
        below(&self.page, "RfBoard")[0].clone().downcast().unwrap()
    }

    fn acts(&self, action: &str) {
        self.page.activate_action(action, None).expect(action);
    }
}

#[test]
fn the_board_stays_the_persons() {
    with_display(|| {
        let settings = Settings::new();
        settings.set(preferences::TURNING, &Turning::EachMove);
        let play = Play::against(Color::White, &settings);
        assert!(play.board().flipped());
        play.reaches(1);
        play.move_on();
        play.reaches(3);
        assert!(play.board().flipped());
        play.acts("game.turn-board");
        play.move_on();
        play.reaches(5);
        assert!(
            !play.board().flipped(),
            "who turns it has it as it was flipped"
        );
        settings.set(preferences::TURNING, &Turning::FaceToFace);
        assert!(!play.board().face_to_face());
        settings.set(preferences::TURNING, &Turning::Never);
        let play = Play::against(Color::Black, &settings);
        assert!(!play.board().flipped());
    });
}

#[test]
fn who_it_plays_is_seen_at_its_side_of_the_board() {
    with_display(|| {
        let play = Play::against(Color::Black, &Settings::new());
        let seen = |bar: &gtk::Widget, kind: &str, property: &str| -> Vec<String> {
            let parts = shown(bar, kind).into_iter();
            let texts = parts.map(|part| part.property::<Option<String>>(property));
            texts.flatten().filter(|text| !text.is_empty()).collect()
        };
        let [computer, person] = &below(&play.page, "RfPlayerBar")[..] else {
            panic!("there are two players");
        };
        assert_eq!(seen(computer, "GtkImage", "icon-name"), ["opponent-1"]);
        let names = seen(computer, "GtkLabel", "label");
        assert!(
            names.contains(&"Mia · Learned the moves".to_owned()),
            "{names:?}"
        );
        assert!(seen(person, "GtkImage", "icon-name").is_empty());
    });
}

#[test]
fn it_is_seen_to_think_and_nothing_moves_for_it() {
    with_display(|| {
        let play = Play::against(Color::Black, &Settings::new());
        let bar = &below(&play.page, "RfPlayerBar")[0];
        let places = || -> Vec<_> {
            let children = std::iter::successors(bar.first_child(), WidgetExt::next_sibling);
            let seen = children.filter(WidgetExt::is_mapped);
            seen.map(|child| bounds(&child, bar)).collect()
        };
        play.stage.paint();
        let before = places();
        assert!(shown(&play.page, "GtkSpinner").is_empty());
        play.write("h3");
        until_first("it is seen", || !shown(&play.page, "GtkSpinner").is_empty());
        // No frame is waited for, as it may be answered in between.
        bar.measure(gtk::Orientation::Horizontal, -1);
        bar.allocate(bar.width(), bar.height(), -1, None);
        assert_eq!(places(), before);
        play.reaches(2);
        assert!(shown(&play.page, "GtkSpinner").is_empty());
        play.acts("game.take-back");
        until_first("it is asked", || play.game.offer().is_some());
        // Only the computer can answer.
        assert!(shown(&play.page, "RfOfferBar").is_empty());
        play.reaches(0);
    });
}

#[test]
fn what_happens_meanwhile_leaves_the_keyboard_to_the_move_that_is_typed() {
    with_display(|| {
        let play = Play::against(Color::White, &Settings::new());
        play.reaches(1);
        let controllers = play.page.observe_controllers();
        let keys = controllers.iter::<glib::Object>().flatten();
        let mut keys = keys.filter_map(|keys| keys.downcast::<gtk::EventControllerKey>().ok());
        let keys = keys.next().expect("the page hears keys");
        let none = gtk::gdk::ModifierType::empty();
        let (key, code) = (u32::from('e'), 26_u32);
        assert!(keys.emit_by_name::<bool>("key-pressed", &[&key, &code, &none]));
        let typed = || {
            below(&play.page, "GtkText")
                .into_iter()
                .find(WidgetExt::has_focus)
        };
        // GTK drops keys that come to what is not mapped.
        assert!(typed().expect("the entry has the keyboard").is_mapped());
        play.game.emit_by_name::<()>("changed", &[]);
        assert!(typed().is_some(), "the entry keeps the keyboard");
    });
}

#[test]
fn it_waits_while_something_else_is_read() {
    with_display(|| {
        let play = Play::against(Color::Black, &Settings::new());
        let menus = below(&play.page, "GtkMenuButton");
        let menu = menus.iter().find_map(|menu| {
            let menu = menu.downcast_ref::<gtk::MenuButton>()?;
            menu.is_primary().then_some(menu)
        });
        let menu = menu.expect("there is a main menu");
        menu.popup();
        // By no answers to these moves the computer mates.
        play.write("h3");
        another_answers();
        assert_eq!(play.game.ply(), 1, "a menu is open");
        menu.popdown();
        play.reaches(2);
        let question = gtk::Window::builder()
            .transient_for(&play.stage.window)
            .modal(true)
            .build();
        let asks = question.clone();
        let asked = play.game.connect_thinking_notify(move |_| asks.present());
        play.write("a3");
        until("it is asked while it thinks", || question.is_visible());
        play.game.disconnect(asked);
        another_answers();
        assert_eq!(play.game.ply(), 3, "a question is asked");
        question.destroy();
        play.reaches(4);
        play.stage.window.set_child(gtk::Widget::NONE);
        play.write("b3");
        another_answers();
        assert_eq!(play.game.ply(), 5, "the page is not shown");
        play.stage.window.set_child(Some(&play.page));
        play.reaches(6);
        play.page.close();
        play.move_on();
        another_answers();
        assert_eq!(play.game.ply(), 7, "the game was let go of");
    });
}

#[test]
fn the_computer_is_asked_about_its_moves_by_a_button_a_word_and_a_key() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        let page = GamePage::new(&Settings::new(), &saved);
        let mut stage = Stage::show(&page, 900, 700);
        let game = motives::against("3", START, motives::QUEEN);
        page.open(&game);
        let why = || {
            let buttons = below(&page, "GtkButton").into_iter();
            let mut buttons = buttons.filter(|button| {
                let labels = below(button, "GtkLabel");
                labels
                    .iter()
                    .any(|label| label.property::<String>("label") == "Why This Move?")
            });
            buttons.next().unwrap().downcast::<gtk::Button>().unwrap()
        };
        until("it is offered", || why().is_mapped());
        let moves = shown(&page, "RfMoveList").remove(0);
        // So the moves stay where they were while the game was played.
        until("it stands below the moves", || {
            bounds(&why(), &page).y() > bounds(&moves, &page).y()
        });
        for (ply, asks) in [(7, false), (8, true), (9, false), (2, true)] {
            game.viewer().set_ply(ply);
            assert_eq!(why().is_sensitive(), asks, "after {ply}");
        }
        why().emit_clicked();
        let told = |what: &str| until_at_last(what, || game.status().contains(what));
        told("would play 1… e5.");
        if stage.has_pointer("a_key_asks_why") {
            game.viewer().set_ply(4);
            stage.keys("ctrl+y");
            told("would play 2… Nc6.");
        }
        game.viewer().set_ply(8);
        let entry = below(&page, "RfMoveEntry").remove(0);
        let type_word = || {
            let entry = below(&entry, "GtkEntry").remove(0);
            let entry = entry.downcast::<gtk::Entry>().unwrap();
            entry.set_text("why");
            entry.emit_activate();
        };
        type_word();
        told("would play 4… Qxf3.");
        game.viewer().set_ply(9);
        type_word();
        assert_eq!(game.status(), "The computer did not play this move.");
        // In a game of two people no move is the computer's.
        page.open(&motives::against("", START, motives::QUEEN));
        until("it is not offered", || !why().is_visible());
        drop(stage);
    });
}

/// Lays finished games of Ann against the computer into a folder, one a day: level, how Ann fared as `1-0`, and whether she
/// was helped. A level with a comma has the color of the computer, and the position that the game began from.
fn lay(games: &Games, played: &[(&str, &str, bool)]) {
    fs::create_dir_all(games.folder().path()).unwrap();
    for (number, (level, result, helped)) in played.iter().enumerate() {
        let (level, start) = level.split_once(' ').unwrap_or((level, START));
        let header = format!(
            r##"# {{"rank-and-file":1,"white":"Ann","black":"Computer, level {level}","black_computer":"{level}","tips":"white","started":"2026-01-{:02}T12:00:00Z"}}"##,
            number + 1
        );
        let helped = match helped {
            true => "# {\"helped\":\"white\",\"with\":\"tip\",\"step\":1}\n",
            false => "",
        };
        let end = match *result {
            "*" => String::new(),
            "1/2-1/2" => "# {\"result\":\"1/2-1/2\",\"reason\":\"agreement\"}\n".to_owned(),
            result => format!("# {{\"result\":\"{result}\",\"reason\":\"resignation\"}}\n"),
        };
        let entry = games.folder().entry(format!("g{number:04}"));
        fs::write(entry.path, format!("{header}\n{start}\n{helped}{end}")).unwrap();
    }
}

#[test]
fn another_level_is_proposed_after_two_games_won_or_three_lost() {
    with_display(|| {
        let won = ("3", "1-0", false);
        let lost = ("3", "0-1", false);
        let drawn = ("3", "1/2-1/2", false);
        let knight_odds = "3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
        for (played, better) in [
            (&[won, won][..], Some(4)),
            (&[won], None),
            (&[won, lost, won], None),
            (&[won, drawn, won], None),
            (&[lost, won, ("4", "0-1", false), won], Some(4)),
            (&[won, ("3", "*", false), won], Some(4)),
            (&[won, ("3", "1-0", true)], None),
            (&[("3", "1-0", true), won], None),
            (&[("4", "1-0", false), won], None),
            (&[won, (knight_odds, "1-0", false)], None),
            (&[lost, lost, lost], Some(2)),
            (&[lost, lost], None),
            (&[lost, drawn, lost, lost], None),
            (&[lost, ("3", "0-1", true), lost], Some(2)),
            (&[("10", "1-0", false), ("10", "1-0", false)], None),
            (&[("1", "0-1", false); 3], None),
        ] {
            let games = Games::new();
            lay(&games, played);
            let saved = games.saved();
            saved.load();
            let last = games.folder().entry(format!("g{:04}", played.len() - 1));
            until("all games are known", || saved.count() == played.len());
            let Opened::Ready(game) = Game::opened(&last.id, Appender::open(&last.path)) else {
                panic!("it can be read");
            };
            let proposed = saved.better_level(&game);
            let level = proposed.map(|proposed| proposed.better.number());
            assert_eq!(level, better, "{played:?}");
            let at: Option<BetterLevel> = proposed;
            assert!(at.is_none_or(|at| at.played.number() == 3));
        }
        // Of a game after which others were played it is not said any more.
        let games = Games::new();
        lay(&games, &[won, won, lost]);
        let saved = games.saved();
        saved.load();
        until("all games are known", || saved.count() == 3);
        let entry = games.folder().entry("g0001".to_owned());
        let Opened::Ready(game) = Game::opened(&entry.id, Appender::open(&entry.path)) else {
            panic!("it can be read");
        };
        assert_eq!(saved.better_level(&game), None);
    });
}

#[test]
fn the_level_that_is_proposed_is_a_button_away() {
    with_display(|| {
        let (games, settings) = (Games::new(), Settings::new());
        lay(&games, &[("3", "0-1", false), ("3", "0-1", false)]);
        let saved = games.saved();
        saved.load();
        until("all games are known", || saved.count() == 2);
        let header = Header::new("Ann", "Ann", Timestamp::now(), DrawRule::Automatic);
        let header = header.with_computer(Color::Black, "3".parse().unwrap());
        let game = Game::begin(&games.folder(), header, start_position());
        let page = GamePage::new(&settings, &saved);
        let stage = Stage::show(&page, 900, 700);
        let wanted = Rc::<RefCell<Option<Header>>>::default();
        let begun = wanted.clone();
        page.connect_rematch(move |header, _| drop(begun.replace(Some(header))));
        page.open(&game);
        let labels = || -> Vec<String> {
            let labels = shown(&page, "GtkLabel").into_iter();
            labels.map(|label| label.property("label")).collect()
        };
        let button = || {
            let buttons = shown(&page, "GtkButton").into_iter();
            let mut buttons = buttons.filter_map(|button| button.downcast::<gtk::Button>().ok());
            buttons.find(|button| button.label().is_some_and(|label| label == "Play Level 2"))
        };
        game.act(Action::Resign(Color::White)).unwrap();
        until("another level is proposed", || button().is_some());
        assert!(labels().contains(&"You lost your last three games at level 3.".to_owned()));
        // Below the board there is no room for it.
        stage.window.set_default_size(360, 640);
        until("it is gone", || button().is_none());
        stage.window.set_default_size(900, 700);
        until("it is back", || button().is_some());
        button().unwrap().emit_clicked();
        let header = wanted.take().expect("a game is wanted");
        assert_eq!(
            header.computers.white,
            Some(Computer::Level(Level::new(2).unwrap()))
        );
        assert_eq!((&*header.black, header.computers.black), ("Ann", None));
        assert_eq!(settings.get(remembered::COMPUTER_LEVEL), 2);
    });
}
