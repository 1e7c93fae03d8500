//! What is said while a position is set up.

use rank_and_file::words::{Message, edited, standing_of, taken_up};
use rank_and_file_core::chess::board::Editor;
use rank_and_file_core::chess::{Color, Draft, Edit, Square};

fn said(fen: &str) -> Message {
    let draft = Draft::read(fen).unwrap_or_default().0;
    standing_of(&draft, &draft.flaws())
}

#[test]
fn a_position_says_how_it_stands_and_to_the_ear_where() {
    for (fen, shown, spoken) in [
        (
            "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
            "Black to move.",
            "Black to move.",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "White has no king. Black has no king.",
            "White has no king. Black has no king.",
        ),
        (
            "P3k3/8/8/8/8/8/8/4K2p w - - 0 1",
            "A pawn stands on the first or last rank.",
            "A pawn stands on the first or last rank. h1, a8.",
        ),
        (
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            "Black is in check, but it is White’s move.",
            "Black is in check, but it is White’s move. e7, e8.",
        ),
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "Checkmate. White wins.",
            "Checkmate. White wins.",
        ),
    ] {
        let said = said(fen);
        assert_eq!((said.shown(), said.spoken()), (shown, spoken), "{fen}");
    }
}

#[test]
fn edits_are_said_by_their_squares_unless_they_are_many() {
    let mut editor = Editor::default();
    for (edit, said_of_it) in [
        (
            Edit::Move(Square::E2, Square::E4),
            "e2, empty. e4, white pawn.",
        ),
        (Edit::Put(Square::D8, None), "d8, empty."),
        (Edit::Turn(Color::Black), ""),
        (Edit::Lay(Box::new(Draft::empty())), ""),
    ] {
        let done = editor.act(edit.clone());
        let said = done.map(|done| edited(done, editor.draft()));
        assert_eq!(said.as_deref(), Some(said_of_it), "{edit:?}");
    }
    let said = taken_up(Square::E2, &Draft::default());
    assert_eq!(said, "e2, white pawn, selected.");
}
