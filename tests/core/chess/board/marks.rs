//! Which squares look the same, and what is drawn on a board.

use std::collections::HashSet;

use rank_and_file_core::chess::Square;
use rank_and_file_core::chess::board::{Cell, Coordinates, DrawingColor, Drawings, Marks};

fn cell(square: Square) -> Cell {
    Cell::new(square, None, Marks::default(), Coordinates::default())
}

#[test]
fn planks_keep_their_color_and_differ_from_all_around() {
    for square in Square::ALL {
        let plank = cell(square).plank();
        assert_eq!(plank.is_light(), square.is_light(), "{square}");
        assert_eq!(cell(plank).plank(), plank, "{square}");
        let alike = |other: &Square| cell(*other).plank() == plank && *other != square;
        let alike: Vec<Square> = Square::ALL.into_iter().filter(alike).collect();
        assert_eq!(alike.len(), 3, "{square}: {alike:?}");
        for other in alike {
            assert!(square.distance(other) >= 4, "{square} and {other}");
        }
    }
}

#[test]
fn what_looks_the_same_is_painted_once() {
    let count = |grained| {
        let cells = Square::ALL.map(|square| cell(square).typical(grained));
        cells.into_iter().collect::<HashSet<_>>().len()
    };
    assert_eq!((count(false), count(true)), (2, 16));
    let lettered = Coordinates {
        file: true,
        rank: false,
    };
    let lettered = Cell::new(Square::G1, None, Marks::default(), lettered);
    assert_eq!(lettered.typical(false), lettered);
}

fn seen(drawings: &Drawings) -> String {
    let all = drawings.all();
    let names =
        all.map(|drawing| format!("{}{}{}", drawing.from, drawing.to, drawing.color.index()));
    names.collect::<Vec<_>>().join(" ")
}

fn draw(drawings: &mut Drawings, from: Square, to: Square, color: DrawingColor) {
    drawings.begin(from, color);
    drawings.draw_to(to);
    drawings.end();
}

#[test]
fn drawing_again_rubs_out_and_another_color_draws_over() {
    let mut drawings = Drawings::default();
    let (plain, shift) = (
        DrawingColor::of(false, false),
        DrawingColor::of(true, false),
    );
    draw(&mut drawings, Square::E2, Square::E4, plain);
    draw(&mut drawings, Square::D5, Square::D5, shift);
    assert_eq!(seen(&drawings), "e2e40 d5d51");
    draw(&mut drawings, Square::E2, Square::E4, shift);
    assert_eq!(seen(&drawings), "d5d51 e2e41");
    draw(&mut drawings, Square::E2, Square::E4, shift);
    assert_eq!(seen(&drawings), "d5d51");
    assert!(drawings.clear() && !drawings.clear());
}

#[test]
fn what_is_given_up_leaves_no_trace() {
    let mut drawings = Drawings::default();
    drawings.begin(Square::A1, DrawingColor::of(true, true));
    assert!(drawings.draw_to(Square::H8) && !drawings.draw_to(Square::H8));
    assert_eq!(seen(&drawings), "a1h83");
    assert_eq!(drawings.begun(), Some(Square::A1));
    drawings.give_up();
    drawings.end();
    assert_eq!(seen(&drawings), "");
    assert!(!drawings.draw_to(Square::A2));
}
