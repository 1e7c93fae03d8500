//! No object of a closed game stays in memory, and a game that was left without a move stays nowhere.

use gtk::prelude::*;
use rank_and_file::model::{Game, Opened};
use rank_and_file::ui::{Board, MoveList};
use rank_and_file_core::chess::{Action, Color};
use rank_and_file_core::record::log::{Appender, read};

use crate::desk::stage::{Stage, square_of};
use crate::desk::{
    Games, START, play, settle, square, until, until_freed, with_display, with_main_loop,
};

use super::beside_the_board::{bar, lines, move_buttons};
use super::board::PROMOTION;

#[test]
fn nothing_keeps_a_game_that_is_closed() {
    with_display(|| {
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
    with_display(|| {
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

/// Of a game that was begun here and left without a move, nothing is kept.
#[test]
fn a_game_without_a_move_is_not_kept() {
    with_main_loop(|| {
        let games = Games::new();
        let left = |game: Game| {
            let path = games.path_of(&game);
            until("its log is there", || path.exists());
            game.suspend();
            drop(game);
            path
        };
        let empty = left(games.begin(START));
        until("it is gone", || !empty.exists());
        // With a move it stays, although that was taken back.
        let game = games.begin(START);
        play(&game, "e4");
        game.act(Action::TakeBack(1)).unwrap();
        until("it is taken back", || game.ply() == 0);
        let played = left(game);
        // So does one that has ended, and one that was opened.
        let game = games.begin(START);
        game.act(Action::Resign(Color::White)).unwrap();
        until("it is over", || game.is_closed());
        let ended = left(game);
        let game = games.begin(START);
        let path = games.path_of(&game);
        until("its log is there", || path.exists());
        drop(game);
        until("its log is free", || Appender::open(&path).is_ok());
        let opened = Game::opened("id", Appender::open(&path));
        let Opened::Ready(again) = opened else {
            panic!("it can be continued");
        };
        again.suspend();
        drop(again);
        until("its log is free", || Appender::open(&path).is_ok());
        for path in [played, ended, path] {
            assert!(read(&path).is_ok(), "{}", path.display());
        }
    });
}
