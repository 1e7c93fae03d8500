//! The bars of the players and the scoresheet beside the board.

use gtk::prelude::*;
use jiff::Timestamp;
use rank_and_file::model::{Game, Settings, preferences};
use rank_and_file::ui::{GamePage, MoveList, PlayerBar};
use rank_and_file_core::chess::{Action, Color, DrawRule, start_position};
use rank_and_file_core::record::log::{Correspondence, Header};

use crate::desk::stage::{Message, Stage, assert_said, below, shown};
use crate::desk::{Games, START, play, rows, until, until_at_last, with_display};

const BLACK_BEGINS: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 7";

#[test]
fn a_player_bar_shows_its_side() {
    with_display(|| {
        let games = Games::new();
        let game = games.begin(START);
        let (white, black) = (bar(false), bar(true));
        let row = gtk::Box::new(gtk::Orientation::Vertical, 0);
        row.append(&black);
        row.append(&white);
        let _stage = Stage::show(&row, 480, 120);
        for bar in [&white, &black] {
            bar.set_game(Some(&game));
        }
        assert_eq!(
            (name_of(&white), name_of(&black)),
            ("Ann".into(), "Ben".into())
        );
        assert!(white.has_css_class("on-move") && !black.has_css_class("on-move"));
        play(&game, "e4 d5 exd5");
        assert!(!white.has_css_class("on-move") && black.has_css_class("on-move"));
        // What White has captured lies with White, beside how far that is ahead.
        let tray = |bar: &PlayerBar| shown(bar, "RfCapturedTray");
        until("the pawn is laid down", || tray(&white).len() == 1);
        assert_said(&tray(&white)[0], Message::Name, "Captured: pawn");
        assert!(tray(&black).is_empty());
        assert!(texts_of(&white).contains(&"+1".to_owned()));
        assert!(!texts_of(&black).contains(&"+1".to_owned()));
        // Looking back, it is on the board again.
        game.viewer().set_ply(2);
        until("the pawn is back", || tray(&white).is_empty());
        assert!(white.has_css_class("on-move"));
        assert!(!texts_of(&white).contains(&"+1".to_owned()));
        game.viewer().set_ply(3);
        // The sides can be changed.
        white.set_black(true);
        assert_eq!(name_of(&white), "Ben");
        game.act(Action::Resign(Color::White)).unwrap();
        until("the game is over", || game.is_closed());
        assert!(!black.has_css_class("on-move"));
    });
}

pub fn bar(black: bool) -> PlayerBar {
    glib::Object::builder().property("black", black).build()
}

pub fn texts_of(widget: &impl IsA<gtk::Widget>) -> Vec<String> {
    let labels = below(widget, "GtkLabel");
    let labels = labels.iter().filter(|label| label.is_visible());
    labels.map(|label| label.property("label")).collect()
}

fn name_of(bar: &PlayerBar) -> String {
    let labels = below(bar, "GtkLabel");
    let name = labels.iter().find(|label| label.has_css_class("name"));
    name.unwrap().property("label")
}

/// The lines of a scoresheet that can be seen; what has no move yet is empty, and hidden.
pub fn lines(list: &MoveList) -> Vec<Vec<String>> {
    let texts = |line: &gtk::Widget| {
        let labels = below(line, "GtkLabel").into_iter();
        let labels = labels.filter_map(|label| label.downcast::<gtk::Label>().ok());
        let text = |label: gtk::Label| {
            let text = String::from(label.label());
            assert_eq!(label.is_visible(), !text.is_empty());
            text
        };
        labels.map(text).collect()
    };
    shown(list, "RfScoreLine").iter().map(texts).collect()
}

fn line(number: &str, white: &str, black: &str) -> Vec<String> {
    [number, white, black].map(str::to_owned).to_vec()
}

pub fn move_buttons(list: &MoveList) -> Vec<gtk::Button> {
    let lines = shown(list, "RfScoreLine");
    let buttons = lines.iter().flat_map(|line| below(line, "RfMoveButton"));
    buttons
        .filter_map(|button| button.downcast().ok())
        .collect()
}

