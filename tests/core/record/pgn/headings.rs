//! Headings: where games lie in a file, and what their tags say.

use rank_and_file_core::record::pgn::{HeadingReader, HeadingTag, Headings};

use crate::pgn_text;

/// A heading as a test looks at it.
#[derive(Debug, PartialEq)]
struct Seen {
    text: String,
    white: Option<String>,
    result: Option<String>,
    plies: u32,
}

fn headings(text: &[u8]) -> Vec<Seen> {
    let (mut seen, mut begins, mut headings) = (Vec::new(), Vec::new(), Headings::default());
    let mut reader = HeadingReader::new(text);
    loop {
        let more = reader.read(&mut headings).unwrap();
        headings.each(|heading| {
            let get = |tag| heading.get(tag).map(|said| said.into_owned());
            begins.push(heading.at as usize);
            seen.push(Seen {
                text: String::new(),
                white: get(HeadingTag::White),
                result: get(HeadingTag::Result),
                plies: heading.plies,
            });
        });
        if !more {
            break;
        }
    }
    // Each ends where the next one begins.
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    for ((seen, begin), end) in seen.iter_mut().zip(&begins).zip(ends) {
        seen.text = String::from_utf8_lossy(&text[*begin..end]).into_owned();
    }
    seen
}

fn game(white: &str, result: &str, moves: &str) -> String {
    format!("[Event \"?\"]\n[White \"{white}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
}

#[test]
fn games_lie_one_behind_the_other() {
    let games = [
        game("Ann", "1-0", "1. e4 e5 2. Qh5 Ke7 3. Qxe5#"),
        game("Ben", "*", "1. d4 d5"),
        game("Clara", "1/2-1/2", ""),
    ];
    let seen = headings(games.concat().as_bytes());
    let texts: Vec<&str> = seen.iter().map(|seen| &*seen.text).collect();
    assert_eq!(texts, games);
    let names: Vec<_> = seen.iter().map(|seen| seen.white.as_deref()).collect();
    assert_eq!(names, [Some("Ann"), Some("Ben"), Some("Clara")]);
    let plies: Vec<u32> = seen.iter().map(|seen| seen.plies).collect();
    assert_eq!(plies, [5, 2, 0]);
}

#[test]
fn what_looks_like_a_tag_in_a_comment_begins_no_game() {
    let moves = "1. e4 { to be told\n[%clk 0:01:00]\n[it goes on] } e5 { [%clk 0:00:59.3] }\n2. Nf3 $1 (2. f4\n exf4 3. Nf3) Nc6";
    let games = [game("Ann", "*", moves), game("Ben", "*", "1. c4")];
    let seen = headings(games.concat().as_bytes());
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].text, games[0]);
    assert_eq!([seen[0].plies, seen[1].plies], [4, 1]);
}

#[test]
fn a_game_without_tags_begins_behind_the_result_of_the_one_before() {
    for (text, results) in [
        (
            "1. e4 e5 1-0\n\n1. d4 d5\n2. c4 0-1\n\n1. c4 *\n",
            &["1-0", "0-1", "*"][..],
        ),
        (
            "[White \"Ann\"]\r\n\r\n1. e4 1/2-1/2\r\n\r\n1. d4 1-0\r\n",
            &["1/2-1/2", "1-0"],
        ),
        (
            "1. e4 1-0\n1. d4 0-1\n[White \"Ann\"]\n\n*",
            &["1-0", "0-1", "*"],
        ),
        // A line of moves may begin with any number, and a comment may tell of another game.
        (
            "1. e4 e5\n10. d4 {as in\n1. d4 1-0\n\n1. c4 0-1}\n11. d5 1-0",
            &["1-0"],
        ),
        ("1. e4 (1. d4\n1. d5) 1-0", &["1-0"]),
    ] {
        let seen = headings(text.as_bytes());
        let told: Vec<_> = seen
            .iter()
            .flat_map(|seen| seen.result.as_deref())
            .collect();
        assert_eq!(told, results, "{text}");
        assert_eq!(seen.len(), results.len(), "{text}");
        assert_eq!(pgn_text::raw_games(text.as_bytes()).len(), results.len());
    }
}

