//! The parts that windows are made of, each in a real window: where they lie, what a click and a
//! drag do, what is said, and that nothing is kept of a game that is closed.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use gtk::prelude::*;
use rank_and_file::model::{Game, SavedGame, SavedGames};
use rank_and_file::widgets::{
    Board, ButtonRow, GameAction, GameList, MoveList, Pairing, PlayerBar, Table, Thumbnail,
};
use rank_and_file_core::library::{Query, Shelf};
use rank_and_file_core::log::Appender;
use rank_and_file_core::rules::{Action, Color, PROMOTION_ROLES, Position, Role, Square};

use crate::desk::stage::{Said, Stage, assert_said, below, bounds, shown, square_of};
use crate::desk::{
    Games, START, play, rows, settle, square, until, until_freed, wait, with_display,
};

const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "1n2k3/P7/8/8/8/8/7p/4K3 w - - 0 1";
const BLACK_BEGINS: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 7";

/// How long a ply takes to be shown at most, even unsaved.
const A_PLY: Duration = Duration::from_millis(300);

/// A board with a game in a window.
struct Play {
    games: Games,
    game: Game,
    board: Board,
    stage: Stage,
}

impl Play {
    fn begin(fen: &str) -> Self {
        let games = Games::new();
        let game = games.begin(fen);
        let board = Board::default();
        board.set_game(Some(&game));
        let stage = Stage::show(&board, 480, 480);
        Self {
            games,
            game,
            board,
            stage,
        }
    }

    /// Activates squares, as the keyboard and assistive technology do.
    fn activate(&self, squares: &str) {
        for name in squares.split_whitespace() {
            square_of(&self.board, square(name)).emit_clicked();
        }
    }

    fn moves(&self, moves: &str) {
        play(&self.game, moves);
    }

    fn point(&self, name: &str) -> (f64, f64) {
        self.stage.middle(&square_of(&self.board, square(name)))
    }

    fn click(&self, squares: &str) {
        for name in squares.split_whitespace() {
            self.stage.click(self.point(name));
        }
    }

    fn drag(&self, from: &str, to: &str) {
        self.stage.drag(self.point(from), self.point(to));
    }

    #[track_caller]
    fn until_ply(&self, ply: u32) {
        until(&format!("ply {ply} is shown"), || self.game.ply() == ply);
    }

    /// The last move as it stands on the scoresheet.
    fn last_san(&self) -> String {
        self.game
            .with_rules(|rules| rules.plies().last().map(|ply| ply.san.to_string()))
            .unwrap_or_default()
    }

    #[track_caller]
    fn assert_name(&self, name: &str, said: &str) {
        let button = square_of(&self.board, square(name));
        assert_said(&button, Said::Name, said);
    }

    #[track_caller]
    fn assert_state(&self, name: &str, said: &str) {
        let button = square_of(&self.board, square(name));
        assert_said(&button, Said::Description, said);
    }

    /// The squares of which something is said, each with that.
    fn marked(&self) -> Vec<Square> {
        let quiet = |square: &Square| {
            let button = square_of(&self.board, *square);
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                assert_said(&button, Said::Description, "");
            }))
            .is_ok()
        };
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let marked = Square::ALL.into_iter().filter(|square| !quiet(square));
        let marked = marked.collect();
        std::panic::set_hook(hook);
        marked
    }

    fn choosers(&self) -> Vec<gtk::Button> {
        let choosers = shown(&self.board, "RfPromotion");
        let buttons = choosers
            .iter()
            .flat_map(|chooser| below(chooser, "GtkButton"));
        buttons
            .filter_map(|button| button.downcast().ok())
            .collect()
    }

    fn piece_at(&self, name: &str) -> Option<rank_and_file_core::rules::Piece> {
        self.game.viewed_position().board().piece_at(square(name))
    }
}

#[test]
fn squares_lie_where_they_belong_and_turn() {
    with_display("squares_lie_where_they_belong_and_turn", || {
        let play = Play::begin(START);
        let place = |name: &str| {
            let bounds = bounds(&square_of(&play.board, square(name)), &play.board);
            let (x, y) = (bounds.x(), bounds.y());
            let sides = (bounds.width(), bounds.height());
            assert_eq!(sides, (60.0, 60.0), "{name}");
            (x, y)
        };
        assert_eq!(place("a8"), (0.0, 0.0));
        assert_eq!(place("a1"), (0.0, 420.0));
        assert_eq!(place("h1"), (420.0, 420.0));
        assert_eq!(place("e2"), (240.0, 360.0));
        play.board.set_turned(true);
        until("the board is turned", || place("h1") == (0.0, 0.0));
        assert_eq!(place("a8"), (420.0, 420.0));
        assert_eq!(place("e2"), (180.0, 60.0));
        // Names stay with their squares.
        play.assert_name("e2", "e2, white pawn");
        play.board.set_turned(false);
        until("the board is turned back", || place("a8") == (0.0, 0.0));
    });
}

