//! The grammar of PGN: tokens, each with its line and its place, and tags.

use rank_and_file_core::record::pgn::scanner::{Found, LONGEST_LINE, Scanner, Token};
use rank_and_file_core::record::pgn::{GameTermination, Tag};

/// The tokens of a text that comes in at once, and each of them in a line: its number, its
/// place, and what it is.
fn tokens(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new(1);
    let next = || scanner.next(text.as_bytes(), true);
    std::iter::from_fn(next).map(|found| told(&found)).collect()
}

fn told(found: &Found) -> String {
    let text = String::from_utf8_lossy(found.text);
    let token = match found.token {
        Token::Tag => {
            let (tag, _) = Tag::read(found.text).unwrap();
            format!("{}={}", String::from_utf8_lossy(tag.name), tag.value())
        }
        Token::Comment { open } => format!("{{{text}{}", if open { "" } else { "}" }),
        Token::Word => text.into_owned(),
        other => format!("{other:?}"),
    };
    format!("{}:{} {token}", found.line, found.at)
}

#[test]
fn every_kind_of_token_has_its_line_and_its_place() {
    let text = "[Event \"a\"] [Site \"b\"]\r\n% no\r1. e4!{one\n\n two }(d4)$12 ;rest\n½-½ * e5";
    let wanted = [
        "1:0 Event=a",
        "1:12 Site=b",
        "2:24 Escape",
        "3:29 1.",
        "3:32 e4!",
        "3:35 {one",
        "4:40 {",
        "5:41 { two }",
        "5:47 Open",
        "5:48 d4",
        "5:50 Close",
        "5:51 Glyph(Some(12))",
        "5:55 {rest}",
        "6:61 Result(Over(None))",
        "6:67 Result(Open)",
        "6:69 e5",
    ];
    assert_eq!(tokens(text), wanted);
}

#[test]
fn brackets_that_are_no_tags_are_passed_over() {
    for (text, wanted) in [
        ("[White] e4", vec!["1:8 e4"]),
        ("[%clk 0:01:00] e4", vec!["1:15 e4"]),
        ("[", vec![]),
        ("[a e4", vec![]),
        ("e4 [e5] [", vec!["1:0 e4", "1:4 e5"]),
    ] {
        assert_eq!(tokens(text), wanted, "{text}");
    }
}

#[test]
fn a_line_without_end_is_taken_in_pieces_that_cut_no_word() {
    let words = "1. e4 {good} e5 (d5) 1-0 ".repeat(LONGEST_LINE / 16);
    let (mut scanner, mut found) = (Scanner::new(1), Vec::new());
    let mut seen = 0;
    for end in (0..words.len()).step_by(99_999).chain([words.len()]) {
        let whole = end == words.len();
        while let Some(next) = scanner.next(&words.as_bytes()[..end], whole) {
            found.push(matches!(
                next.token,
                Token::Result(GameTermination::Over(Some(_)))
            ));
        }
        assert!(end - scanner.at() <= LONGEST_LINE + 99_999);
        seen = scanner.at();
    }
    assert_eq!(seen, words.trim_end().len());
    assert_eq!(found.len(), 8 * (LONGEST_LINE / 16));
    assert!(found.chunks(8).all(|game| *game == ENDS_AT_LAST));
}

const ENDS_AT_LAST: [bool; 8] = [false, false, false, false, false, false, false, true];

#[test]
fn a_tag_that_is_written_is_read() {
    for value in [
        "",
        "Ann",
        r#"a "b" c"#,
        r"C:\games\",
        r#"x"] y"#,
        "{}%;()",
        r#"\""#,
    ] {
        let text = Tag::written("Event", value);
        let line = text.trim_end();
        let (tag, length) = Tag::read(line.as_bytes()).expect("a tag");
        assert_eq!((tag.name, &*tag.value()), (&b"Event"[..], value), "{line}");
        assert_eq!(length, line.len());
    }
    assert_eq!(Tag::written("A", "b\nc\u{7}"), "[A \"b c \"]\n");
}

#[test]
fn tags_as_others_write_them() {
    for (line, tag) in [
        (
            r#"[White "Ann "Queen" Neil"]"#,
            Some(("White", r#"Ann "Queen" Neil"#, 26)),
        ),
        (r#"[White "Ann"] [Black "Ben"]"#, Some(("White", "Ann", 13))),
        (r#"[White"Ann"]"#, Some(("White", "Ann", 12))),
        (r#"[ White   "Ann" ] "#, Some(("White", "Ann", 17))),
        (r#"[White "Ann]"#, Some(("White", "Ann", 12))),
        (r#"[White "Ann""#, Some(("White", "Ann", 12))),
        ("[White]", None),
        ("[%clk 0:01:00] e4", None),
        ("[", None),
    ] {
        let read = Tag::read(line.as_bytes());
        let read = read.map(|(tag, length)| (tag.name, tag.value(), length));
        let tag = tag.map(|(name, value, length)| (name.as_bytes(), value.to_owned(), length));
        assert_eq!(read, tag, "{line}");
    }
}

#[test]
fn a_result_is_short() {
    let read = |text: &str| GameTermination::of_tag(text);
    assert_eq!(read("112...½–½"), read("1/2-1/2"));
    assert_eq!(read(&"1.".repeat(1 << 20)), None);
}
