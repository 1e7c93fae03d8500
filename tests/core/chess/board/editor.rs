//! Setting a position up, by tables: what a person does, what the board shows then, which piece is in the hand; and
//! that every edit can be undone.

use rank_and_file_core::chess::board::{Editor, Input, Tool};
use rank_and_file_core::chess::{Draft, Edit, Piece, Square};

use crate::random::STARTS;

const START: &str = STARTS[0];
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

fn editor(fen: &str) -> Editor {
    let mut editor = Editor::default();
    let (draft, _) = Draft::read(fen).unwrap();
    editor.act(Edit::Lay(Box::new(draft)));
    editor
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// Does what is written: `tool P`, `tool x` (the eraser), `tool -` (the hand), `click e2`, `press e2`,
/// `drag`, `release e4`, `release -`, `cancel`, `undo`, `redo`.
fn done(editor: &mut Editor, written: &str) {
    let (verb, what) = written.split_once(' ').unwrap_or((written, ""));
    let input = match (verb, what) {
        ("tool", "-") => return editor.choose(Tool::Hand),
        ("tool", "x") => return editor.choose(Tool::Eraser),
        ("tool", letter) => {
            let piece = Piece::from_char(letter.chars().next().unwrap());
            return editor.choose(Tool::Piece(piece.unwrap()));
        }
        ("undo", _) => {
            editor.undo();
            return;
        }
        ("redo", _) => {
            editor.redo();
            return;
        }
        ("click", name) => Input::Activate(square(name)),
        ("press", name) => Input::Press(square(name)),
        ("drag", _) => Input::Drag,
        ("release", name) => Input::Release(name.parse().ok()),
        _ => Input::Cancel,
    };
    editor.take(input);
}

/// What is in the hand: `-`, `e2` selected, `e2*` dragged.
fn held(editor: &Editor) -> String {
    match (editor.dragged(), editor.selected()) {
        (Some(square), _) => format!("{square}*"),
        (None, Some(square)) => square.to_string(),
        (None, None) => "-".to_owned(),
    }
}

/// What is done, what stands on the board then, and what is in the hand.
type Step = (&'static str, &'static str, &'static str);

#[test]
fn what_is_done_with_the_board_sets_it_up() {
    let table: &[(&str, &[Step])] = &[
        (
            "the hand moves by clicks",
            &[
                ("click e3", KINGS, "-"),
                ("click e1", KINGS, "e1"),
                ("click e1", KINGS, "-"),
                ("click e1", KINGS, "e1"),
                ("cancel", KINGS, "-"),
                ("click e1", KINGS, "e1"),
                ("click d3", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "-"),
            ],
        ),
        (
            "the pointer, too, without and with dragging",
            &[
                ("press e1", KINGS, "e1"),
                ("release e1", KINGS, "e1"),
                ("press e1", KINGS, "e1"),
                ("release e1", KINGS, "-"),
                ("press e1", KINGS, "e1"),
                ("release e1", KINGS, "e1"),
                ("press d3", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "-"),
                ("release d3", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "-"),
                ("press d3", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3"),
                ("drag", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3*"),
                ("release e1", KINGS, "-"),
                ("press e1", KINGS, "e1"),
                ("drag", KINGS, "e1*"),
                ("release e1", KINGS, "-"),
            ],
        ),
        (
            "off the board a piece is away, unless the drag is given up",
            &[
                ("press e1", KINGS, "e1"),
                ("drag", KINGS, "e1*"),
                ("cancel", KINGS, "-"),
                ("release -", KINGS, "-"),
                ("press e1", KINGS, "e1"),
                ("drag", KINGS, "e1*"),
                ("release -", "4k3/8/8/8/8/8/8/8 w - - 0 1", "-"),
            ],
        ),
        (
            "a press that ends beside the board without a drag is a click",
            &[("press e1", KINGS, "e1"), ("release -", KINGS, "e1")],
        ),
        (
            "a piece of the palette is put down and taken away",
            &[
                ("tool P", KINGS, "-"),
                ("click d4", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "-"),
                ("click d4", KINGS, "-"),
                ("press d4", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "-"),
                ("release d4", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "-"),
                ("press d4", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "-"),
                ("release d4", KINGS, "-"),
                ("tool q", KINGS, "-"),
                ("click d4", "4k3/8/8/8/3q4/8/8/4K3 w - - 0 1", "-"),
                ("tool N", "4k3/8/8/8/3q4/8/8/4K3 w - - 0 1", "-"),
                ("click d4", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "-"),
                // With a piece in the hand others can still be dragged.
                ("press d4", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "-"),
                ("drag", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "d4*"),
                ("release c3", "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "-"),
                // Cancel puts it back into the palette: the hand moves again.
                ("cancel", "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "-"),
                ("click c3", "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3"),
            ],
        ),
        (
            "the eraser empties",
            &[
                ("tool x", KINGS, "-"),
                ("click e1", "4k3/8/8/8/8/8/8/8 w - - 0 1", "-"),
                ("click e1", "4k3/8/8/8/8/8/8/8 w - - 0 1", "-"),
                ("press e8", "4k3/8/8/8/8/8/8/8 w - - 0 1", "-"),
                ("release e8", "8/8/8/8/8/8/8/8 w - - 0 1", "-"),
                ("undo", "4k3/8/8/8/8/8/8/8 w - - 0 1", "-"),
                ("undo", KINGS, "-"),
                ("redo", "4k3/8/8/8/8/8/8/8 w - - 0 1", "-"),
                ("click e8", "8/8/8/8/8/8/8/8 w - - 0 1", "-"),
                ("redo", "8/8/8/8/8/8/8/8 w - - 0 1", "-"),
                ("undo", "4k3/8/8/8/8/8/8/8 w - - 0 1", "-"),
            ],
        ),
    ];
    for (name, steps) in table {
        let mut editor = editor(KINGS);
        for (number, (written, fen, hand)) in steps.iter().enumerate() {
            done(&mut editor, written);
            let place = format!("{name}, step {}: {written}", number + 1);
            assert_eq!(editor.draft().fen(), *fen, "{place}");
            assert_eq!(held(&editor), *hand, "{place}");
        }
    }
}

#[test]
fn what_has_come_of_an_edit_is_told_by_the_squares() {
    let mut editor = editor(START);
    let mut squares = |edit: Option<Edit>| {
        let edited = match edit {
            Some(edit) => editor.act(edit),
            None => editor.undo(),
        };
        edited.map(|edited| {
            let names = edited.into_iter().map(|square| square.to_string());
            names.collect::<Vec<_>>().join(" ")
        })
    };
    let seen = [
        squares(Some(Edit::Move(Square::E2, Square::E4))),
        squares(Some(Edit::Put(Square::E4, None))),
        squares(Some(Edit::Put(Square::E4, None))),
        squares(Some(Edit::Turn(rank_and_file_core::chess::Color::Black))),
        squares(None),
        squares(None),
    ];
    let seen = seen.each_ref().map(|squares| squares.as_deref());
    assert_eq!(
        seen,
        [
            Some("e2 e4"),
            Some("e4"),
            None,
            Some(""),
            Some(""),
            Some("e4")
        ]
    );
}

#[test]
fn everything_can_be_undone_and_done_again() {
    let mut editor = Editor::default();
    assert_eq!(editor.can_undo_and_redo(), (false, false));
    assert_eq!(editor.undo(), None);
    let mut seen = vec![editor.draft().clone()];
    for (from, to) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3")] {
        editor.act(Edit::Move(square(from), square(to)));
        seen.push(editor.draft().clone());
    }
    editor.act(Edit::SwapSides);
    seen.push(editor.draft().clone());
    editor.act(Edit::Lay(Box::new(Draft::empty())));
    assert_eq!(editor.flaws().len(), 2);
    for draft in seen.iter().rev() {
        assert!(editor.undo().is_some());
        assert_eq!(editor.draft(), draft);
        assert_eq!(editor.flaws(), draft.flaws());
    }
    assert_eq!(editor.can_undo_and_redo(), (false, true));
    for draft in &seen[1..] {
        assert!(editor.redo().is_some());
        assert_eq!(editor.draft(), draft);
    }
    editor.act(Edit::Move(Square::A2, Square::A3));
    assert_eq!(editor.can_undo_and_redo(), (true, false));
}

#[test]
fn the_flaws_and_their_squares_follow_what_is_set_up() {
    let mut editor = editor(KINGS);
    assert_eq!((editor.flaws(), editor.flawed().count()), (&[][..], 0));
    done(&mut editor, "tool P");
    done(&mut editor, "click a8");
    let flawed: Vec<Square> = editor.flawed().into_iter().collect();
    assert_eq!((editor.flaws().len(), flawed), (1, vec![Square::A8]));
    done(&mut editor, "undo");
    assert_eq!((editor.flaws(), editor.flawed().count()), (&[][..], 0));
}