#[test]
fn every_square_says_what_stands_on_it() {
    with_display("every_square_says_what_stands_on_it", || {
        let play = Play::begin(START);
        play.assert_name("e2", "e2, white pawn");
        play.assert_name("e4", "e4, empty");
        play.assert_name("d8", "d8, black queen");
        assert_eq!(play.marked(), []);
        play.activate("e2 e4");
        play.until_ply(1);
        play.assert_name("e4", "e4, white pawn");
        play.assert_name("e2", "e2, empty");
        assert_eq!(play.marked(), [square("e2"), square("e4")]);
        play.assert_state("e4", "last move");
    });
}

#[test]
fn selection_and_targets_are_said() {
    with_display("selection_and_targets_are_said", || {
        let play = Play::begin(START);
        play.activate("g1");
        play.assert_state("g1", "selected");
        play.assert_state("f3", "can move here");
        assert_eq!(play.marked(), ["g1", "f3", "h3"].map(square));
        // Another piece, then none.
        play.activate("e2");
        assert_eq!(play.marked(), ["e2", "e3", "e4"].map(square));
        play.activate("e2");
        assert_eq!(play.marked(), []);
        play.activate("e2");
        assert!(play.board.let_go());
        assert_eq!(play.marked(), []);
        assert!(!play.board.let_go());
    });
}

#[test]
fn check_is_said() {
    with_display("check_is_said", || {
        let play = Play::begin(START);
        play.moves("e4 f6 Qh5+");
        play.assert_state("e8", "in check");
    });
}

#[test]
fn a_whole_game_by_activation() {
    with_display("a_whole_game_by_activation", || {
        let play = Play::begin(START);
        for (ply, squares) in [(1, "f2 f3"), (2, "e7 e5"), (3, "g2 g4"), (4, "d8 h4")] {
            play.activate(squares);
            play.until_ply(ply);
        }
        assert_eq!(play.game.result(), "0-1");
        assert!(play.game.is_closed());
        // Nothing can be taken up any more.
        play.activate("e2 e4");
        assert_eq!(play.game.refusal().map(|why| why.code()), Some("game-over"));
        play.assert_state("e1", "in check");
        play.assert_state("e2", "");
    });
}

#[test]
fn a_refusal_is_told_and_keeps_the_piece_selected() {
    with_display("a_refusal_is_told_and_keeps_the_piece_selected", || {
        let play = Play::begin(START);
        play.activate("a1 a3");
        let refusal = play.game.refusal().unwrap();
        assert_eq!(
            (refusal.code(), refusal.squares()),
            ("blocked", vec![square("a2")])
        );
        play.assert_state("a1", "selected");
        assert!(!play.game.status().is_empty());
        // The next touch forgets it.
        play.activate("e2");
        assert_eq!(play.game.refusal(), None);
        play.activate("e4");
        play.until_ply(1);
        play.activate("e2");
        assert_eq!(play.game.refusal().map(|why| why.code()), Some("no-piece"));
        play.activate("d2");
        assert_eq!(
            play.game.refusal().map(|why| why.code()),
            Some("opponents-piece")
        );
    });
}

#[test]
fn castling_onto_the_rook() {
    with_display("castling_onto_the_rook", || {
        let play = Play::begin(CASTLING);
        play.activate("e1 h1");
        play.until_ply(1);
        assert_eq!(play.last_san(), "O-O");
        assert_eq!(play.piece_at("g1"), Some(Role::King.of(Color::White)));
        play.activate("e8 c8");
        play.until_ply(2);
        assert_eq!(play.last_san(), "O-O-O");
        assert_eq!(play.marked(), ["c8", "e8"].map(square));
    });
}

#[test]
fn a_pawn_asks_what_it_shall_become() {
    with_display("a_pawn_asks_what_it_shall_become", || {
        for (index, role) in PROMOTION_ROLES.into_iter().enumerate() {
            let play = Play::begin(PROMOTION);
            assert_eq!(play.choosers().len(), 0);
            play.activate("a7 b8");
            until("the chooser is laid out", || {
                play.choosers().len() == 4 && play.choosers()[3].height() > 0
            });
            assert_eq!(play.game.ply(), 0, "nothing is played yet");
            let choosers = play.choosers();
            let tips: Vec<_> = choosers
                .iter()
                .filter_map(|button| button.tooltip_text())
                .collect();
            assert_eq!(tips, ["queen", "rook", "bishop", "knight"]);
            // The queen stands where the pawn arrives, the others below.
            for (row, button) in choosers.iter().enumerate() {
                let bounds = bounds(button, &play.board);
                let expected = (60.0, 60.0 * row as f32);
                assert_eq!((bounds.x(), bounds.y()), expected);
            }
            choosers[index].emit_clicked();
            play.until_ply(1);
            assert_eq!(play.piece_at("b8"), Some(role.of(Color::White)));
            assert_eq!(play.choosers().len(), 0);
        }
    });
}

