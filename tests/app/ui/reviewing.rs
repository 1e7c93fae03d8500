//! The board of a game that is over: side lines that are played on it, marks of the position that is shown, and
//! drawings that stay with that position.

use adw::prelude::*;
use rank_and_file::model::Settings;
use rank_and_file::ui::GamePage;
use rank_and_file_core::chess::{Action, Color};
use rank_and_file_core::record::study::{NodeId, StudyAction};

use super::board::{PROMOTION, Play};
use crate::desk::stage::{Stage, below};
use crate::desk::{Games, START, play, square, until, until_at_last, with_display};

/// A board with a game that Black has resigned.
fn over(fen: &str, moves: &str) -> Play {
    let play = Play::begin(fen);
    play.moves(moves);
    play.game.act(Action::Resign(Color::Black)).unwrap();
    until("it is over and in its file", || play.game.can_be_studied());
    play
}

#[test]
fn the_hand_plays_on_in_any_position_of_a_game_that_is_over() {
    with_display(|| {
        let play = over(START, "e4 e5 Nf3 Nc6");
        play.game.viewer().set_ply(1);
        play.activate("d7");
        play.assert_state("d7", "selected");
        play.assert_state("d5", "can move here");
        // Walking on puts down what was in the hand.
        play.game.viewer().set_ply(3);
        assert_eq!(play.marked(), ["g1", "f3"].map(square));
        play.game.viewer().set_ply(1);
        play.activate("d7 d5");
        play.assert_name("d5", "d5, black pawn");
        play.assert_state("d7", "last move");
        play.activate("e4 d5 d8 d5");
        play.assert_name("d5", "d5, black queen");
        // A refused move is drawn, and the piece may still go elsewhere.
        play.activate("b1 b3");
        assert!(play.game.refusal().is_some());
        play.activate("c3");
        play.assert_name("c3", "c3, white knight");
        // Letting go leads to where the line leaves the game, and no further.
        assert!(play.board.let_go());
        assert_eq!(play.game.viewer().node(), NodeId::Main(1));
        assert!(!play.board.let_go());
        assert_eq!(
            (play.game.ply(), play.game.viewer().node()),
            (4, NodeId::Main(1))
        );
    });
}

#[test]
fn a_pawn_is_asked_for_in_a_side_line_too() {
    with_display(|| {
        let play = over(PROMOTION, "Ke2 Kf7");
        play.game.viewer().set_ply(0);
        play.activate("a7 a8");
        let choosers = play.choosers();
        assert_eq!(choosers.len(), 4);
        choosers[0].emit_clicked();
        until("the queen is there", || {
            matches!(play.game.viewer().node(), NodeId::Side(_))
        });
        play.assert_name("a8", "a8, white queen");
        play.board.set_auto_queen(true);
        play.activate("h2 h1");
        play.assert_name("h1", "h1, black queen");
        assert!(
            play.game.viewer().fen().starts_with("Qn2k3/"),
            "{}",
            play.game.viewer().fen()
        );
    });
}

#[test]
fn the_motifs_on_the_board_are_pointed_out_until_another_position_is_shown() {
    with_display(|| {
        let play = over("4k3/8/2n5/1B6/8/8/8/4K3 w - - 0 1", "Kf2 Ke7");
        let viewer = play.game.viewer();
        viewer.set_ply(0);
        viewer.toggle_motifs();
        play.assert_state("b5", "arrow to e8");
        let said = "Pin: bishop on b5, knight on c6, king on e8.";
        assert_eq!(play.game.status(), said);
        viewer.toggle_motifs();
        assert!(viewer.pointed().is_none());
        assert_ne!(play.game.status(), said);
        viewer.toggle_motifs();
        viewer.set_ply(2);
        assert!(viewer.pointed().is_none());
        viewer.toggle_motifs();
        let nothing = "No pins, skewers, forks, batteries, discovered or double checks.";
        assert_eq!(play.game.status(), nothing);
    });
}

