//! Arrows and circles on the board: drawn with the right button and with keys, said in words, removed by the next move;
//! and moving pieces, which never keep a player waiting.

use gtk::prelude::*;
use rank_and_file::model::Game;
use rank_and_file::ui::Board;
use rank_and_file_core::chess::Square;

use crate::desk::stage::{Message, Stage, assert_said, square_of};
use crate::desk::{Games, START, play, square, until, with_display};

struct Desk {
    _games: Games,
    game: Game,
    board: Board,
    stage: Stage,
}

impl Desk {
    fn new(test: &str) -> Option<Self> {
        let games = Games::new();
        let game = games.begin(START);
        let board = Board::default();
        board.set_game(Some(&game));
        let mut stage = Stage::show(&board, 480, 480);
        let pointer = stage.has_pointer(test);
        pointer.then_some(Self {
            _games: games,
            game,
            board,
            stage,
        })
    }

    fn middle(&self, name: &str) -> (f64, f64) {
        self.stage.middle(&square_of(&self.board, square(name)))
    }

    fn draw(&self, from: &str, to: &str) {
        self.stage
            .drag_with("3", self.middle(from), self.middle(to));
    }

    #[track_caller]
    fn assert_state(&self, name: &str, said: &str) {
        let button = square_of(&self.board, square(name));
        assert_said(&button, Message::Description, said);
    }
}

#[test]
fn the_right_button_draws_until_a_move() {
    const NAME: &str = "the_right_button_draws_until_a_move";
    with_display(|| {
        let Some(desk) = Desk::new(NAME) else { return };
        desk.draw("g1", "f3");
        desk.draw("e5", "e5");
        desk.assert_state("g1", "arrow to f3");
        desk.assert_state("e5", "circled");
        desk.draw("g1", "h3");
        desk.assert_state("g1", "arrow to f3, arrow to h3");
        // Drawn again it is gone; nothing has been played.
        desk.draw("g1", "f3");
        desk.assert_state("g1", "arrow to h3");
        assert_eq!(desk.game.ply(), 0);
        play(&desk.game, "e4");
        until("the arrow is gone", || desk.game.ply() == 1);
        desk.assert_state("g1", "");
        desk.assert_state("e5", "");
        desk.assert_state("e4", "last move");
        desk.draw("d7", "d5");
        desk.assert_state("d7", "arrow to d5");
        assert!(desk.board.let_go(), "Escape rubs it out");
        desk.assert_state("d7", "");
    });
}

#[test]
fn keys_draw_too() {
    const NAME: &str = "keys_draw_too";
    with_display(|| {
        let Some(desk) = Desk::new(NAME) else { return };
        desk.board.focus_square(Square::B1);
        desk.stage.keys("ctrl+space Up Up Right");
        desk.assert_state("b1", "arrow to c3");
        desk.stage.keys("ctrl+space");
        desk.assert_state("b1", "arrow to c3");
        desk.stage.keys("ctrl+space ctrl+space");
        desk.assert_state("c3", "circled");
        desk.stage.keys("Escape");
        desk.assert_state("b1", "");
        assert_eq!(desk.game.ply(), 0);
    });
}

#[test]
fn a_piece_on_its_way_keeps_no_player_waiting() {
    const NAME: &str = "a_piece_on_its_way_keeps_no_player_waiting";
    with_display(|| {
        let Some(desk) = Desk::new(NAME) else { return };
        let press = |name: &str| square_of(&desk.board, square(name)).emit_clicked();
        // No main loop runs in between: no piece has even set out when the next one goes.
        for name in ["e2", "e4", "d7", "d5", "e4", "d5", "d8", "d5"] {
            press(name);
        }
        until("all four moves are shown", || desk.game.ply() == 4);
        let on_d5 = square_of(&desk.board, square("d5"));
        assert_said(&on_d5, Message::Name, "d5, black queen");
        // A piece that falls on nothing that it can reach is where it was.
        desk.stage.drag(desk.middle("g1"), desk.middle("g5"));
        assert_said(
            &square_of(&desk.board, square("g1")),
            Message::Name,
            "g1, white knight",
        );
        assert_eq!(desk.game.ply(), 4);
        desk.stage.drag(desk.middle("g1"), desk.middle("f3"));
        until("the knight is put down", || desk.game.ply() == 5);
        // It is still gliding; the other side plays on.
        press("d5");
        press("a5");
        until("the queen goes on", || desk.game.ply() == 6);
    });
}