#[test]
fn the_chooser_stays_on_the_board_on_either_side() {
    with_display("the_chooser_stays_on_the_board_on_either_side", || {
        for turned in [false, true] {
            let play = Play::begin(PROMOTION);
            play.board.set_turned(turned);
            let corner = square_of(&play.board, square("h1"));
            let left = if turned { 0.0 } else { 420.0 };
            until("the board is laid out", || {
                bounds(&corner, &play.board).x() == left
            });
            play.moves("a8=Q");
            play.activate("h2 h1");
            until("the chooser is laid out", || {
                play.choosers().len() == 4 && play.choosers()[3].height() > 0
            });
            let queen = play.choosers().into_iter();
            let mut queen =
                queen.filter(|button| button.tooltip_text().as_deref() == Some("queen"));
            let queen = bounds(&queen.next().unwrap(), &play.board);
            let target = bounds(&square_of(&play.board, square("h1")), &play.board);
            assert_eq!((queen.x(), queen.y()), (target.x(), target.y()));
            for button in play.choosers() {
                let bounds = bounds(&button, &play.board);
                assert!(bounds.y() >= 0.0 && bounds.y() + bounds.height() <= 480.0);
            }
        }
    });
}

#[test]
fn a_promotion_is_given_up() {
    with_display("a_promotion_is_given_up", || {
        let play = Play::begin(PROMOTION);
        for give_up in [0, 1, 2] {
            play.activate("a7 a8");
            assert_eq!(play.choosers().len(), 4);
            match give_up {
                0 => assert!(play.board.let_go()),
                1 => play.activate("e4"),
                _ => play.activate("a7"),
            }
            assert_eq!(play.choosers().len(), 0);
            assert_eq!(play.marked(), []);
        }
        wait(A_PLY);
        assert_eq!(play.game.ply(), 0);
    });
}

#[test]
fn what_ends_or_changes_the_game_empties_the_hand() {
    with_display("what_ends_or_changes_the_game_empties_the_hand", || {
        let play = Play::begin(PROMOTION);
        play.activate("a7 a8");
        assert_eq!(play.choosers().len(), 4);
        play.game.act(Action::Resign(Color::Black)).unwrap();
        until("the chooser is gone", || play.choosers().is_empty());
        assert_eq!(play.marked(), []);

        let play = Play::begin(START);
        play.moves("e4");
        play.activate("e7");
        play.assert_state("e7", "selected");
        play.game.act(Action::AskTakeback(1)).unwrap();
        play.game.act(Action::Accept).unwrap();
        play.until_ply(0);
        assert_eq!(play.marked(), []);
        play.activate("e2 e4");
        play.until_ply(1);
    });
}

#[test]
fn the_present_is_faced_before_anything_is_played() {
    with_display("the_present_is_faced_before_anything_is_played", || {
        let play = Play::begin(START);
        play.moves("e4 d5 a3 a6");
        let now = play.game.fen();
        // Another piece stands there now: nothing is taken up.
        play.game.set_viewed_ply(0);
        play.activate("e2");
        assert!(play.game.is_live());
        assert_eq!((play.game.ply(), play.game.fen()), (4, now.clone()));
        assert_eq!(play.marked(), ["a6", "a7"].map(square));
        // The same piece as then is taken up at once.
        play.game.set_viewed_ply(1);
        play.activate("g1");
        assert!(play.game.is_live());
        play.assert_state("g1", "selected");
        play.board.let_go();
        // What was in the hand before is forgotten, so that this takes nothing.
        play.activate("e4");
        play.game.set_viewed_ply(3);
        assert_eq!(play.marked(), ["a2", "a3"].map(square));
        play.activate("d5");
        assert!(play.game.is_live());
        wait(A_PLY);
        assert_eq!((play.game.ply(), play.game.fen()), (4, now));
        // Letting go leads back, too.
        play.game.set_viewed_ply(2);
        assert!(play.board.let_go());
        assert!(play.game.is_live());
    });
}

#[test]
fn a_chooser_does_not_outlast_the_look_back() {
    with_display("a_chooser_does_not_outlast_the_look_back", || {
        let play = Play::begin(PROMOTION);
        play.moves("Ke2 Kf7");
        play.activate("a7 a8");
        assert_eq!(play.choosers().len(), 4);
        play.game.set_viewed_ply(0);
        assert_eq!(play.choosers().len(), 0);
        play.game.set_viewed_ply(2);
        play.activate("a7 a8");
        play.choosers()[0].emit_clicked();
        play.until_ply(3);
    });
}