#[test]
fn drawings_stay_with_the_position_of_a_game_that_is_over() {
    const NAME: &str = "drawings_stay_with_the_position_of_a_game_that_is_over";
    with_display(|| {
        let mut play = over(START, "e4 e5");
        if !play.stage.has_pointer(NAME) {
            return;
        }
        let draw = |from: &str, to: &str| {
            play.stage.drag_with("3", play.point(from), play.point(to));
        };
        draw("g1", "f3");
        draw("e5", "e5");
        play.assert_state("g1", "arrow to f3");
        assert!(
            play.game.pgn().contains("[%csl Ge5] [%cal Gg1f3]"),
            "{}",
            play.game.pgn()
        );
        play.game.viewer().set_ply(1);
        play.assert_state("g1", "");
        play.game.viewer().set_ply(2);
        play.assert_state("g1", "arrow to f3");
        assert!(!play.board.let_go(), "Escape leaves what is kept");
        play.assert_state("g1", "arrow to f3");
        play.game.annotate(StudyAction::Undo).unwrap();
        play.assert_state("e5", "last move");
        play.game.annotate(StudyAction::Redo).unwrap();
        play.assert_state("e5", "last move, circled");
        draw("g1", "f3");
        play.assert_state("g1", "");
        assert!(!play.game.pgn().contains("%cal"));
    });
}

/// The button with this label, seen or not.
fn button_of(page: &GamePage, name: &str) -> gtk::Button {
    let buttons = below(page, "GtkButton").into_iter();
    let mut buttons = buttons.filter_map(|button| button.downcast::<gtk::Button>().ok());
    let named = |button: &gtk::Button| {
        let label = button.label();
        label.is_some_and(|label| label.replace('_', "") == name)
    };
    buttons.find(named).unwrap()
}

#[test]
fn what_a_review_has_found_can_be_added_once_there_is_any() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        let page = GamePage::new(&Settings::new(), &saved);
        let _stage = Stage::show(&page, 900, 700);
        let game = games.begin(START);
        page.open(&game);
        play(&game, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
        until("the game can be studied", || game.can_be_studied());
        page.activate_action("game.review", None).unwrap();
        let keep = button_of(&page, "Add to Game");
        assert!(!keep.get_visible(), "nothing is known yet");
        until_at_last("it is offered", || keep.is_mapped());
        keep.emit_clicked();
        until("it is there", || {
            keep.label().as_deref() == Some("Added to Game")
        });
        assert!(
            keep.is_mapped() && !keep.is_sensitive(),
            "nothing moves under the pointer"
        );
        assert!(game.pgn().contains("Nf6 $4"), "{}", game.pgn());
    });
}

#[test]
fn it_is_asked_whose_mistakes_are_practiced() {
    with_display(|| {
        let games = Games::new();
        let page = GamePage::new(&Settings::new(), &games.saved());
        let stage = Stage::show(&page, 900, 700);
        let game = games.begin_between(START, ["Ann", "Ben"]);
        page.open(&game);
        // Black allows a mate, and White overlooks it.
        play(&game, "e4 e5 Qh5 Ke7 Qf3");
        game.act(Action::Resign(Color::White)).unwrap();
        until("the game can be studied", || game.can_be_studied());
        page.activate_action("game.review", None).unwrap();
        let practice = button_of(&page, "Practice Your Mistakes");
        until_at_last("all is known", || practice.is_mapped());
        practice.emit_clicked();
        let question = || {
            let windows = gtk::Window::list_toplevels().into_iter();
            let mut windows =
                windows.filter_map(|window| window.downcast::<adw::MessageDialog>().ok());
            windows.find(|window| window.heading().as_deref() == Some("Whose Mistakes?"))
        };
        until("the question", || question().is_some());
        let question = question().unwrap();
        assert_eq!(
            ["0", "1"].map(|id| question.response_label(id)),
            ["Ann", "Ben"]
        );
        question.response("cancel");
        stage.window.destroy();
    });
}
