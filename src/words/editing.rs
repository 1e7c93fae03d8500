//! A position that is being set up, in words: what is wrong with it, what an edit has done, what the
//! hand holds.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::board::{Edited, Tool};
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{CastlingSide, Color, Draft, Flaw, Square};

use super::{Said, fen_error, outcome, piece, sentence, sentences, square, turn};

/// So many squares are said one by one; of a whole new position, only how it stands is.
const FEW: usize = 2;

/// How a position stands: everything that is wrong with it, or how a game that began in it would be over,
/// or who is to move. Who cannot see the marks hears the squares.
#[must_use]
pub fn standing_of(draft: &Draft, flaws: &[Flaw]) -> Said {
    let header = Header::bare();
    if flaws.is_empty() {
        return match draft.end() {
            Some(end) => outcome(end, &header).into(),
            None => sentence(&turn(&header, draft.turn())).into(),
        };
    }
    let shown: Vec<String> = flaws.iter().map(|flaw| fen_error(flaw.error)).collect();
    let spoken = flaws.iter().zip(&shown).flat_map(|(flaw, why)| {
        let squares = flaw.squares.into_iter().map(|square| square.to_string());
        let squares: Vec<String> = squares.collect();
        let squares = (!squares.is_empty()).then(|| sentence(&squares.join(&between())));
        [Some(why.clone()), squares].into_iter().flatten()
    });
    let spoken: Vec<String> = spoken.collect();
    Said::new(sentences(&shown), sentences(&spoken))
}

/// What stands on the squares that an edit has changed; empty where those are too many.
#[must_use]
pub fn edited(edited: &Edited, draft: &Draft) -> String {
    let squares = edited.squares;
    if squares.count() > FEW {
        return String::new();
    }
    let said = squares.into_iter();
    let said = said.map(|at| sentence(&square(at, draft.board().piece_at(at))));
    sentences(&said.collect::<Vec<_>>())
}

/// That the piece on a square is taken up.
#[must_use]
pub fn taken_up(at: Square, draft: &Draft) -> String {
    let on_it = square(at, draft.board().piece_at(at));
    sentence(&[on_it, pgettext("square", "selected")].join(&between()))
}

/// What the hand can be given.
#[must_use]
pub fn tool(tool: Tool) -> String {
    match tool {
        // Translators: what a click does while a position is set up: it takes pieces to other squares
        Tool::Hand => gettext("Move Pieces"),
        // Translators: what a click does while a position is set up: it takes pieces off the board
        Tool::Eraser => gettext("Remove Pieces"),
        Tool::Piece(put) => piece(put),
    }
}

/// A right to castle.
#[must_use]
pub fn castling_right(color: Color, side: CastlingSide) -> String {
    match (color, side) {
        (Color::White, CastlingSide::KingSide) => gettext("White may castle kingside"),
        (Color::White, CastlingSide::QueenSide) => gettext("White may castle queenside"),
        (Color::Black, CastlingSide::KingSide) => gettext("Black may castle kingside"),
        (Color::Black, CastlingSide::QueenSide) => gettext("Black may castle queenside"),
    }
}

fn between() -> String {
    pgettext("list", ", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rank_and_file_core::rules::Edit;

    fn said(fen: &str) -> Said {
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
        let mut editor = rank_and_file_core::board::Editor::default();
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
            let said = done.map(|done| edited(&done, editor.draft()));
            assert_eq!(said.as_deref(), Some(said_of_it), "{edit:?}");
        }
        let said = taken_up(Square::E2, &Draft::default());
        assert_eq!(said, "e2, white pawn, selected.");
    }
}
