//! An annotated game on paper: comments and diagrams stand where a book has them, and what belongs together is not
//! split between pages.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use pangocairo::pango::{FontDescription, Layout, SCALE};
use rank_and_file::print::annotated::{Kind, Part, letter};
use rank_and_file::print::{Pages, Paper, Scoresheet};
use rank_and_file_core::record::study::Study;

use super::scoresheet::{inked, picture};
use crate::effort::took;
use crate::pgn_text::only;
use crate::skipped::say_skipped;
use crate::terminal::{Home, id_of};

fn sheet(text: &str, figures: bool) -> Scoresheet {
    let (imported, loaded) = only(text);
    Scoresheet::new(&loaded.header, &loaded.game).annotated(&loaded.game, &imported.study, figures)
}

fn pages(text: &str, (width, height): (f64, f64)) -> Pages {
    sheet(text, false).lay_out(width, height).unwrap()
}

/// The lines of all pages, in the order of reading.
fn lines(text: &str) -> Vec<String> {
    let pages = pages(text, Paper::A4.points());
    (0..pages.count())
        .flat_map(|page| pages.texts(page))
        .collect()
}

/// Deeper side lines stand in brackets.
const DEEPEST: usize = 4;

const GAME: &str = "[White \"Ann\"]\n[Black \"Ben\"]\n\n";

#[test]
fn a_game_of_which_nothing_is_said_is_printed_as_ever() {
    for text in [
        "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 1-0",
        "1. e4 {[%clk 0:05:00] [%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 $0 1-0",
    ] {
        let (imported, loaded) = only(&format!(
            "[TimeControl \"300\"]\n[Result \"1-0\"]\n\n{text}"
        ));
        let plain = || Scoresheet::new(&loaded.header, &loaded.game);
        let studies = [Study::default(), imported.study];
        // In a PDF stands the second in which it was made, too.
        let drawn = |sheet: Scoresheet| {
            let (width, height) = Paper::A4.points();
            let pages = sheet.lay_out(width, height).unwrap();
            let page = |number| {
                picture(&pages, number, (width, height))
                    .take_data()
                    .unwrap()
                    .to_vec()
            };
            (0..pages.count()).map(page).collect::<Vec<_>>()
        };
        for study in &studies {
            assert!(drawn(plain().annotated(&loaded.game, study, true)) == drawn(plain()));
        }
    }
}

#[test]
fn figures_stand_for_letters_where_they_are_wanted() {
    let text = "1. Nf3 {Nf3 it is.} (1. Nc3) *";
    let texts = sheet(text, true).lay_out(595.0, 842.0).unwrap().texts(0);
    for wanted in [
        "1. ♘f3",
        "Nf3 it is.",
        "1. ♘c3",
        "After 1. ♘f3, Black to move",
    ] {
        assert!(
            texts.iter().any(|text| text == wanted),
            "{wanted}: {texts:?}"
        );
    }
}

/// A game with so many side lines of forty half-moves each, in place of its first move.
fn wide(side_lines: usize) -> String {
    let mut text = format!("{GAME}1. e4 ");
    for _ in 0..side_lines {
        text += "(";
        for number in 0..10 {
            let first = 2 * number + 1;
            write!(text, "{first}. Nf3 Nf6 {}. Ng1 Ng8 ", first + 1).unwrap();
        }
        text += ") ";
    }
    text + "1... e5 *"
}

#[test]
fn no_line_parts_a_move_from_its_number_or_its_signs() {
    let moves = "Nf3 $18 Nf6 $14 ";
    let back = "Ng1 {so} Ng8 $132 ";
    let mut text = format!("{GAME}1. e4 (");
    for number in 0..60 {
        let first = 2 * number + 1;
        write!(text, "{first}. {moves} {}. {back}", first + 1).unwrap();
    }
    text += ") 1... e5 *";
    for width in [210.0, 298.0, 420.0, 595.0, 612.0, 843.0] {
        let pages = pages(&text, (width, 600.0));
        let texts = (0..pages.count()).flat_map(|page| pages.texts(page));
        // Coordinates and the number of the page have no dots.
        for line in texts.filter(|line| line.len() > 3) {
            assert!(!line.ends_with(['.', '…']), "{width}: {line}");
            assert!(!line.starts_with(['+', '⇆', '=']), "{width}: {line}");
        }
    }
}

#[test]
fn a_diagram_is_on_the_page_of_its_text() {
    for lines in 0..40 {
        let text = format!(
            "{GAME}1. e4 {{{}}} e5 {{Now look at this. [#]}} 2. Nf3 *",
            "A line that takes the width of the column. ".repeat(lines)
        );
        let pages = pages(&text, (298.0, 420.0));
        let on = |wanted: &str| {
            let found: Vec<usize> = (0..pages.count())
                .filter(|page| pages.texts(*page).iter().any(|text| text == wanted))
                .collect();
            assert_eq!(found.len(), 1, "{wanted}, {lines}");
            found[0]
        };
        assert_eq!(on("Now look at this."), on("After 1… e5"), "{lines}");
        let moves = if lines == 0 { "1. e4 e5" } else { "1… e5" };
        assert_eq!(on(moves), on("After 1… e5"), "{lines}");
    }
}

