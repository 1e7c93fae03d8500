//! The board of 2048 in a real window: what its cells say, what keys and swipes do, and that no key waits for an
//! animation.

use gtk::gdk::{Key, ModifierType};
use gtk::prelude::*;
use rank_and_file::model::Twenty48;
use rank_and_file::ui::TileBoard;
use rank_and_file::words;
use rank_and_file_core::twenty48::{Action, Cell, Direction, Game, Grid, Kept, Opened, Size};

use crate::desk::stage::{Message, Stage, assert_said, below, bounds};
use crate::desk::{settle, until, until_freed, with_display};

const SEED: u64 = 7;

/// A board with a game that is in no file.
struct Play {
    model: Twenty48,
    board: TileBoard,
    stage: Stage,
}

impl Play {
    fn begin(size: Size) -> Self {
        let model = Twenty48::of(Opened {
            kept: Kept::new(size, SEED),
            store: None,
            notice: None,
            continued: false,
        });
        let board = TileBoard::default();
        board.set_game(Some(&model));
        let stage = Stage::show(&board, 420, 420);
        board.grab_focus();
        Self {
            model,
            board,
            stage,
        }
    }

    fn grid(&self) -> Grid {
        self.model.with_game(|game| *game.grid())
    }

    fn press(&self, key: Key, held: ModifierType) -> bool {
        self.board.take_key(key, 0, held)
    }

    #[track_caller]
    fn assert_cells(&self, grid: &Grid) {
        let cells = below(&self.board, "RfTileCell");
        assert_eq!(cells.len(), grid.cells().count());
        for (widget, cell) in cells.iter().zip(grid.cells()) {
            let name = words::twenty48::cell(cell, grid.number(cell));
            assert_said(widget, Message::Name, &name);
        }
    }

    /// Which cell has the keyboard.
    fn walked(&self) -> Option<usize> {
        let cells = below(&self.board, "RfTileCell");
        cells.iter().position(WidgetExt::has_focus)
    }
}

#[test]
fn every_cell_says_what_is_there() {
    with_display(|| {
        for size in Size::ALL {
            let play = Play::begin(size);
            assert_said(&play.board, Message::Name, &words::twenty48::board(size));
            play.assert_cells(&play.grid());
            for direction in Direction::ALL {
                play.model.act(Action::Move(direction));
                play.assert_cells(&play.grid());
            }
        }
    });
}

#[test]
fn cells_lie_row_by_row_inside_of_each_other_s_gaps() {
    with_display(|| {
        let play = Play::begin(Size::STANDARD);
        settle();
        let cells = below(&play.board, "RfTileCell");
        let places: Vec<_> = cells.iter().map(|cell| bounds(cell, &play.board)).collect();
        for (index, place) in places.iter().enumerate() {
            assert!(
                place.width() > 80.0 && place.width() == place.height(),
                "{place:?}"
            );
            if index % 4 > 0 {
                let before = &places[index - 1];
                assert!(before.x() + before.width() < place.x() && before.y() == place.y());
            }
            if index >= 4 {
                let above = &places[index - 4];
                assert!(above.y() + above.height() < place.y() && above.x() == place.x());
            }
        }
    });
}

#[test]
fn keys_slide_and_none_waits_for_a_tile() {
    with_display(|| {
        let play = Play::begin(Size::STANDARD);
        let mut simulated = Game::new(Size::STANDARD, SEED);
        let keys = [
            (Key::Left, Direction::Left),
            (Key::w, Direction::Up),
            (Key::l, Direction::Right),
            (Key::KP_2, Direction::Down),
        ];
        for (key, direction) in keys.into_iter().cycle().take(80) {
            assert!(play.press(key, ModifierType::empty()), "{key:?}");
            simulated.act(Action::Move(direction)).ok();
            play.assert_cells(simulated.grid());
        }
        assert!(play.model.with_game(|game| *game == simulated));
        assert!(simulated.moves() > 40);
    });
}

#[test]
fn keys_that_mean_something_else_are_left_alone() {
    with_display(|| {
        let play = Play::begin(Size::STANDARD);
        let before = play.grid();
        for (key, held) in [
            (Key::w, ModifierType::CONTROL_MASK),
            (Key::Left, ModifierType::ALT_MASK),
            (Key::d, ModifierType::SUPER_MASK),
            (Key::Return, ModifierType::empty()),
            (Key::Tab, ModifierType::empty()),
            (Key::Escape, ModifierType::empty()),
            (Key::q, ModifierType::empty()),
        ] {
            assert!(!play.press(key, held), "{key:?}");
        }
        assert_eq!(play.grid(), before);
        // Caps Lock and Shift are no reason not to slide.
        assert!(play.press(Key::A, ModifierType::SHIFT_MASK | ModifierType::LOCK_MASK));
        assert!(play.press(Key::D, ModifierType::empty()));
        assert_ne!(play.grid(), before);
    });
}

