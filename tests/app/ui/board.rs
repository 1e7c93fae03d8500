//! The board in a real window: where squares lie, what they say, and what activating them does.

use gtk::prelude::*;
use rank_and_file::model::Game;
use rank_and_file::ui::{Board, show_said};
use rank_and_file::words;
use rank_and_file_core::chess::{
    Action, ByColor, Color, PROMOTION_ROLES, Position, Role, Square, read_fen,
};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::record::study::NodeId;

use crate::desk::stage::{Message, Stage, assert_said, below, bounds, shown, square_of};
use crate::desk::{Games, START, play, square, until, until_freed, with_display};

pub const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

pub const PROMOTION: &str = "1n2k3/P7/8/8/8/8/7p/4K3 w - - 0 1";

/// A board with a game in a window.
pub struct Play {
    pub games: Games,
    pub game: Game,
    pub board: Board,
    pub stage: Stage,
}

impl Play {
    pub fn begin(fen: &str) -> Self {
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
    pub fn activate(&self, squares: &str) {
        for name in squares.split_whitespace() {
            square_of(&self.board, square(name)).emit_clicked();
        }
    }

    pub fn moves(&self, moves: &str) {
        play(&self.game, moves);
    }

    pub fn point(&self, name: &str) -> (f64, f64) {
        self.stage.middle(&square_of(&self.board, square(name)))
    }

    pub fn click(&self, squares: &str) {
        for name in squares.split_whitespace() {
            self.stage.click(self.point(name));
        }
    }

    pub fn drag(&self, from: &str, to: &str) {
        self.stage.drag(self.point(from), self.point(to));
    }

    #[track_caller]
    pub fn until_ply(&self, ply: u32) {
        until(&format!("ply {ply} is shown"), || self.game.ply() == ply);
    }

    /// The last move as it stands on the scoresheet.
    pub fn last_san(&self) -> String {
        self.game
            .with_game(|rules| rules.plies().last().map(|ply| ply.san.to_string()))
            .unwrap_or_default()
    }

    #[track_caller]
    pub fn assert_name(&self, name: &str, said: &str) {
        let button = square_of(&self.board, square(name));
        assert_said(&button, Message::Name, said);
    }

    #[track_caller]
    pub fn assert_state(&self, name: &str, said: &str) {
        let button = square_of(&self.board, square(name));
        assert_said(&button, Message::Description, said);
    }

    /// The squares of which something is said, each with that.
    pub fn marked(&self) -> Vec<Square> {
        let quiet = |square: &Square| {
            let button = square_of(&self.board, *square);
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                assert_said(&button, Message::Description, "");
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

    pub fn choosers(&self) -> Vec<gtk::Button> {
        let choosers = shown(&self.board, "RfPromotion");
        let buttons = choosers
            .iter()
            .flat_map(|chooser| below(chooser, "GtkButton"));
        buttons
            .filter_map(|button| button.downcast().ok())
            .collect()
    }

    pub fn piece_at(&self, name: &str) -> Option<rank_and_file_core::chess::Piece> {
        self.game.viewer().position().board().piece_at(square(name))
    }
}

#[test]
fn a_move_waits_to_be_confirmed_where_that_is_wanted() {
    const NAME: &str = "a_move_waits_to_be_confirmed_where_that_is_wanted";
    with_display(|| {
        let mut play = Play::begin(START);
        play.board.set_confirms(true);
        let log = play.games.path_of(&play.game);
        // The log is written beside the window: it may not be there yet.
        let written = || std::fs::read_to_string(&log).unwrap_or_default();
        until("the log is begun", || written().lines().count() == 2);
        let offered = || {
            let buttons = shown(&play.board, "GtkButton");
            buttons
                .into_iter()
                .map(|button| button.downcast::<gtk::Button>().unwrap())
        };
        let labels = || -> Vec<String> {
            offered()
                .filter_map(|b| b.label())
                .map(Into::into)
                .collect()
        };
        assert_eq!(labels(), Vec::<String>::new());
        play.activate("e2 e4");
        assert!(play.game.proposes() && play.game.ply() == 0);
        play.assert_name("e4", "e4, white pawn");
        assert_eq!(
            play.game.status(),
            "1. e4 is shown. Press Enter to play it or Escape to cancel."
        );
        until("it is asked", || labels() == ["Confirm", "Cancel"]);
        // Escape takes it back.
        assert!(play.board.let_go());
        play.assert_name("e4", "e4, empty");
        assert!(!play.game.proposes() && labels().is_empty());
        // So does the button.
        play.activate("d2 d4");
        offered().nth(1).unwrap().emit_clicked();
        play.assert_name("d4", "d4, empty");
        assert_eq!(written().lines().count(), 2, "nothing is written before");
        // What the Laws refuse is refused as ever.
        play.activate("e2 e5");
        assert!(play.game.refusal().is_some() && !play.game.proposes());
        play.board.let_go();
        if play.stage.has_pointer(NAME) {
            play.click("e2 e4");
            assert!(play.game.proposes());
            // A hand that shakes plays nothing by another press.
            play.click("e4");
            assert!(play.game.proposes() && play.game.ply() == 0);
            play.board.let_go();
        }
        play.activate("e2 e4 e4");
        play.until_ply(1);
        assert_eq!(play.last_san(), "e4");
        assert!(play.game.viewer().is_live());
        play.activate("e7 e5");
        offered().next().unwrap().emit_clicked();
        play.until_ply(2);
        until("both are written", || written().lines().count() == 4);
    });
}

#[test]
fn squares_lie_where_they_belong_and_turn() {
    with_display(|| {
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
        play.board.set_flipped(true);
        until("the board is flipped", || place("h1") == (0.0, 0.0));
        assert_eq!(place("a8"), (420.0, 420.0));
        assert_eq!(place("e2"), (180.0, 60.0));
        // Names stay with their squares.
        play.assert_name("e2", "e2, white pawn");
        play.board.set_flipped(false);
        until("the board is flipped back", || place("a8") == (0.0, 0.0));
    });
}

#[test]
fn every_square_says_what_stands_on_it() {
    with_display(|| {
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
    with_display(|| {
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
fn castling_is_hinted_on_the_rooks() {
    with_display(|| {
        let play = Play::begin(CASTLING);
        play.activate("e1");
        play.assert_state("h1", "can move here");
        play.assert_state("a1", "can move here");
        assert_eq!(
            play.marked(),
            ["a1", "c1", "d1", "e1", "f1", "g1", "h1"].map(square)
        );
        play.board.set_hints(false);
        play.assert_state("h1", "");
    });
}

#[test]
fn what_is_attacked_is_said_to_a_player_with_warnings() {
    with_display(|| {
        let mut header = Header::bare();
        header.warnings = ByColor {
            black: false,
            white: true,
        };
        let fen = "4k3/ppp5/8/3p4/4N3/8/PPP5/4K3 w - - 0 1";
        let game = Game::without_log(header.clone(), header.new_game(read_fen(fen).unwrap()));
        let board = Board::default();
        board.set_game(Some(&game));
        let _stage = Stage::show(&board, 480, 480);
        let knight = square_of(&board, Square::E4);
        until("it is seen what is threatened", || {
            game.attacked() == [Square::E4]
        });
        assert_said(&knight, Message::Description, "attacked");
        let pawn = square_of(&board, Square::D5);
        assert_said(&pawn, Message::Description, "arrow to e4");
        game.act(Action::Write("Nc3".to_owned())).unwrap();
        let knight = square_of(&board, Square::C3);
        until("the knight is told to have moved", || {
            game.ply() == 1 && game.attacked().is_empty()
        });
        assert_said(&knight, Message::Description, "last move");
    });
}

/// The message is short to the eye; assistive technology has all of it.
#[test]
fn a_status_line_is_named_by_all_of_its_words() {
    with_display(|| {
        let line = gtk::Label::default();
        let said = words::Message::new("Selected.".to_owned(), "It may go to e3.".to_owned());
        show_said(&line, &said);
        assert_eq!(line.label(), "Selected.");
        assert_said(&line, Message::Name, "It may go to e3.");
        show_said(&line, &words::Message::from("White to move.".to_owned()));
        assert_said(&line, Message::Name, "White to move.");
    });
}

#[test]
fn check_is_said() {
    with_display(|| {
        let play = Play::begin(START);
        play.moves("e4 f6 Qh5+");
        play.assert_state("e8", "in check");
    });
}

#[test]
fn a_whole_game_by_activation() {
    with_display(|| {
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
    with_display(|| {
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
        assert!(
            !bubble(&play).is_visible(),
            "an empty square needs no words"
        );
        play.assert_state("e2", "last move");
        play.activate("d2");
        assert_eq!(
            play.game.refusal().map(|why| why.code()),
            Some("opponents-piece")
        );
        assert!(bubble(&play).is_visible());
    });
}

/// The words over the board.
fn bubble(play: &Play) -> gtk::Widget {
    let mut boxes = below(&play.board, "GtkBox").into_iter();
    boxes.find(|widget| widget.has_css_class("bubble")).unwrap()
}

#[test]
fn what_a_refusal_is_about_stays_in_sight() {
    // The bishop on b4 pins the knight on c3, which stands above the words were they before it.
    const PINNED: &str = "rnbqk1nr/ppp2ppp/4p3/3p4/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4";
    with_display(|| {
        let play = Play::begin(PINNED);
        for flipped in [false, true] {
            play.board.set_flipped(flipped);
            play.activate("c3 b5");
            assert_eq!(play.game.refusal().map(|why| why.code()), Some("pinned"));
            until("the words are laid", || bubble(&play).height() > 0);
            let words = bounds(&bubble(&play), &play.board);
            for name in ["b4", "c3"] {
                let square = bounds(&square_of(&play.board, square(name)), &play.board);
                assert!(
                    words.intersection(&square).is_none(),
                    "{name} is covered: {flipped}"
                );
            }
        }
    });
}

#[test]
fn castling_onto_the_rook() {
    with_display(|| {
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
    with_display(|| {
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
    with_display(|| {
        for flipped in [false, true] {
            let play = Play::begin(PROMOTION);
            play.board.set_flipped(flipped);
            let corner = square_of(&play.board, square("h1"));
            let left = if flipped { 0.0 } else { 420.0 };
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
    with_display(|| {
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
        assert_eq!(play.game.ply(), 0);
        play.moves("Ke2");
        assert_eq!((play.game.ply(), &*play.last_san()), (1, "Ke2"));
    });
}

#[test]
fn what_ends_or_changes_the_game_empties_the_hand() {
    with_display(|| {
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
        play.game.act(Action::ProposeTakeback(1)).unwrap();
        play.game.act(Action::Accept).unwrap();
        play.until_ply(0);
        assert_eq!(play.marked(), []);
        play.activate("e2 e4");
        play.until_ply(1);
    });
}

#[test]
fn a_click_while_looking_back_only_returns_to_the_game() {
    with_display(|| {
        let play = Play::begin(START);
        play.moves("e4 d5 a3 a6");
        let now = play.game.viewer().fen();
        // No piece is picked up, no matter what stands on the square now.
        for (viewed, touched) in [(0, "e2"), (1, "g1")] {
            play.game.viewer().set_ply(viewed);
            play.activate(touched);
            assert!(play.game.viewer().is_live());
            assert_eq!(
                (play.game.ply(), play.game.viewer().fen()),
                (4, now.clone())
            );
            assert_eq!(play.marked(), ["a6", "a7"].map(square));
        }
        // What was in the hand before is forgotten, so that this takes nothing.
        play.activate("e4");
        play.game.viewer().set_ply(3);
        assert_eq!(play.marked(), ["a2", "a3"].map(square));
        play.activate("d5");
        assert!(play.game.viewer().is_live());
        assert_eq!((play.game.ply(), play.game.viewer().fen()), (4, now));
        // Letting go leads back, too.
        play.game.viewer().set_ply(2);
        assert!(play.board.let_go());
        assert!(play.game.viewer().is_live());
        // It is still White's first move since then.
        play.moves("h3");
        assert_eq!((play.game.ply(), &*play.last_san()), (5, "h3"));
    });
}

/// A line of the analysis that is walked is played on by hand; a press beside its pieces leads back.
#[test]
fn a_line_that_is_walked_is_played_on_from_there() {
    with_display(|| {
        let play = Play::begin(START);
        play.moves("e4 d5");
        play.game.act(Action::Resign(Color::Black)).unwrap();
        until("it can be studied", || play.game.can_be_studied());
        let taken = play
            .game
            .with_game(|rules| rules.position().legal_moves())
            .into_iter()
            .find(|mv| mv.to() == Square::D5)
            .unwrap();
        play.game.viewer().look_ahead(&[taken], 1);
        play.activate("e4");
        assert_eq!(play.game.viewer().ahead(), None);
        assert_eq!(play.game.viewer().node(), NodeId::Main(2));
        assert!(play.game.with_study(|study, _| study.is_empty()));
        play.game.viewer().look_ahead(&[taken], 1);
        play.activate("d8 d5");
        let pgn = play.game.pgn();
        assert!(pgn.contains("exd5 Qxd5"), "{pgn}");
        assert_eq!(play.piece_at("d5").unwrap().role, Role::Queen);
    });
}

#[test]
fn a_chooser_does_not_outlast_the_look_back() {
    with_display(|| {
        let play = Play::begin(PROMOTION);
        play.moves("Ke2 Kf7");
        play.activate("a7 a8");
        assert_eq!(play.choosers().len(), 4);
        play.game.viewer().set_ply(0);
        assert_eq!(play.choosers().len(), 0);
        play.game.viewer().set_ply(2);
        play.activate("a7 a8");
        play.choosers()[0].emit_clicked();
        play.until_ply(3);
    });
}

/// What is painted of a widget.
fn painted(widget: &impl IsA<gtk::Widget>) -> Vec<u8> {
    let (width, height) = (widget.width(), widget.height());
    let snapshot = gtk::Snapshot::new();
    gtk::WidgetPaintable::new(Some(widget)).snapshot(&snapshot, width.into(), height.into());
    let renderer = widget.native().and_then(|native| native.renderer());
    let texture = renderer
        .unwrap()
        .render_texture(snapshot.to_node().unwrap(), None);
    let stride = 4 * texture.width() as usize;
    let mut bytes = vec![0; stride * texture.height() as usize];
    texture.download(&mut bytes, stride);
    bytes
}

#[test]
fn coordinates_stand_in_the_squares_as_soon_as_these_are_large_enough() {
    with_display(|| {
        let games = Games::new();
        let board = Board::default();
        board.set_game(Some(&games.begin(START)));
        let stage = Stage::show(&board, 8 * 60, 8 * 60);
        let at_first = painted(&board);
        // Everything is looked at again.
        board.set_hints(!board.hints());
        stage.paint();
        assert!(at_first == painted(&board), "the board was not as it is");
    });
}

#[test]
fn arrows_walk_the_squares_however_long_ago_the_keyboard_came_there() {
    with_display(|| {
        let mut play = Play::begin(START);
        play.moves("e4 e5");
        play.game.act(Action::Resign(Color::White)).unwrap();
        until("it is over", || play.game.is_closed());
        let window = play.stage.window.clone();
        window.set_focus_visible(true);
        play.board.focus_square(square("e4"));
        assert!(!play.board.is_stepped_through());
        // GTK shows where the keyboard is for some seconds only.
        window.set_focus_visible(false);
        assert!(!play.board.is_stepped_through());
        play.board.focus_square(square("e5"));
        assert!(!play.board.is_stepped_through());
        let test = "arrows_walk_the_squares_however_long_ago_the_keyboard_came_there";
        if !play.stage.has_pointer(test) {
            return;
        }
        play.click("h4");
        assert!(play.board.is_stepped_through(), "by the pointer");
        play.stage.keys("Up");
        assert!(!play.board.is_stepped_through(), "by a key");
        window.set_focus_visible(false);
        play.stage.keys("Left");
        let at_g5 = || square_of(&play.board, square("g5")).has_focus();
        until("it walks to the next square", at_g5);
    });
}

#[test]
fn a_window_is_closed_with_the_board_in_it() {
    with_display(|| {
        let games = Games::new();
        let game = games.begin(START);
        let window = gtk::Window::new();
        let board = Board::default();
        board.set_game(Some(&game));
        window.set_child(Some(&board));
        window.present();
        until("it is shown", || board.is_mapped());
        board.focus_square(square("e2"));
        let weak = board.downgrade();
        drop(board);
        window.destroy();
        drop(window);
        until_freed("the board", &weak);
    });
}