#[test]
fn a_comment_before_the_first_tag_is_no_game() {
    let comment = "{ Games of a club, by and by\n1. e4 is played a lot }\n";
    let games = [game("Ann", "*", "1. e4"), game("Ben", "*", "{ none }")].concat();
    for comment in [comment.to_owned(), comment.repeat(40)] {
        let text = comment + &games;
        let whites: Vec<_> = headings(text.as_bytes())
            .into_iter()
            .map(|seen| seen.white)
            .collect();
        assert_eq!(whites, ["Ann", "Ben"].map(|name| Some(name.to_owned())));
        assert_eq!(pgn_text::raw_games(text.as_bytes()).len(), 2);
    }
    assert_eq!(headings(b"{ It begins: } e4 e5").len(), 1);
}

#[test]
fn moves_are_counted_by_the_last_number() {
    for (moves, plies) in [
        ("1. e4 {Best by test} 1... e5 {[%eval 0.2]} 2. Nf3", 3),
        ("1. e4 e5 2. Nf3 {[%clk 0:01:02.5] 7. it is} 2... Nc6", 4),
        ("41... Kg7 42. Kg2 (42. Kf2 Kh6) Kg8", 84),
        ("1.e4 e5 2.Nf3 Nc6", 4),
        ("e4 e5", 0),
    ] {
        assert_eq!(
            headings(game("Ann", "*", moves).as_bytes())[0].plies,
            plies,
            "{moves}"
        );
    }
}

#[test]
fn line_ends_marks_and_letters_of_all_kinds() {
    let text = "\u{feff}[Event \"?\"]\r\n[White \"A \\\"B\\\" C\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"?\"]\r\n\r\n[Event \"?\"]\r\n[White \"D\"]\r\n\r\n*";
    let seen = headings(text.as_bytes());
    let names: Vec<_> = seen.iter().map(|seen| seen.white.as_deref()).collect();
    assert_eq!(names, [Some("A \"B\" C"), None, Some("D")]);
    // Windows-1252.
    assert_eq!(
        headings(b"[White \"Ren\xe9\"]\n\n*")[0].white.as_deref(),
        Some("René")
    );
    assert!(
        HeadingReader::new(&b"\xff\xfe[\0"[..])
            .read(&mut Headings::default())
            .is_err()
    );
    assert_eq!(headings(b""), []);
    assert_eq!(headings(b"1. e4 e5").len(), 1, "a game without tags");
}

#[test]
fn no_game_is_lost_where_two_blocks_that_are_read_meet() {
    let mut games = Vec::new();
    for number in 0..9_000 {
        let comment = "x".repeat(number * 7 % 331);
        let moves = format!("1. e4 {{ {comment}\n[{number} }} e5 2. Nf3");
        games.push(game(&format!("Player {number}"), "0-1", &moves));
    }
    let text = games.concat();
    assert!(text.len() > 2 << 20);
    let seen = headings(text.as_bytes());
    assert_eq!(seen.len(), games.len());
    for (number, (seen, game)) in seen.iter().zip(&games).enumerate() {
        assert_eq!(&seen.text, game);
        assert_eq!(seen.white, Some(format!("Player {number}")));
        assert_eq!(seen.plies, 3);
    }
}

#[test]
fn it_cuts_files_where_an_import_does() {
    let text = pgn_text::games(300);
    let games = pgn_text::raw_games(text.as_bytes());
    let seen = headings(text.as_bytes());
    assert_eq!(seen.len(), games.len());
    for (seen, game) in seen.iter().zip(&games) {
        let alone = pgn_text::raw_games(seen.text.as_bytes());
        assert_eq!(alone.len(), 1);
        assert_eq!(alone[0].length, game.length);
    }
}