#[test]
fn everything_is_printed_once_and_within_the_page() {
    let texts = lines(&wide(100)).join(" ");
    assert_eq!(texts.matches("Nf3").count(), 100 * 10);
    assert!(
        texts.contains("A) 1. Nf3") && texts.contains("CV) 1. Nf3"),
        "{texts}"
    );
    let long = "word ".repeat(20_000);
    let texts = lines(&format!(
        "{GAME}1. e4 {{{long}}} e5 {{{}}} *",
        "x".repeat(9000)
    ))
    .join("");
    assert_eq!(texts.matches("word").count(), 20_000);
    assert_eq!(texts.matches('x').count(), 9000);
}

#[test]
fn nothing_is_printed_into_the_margins() {
    let name = "Maximiliana-Konstantina ".repeat(8);
    let comment = "A comment of some length, Unbroken".to_owned() + &"unbroken".repeat(40);
    let text = format!(
        "[White \"{name}\"]\n[Black \"{name}\"]\n\n1. e4 $220 {{{comment}}} e5 (1... c5 $220 {{{comment}}} \
         2. Nf3 d6 (2... e6 {{{comment}}} 3. d4 $16 (3. c3 {{{comment}}}))) 2. Nf3 {{[%cal Ge2e4]}} *"
    );
    for paper in [
        Paper::A4.points(),
        Paper::Letter.points(),
        (842.0, 595.0),
        (420.0, 595.0),
        (298.0, 420.0),
        (1191.0, 842.0),
        (150.0, 200.0),
    ] {
        let pages = pages(&text, paper);
        for page in 0..pages.count() {
            let [left, top, right, bottom] = inked(&pages, page, paper).unwrap();
            let fits = left > 0.03 && top > 0.03 && right < 0.97 && bottom < 0.97;
            assert!(
                fits,
                "{paper:?}, page {page}: {left} {top} {right} {bottom}"
            );
        }
    }
}

#[test]
fn the_pdf_of_a_saved_game_has_what_was_added_to_it_and_can_be_searched() {
    let home = Home::new();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = "1. e4 e5 2. Nf3 Nc6! {Guards the pawn.} (2... d6 3. d4 $14) 3. Bb5 a6 1-0\n";
    fs::write(path("game.pgn"), format!("{GAME}{text}")).unwrap();
    assert!(
        home.run(&["--import-pgn", &path("game.pgn")])
            .status
            .success()
    );
    let id = id_of(&home.logs()[0]);
    let done = home.run(&["--scoresheet", &id, "--output", &path("game.pdf")]);
    assert!(done.status.success(), "{done:?}");
    let read = Command::new("pdftotext")
        .args(["-raw", &path("game.pdf"), "-"])
        .output();
    let Ok(read) = read else {
        say_skipped("a part: there is no pdftotext here");
        return;
    };
    let words = String::from_utf8(read.stdout).unwrap();
    let wanted = "1. e4 e5 2. Nf3 Nc6!\nGuards the pawn.\n2… d6 3. d4 +=\n3. Bb5 a6 1–0\n";
    assert!(words.contains(wanted), "{words}");
}

#[test]
fn the_largest_study_is_laid_out_nearly_as_fast_as_plain_text() {
    let text = wide(1625);
    let (imported, loaded) = only(&text);
    let (sheet, taken) = took(|| {
        Scoresheet::new(&loaded.header, &loaded.game).annotated(
            &loaded.game,
            &imported.study,
            false,
        )
    });
    let (pages, laid) = took(|| sheet.lay_out(595.0, 842.0).unwrap());
    let lines: Vec<String> = (0..pages.count())
        .flat_map(|page| pages.texts(page))
        .collect();
    let all = lines.join(" ");
    assert_eq!(all.matches("Ng8").count(), 16_250);
    // The same text by itself, a side line after the other.
    let context = pangocairo::FontMap::default();
    let context = pangocairo::pango::prelude::FontMapExt::create_context(&context);
    let (_, plain) = took(|| {
        for paragraph in all.split(") ") {
            let layout = Layout::new(&context);
            layout.set_font_description(Some(&FontDescription::from_string("Cantarell 9")));
            layout.set_width(230 * SCALE);
            layout.set_text(paragraph);
            layout.line_count();
        }
    });
    assert!(laid < 4 * plain, "laid out {laid:?}, plain {plain:?}");
    assert!(taken < 2 * plain, "taken {taken:?}, plain {plain:?}");
}

/// The paragraphs of a game in PGN, and the captions of its diagrams in square brackets.
fn parts(text: &str) -> Vec<String> {
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
    sheet(text, false).text.iter().map(said).collect()
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
fn deep_lines_of_any_length_stand_in_brackets() {
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

#[test]
fn letters_go_on_after_the_last() {
    let first = |depth| {
        [0, 1, 25, 26, 500]
            .map(|index| letter(depth, index))
            .join(" ")
    };
    assert_eq!(first(1), "A) B) Z) AA) SG)");
    assert_eq!(first(2), "a) b) z) aa) sg)");
    assert_eq!(first(3), "1) 2) 26) 27) 501)");
    assert_eq!(letter(4, 0) + &letter(4, 23) + &letter(4, 24), "α)ω)αα)");
}