#[test]
fn the_scoresheet_follows_the_game() {
    with_display(|| {
        let games = Games::new();
        let game = games.begin(START);
        let list: MoveList = glib::Object::new();
        list.set_game(Some(&game));
        let _stage = Stage::show(&list, 300, 400);
        assert!(lines(&list).is_empty());
        play(&game, "e4 e5 Nf3");
        let expected = [line("1.", "e4", "e5"), line("2.", "Nf3", "")];
        until("three moves", || lines(&list) == expected);
        assert_said(&move_buttons(&list)[1], Message::Name, "1… Pawn to e5");
        // Each move is a button that leads to its position.
        let buttons = move_buttons(&list);
        assert!(buttons[2].has_css_class("viewed") && !buttons[3].is_sensitive());
        buttons[0].emit_clicked();
        assert_eq!(game.viewer().ply(), 1);
        until("the mark follows", || buttons[0].has_css_class("viewed"));
        assert!(!buttons[2].has_css_class("viewed"));
        // A takeback of both sides' last moves.
        play(&game, "Nc6");
        game.act(Action::ProposeTakeback(2)).unwrap();
        game.act(Action::Accept).unwrap();
        until("two moves fewer", || lines(&list) == expected[..1]);
        assert!(move_buttons(&list)[1].has_css_class("viewed"));
        play(&game, "d4");
        let expected = [line("1.", "e4", "e5"), line("2.", "d4", "")];
        until("another way", || lines(&list) == expected);
        assert_eq!(rows(&game).len(), 2);
    });
}

#[test]
fn a_scoresheet_that_begins_with_black() {
    with_display(|| {
        let games = Games::new();
        let game = games.begin(BLACK_BEGINS);
        play(&game, "e5");
        let list: MoveList = glib::Object::new();
        list.set_game(Some(&game));
        let _stage = Stage::show(&list, 300, 400);
        until("one move", || lines(&list) == [line("7.", "", "e5")]);
        let buttons = move_buttons(&list);
        assert!(!buttons[0].is_sensitive() && buttons[1].is_sensitive());
        play(&game, "e4 d5");
        let expected = [line("7.", "", "e5"), line("8.", "e4", "d5")];
        until("three moves", || lines(&list) == expected);
        move_buttons(&list)[1].emit_clicked();
        assert_eq!(game.viewer().ply(), 1);
        game.act(Action::TakeBack(2)).unwrap();
        until("one move is left", || {
            lines(&list) == [line("7.", "", "e5")]
        });
    });
}

#[test]
fn a_list_shows_another_game() {
    with_display(|| {
        let games = Games::new();
        let (first, second) = (games.begin(START), games.begin(START));
        play(&first, "e4");
        play(&second, "d4 d5");
        let list: MoveList = glib::Object::new();
        list.set_game(Some(&first));
        let _stage = Stage::show(&list, 300, 400);
        until("the first", || lines(&list) == [line("1.", "e4", "")]);
        list.set_game(Some(&second));
        until("the second", || lines(&list) == [line("1.", "d4", "d5")]);
        move_buttons(&list)[0].emit_clicked();
        assert_eq!((first.viewer().ply(), second.viewer().ply()), (1, 1));
        list.set_game(None::<Game>);
        until("none", || lines(&list).is_empty());
    });
}

/// A game with clocks, which is not saved.
fn timed(control: &str) -> Game {
    let header = Header::new("Ann", "Ben", Timestamp::now(), DrawRule::Automatic);
    let time_control = Some(control.parse().unwrap());
    let header = Header {
        time_control,
        ..header
    };
    let rules = header.new_game(start_position());
    Game::without_log(header, rules)
}

#[test]
fn a_clock_is_heard_with_the_name_of_its_player() {
    with_display(|| {
        let bar = bar(false);
        bar.set_game(Some(&timed("300")));
        let clock = below(&bar, "GtkLabel").into_iter();
        let mut clock = clock.filter(|label| label.has_css_class("clock"));
        let clock = clock.next().unwrap();
        assert_said(&clock, Message::Name, "Ann: 5:00 left");
        bar.set_black(true);
        assert_said(&clock, Message::Name, "Ben: 5:00 left");
    });
}

/// What was shown of a game that was short of time is not shown of the next one.
#[test]
fn a_deadline_has_no_alarm() {
    with_display(|| {
        let bar = bar(false);
        let images = below(&bar, "GtkImage").into_iter();
        let mut images = images.filter_map(|image| image.downcast::<gtk::Image>().ok());
        let alarm = images.find(|image| image.icon_name().as_deref() == Some("alarm-symbolic"));
        let alarm = alarm.unwrap();
        bar.set_game(Some(&timed("10")));
        assert!(alarm.get_visible());
        let header = Header::new("Ann", "Ben", Timestamp::now(), DrawRule::Automatic);
        let correspondence = Some(Correspondence { days: Some(3) });
        let header = Header {
            correspondence,
            ..header
        };
        let rules = header.new_game(start_position());
        bar.set_game(Some(&Game::without_log(header, rules)));
        assert!(!alarm.get_visible());
        let clocks = below(&bar, "GtkLabel").into_iter();
        let mut clocks = clocks.filter(|label| label.has_css_class("clock"));
        assert!(clocks.any(|clock| clock.get_visible()));
    });
}

