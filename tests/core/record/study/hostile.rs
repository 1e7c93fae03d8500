//! Hostile studies: however deep their lines are and however many, they are read, walked, written, changed and dropped
//! on a small stack.

use std::thread;

use rank_and_file_core::chess::{Chess, Move, Ply, Position, Role, start_position};
use rank_and_file_core::record::pgn::{read_study, write_with};
use rank_and_file_core::record::study::{MOST_MOVES, NodeId, StudyAction, StudyRefusal};

use crate::pgn_text::only;
use crate::record::study::acting::Desk;

/// Room for so many bytes: what calls itself a hundred thousand times needs more.
const STACK: usize = 256 << 10;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let small = thread::Builder::new().stack_size(STACK);
    small.spawn(work).unwrap().join().unwrap();
}

/// A text, read, walked, written, read again and dropped; how many moves there are, and how many
/// variations were left out.
fn taken(text: &str) -> (usize, u64) {
    let (imported, loaded) = only(text);
    let steps = imported.study.steps(&loaded.game).count();
    let written = write_with(&loaded, &imported.study);
    let again = read_study(written.as_bytes(), &loaded.game).unwrap();
    assert!(write_with(&loaded, &again) == written);
    let copy = again.clone();
    drop(again);
    assert_eq!(copy.steps(&loaded.game).count(), steps);
    (steps, imported.variations)
}

#[test]
fn a_hundred_thousand_variations_in_each_other() {
    on_a_small_stack(|| {
        let many = 100_000;
        let text = format!("1. e4 {}{} *", "(d4 ".repeat(many), ")".repeat(many));
        let (steps, left_out) = taken(&text);
        assert_eq!(steps, 1 + MOST_MOVES);
        assert_eq!(
            left_out, 1,
            "the first that was too many, with all that stands in it"
        );
        // Without a move there is nothing to read, and parentheses alone are no study.
        let text = format!("1. e4 (d4 {}{}) *", "(".repeat(many), ")".repeat(many));
        assert_eq!(taken(&text), (2, 0));
        let text = format!("{}{} 1. e4 *", "(d4 ".repeat(many), ")".repeat(many));
        assert_eq!(taken(&text), (1, 1));
    });
}

#[test]
fn lines_that_leave_each_other_again_and_again() {
    on_a_small_stack(|| {
        // Each one leaves the line in which it stands two moves later, in place of its last one.
        let deep = 2000;
        let is_quiet = |mv: &Move| !mv.is_capture() && mv.role() != Role::Pawn;
        // The game shall go on.
        let quiet = |position: &Chess, number: usize| {
            let moves = position.legal_moves();
            let some = moves.iter().cycle().skip(number % moves.len());
            let quiet = some.take(moves.len()).filter(|mv| is_quiet(mv));
            let mut plies = quiet.map(|mv| Ply::play(position, *mv));
            let goes_on = |ply: &Ply| {
                let after = &ply.position;
                !after.is_check() && after.legal_moves().iter().any(is_quiet)
            };
            plies.find(goes_on).unwrap()
        };
        let first = quiet(&start_position(), 0);
        let (mut before, mut text) = (first.position, format!("1. {} e5 ", first.san));
        for number in 0..deep {
            text.push('(');
            for ply in 0..3 {
                let played = quiet(&before, 7 * number + ply);
                text += &format!("{} ", played.san);
                if ply < 2 {
                    before = played.position;
                }
            }
        }
        text += &")".repeat(deep);
        text += " *";
        let (imported, loaded) = only(&text);
        let depths = imported.study.steps(&loaded.game).map(|step| step.depth);
        assert_eq!(depths.max(), Some(deep), "{}", imported.variations);
        taken(&text);
    });
}

#[test]
fn five_hundred_side_lines_at_one_move() {
    let lines: Vec<String> = (0..500)
        .map(|number| format!("(1. d4 {{{number}}} d5) "))
        .collect();
    let lines = lines.concat();
    let (imported, loaded) = only(&format!("1. e4 {lines} e5 *"));
    let study = &imported.study;
    let siblings = std::iter::successors(Some(NodeId::Main(1)), |at| {
        study.next_line(&loaded.game, *at)
    });
    let comments: Vec<&str> = siblings
        .map(|at| study.notes(at).comment.as_str())
        .collect();
    assert_eq!(comments.len(), 501);
    assert_eq!((comments[1], comments[500]), ("0", "499"));
    assert_eq!(taken(&format!("1. e4 {lines} e5 *")), (1002, 0));
}

#[test]
fn a_full_study_takes_no_more() {
    let mut text = "1. e4 ".to_owned();
    text += &"(d4) ".repeat(MOST_MOVES - 1);
    let mut desk = Desk::new(&(text + "*"));
    let write = |text: &str| StudyAction::Write {
        at: NodeId::Main(0),
        text: text.to_owned(),
    };
    assert!(desk.act(write("d4")).is_ok(), "it is there");
    assert!(desk.act(write("c4")).is_ok());
    assert_eq!(desk.act(write("f4")), Err(StudyRefusal::Full));
}