#[test]
fn the_pointer_clicks_and_drags() {
    with_display("the_pointer_clicks_and_drags", || {
        let mut play = Play::begin(START);
        if !play.stage.has_pointer("the_pointer_clicks_and_drags") {
            return;
        }
        play.click("e2");
        play.assert_state("e2", "selected");
        play.click("e4");
        play.until_ply(1);
        play.drag("e7", "e5");
        play.until_ply(2);
        assert_eq!(play.last_san(), "e5");
        assert_eq!(play.marked(), ["e5", "e7"].map(square));
        // Again on the same square: let go.
        play.click("g1 g1");
        assert_eq!(play.marked(), ["e5", "e7"].map(square));
        // A drop that the Laws do not allow.
        play.drag("g1", "g3");
        assert_eq!(
            play.game.refusal().map(|why| why.code()),
            Some("piece-move")
        );
        play.assert_state("g1", "selected");
        play.click("f3");
        play.until_ply(3);
        assert_eq!(play.last_san(), "Nf3");
    });
}

#[test]
fn while_it_is_dragged_a_piece_is_not_on_its_square() {
    with_display("while_it_is_dragged_a_piece_is_not_on_its_square", || {
        let mut play = Play::begin(START);
        if !play
            .stage
            .has_pointer("while_it_is_dragged_a_piece_is_not_on_its_square")
        {
            return;
        }
        play.stage.move_to(play.point("e2"));
        play.stage.button_down();
        play.assert_name("e2", "e2, white pawn");
        play.stage.move_to(play.point("e3"));
        play.stage.move_to(play.point("h5"));
        play.assert_name("e2", "e2, empty");
        play.assert_state("e2", "selected");
        play.stage.move_to(play.point("e4"));
        play.stage.button_up();
        play.until_ply(1);
        play.assert_name("e4", "e4, white pawn");
    });
}

#[test]
fn a_drop_beside_the_board_keeps_the_piece_selected() {
    with_display("a_drop_beside_the_board_keeps_the_piece_selected", || {
        let games = Games::new();
        let game = games.begin(START);
        let board = Board::default();
        board.set_game(Some(&game));
        board.set_hexpand(true);
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 0);
        let beside = gtk::Label::builder().width_request(200).build();
        row.append(&board);
        row.append(&beside);
        let stage = Stage::show(&row, 680, 480);
        let mut play = Play {
            games,
            game,
            board,
            stage,
        };
        if !play
            .stage
            .has_pointer("a_drop_beside_the_board_keeps_the_piece_selected")
        {
            return;
        }
        let out = play.stage.middle(&beside);
        play.stage.drag(play.point("e2"), out);
        play.assert_state("e2", "selected");
        play.assert_name("e2", "e2, white pawn");
        assert_eq!((play.game.ply(), play.game.refusal()), (0, None));
        play.click("e4");
        play.until_ply(1);
        assert!(play.games.path_of(&play.game).exists());
    });
}

#[test]
fn the_pointer_plays_on_a_turned_board() {
    with_display("the_pointer_plays_on_a_turned_board", || {
        let mut play = Play::begin(CASTLING);
        if !play
            .stage
            .has_pointer("the_pointer_plays_on_a_turned_board")
        {
            return;
        }
        play.board.set_turned(true);
        settle();
        wait(Duration::from_millis(100));
        play.drag("e1", "h1");
        play.until_ply(1);
        assert_eq!(play.last_san(), "O-O");
        play.click("e8 a8");
        play.until_ply(2);
        assert_eq!(play.last_san(), "O-O-O");
    });
}

#[test]
fn the_pointer_chooses_the_piece() {
    with_display("the_pointer_chooses_the_piece", || {
        let mut play = Play::begin(PROMOTION);
        if !play.stage.has_pointer("the_pointer_chooses_the_piece") {
            return;
        }
        play.drag("a7", "b8");
        until("the chooser is laid out", || {
            play.choosers().len() == 4 && play.choosers()[3].height() > 0
        });
        // The knight's button lies over b5; what is below it must not feel the click.
        let knight = play.stage.middle(&play.choosers()[3]);
        play.stage.click(knight);
        play.until_ply(1);
        assert_eq!(play.last_san(), "axb8=N");
        // A press beside the chooser gives the next one up.
        play.click("h2 h1");
        until("the chooser is laid out", || {
            play.choosers().len() == 4 && play.choosers()[3].height() > 0
        });
        play.click("c4");
        assert_eq!(play.choosers().len(), 0);
        assert_eq!((play.game.ply(), play.game.refusal()), (1, None));
    });
}

#[test]
fn a_press_while_looking_back_plays_nothing() {
    with_display("a_press_while_looking_back_plays_nothing", || {
        let mut play = Play::begin(START);
        if !play
            .stage
            .has_pointer("a_press_while_looking_back_plays_nothing")
        {
            return;
        }
        play.moves("e4 d5 a3 a6");
        play.click("e4");
        for (viewed, name) in [(0, "e4"), (3, "d5"), (2, "h6")] {
            play.game.set_viewed_ply(viewed);
            play.click(name);
            assert!(play.game.is_live(), "{name}");
            wait(A_PLY);
            assert_eq!(play.game.ply(), 4, "{name}");
        }
    });
}