#[test]
fn a_position_is_hidden_while_the_clocks_stand() {
    with_display(|| {
        let games = Games::new();
        let page = GamePage::new(&Settings::new(), &games.saved());
        let _stage = Stage::show(&page, 900, 700);
        let game = timed("300");
        page.open(&game);
        play(&game, "e4 e5");
        let entry = below(&below(&page, "RfMoveEntry")[0], "GtkEntry").remove(0);
        let entry = entry.downcast::<gtk::Entry>().unwrap();
        let told = |word: &str| {
            game.say(String::new());
            entry.set_text(word);
            entry.emit_activate();
            game.status()
        };
        let position = told("board");
        assert!(told("fen").contains("4p3"));
        game.act(Action::Pause).unwrap();
        for word in ["board", "fen", "captures"] {
            assert_eq!(told(word), "The clocks stand still.");
        }
        game.say(String::new());
        page.activate_action("game.read-position", None).ok();
        assert_eq!(game.status(), "");
        game.act(Action::Resume).unwrap();
        assert_eq!(told("board"), position);
    });
}

#[test]
fn a_piece_answers_what_the_pawn_becomes_that_was_typed() {
    with_display(|| {
        let games = Games::new();
        let page = GamePage::new(&Settings::new(), &games.saved());
        let _stage = Stage::show(&page, 900, 700);
        let game = games.begin(START);
        page.open(&game);
        play(&game, "e4 d5 exd5 c6 dxc6 Nf6 cxb7 e6");
        let entry = below(&below(&page, "RfMoveEntry")[0], "GtkEntry").remove(0);
        let entry = entry.downcast::<gtk::Entry>().unwrap();
        let typed = |text: &str| {
            entry.set_text(text);
            entry.emit_activate();
            game.status()
        };
        assert!(typed("queen").starts_with("This is not a move."));
        assert!(typed("bxa8").contains("Choose what the pawn becomes"));
        typed("knight f3");
        until("it is played", || game.ply() == 9);
        play(&game, "a6");
        assert!(typed("pawn takes a8").contains("Choose what the pawn becomes"));
        typed("rook");
        until("the pawn is a rook", || game.ply() == 11);
        let last = game.with_game(|rules| rules.plies().last().map(|ply| ply.san.to_string()));
        assert_eq!(last.as_deref(), Some("bxa8=R"));
    });
}

#[test]
fn what_fits_a_typed_letter_is_of_the_position_that_is_shown() {
    with_display(|| {
        let games = Games::new();
        let page = GamePage::new(&Settings::new(), &games.saved());
        let mut stage = Stage::show(&page, 900, 700);
        if !stage.has_pointer("what_fits_a_typed_letter_is_of_the_position_that_is_shown") {
            return;
        }
        let game = games.begin(START);
        page.open(&game);
        play(&game, "e4 c6");
        game.act(Action::Resign(Color::Black)).unwrap();
        until("the game can be studied", || game.can_be_studied());
        game.viewer().set_ply(1);
        stage.keys("c");
        let entry = below(&page, "RfMoveEntry").remove(0);
        let fits = |text: &str| {
            let labels = below(&entry, "GtkLabel").into_iter();
            let mut labels = labels.map(|label| label.property::<String>("label"));
            labels.any(|label| label.contains(text))
        };
        until("moves of Black fit", || fits("c5"));
        game.viewer().set_ply(0);
        until("moves of White fit", || fits("c4") && !fits("c5"));
    });
}

