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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use rank_and_file_core::pgn::{Splitter, Step, read_game};

    use super::super::outline::DEEPEST;
    use super::super::paragraphs::Kind;
    use super::*;

    /// The paragraphs of a game in PGN, and the captions of its diagrams in square brackets.
    fn parts(text: &str) -> Vec<String> {
        let mut splitter = Splitter::new(text.as_bytes());
        let raw = loop {
            match splitter.step().unwrap() {
                Step::Game(game) => break game,
                Step::More => {}
                Step::End => return Vec::new(),
            }
        };
        let imported = read_game(&raw).unwrap();
        let parts = annotated(&imported.game, &imported.study, false);
        let said = |part: &Part| match part {
            Part::Diagram(picture) => format!("[{}]", picture.caption),
            Part::Paragraph(paragraph) => {
                for whole in &paragraph.whole {
                    assert!(
                        !paragraph.text[whole.clone()].starts_with(' '),
                        "{paragraph:?}"
                    );
                }
                let (letter, rest) = paragraph.text.split_at(paragraph.letter);
                let mark = match paragraph.kind {
                    Kind::Moves => "",
                    Kind::Comment => "| ",
                    Kind::Line(depth) => &"> > > > > > "[..2 * depth],
                };
                format!("{mark}{letter}{rest}")
            }
        };
        parts.iter().map(said).collect()
    }

    #[test]
    fn what_is_said_stands_where_a_book_has_it() {
        let long = "and so on, which is long enough to stand in a paragraph of its own, wherever it \
                    is said, as nobody would read it in brackets";
        let end = "[After 2. Nf3, Black to move]";
        for (moves, wanted) in [
            ("1. e4 e5 2. Nf3 $0 {[%eval 0.1]} *", vec![]),
            // Comments between the moves, with the number again; signs with the moves.
            (
                "{First.} 1. e4! e5 {Good.} 2. Nf3 $1 $14 *",
                vec!["| First.", "1. e4! e5", "| Good.", "2. Nf3!\u{a0}+=", end],
            ),
            (
                "1. e4 {King's pawn.} e5 $22 $99 2. Nf3 *",
                vec![
                    "1. e4",
                    "| King's pawn.",
                    "1… e5\u{a0}⊙\u{a0}$99 2. Nf3",
                    end,
                ],
            ),
            // Side lines apart, with letters where there are several; short ones in brackets.
            (
                "1. e4 e5 (1... c5 {Sicilian} 2. Nf3 d6) 2. Nf3 *",
                vec!["1. e4 e5", "> 1… c5 Sicilian 2. Nf3 d6", "2. Nf3", end],
            ),
            (
                "1. e4 e5 ({Or} 1... c5 2. Nf3 (2. c3 d5) (2. d4 cxd4 (2... e6)) 2... d6) \
                 (1... e6 2. d4 (2. d3) d5 (2... c5)) 2. Nf3 *",
                vec![
                    "1. e4 e5",
                    "> A) Or 1… c5 2. Nf3 (2. c3 d5; 2. d4 cxd4 (2… e6)) 2… d6",
                    "> B) 1… e6 2. d4 (2. d3) 2… d5 (2… c5)",
                    "2. Nf3",
                    end,
                ],
            ),
            (
                &format!("1. e4 e5 (1... c5 2. Nf3 (2. c3 {{{long}}}) (2. d4) 2... d6) 2. Nf3 *"),
                vec![
                    "1. e4 e5",
                    "> 1… c5 2. Nf3",
                    &format!("> > a) 2. c3 {long}"),
                    "> > b) 2. d4",
                    "> 2… d6",
                    "2. Nf3",
                    end,
                ],
            ),
            // Diagrams where they are asked for: then there are no others but the last position.
            (
                "1. e4 $220 e5 2. Nf3 {Now [#] look.} Nc6 (2... d6 {[%csl Gd6]} 3. d4) 3. Bb5 a6 \
                 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *",
                vec![
                    "1. e4",
                    "[After 1. e4]",
                    "1… e5 2. Nf3",
                    "| Now look.",
                    "[After 2. Nf3]",
                    "2… Nc6",
                    "> 2… d6",
                    "[After 2… d6]",
                    "> 3. d4",
                    "3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
                    "[After 7… d6, White to move]",
                ],
            ),
            // The end of the game stands in it, and what goes on is no part of it.
            (
                "1. f3 e5 2. g4 Qh4# {The end.} 0-1",
                vec![
                    "1. f3 e5 2. g4 Qh4# 0–1",
                    "| The end.",
                    "[The end, after 2… Qh4#]",
                ],
            ),
            (
                "[PlyCount \"2\"]\n\n1. e4 e5 (1... c5) 2. Nf3 (2. d4) 2... Nc6 1-0",
                vec![
                    "1. e4 e5 1–0",
                    "[The end, after 1… e5]",
                    "> 1… c5",
                    "> 2. Nf3 (2. d4) 2… Nc6",
                ],
            ),
        ] {
            assert_eq!(parts(moves), wanted, "{moves}");
        }
    }

    #[test]
    fn deep_lines_stand_in_brackets_whatever_their_length() {
        let long = "word ".repeat(40);
        let mut text = "1. e4".to_owned();
        for (index, first) in ["a3", "a6", "b3", "b6", "c3", "c6"].iter().enumerate() {
            let next = if index % 2 == 0 { "e5" } else { "e4" };
            text += &format!(" ({first} {{{long}}} {next}");
        }
        let found = parts(&(text + " )))))) e5 *"));
        let depth = |line: &String| line.matches("> ").count();
        assert_eq!(found.iter().map(depth).max(), Some(DEEPEST), "{found:#?}");
        let deepest = found.iter().find(|line| depth(line) == DEEPEST).unwrap();
        assert!(
            deepest.ends_with(&format!("(3. c3 {long}3… e5 (3… c6 {long}4. e4))")),
            "{deepest}"
        );
    }
}
