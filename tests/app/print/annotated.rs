//! An annotated game on paper: what is said of it stands where a book has it, and what belongs together is not
//! parted.

use std::fmt::Write;
use std::time::{Duration, Instant};

use pangocairo::pango::{FontDescription, Layout, SCALE};
use rank_and_file::print::{Pages, Paper, Scoresheet, pdf};
use rank_and_file_core::study::Study;

use crate::pgn_text::only;

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

/// What stands below the heading, apart from the coordinates of diagrams, on paper of such a size; lines of the
/// same paragraph are put together where that is so wide that no paragraph is broken.
fn body(text: &str) -> Vec<String> {
    let texts = pages(text, (9000.0, 9000.0)).texts(0);
    let heading = texts
        .iter()
        .position(|text| text.contains("Unfinished") || text.contains(" · "));
    let coordinate = |text: &&String| text.chars().count() > 1;
    texts[heading.unwrap() + 1..]
        .iter()
        .filter(coordinate)
        .cloned()
        .collect()
}

const GAME: &str = "[White \"Ann\"]\n[Black \"Ben\"]\n\n";

/// What is said of a game, and the paragraphs that come of it.
#[test]
fn what_is_said_stands_where_a_book_has_it() {
    let long = "and so on, which is long enough to stand in a paragraph of its own, wherever it is said, \
                as nobody would read it in brackets";
    for (moves, wanted) in [
        // Comments between the moves, with the number again; signs with the moves.
        (
            "{First.} 1. e4! e5 {Good.} 2. Nf3 $1 $14 Nc6 $10 3. Bb5 *",
            vec![
                "First.",
                "1. e4! e5",
                "Good.",
                "2. Nf3! += Nc6 = 3. Bb5",
                "After 3. Bb5, Black to move",
            ],
        ),
        (
            "1. e4 {King's pawn.} e5 $22 $99 $0 *",
            vec![
                "1. e4",
                "King's pawn.",
                "1… e5 ⊙ $99",
                "After 1… e5, White to move",
            ],
        ),
        // Side lines apart, with letters where there are several; short ones in brackets.
        (
            "1. e4 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 *",
            vec![
                "1. e4 e5",
                "1… c5 Sicilian 2. Nf3",
                "2. Nf3",
                "After 2. Nf3, Black to move",
            ],
        ),
        (
            "1. e4 e5 ({Or} 1... c5 2. Nf3 (2. c3 d5) (2. d4 cxd4 (2... e6)) 2... d6) (1... e6) 2. Nf3 *",
            vec![
                "1. e4 e5",
                "A) Or 1… c5 2. Nf3 (2. c3 d5; 2. d4 cxd4 (2… e6)) 2… d6",
                "B) 1… e6",
                "2. Nf3",
                "After 2. Nf3, Black to move",
            ],
        ),
        (
            &format!("1. e4 e5 (1... c5 2. Nf3 (2. c3 {{{long}}}) (2. d4) 2... d6) 2. Nf3 *"),
            vec![
                "1. e4 e5",
                "1… c5 2. Nf3",
                &format!("a) 2. c3 {long}"),
                "b) 2. d4",
                "2… d6",
                "2. Nf3",
                "After 2. Nf3, Black to move",
            ],
        ),
        // Diagrams where they are asked for: then there are no others but the last position.
        (
            "1. e4 $220 e5 2. Nf3 {Now [#] look.} Nc6 (2... d6 {[%csl Gd6]} 3. d4) 3. Bb5 a6 4. Ba4 Nf6 \
             5. O-O Be7 6. Re1 b5 7. Bb3 d6 *",
            vec![
                "1. e4",
                "After 1. e4",
                "1… e5 2. Nf3",
                "Now   look.",
                "After 2. Nf3",
                "2… Nc6",
                "2… d6",
                "After 2… d6",
                "3. d4",
                "3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
                "After 7… d6, White to move",
            ],
        ),
        (
            "1. e4 {[%cal Ge2e4]} *",
            vec!["1. e4", "After 1. e4, Black to move"],
        ),
    ] {
        let (moves, wanted) = (format!("{GAME}{moves}"), wanted);
        assert_eq!(body(&moves), wanted, "{moves}");
    }
}

#[test]
fn the_end_of_the_game_stands_in_it_and_what_goes_on_is_no_part_of_it() {
    let text = "[PlyCount \"4\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# {The end.} 0-1\n";
    let body = body(text);
    assert_eq!(body[..2], ["1. f3 e5 2. g4 Qh4# 0–1", "The end."]);
    let text =
        "[PlyCount \"2\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5) 2. Nf3 (2. d4) 2... Nc6 1-0\n";
    let lines = lines(text);
    let at = lines
        .iter()
        .position(|line| line == "1. e4 e5 1–0")
        .unwrap();
    let wanted = ["1… c5", "The end, after 1… e5", "2. Nf3 (2. d4) 2… Nc6"];
    let rest: Vec<&String> = lines[at + 1..]
        .iter()
        .filter(|line| line.len() > 1)
        .collect();
    for wanted in wanted {
        assert!(rest.contains(&&wanted.to_owned()), "{wanted}: {rest:?}");
    }
}

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
        let drawn = |sheet: Scoresheet| {
            let bytes = pdf(&sheet, Paper::A4).unwrap();
            // The second in which it was made stands in it, too.
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let lines = text.lines().filter(|line| !line.contains("Date"));
            lines.collect::<Vec<_>>().join("\n")
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
        assert_eq!(on("1… e5"), on("After 1… e5"), "{lines}");
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

fn took<T>(work: impl Fn() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let done = work();
    (done, begin.elapsed())
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
    println!(
        "taken {taken:?}, laid out {laid:?}, plain {plain:?}, {} pages",
        pages.count()
    );
    assert!(laid < 6 * plain, "{laid:?} for {plain:?}");
}
