//! A real pointer on the board: clicks, drags, drops and what becomes of a pawn.

use gtk::prelude::*;
use rank_and_file::ui::Board;

use crate::desk::stage::Stage;
use crate::desk::{Games, START, square, until, with_display};

use super::board::{CASTLING, PROMOTION, Play};

#[test]
fn the_pointer_clicks_and_drags() {
    with_display(|| {
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
    with_display(|| {
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
    with_display(|| {
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
    with_display(|| {
        let mut play = Play::begin(CASTLING);
        if !play
            .stage
            .has_pointer("the_pointer_plays_on_a_turned_board")
        {
            return;
        }
        play.board.set_flipped(true);
        play.stage.paint();
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
    with_display(|| {
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
    with_display(|| {
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
            play.game.viewer().set_ply(viewed);
            play.click(name);
            assert!(play.game.viewer().is_live(), "{name}");
            assert_eq!(play.game.ply(), 4, "{name}");
        }
        // It is still White's first move since then.
        play.moves("h3");
        assert_eq!((play.game.ply(), &*play.last_san()), (5, "h3"));
    });
}