#[test]
fn a_player_bar_shows_its_side() {
    with_display("a_player_bar_shows_its_side", || {
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
        // What Black has lost lies with Black; White is a pawn ahead.
        let tray = |bar: &PlayerBar| shown(bar, "RfCapturedTray");
        until("the pawn is laid down", || tray(&black).len() == 1);
        assert!(tray(&white).is_empty());
        assert!(texts_of(&white).contains(&"+1".to_owned()));
        assert!(!texts_of(&black).contains(&"+1".to_owned()));
        // Looking back, it is on the board again.
        game.set_viewed_ply(2);
        until("the pawn is back", || tray(&black).is_empty());
        assert!(white.has_css_class("on-move"));
        assert!(!texts_of(&white).contains(&"+1".to_owned()));
        game.set_viewed_ply(3);
        // The sides can be changed.
        white.set_black(true);
        assert_eq!(name_of(&white), "Ben");
        game.act(Action::Resign(Color::White)).unwrap();
        until("the game is over", || game.is_closed());
        assert!(!black.has_css_class("on-move"));
    });
}

fn bar(black: bool) -> PlayerBar {
    glib::Object::builder().property("black", black).build()
}

fn texts_of(widget: &impl IsA<gtk::Widget>) -> Vec<String> {
    let labels = below(widget, "GtkLabel");
    let labels = labels.iter().filter(|label| label.is_visible());
    labels.map(|label| label.property("label")).collect()
}

fn name_of(bar: &PlayerBar) -> String {
    let labels = below(bar, "GtkLabel");
    let name = labels.iter().find(|label| label.has_css_class("name"));
    name.unwrap().property("label")
}

/// The lines of a scoresheet as they can be seen.
fn lines(list: &MoveList) -> Vec<Vec<String>> {
    let lines = shown(list, "RfScoreLine");
    lines.iter().map(texts_of).collect()
}

fn line(number: &str, white: &str, black: &str) -> Vec<String> {
    [number, white, black].map(str::to_owned).to_vec()
}

fn move_buttons(list: &MoveList) -> Vec<gtk::Button> {
    let lines = shown(list, "RfScoreLine");
    let buttons = lines.iter().flat_map(|line| below(line, "GtkButton"));
    buttons
        .filter_map(|button| button.downcast().ok())
        .collect()
}

