//! An annotated game as a book has it, apart from where on the page: which diagrams stand in it, and the whole of
//! it in the order of reading.

use rank_and_file_core::rules::{Game, Position};
use rank_and_file_core::study::{Place, Study};

use super::outline::{Told, asks_for_diagram, outline, says_something};
use super::paragraphs::{Part, Writer};
use super::picture::{NEARLY_LAST, Picture, usual_diagrams};
use crate::words;

/// The text of a game with its study; empty where there is nothing in it that could be printed.
pub(super) fn annotated(game: &Game, study: &Study, figures: bool) -> Vec<Part> {
    let mut told = outline(game, study, figures);
    let notes = study.notes(Place::Main(0));
    let says = |told: &Told| told.begins.is_some() || says_something(told.notes);
    if !says_something(notes) && !told.iter().any(says) {
        return Vec::new();
    }
    let shown_first = show_diagrams(game, study, &mut told);
    let mut writer = Writer::new();
    writer.comment(&notes.comment);
    if shown_first {
        let caption = words::start_caption(game);
        let board = game.start().board();
        writer.diagram(Picture::new(board.clone(), caption, &notes.drawings));
    }
    for one in &told {
        writer.tell(game, one, figures);
    }
    writer.finish()
}

/// Shows positions of the game where nobody has said which, and its end. Returns whether the first one is
/// shown.
fn show_diagrams(game: &Game, study: &Study, told: &mut [Told]) -> bool {
    let mut shown = usual_diagrams(game);
    let last = game.plies().len();
    let at_start = asks_for_diagram(study.notes(Place::Main(0)));
    if at_start || told.iter().any(|one| one.board.is_some()) {
        let near_end = told.iter().any(|one| match one.place {
            Place::Main(ply) => one.board.is_some() && ply + NEARLY_LAST >= last,
            Place::Side(_) => false,
        });
        let is_far = |ply: &usize| *ply == 0 || *ply == last && !near_end;
        shown.retain(is_far);
    }
    for one in told {
        if let Place::Main(ply) = one.place {
            if shown.contains(&ply) {
                one.board = Some(game.position_at(ply).board().clone());
            }
        }
    }
    at_start || shown.contains(&0)
}