#[test]
fn the_keyboard_is_where_the_board_is_or_on_the_button_that_uncovers_it() {
    with_display(|| {
        let (games, settings) = (Games::new(), Settings::new());
        let page = GamePage::new(&settings, &games.saved());
        let mut stage = Stage::show(&page, 900, 700);
        if !stage.has_pointer("the_keyboard_is_where_the_board_is") {
            return;
        }
        let has_keyboard = || {
            stage.paint();
            let focus = GtkWindowExt::focus(&stage.window).filter(WidgetExt::is_mapped);
            let button = focus.and_downcast::<gtk::Button>();
            button.map_or(String::new(), |button| match button.action_name() {
                Some(action) => action.into(),
                None => button.type_().name().to_owned(),
            })
        };
        let game = timed("300");
        page.open(&game);
        play(&game, "e4 e5");
        assert_eq!(has_keyboard(), "RfSquare");
        // By keys, again and again.
        for _ in 0..2 {
            stage.keys("F8");
            assert!(game.is_paused());
            assert_eq!(has_keyboard(), "game.resume");
            stage.keys("Return");
            assert!(!game.is_paused());
            assert_eq!(has_keyboard(), "RfSquare");
        }
        // By a click on a button that goes away.
        let buttons = shown(&page, "GtkButton").into_iter();
        let mut buttons = buttons.filter_map(|button| button.downcast::<gtk::Button>().ok());
        let pause = buttons.find(|button| button.action_name().as_deref() == Some("game.pause"));
        stage.click(stage.middle(&pause.unwrap()));
        assert!(game.is_paused());
        assert_eq!(has_keyboard(), "game.resume");
        // Typing that is given up leads back there. A move that is typed starts the clocks.
        let entry = below(&page, "RfMoveEntry").remove(0);
        stage.keys("d");
        assert!(entry.is_visible());
        stage.keys("Escape");
        assert_eq!((entry.is_visible(), game.is_paused()), (false, true));
        assert_eq!(has_keyboard(), "game.resume");
        stage.keys("d 4 Return");
        assert_eq!((entry.is_visible(), game.is_paused()), (false, false));
        assert_eq!(has_keyboard(), "RfSquare");
        // A game is opened while its clocks stand.
        game.act(Action::Pause).unwrap();
        page.close();
        page.open(&game);
        assert_eq!(has_keyboard(), "game.resume");
        // What is in use elsewhere keeps it.
        stage.keys("d");
        game.act(Action::Resume).unwrap();
        assert!(entry.is_visible());
        assert_eq!(has_keyboard(), "");
        stage.keys("Escape");
        assert_eq!(has_keyboard(), "RfSquare");
        stage.keys("d");
        game.act(Action::Pause).unwrap();
        assert!(entry.is_visible());
        assert_eq!(has_keyboard(), "");
        stage.keys("Escape");
        assert_eq!(has_keyboard(), "game.resume");
    });
}

#[test]
fn figurines_stand_for_letters_in_an_offer_and_in_a_review() {
    with_display(|| {
        let (games, settings) = (Games::new(), Settings::new());
        let page = GamePage::new(&settings, &games.saved());
        let _stage = Stage::show(&page, 900, 700);
        let game = games.begin(START);
        page.open(&game);
        let is_read = |inside: &str, words: &str| {
            let inside = shown(&page, inside).into_iter();
            let mut labels = inside.flat_map(|part| shown(&part, "GtkLabel"));
            labels.any(|label| label.property::<String>("label").contains(words))
        };
        let choose = |figurines| settings.set(preferences::FIGURINES, &figurines);
        play(&game, "e4 e5 Bc4");
        game.act(Action::ProposeTakeback(1)).unwrap();
        choose(true);
        until("it is asked", || is_read("RfOfferBar", "take back ♗c4?"));
        choose(false);
        until("letters", || is_read("RfOfferBar", "take back Bc4?"));
        game.act(Action::Decline).unwrap();
        play(&game, "Nc6 Qh5 Nf6 Qxf7#");
        until("the game can be studied", || game.can_be_studied());
        choose(true);
        page.activate_action("game.review", None).unwrap();
        let panel = "RfReviewPanel";
        until_at_last("its summary", || is_read(panel, "After 3… ♘f6, the game"));
        choose(false);
        until("letters", || is_read(panel, "After 3… Nf6, the game"));
        choose(true);
        let next = || {
            let buttons = shown(&shown(&page, panel)[0], "GtkButton").into_iter();
            let mut buttons = buttons.filter_map(|button| button.downcast::<gtk::Button>().ok());
            buttons.find(|button| button.label().is_some_and(|label| label == "Next"))
        };
        let goes_on = || next().is_some_and(|next| next.is_sensitive());
        until_at_last("there is a turning point", goes_on);
        next().unwrap().emit_clicked();
        until_at_last("its move", || is_read(panel, "Ben: 3… ♘f6??"));
        choose(false);
        until("letters", || is_read(panel, "Ben: 3… Nf6??"));
    });
}