#[test]
fn the_scoresheet_follows_the_game() {
    with_display("the_scoresheet_follows_the_game", || {
        let games = Games::new();
        let game = games.begin(START);
        let list: MoveList = glib::Object::new();
        list.set_game(Some(&game));
        let _stage = Stage::show(&list, 300, 400);
        assert!(lines(&list).is_empty());
        play(&game, "e4 e5 Nf3");
        let expected = [line("1.", "e4", "e5"), line("2.", "Nf3", "")];
        until("three moves", || lines(&list) == expected);
        assert_said(&move_buttons(&list)[1], Said::Name, "1… e5");
        // Each move is a button that leads to its position.
        let buttons = move_buttons(&list);
        assert!(buttons[2].has_css_class("viewed") && !buttons[3].is_sensitive());
        buttons[0].emit_clicked();
        assert_eq!(game.viewed_ply(), 1);
        until("the mark follows", || buttons[0].has_css_class("viewed"));
        assert!(!buttons[2].has_css_class("viewed"));
        // A takeback of both sides' last moves.
        play(&game, "Nc6");
        game.act(Action::AskTakeback(2)).unwrap();
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
    with_display("a_scoresheet_that_begins_with_black", || {
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
        assert_eq!(game.viewed_ply(), 1);
        game.act(Action::TakeBack(2)).unwrap();
        until("one move is left", || {
            lines(&list) == [line("7.", "", "e5")]
        });
    });
}

#[test]
fn a_list_shows_another_game() {
    with_display("a_list_shows_another_game", || {
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
        assert_eq!((first.viewed_ply(), second.viewed_ply()), (1, 1));
        list.set_game(None::<Game>);
        until("none", || lines(&list).is_empty());
    });
}

#[test]
fn the_table_gives_the_board_what_room_there_is() {
    with_display("the_table_gives_the_board_what_room_there_is", || {
        for (width, height, beside) in [
            (1100, 700, true),
            (800, 600, true),
            (360, 640, false),
            (600, 900, false),
            (1600, 420, true),
        ] {
            let table: Table = glib::Object::new();
            let part = |high: i32| {
                gtk::Label::builder()
                    .height_request(high)
                    .build()
                    .upcast::<gtk::Widget>()
            };
            let (top, bottom, panel) = (part(32), part(32), part(120));
            let board = Board::default().upcast::<gtk::Widget>();
            table.set_top(Some(&top));
            table.set_board(Some(&board));
            table.set_bottom(Some(&bottom));
            table.set_panel(Some(&panel));
            let _stage = Stage::show(&table, width, height);
            let size = format!("{width} x {height}");
            let [top, board, bottom, panel] =
                [&top, &board, &bottom, &panel].map(|child| bounds(child, &table));
            assert_eq!(board.width(), board.height(), "{size}");
            assert_eq!(board.width() % 8.0, 0.0, "{size}");
            for child in [&top, &board, &bottom, &panel] {
                assert!(child.x() >= 0.0 && child.y() >= 0.0, "{size}");
                assert!(child.x() + child.width() <= width as f32, "{size}");
                assert!(child.y() + child.height() <= height as f32, "{size}");
            }
            assert!(top.y() + top.height() <= board.y(), "{size}");
            assert!(board.y() + board.height() <= bottom.y(), "{size}");
            if beside {
                assert!(board.x() + board.width() < panel.x(), "{size}");
            } else {
                assert!(bottom.y() + bottom.height() <= panel.y(), "{size}");
            }
            // No other arrangement would leave the board a whole row of pixels more.
            let room = (width as f32).min(height as f32 - 64.0);
            assert!(board.width() > room * 0.5, "{size}: {}", board.width());
        }
    });
}

#[test]
fn buttons_share_a_row_where_all_their_words_fit() {
    with_display("buttons_share_a_row_where_all_their_words_fit", || {
        for (width, direction) in [
            (600, gtk::TextDirection::Ltr),
            (600, gtk::TextDirection::Rtl),
            (240, gtk::TextDirection::Ltr),
        ] {
            let row: ButtonRow = glib::Object::new();
            row.set_direction(direction);
            row.set_valign(gtk::Align::Start);
            for words in ["The Most Wanted", "Something Else", "Neither"] {
                gtk::Button::with_label(words).set_parent(&row);
            }
            let _stage = Stage::show(&row, width, 200);
            let places: Vec<_> = below(&row, "GtkButton")
                .iter()
                .map(|button| bounds(button, &row))
                .collect();
            let [first, second, third] = places.as_slice() else {
                panic!("three buttons, not {places:?}");
            };
            for place in &places {
                assert!(place.x() >= 0.0 && place.x() + place.width() <= row.width() as f32);
                assert!(place.y() + place.height() <= row.height() as f32);
            }
            let (left, right) = match direction {
                gtk::TextDirection::Rtl => (third, second),
                _ => (second, third),
            };
            assert_eq!(second.y(), third.y(), "{width}");
            assert!(left.x() + left.width() <= right.x(), "{width}");
            if width < 400 {
                assert!(first.y() + first.height() <= second.y(), "{width}");
                assert_eq!(first.width(), row.width() as f32);
            } else {
                assert_eq!(first.y(), second.y(), "{width}");
            }
        }
    });
}

#[test]
fn neither_of_two_long_names_is_lost() {
    with_display("neither_of_two_long_names_is_lost", || {
        let (long, short) = ("Ekaterina Vorobyova-Konstantinopolskaya", "Ben");
        for (white, black) in [(long, short), (short, long), (long, long)] {
            let pairing = Pairing::default();
            pairing.show(white, black);
            pairing.set_halign(gtk::Align::Start);
            let place = gtk::Box::default();
            place.set_size_request(200, -1);
            place.set_overflow(gtk::Overflow::Hidden);
            place.append(&pairing);
            let _stage = Stage::show(&place, 200, 40);
            assert_eq!(pairing.full(), format!("{white} – {black}"));
            let names: Vec<_> = below(&pairing, "GtkLabel")
                .into_iter()
                .filter_map(|label| label.downcast::<gtk::Label>().ok())
                .filter(|label| label.label() != "–")
                .collect();
            assert_eq!(names.len(), 2);
            for name in names {
                // The short name is whole, and of the long one there is something to be read.
                let cut = name.layout().is_ellipsized();
                assert_eq!(cut, name.label() == long, "{white} – {black}");
                assert!(name.width() > 20, "{white} – {black}: {}", name.width());
            }
        }
    });
}

#[test]
fn from_right_to_left_the_panel_is_at_the_left_and_the_board_is_not_mirrored() {
    with_display(
        "from_right_to_left_the_panel_is_at_the_left_and_the_board_is_not_mirrored",
        || {
            let table: Table = glib::Object::new();
            table.set_direction(gtk::TextDirection::Rtl);
            let part = || gtk::Label::new(Some("here")).upcast::<gtk::Widget>();
            let (top, bottom, panel) = (part(), part(), part());
            let board = Board::default();
            board.set_direction(gtk::TextDirection::Rtl);
            table.set_top(Some(&top));
            table.set_board(Some(board.upcast_ref::<gtk::Widget>()));
            table.set_bottom(Some(&bottom));
            table.set_panel(Some(&panel));
            let _stage = Stage::show(&table, 1100, 700);
            let at = |child: &gtk::Widget| bounds(child, &table);
            let (board_at, panel_at) = (at(board.upcast_ref()), at(&panel));
            assert!(panel_at.x() >= 0.0);
            assert!(panel_at.x() + panel_at.width() < board_at.x());
            assert!(board_at.x() + board_at.width() <= 1100.0);
            for bar in [&top, &bottom] {
                assert_eq!(at(bar).x(), board_at.x());
                assert_eq!(at(bar).width(), board_at.width());
            }
            let corner = |name: &str| bounds(&square_of(&board, square(name)), &board);
            assert!(
                corner("a1").x() < corner("h1").x(),
                "the a-file is left for White"
            );
        },
    );
}

#[test]
fn below_the_board_a_panel_has_room_for_all_its_words() {
    with_display("below_the_board_a_panel_has_room_for_all_its_words", || {
        let table: Table = glib::Object::new();
        let panel = gtk::Label::builder()
            .label("Knight takes on e5, check. ".repeat(40))
            .wrap(true)
            .build();
        let board = Board::default();
        table.set_board(Some(board.upcast_ref::<gtk::Widget>()));
        table.set_panel(Some(panel.upcast_ref::<gtk::Widget>()));
        let _stage = Stage::show(&table, 600, 800);
        let (board, panel_at) = (bounds(&board, &table), bounds(&panel, &table));
        assert!(board.width() >= 280.0, "{}", board.width());
        let needed = panel
            .measure(gtk::Orientation::Vertical, panel_at.width() as i32)
            .0;
        assert!(
            panel_at.height() >= needed as f32,
            "{panel_at:?} for {needed}"
        );
        assert!(panel_at.y() >= board.y() + board.height());
        assert!(panel_at.y() + panel_at.height() <= 800.0);
    });
}

#[test]
fn a_list_of_games_shows_its_own_and_says_what_is_wanted() {
    with_display(
        "a_list_of_games_shows_its_own_and_says_what_is_wanted",
        || {
            let games = Games::new();
            let saved = SavedGames::new(games.folder(), games.root().join("games.index"));
            let (unfinished, finished) = (game_list(false), game_list(true));
            let row = gtk::Box::new(gtk::Orientation::Horizontal, 0);
            row.set_homogeneous(true);
            for (list, shelf) in [
                (&unfinished, Shelf::Unfinished),
                (&finished, Shelf::Finished),
            ] {
                list.set_results(&saved.results(Query {
                    shelf,
                    ..Query::default()
                }));
                row.append(list);
            }
            let _stage = Stage::show(&row, 900, 500);
            assert!(shown(&unfinished, "RfSavedGameRow").is_empty());
            assert_eq!(shown(&unfinished, "AdwStatusPage").len(), 1);
            for moves in ["e4", "d4 d5", "f3 e5 g4 Qh4#"] {
                let game = games.begin(START);
                play(&game, moves);
            }
            saved.load();
            until("every game has its row", || {
                shown(&unfinished, "RfSavedGameRow").len() == 2
                    && shown(&finished, "RfSavedGameRow").len() == 1
            });
            assert!(shown(&unfinished, "AdwStatusPage").is_empty());
            let row = &shown(&finished, "RfSavedGameRow")[0];
            assert!(texts_of(row).starts_with(&["Ann", "–", "Ben"].map(str::to_owned)));
            // What is chosen is said, and nothing else happens.
            let told = Rc::new(RefCell::new(Vec::new()));
            let tell = told.clone();
            finished.connect_local("wanted", false, move |values| {
                let game: SavedGame = values[1].get().unwrap();
                let action: GameAction = values[2].get().unwrap();
                tell.borrow_mut().push((action, game.summary().plies));
                None
            });
            // The row has a button to open it, one for more, and one to delete it.
            let press = |name: &str| {
                for button in below(row, "GtkButton") {
                    let button = button.downcast::<gtk::Button>().unwrap();
                    if button.tooltip_text().unwrap_or_default() == name {
                        button.emit_clicked();
                    }
                }
            };
            press("");
            press("Move to Trash");
            let said = [(GameAction::Open, 4), (GameAction::Trash, 4)];
            assert_eq!(told.take(), said);
            // Each item of the menu says what it is called, and nothing says more than it holds.
            for (name, action) in [
                ("open", GameAction::Open),
                ("open-apart", GameAction::OpenApart),
                ("games-of-white", GameAction::GamesOfWhite),
                ("games-of-black", GameAction::GamesOfBlack),
                ("copy", GameAction::Copy),
                ("export", GameAction::Export),
                ("trash", GameAction::Trash),
            ] {
                finished
                    .activate_action(&format!("games.{name}"), Some(&0u32.to_variant()))
                    .unwrap();
                assert_eq!(told.take(), [(action, 4)], "{name}");
            }
            let unknown = finished.activate_action("games.burn", Some(&0u32.to_variant()));
            assert!(unknown.is_err());
            // While games are being chosen, a press chooses.
            finished.set_selecting(true);
            until("the row can be chosen", || {
                shown(&finished, "GtkCheckButton").len() == 1
            });
            let row = &shown(&finished, "RfSavedGameRow")[0];
            let open = below(row, "GtkButton").remove(0);
            for chosen in [1, 0, 1] {
                open.clone()
                    .downcast::<gtk::Button>()
                    .unwrap()
                    .emit_clicked();
                assert_eq!(finished.chosen().len(), chosen);
            }
            finished.set_selecting(false);
            assert_eq!(finished.chosen().len(), 0);
            assert!(told.borrow().is_empty());
            assert_eq!(shown(&finished, "RfSavedGameRow").len(), 1);
            // The last one gone, the list says so.
            let last = finished.results().unwrap().game(0).unwrap();
            saved.take_off(&[last]);
            until("the list is empty", || {
                shown(&finished, "AdwStatusPage").len() == 1
            });
        },
    );
}

fn game_list(finished: bool) -> GameList {
    glib::Object::builder()
        .property("finished", finished)
        .build()
}

#[test]
fn a_thumbnail_takes_any_text_for_a_position() {
    with_display("a_thumbnail_takes_any_text_for_a_position", || {
        let thumbnail: Thumbnail = glib::Object::new();
        thumbnail.set_halign(gtk::Align::Start);
        thumbnail.set_valign(gtk::Align::Start);
        let _stage = Stage::show(&thumbnail, 200, 200);
        assert_eq!((thumbnail.width(), thumbnail.height()), (96, 96));
        for fen in [START, "no position", "", PROMOTION] {
            thumbnail.set_fen(fen);
            wait(Duration::from_millis(30));
        }
    });
}

#[test]
fn nothing_keeps_a_game_that_is_closed() {
    with_display("nothing_keeps_a_game_that_is_closed", || {
        let games = Games::new();
        let game = games.begin(START);
        let path = games.path_of(&game);
        let board = Board::default();
        let bars = [bar(false), bar(true)];
        let list: MoveList = glib::Object::new();
        let column = gtk::Box::new(gtk::Orientation::Vertical, 0);
        board.set_vexpand(true);
        list.set_vexpand(true);
        column.append(&bars[0]);
        column.append(&board);
        column.append(&bars[1]);
        column.append(&list);
        let stage = Stage::show(&column, 480, 700);
        board.set_game(Some(&game));
        list.set_game(Some(&game));
        for bar in &bars {
            bar.set_game(Some(&game));
        }
        play(&game, "e4 e5 Nf3 Nc6 Bb5");
        until("the moves are listed", || lines(&list).len() == 3);
        move_buttons(&list)[0].emit_clicked();
        square_of(&board, square("g1")).emit_clicked();
        square_of(&board, square("a7")).emit_clicked();
        square_of(&board, square("a6")).emit_clicked();
        until("the last move", || {
            game.ply() == 6 || game.refusal().is_some()
        });
        // Closed as a page closes it.
        board.set_game(None::<Game>);
        list.set_game(None::<Game>);
        for bar in &bars {
            bar.set_game(None::<Game>);
        }
        let weak = game.downgrade();
        drop(game);
        until_freed("the game", &weak);
        // Its file is free for the next who opens it.
        until("the log is let go of", || Appender::open(&path).is_ok());
        // And a window that is closed takes its widgets along.
        let weak = (board.downgrade(), list.downgrade(), bars[0].downgrade());
        drop((board, list, bars, column));
        drop(stage);
        until_freed("the board", &weak.0);
        until_freed("the scoresheet", &weak.1);
        until_freed("the player's bar", &weak.2);
    });
}

#[test]
fn a_window_closed_with_its_game_frees_it() {
    with_display("a_window_closed_with_its_game_frees_it", || {
        let games = Games::new();
        let game = games.begin(PROMOTION);
        let board = Board::default();
        let list: MoveList = glib::Object::new();
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 0);
        board.set_hexpand(true);
        row.append(&board);
        row.append(&list);
        let stage = Stage::show(&row, 700, 480);
        board.set_game(Some(&game));
        list.set_game(Some(&game));
        // In the middle of a promotion.
        square_of(&board, square("a7")).emit_clicked();
        square_of(&board, square("a8")).emit_clicked();
        settle();
        let weak = (game.downgrade(), board.downgrade());
        drop((game, board, list, row));
        drop(stage);
        until_freed("the board", &weak.1);
        until_freed("the game", &weak.0);
    });
}
