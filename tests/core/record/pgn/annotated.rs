//! What stands in PGN besides the game: read as its study, and written as the standard has it.

use std::ops::ControlFlow;

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use rank_and_file_core::record::pgn::{self, read_study, write_with};
use rank_and_file_core::record::study::{NodeId, Study, StudyAction};

use crate::pgn_text::{moves, only};

/// The movetext of what is written of a text without tags, on one line.
fn again(text: &str) -> String {
    let (imported, loaded) = only(&format!("[White \"Ann\"]\n\n{text}"));
    let written = write_with(&loaded, &imported.study);
    let (_, movetext) = written.split_once("\n\n").unwrap();
    assert!(
        written.lines().all(|line| line.chars().count() < 80),
        "{written}"
    );
    movetext
        .split_ascii_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// What is written of a text, which is written so of that, too.
fn check(text: &str, wanted: &str) {
    let once = again(text);
    assert_eq!(once, wanted, "{text}");
    assert_eq!(again(&once), wanted, "{text}");
}

#[test]
fn everything_comes_back_in_the_same_place() {
    for (text, wanted) in [
        ("1. e4 e5 *", "1. e4 e5 *"),
        // Comments: before the first move, after moves, before and in side lines, after the result.
        (
            "{first} 1. e4 {one} {two} e5 ({three} 1... c5 {four} 2. Nf3) ({five} 1... e6) 2. Nf3 * {end}",
            "{first} 1. e4 {one two} 1... e5 ({three} 1... c5 {four} 2. Nf3) ({five} 1... e6) 2. Nf3 {end} *",
        ),
        (
            "1. e4 ; to the end } {of} the line\ne5 *",
            "1. e4 {to the end ) (of) the line} 1... e5 *",
        ),
        ("1. e4 {a\n  b\t\tc\r\nd} *", "1. e4 {a b c d} *"),
        ("1. e4 {} { } e5 *", "1. e4 e5 *"),
        (
            "1. e4 (1. d4 {a { b} d5) *",
            "1. e4 (1. d4 {a { b} 1... d5) *",
        ),
        // Glyphs: numbers and signs, of moves and positions.
        (
            "1. e4! $14 e5?! 2. Nf3 $1$2 Nc6 !? 3. Bb5 ± a6 N 4. Ba4 $255 $256 Nf6‼ 5. O-O += *",
            "1. e4 $1 $14 e5 $6 2. Nf3 $1 $2 Nc6 $5 3. Bb5 $16 a6 $146 4. Ba4 $255 Nf6 $3 5. O-O $14 *",
        ),
        ("1. e4 $0 $0 e5!!! *", "1. e4 $0 e5 $3 *"),
        // A sign that is the result, and one that is none.
        ("1. e4 e5 +-", "1. e4 e5 1-0"),
        ("1. e4 e5 += *", "1. e4 e5 $14 *"),
        // What follows a move that was not played is text, and nothing of it is lost.
        (
            "1. e4 e5 (1... c5 2. -- d6 $1 {why} (2... e6 3. d4) 3. Nf3!) 2. Nf3 *",
            "1. e4 e5 (1... c5 {2. -- d6 $1 (why) (2... e6 3. d4) 3. Nf3!}) 2. Nf3 *",
        ),
        (
            "1. e4 e5 (1... Z0 {[%cal Ga1a2]} 2. d4) 2. Nf3 *",
            "1. e4 e5 {1... Z0 ([ %cal Ga1a2]) 2. d4} 2. Nf3 *",
        ),
        (
            "1. e4 e5 ({so} 1... c5 (1... @@@@ (2. d4) *) {then} 2. Nf3) *",
            "1. e4 e5 ({so} 1... c5 {1... @@@@ (2. d4) * then} 2. Nf3) *",
        ),
        (
            "1. e4 e5 2. -- Nc6 {end} 1-0",
            "1. e4 e5 {2. -- Nc6 (end)} 1-0",
        ),
        // Drawings, commands, clocks.
        (
            "1. e4 {[%csl Gd4,Re5][%cal Ye2e4,Bd1h5] good [%eval 0.17] move} *",
            "1. e4 {[%csl Gd4,Re5][%cal Ye2e4,Bd1h5] good [%eval 0.17] move} *",
        ),
        (
            "1. e4 {[%csl Xd4] [%cal Gd4] [%cal Ge2e9]} *",
            "1. e4 {[%csl Xd4] [%cal Gd4] [%cal Ge2e9]} *",
        ),
        ("1. e4 {[% no] [%open} *", "1. e4 {[% no] [%open} *"),
        ("1. e4 {[%open} {x]} *", "1. e4 {[ %open x]} *"),
        (
            "1. e4 {one} {[%cal Ge2e4]} {two[%csl Gd4]} ; [%eval 1]\n*",
            "1. e4 {one [%cal Ge2e4] two[%csl Gd4] [%eval 1]} *",
        ),
        (
            "1. e4 {[%clk 0:01:00] [%emt 0:00:01]} e5 {x [%clk 0:00:59] y} 2. Nf3 ({[%clk 9:00]} 2. d4 {[%clk 0:00:07]}) *",
            "1. e4 {[%clk 0:01:00] [%emt 0:00:01]} 1... e5 {x [%clk 0:00:59] y} 2. Nf3 ({[%clk 9:00]} 2. d4 {[%clk 0:00:07]}) *",
        ),
        (
            "1. e4 {[%clk 0:01:00] [%clk 0:00:55]} *",
            "1. e4 {[%clk 0:01:00] [%clk 0:00:55]} *",
        ),
        (
            "1. e4 {[%eval 0.17] [%clk 0:01:00]} e5 {so} {[%clk 0:00:59]} 2. Nf3 {[%clk 0:00:58]} {then} *",
            "1. e4 {[%eval 0.17] [%clk 0:01:00]} 1... e5 {so [%clk 0:00:59]} 2. Nf3 {[%clk 0:00:58] then} *",
        ),
        (
            "1. e4 {[%clk] a[%clk 0:01:00]b} e5 {[%clk x] c} {[%clk 0:00:59]} *",
            "1. e4 {[%clk] a[%clk 0:01:00]b} 1... e5 {[%clk 0:00:59] [%clk x] c} *",
        ),
        // White space that no program takes for any is a comment.
        ("1. e4 {\u{a0}} *", "1. e4 {\u{a0}} *"),
        (
            "1. e4 {\u{a0}[%clk 0:01:00]} *",
            "1. e4 {\u{a0}[%clk 0:01:00]} *",
        ),
        // Variations in variations, in the order of reading.
        (
            "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3) e6) 2. c4) (1. c4) e5 *",
            "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3) 2... e6) 2. c4) (1. c4) 1... e5 *",
        ),
        // One that stands in another for the same move stands beside it.
        (
            "1. e4 (1. d4 (1. c4 (1. f4))) e5 *",
            "1. e4 (1. d4) (1. c4) (1. f4) 1... e5 *",
        ),
        ("1. e4 (1. d4) (1. d4 d5) *", "1. e4 (1. d4) (1. d4 d5) *"),
        (
            "1. e4 ((1. d4) d5) e5 ({only this}) *",
            "1. e4 (1. d4 d5) 1... e5 {only this} *",
        ),
        ("1. e4 (1. d4 1-0) 1-0", "1. e4 (1. d4) 1-0"),
        // What cannot be played is left out, up to the end of its variation.
        (
            "1. e4 (1. d4 d9 {x} d5 (d6)) (1. c4) e5 *",
            "1. e4 (1. d4) (1. c4) 1... e5 *",
        ),
        ("(1. d4) 1. e4 *", "1. e4 *"),
        ("1. e4 1-0 (1. d4) 2. d4", "1. e4 (1. d4) 1-0"),
    ] {
        check(text, wanted);
    }
}

#[test]
fn lists_of_drawings_are_written_as_they_were() {
    let of = |from: usize, count: usize| {
        let squares = (from..from + count).map(|at| format!("Gh{}a{}", at % 8 + 1, at / 8 + 1));
        squares.collect::<Vec<_>>().join(",")
    };
    for comment in [
        format!("[%cal {}]", of(0, 40)),
        format!("look [%csl Gd4] [%cal {}] here", of(0, 11)),
        format!("[%cal {}] [%cal {}]", of(0, 10), of(10, 3)),
    ] {
        let text = format!("1. e4 {{{comment}}} *");
        let (imported, loaded) = only(&text);
        let written = write_with(&loaded, &imported.study);
        let words: Vec<&str> = written.split_whitespace().collect();
        assert!(words.join(" ").ends_with(&text), "{written}");
        // What has changed is written as everything is that people draw.
        let mut study = imported.study;
        let mut drawings = study.notes(NodeId::Main(1)).drawings.clone();
        drawings.pop();
        let change = StudyAction::SetDrawings(NodeId::Main(1), drawings);
        study.act(&loaded.game, change).unwrap();
        let changed = write_with(&loaded, &study);
        assert_eq!(changed.matches("[%cal").count(), 1, "{changed}");
        study.act(&loaded.game, StudyAction::Undo).unwrap();
        assert_eq!(write_with(&loaded, &study), written);
    }
}

#[test]
fn a_comment_before_the_first_move_needs_no_tags() {
    let said = |text: &str| {
        let (imported, _) = only(text);
        imported.study.notes(NodeId::Main(0)).comment.clone()
    };
    assert_eq!(said("{first}\n; second\n1. e4 *"), "first second");
    assert_eq!(said("\n\n{first} e4 *"), "first");
    // What stands before the tags is said of the file.
    assert_eq!(
        said("{first}\n[White \"Ann\"]\n\n{second} 1. e4 *"),
        "second"
    );
    let long = format!("{{{}}}\n", "word ".repeat(100_000));
    assert_eq!(said(&format!("{long}1. e4 *")), "");
}

#[test]
fn what_goes_on_after_the_end_is_no_part_of_the_game() {
    let text = "[PlyCount \"2\"]\n\n1. e4 e5 2. Nf3 {a} (2. d4 exd4) (2. f4) 2... Nc6 1-0\n";
    let (imported, loaded) = only(text);
    assert_eq!(moves(&loaded.game), "e4 e5");
    let line = imported.study.next(&loaded.game, NodeId::Main(2));
    assert!(matches!(line, Some(NodeId::Side(_))));
    let written = write_with(&loaded, &imported.study);
    assert!(written.contains("[PlyCount \"2\"]\n"), "{written}");
    let movetext = "1. e4 e5 2. Nf3 {a} (2. d4 exd4) (2. f4) 2... Nc6 1-0\n";
    assert!(written.ends_with(&format!("\n\n{movetext}\n")), "{written}");
    assert_eq!(moves(&only(&written).1.game), "e4 e5");
    // A count that says something else says nothing.
    for count in ["0", "4", "5", "-1", "x", "99999999999999999999"] {
        let text = text.replace("\"2\"", &format!("\"{count}\""));
        assert_eq!(moves(&only(&text).1.game), "e4 e5 Nf3 Nc6", "{count}");
    }
}

#[test]
fn a_game_of_moves_and_clocks_has_no_study() {
    for text in [
        "1. e4 e5 2. Nf3 *",
        "1. e4 {[%clk 0:01:00]} e5 { [%clk 0:00:59] } 1-0",
        "[TimeControl \"60\"]\n\n1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} 1-0",
    ] {
        let (imported, loaded) = only(text);
        assert!(imported.study.is_empty(), "{text}");
        let written = pgn::write(&loaded);
        assert_eq!(written, write_with(&loaded, &imported.study));
        assert_eq!(written.contains("[%clk 0:00:59]"), text.contains("0:59"));
    }
}

#[test]
fn a_kept_study_must_be_that_of_its_game() {
    let (_, loaded) = only("1. e4 e5 2. Nf3 1-0");
    let read = |text: &str| {
        let study = read_study(text.as_bytes(), &loaded.game);
        study
            .map(|study| {
                write_with(&loaded, &study)
                    .split("\n\n")
                    .nth(1)
                    .unwrap()
                    .to_owned()
            })
            .map_err(|error| error.to_string())
    };
    let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\"]\n\n1. e4 *";
    for (text, wanted) in [
        ("1. e4 $1 e5 2. Nf3 1-0", Ok("1. e4 $1 e5 2. Nf3 1-0")),
        // The game went on after it was written.
        ("1. e4 $1 *", Ok("1. e4 $1 e5 2. Nf3 1-0")),
        ("1. e4 e5 2. Nf3 Nc6 $2 *", Ok("1. e4 e5 2. Nf3 Nc6 $2 1-0")),
        ("", Ok("1. e4 e5 2. Nf3 1-0")),
        ("1. e4\ne6 *", Err("line 2: another move was played")),
        ("1. e9 *", Err("line 1: another move was played")),
        (fen, Err("the game begins with another position")),
        (
            "[FEN \"x\"]\n\n1. e4 *",
            Err("the game begins with another position"),
        ),
        (
            "1. e4 (1. d4",
            Err("a comment or a variation is not closed"),
        ),
        ("1. e4 {x", Err("a comment or a variation is not closed")),
        ("1. e4 (1. d9) e5", Err("1 variations cannot be taken over")),
    ] {
        let wanted = wanted.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(read(text), wanted, "{text}");
    }
}

#[test]
fn lines_are_short_and_begin_with_nothing_that_is_misread() {
    let word = |number: usize| match number % 5 {
        0 => format!("[Event{number}"),
        1 => format!("%{number}"),
        2 => "é".repeat(number % 30),
        3 => format!("[%eval {number}]"),
        _ => "x".repeat(number % 40 + 1),
    };
    let words: Vec<String> = (0..400).map(word).collect();
    let comment = words.join(" ");
    let text = format!("1. e4 {{{comment}}} e5 ({{{comment}}} 1... c5 {{{comment}}}) *");
    let (imported, loaded) = only(&text);
    let written = write_with(&loaded, &imported.study);
    for line in written.lines().skip_while(|line| !line.is_empty()) {
        assert!(line.chars().count() < 80, "{line}");
        let tag = line.starts_with('[') && !line.starts_with("[%");
        assert!(!tag && !line.starts_with('%'), "{line}");
    }
    assert_eq!(write_with(&loaded, &only(&written).0.study), written);
}

/// What another program's reader finds, told as the test below has it.
struct Told;

impl Visitor for Told {
    type Tags = ();
    type Movetext = String;
    type Output = String;

    fn begin_tags(&mut self) -> ControlFlow<String, ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<String> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<String, String> {
        ControlFlow::Continue(String::new())
    }

    fn san(&mut self, told: &mut String, san: SanPlus) -> ControlFlow<String> {
        *told += &format!(" {san}");
        ControlFlow::Continue(())
    }

    fn nag(&mut self, told: &mut String, nag: Nag) -> ControlFlow<String> {
        *told += &format!(" {nag}");
        ControlFlow::Continue(())
    }

    fn comment(&mut self, told: &mut String, comment: RawComment<'_>) -> ControlFlow<String> {
        let text = String::from_utf8_lossy(comment.as_bytes());
        let words: Vec<&str> = text.split_whitespace().collect();
        *told += &format!(" {{{}}}", words.join(" "));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, told: &mut String) -> ControlFlow<String, Skip> {
        *told += " (";
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, told: &mut String) -> ControlFlow<String> {
        *told += " )";
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, told: String) -> String {
        told
    }
}

#[test]
fn another_reader_finds_the_same_tree() {
    let text =
        "1. e4 $1 {b} (1. d4 {c} d5 (1... Nf6 $5 (1... c5)) 2. c4) ({d e} 1. c4) 1... e5 2. Nf3 *";
    let (imported, loaded) = only(text);
    let written = write_with(&loaded, &imported.study);
    let mut reader = Reader::new(written.as_bytes());
    let told = reader.read_game(&mut Told).unwrap().unwrap();
    assert_eq!(
        told,
        " e4 $1 {b} ( d4 {c} d5 ( Nf6 $5 ) ( c5 ) c4 ) ( {d e} c4 ) e5 Nf3"
    );
    assert!(!Study::is_empty(&imported.study));
}

/// However it is parted where it is shown.
#[test]
fn a_long_comment_is_one_comment() {
    let sentences: Vec<String> = (0..2000)
        .map(|number| format!("So it is {number}. "))
        .collect();
    let sentences = sentences.concat();
    for comment in [sentences.trim_end(), &"ö".repeat(50_000)] {
        let (imported, loaded) = only(&format!("1. e4 {{{comment}}} e5 *"));
        let written = write_with(&loaded, &imported.study);
        assert_eq!(written.matches('{').count(), 1);
        let kept = read_study(written.as_bytes(), &loaded.game).unwrap();
        for study in [&imported.study, &kept, &only(&written).0.study] {
            assert!(study.notes(NodeId::Main(1)).comment == comment);
        }
    }
}