#[test]
fn cells_are_walked_until_the_tiles_slide() {
    with_display(|| {
        let play = Play::begin(Size::STANDARD);
        let control = ModifierType::CONTROL_MASK;
        assert_eq!(play.walked(), None);
        for (key, cell) in [
            (Key::Down, 0),
            (Key::Down, 4),
            (Key::Right, 5),
            (Key::KP_Up, 1),
            (Key::Up, 1),
        ] {
            assert!(play.press(key, control));
            assert_eq!(play.walked(), Some(cell), "{key:?}");
        }
        assert!(play.press(Key::Escape, ModifierType::empty()));
        assert_eq!((play.walked(), play.board.has_focus()), (None, true));
        play.press(Key::Left, control);
        assert_eq!(play.walked(), Some(1), "where it was left");
        let before = play.grid();
        for key in [Key::a, Key::s] {
            play.press(key, ModifierType::empty());
        }
        assert_ne!(play.grid(), before);
        assert_eq!((play.walked(), play.board.has_focus()), (None, true));
    });
}

#[test]
fn a_stroke_slides_once() {
    with_display(|| {
        let mut play = Play::begin(Size::STANDARD);
        if !play.stage.has_pointer("a_stroke_slides_once") {
            return;
        }
        let (x, y) = play.stage.middle(&play.board);
        let mut simulated = Game::new(Size::STANDARD, SEED);
        let mut moves = 0;
        for (stroke, direction) in [
            ((-120.0, 10.0), Direction::Left),
            ((5.0, 150.0), Direction::Down),
            ((140.0, -20.0), Direction::Right),
            ((0.0, -90.0), Direction::Up),
        ] {
            play.stage.drag((x, y), (x + stroke.0, y + stroke.1));
            moves += u64::from(simulated.act(Action::Move(direction)).is_ok());
            until("the stroke is made", || {
                play.model.with_game(|game| *game == simulated)
            });
        }
        assert!(moves >= 3 && simulated.moves() == moves);
        // Neither a short one, nor a slanting one, nor a click.
        play.stage.drag((x, y), (x + 6.0, y));
        play.stage.drag((x, y), (x - 100.0, y + 100.0));
        play.stage.click((x, y));
        settle();
        assert!(play.model.with_game(|game| *game == simulated));
        assert!(play.board.has_focus());
    });
}

#[test]
fn another_size_has_other_cells() {
    with_display(|| {
        let play = Play::begin(Size::STANDARD);
        for size in Size::ALL.into_iter().rev() {
            play.model.act(Action::New(size));
            play.assert_cells(&play.grid());
            assert_said(&play.board, Message::Name, &words::twenty48::board(size));
            settle();
        }
    });
}

#[test]
fn nothing_is_kept_of_a_game_that_is_gone() {
    with_display(|| {
        let play = Play::begin(Size::STANDARD);
        play.model.act(Action::Move(Direction::Left));
        settle();
        let (board, model) = (play.board.downgrade(), play.model.downgrade());
        drop(play);
        until_freed("the board", &board);
        until_freed("the game", &model);
    });
}

#[test]
fn every_key_that_was_promised_slides() {
    let keys = [
        (
            Direction::Up,
            [
                Key::Up,
                Key::KP_Up,
                Key::KP_8,
                Key::w,
                Key::W,
                Key::k,
                Key::K,
            ],
        ),
        (
            Direction::Left,
            [
                Key::Left,
                Key::KP_Left,
                Key::KP_4,
                Key::a,
                Key::A,
                Key::h,
                Key::H,
            ],
        ),
        (
            Direction::Down,
            [
                Key::Down,
                Key::KP_Down,
                Key::KP_2,
                Key::s,
                Key::S,
                Key::j,
                Key::J,
            ],
        ),
        (
            Direction::Right,
            [
                Key::Right,
                Key::KP_Right,
                Key::KP_6,
                Key::d,
                Key::D,
                Key::l,
                Key::L,
            ],
        ),
    ];
    for (wanted, keys) in keys {
        for key in keys {
            assert_eq!(TileBoard::direction_of_key(key), Some(wanted), "{key:?}");
        }
    }
    for key in [
        Key::q,
        Key::Return,
        Key::space,
        Key::KP_5,
        Key::_8,
        Key::Escape,
        Key::Tab,
    ] {
        assert_eq!(TileBoard::direction_of_key(key), None, "{key:?}");
    }
}

#[test]
fn walking_stays_on_the_board() {
    let corner = Cell { row: 0, column: 3 };
    assert_eq!(TileBoard::next_cell(corner, Direction::Up, 4), corner);
    assert_eq!(TileBoard::next_cell(corner, Direction::Right, 4), corner);
    assert_eq!(
        TileBoard::next_cell(corner, Direction::Down, 4),
        Cell { row: 1, column: 3 }
    );
    assert_eq!(
        TileBoard::next_cell(corner, Direction::Left, 4),
        Cell { row: 0, column: 2 }
    );
}
