//! What was played from a position, and who reached it, by the command.

use std::fs;

use rank_and_file_core::library::AliasFile;
use serde_json::{Value, json};

use crate::terminal::Home;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Ann against Ben and Cleo, and a game that is not over.
const GAMES: &str = "\
[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2025.03.04\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
[White \"Ben\"]\n[Black \"Ann\"]\n[Date \"2025.11.30\"]\n\n1. Nf3 Nc6 2. e4 e5 0-1\n\n\
[White \"Ann\"]\n[Black \"Cleo\"]\n[Date \"2026.??.??\"]\n\n1. e4 e5 2. Nf3 Nf6 1/2-1/2\n\n\
[White \"Cleo\"]\n[Black \"Ben\"]\n[Date \"2026.02.28\"]\n\n1. d4 *\n\n";

fn home() -> Home {
    let home = Home::new();
    let done = home.run_apart(&["--import-pgn", "-"], GAMES.as_bytes());
    assert_eq!(done.stdout, b"4 games imported.\n", "{done:?}");
    home
}

#[test]
fn the_answer_is_one_object() {
    let home = home();
    let done = home.run_apart(&["--explore", START, "--json"], b"");
    let wanted = format!(
        "{{\"fen\":\"{START}\",\"games\":4,\"moves\":[\
         {{\"san\":\"e4\",\"uci\":\"e2e4\",\"games\":2,\"white\":1,\"draws\":1,\"black\":0}},\
         {{\"san\":\"Nf3\",\"uci\":\"g1f3\",\"games\":1,\"white\":0,\"draws\":0,\"black\":1}},\
         {{\"san\":\"d4\",\"uci\":\"d2d4\",\"games\":1,\"white\":0,\"draws\":0,\"black\":0}}]}}\n"
    );
    assert_eq!(String::from_utf8(done.stdout).unwrap(), wanted);
    // The moves that led there do not matter, nor do the counters and the field for en passant.
    let after = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 9 30";
    let [answer] = &home.answers(&["--explore", after, "--json"])[..] else {
        panic!("one line");
    };
    assert_eq!(*answer, json!({"fen": after, "games": 2, "moves": []}));
}

#[test]
fn only_the_games_that_are_wanted_count() {
    let home = home();
    let counted = |more: &[&str]| {
        let mut arguments = vec!["--explore", START, "--json"];
        arguments.extend(more);
        home.answers(&arguments)[0]["games"].clone()
    };
    for (more, games) in [
        (&["--player", "Ann"][..], 3),
        (&["--player", "Ann", "--color", "white"], 2),
        (&["--player", "Ann", "--color", "black"], 1),
        (&["--since", "2025-11-30"], 3),
        (&["--since", "2025-12-01"], 2),
        (&["--until", "2025-11-30"], 2),
        (&["--until", "2025-11"], 2),
        (&["--until", "2025-11-29"], 1),
        (&["--since", "2025", "--until", "2025"], 2),
        (&["--since", "2026-01-02"], 1),
        (&["--until", "2026-02"], 4),
        (&["--player", "Ben", "--since", "2026"], 1),
    ] {
        assert_eq!(counted(more), games, "{more:?}");
    }
    // Players are known by the names that they have been given.
    let file = AliasFile::new(home.path().join("rank-and-file/players.jsonl"));
    file.rename("Cleo", "Ann", rank_and_file_core::record::log::now())
        .unwrap();
    for name in ["Ann", "Cleo"] {
        assert_eq!(counted(&["--player", name]), 4);
    }
}

#[test]
fn the_games_that_reached_a_position() {
    let home = home();
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let found = home.answers(&["--find", after, "--json"]);
    assert_eq!(
        found
            .iter()
            .map(|game| game["ply"].clone())
            .collect::<Vec<_>>(),
        [3, 3]
    );
    let games = home.answers(&["--list", "--json"]);
    for game in &found {
        let named = games
            .iter()
            .find(|listed| listed["id"] == game["id"])
            .unwrap();
        assert_eq!(named["white"], "Ann");
    }
    assert_eq!(found[0].as_object().unwrap().len(), 2);
    let nowhere = home.answers(&["--find", "8/8/8/4k3/8/8/8/4K3 w - - 0 1", "--json"]);
    assert_eq!(nowhere, Vec::<Value>::new());
}

/// The games of a file are asked where it lies, also for pieces.
#[test]
fn the_games_of_a_collection() {
    let home = home();
    let saved = home.run_apart(&["--export-pgn", "all"], b"").stdout;
    let ending =
        "[White \"Dan\"]\n[FEN \"7k/8/8/8/8/8/R3P3/K6r w - - 0 1\"]\n\n1. Kb2 Rb1+ 2. Kxb1 *\n";
    let file = home.path().join("club.pgn");
    fs::write(&file, [&saved[..], b"\n", ending.as_bytes()].concat()).unwrap();
    let file = file.to_str().unwrap();
    let explored = &home.answers(&["--explore", START, "--in", file, "--json"])[0];
    assert_eq!(explored, &home.answers(&["--explore", START, "--json"])[0]);
    let found = home.answers(&["--find", "KRvKRP", "--in", file, "--json"]);
    assert_eq!(found, [serde_json::json!({"id": "5", "ply": 0})]);
    let found = home.run_apart(&["--find", "KRPvK", "--in", file], b"");
    let found = String::from_utf8(found.stdout).unwrap();
    assert!(
        found.starts_with("1 game was found.\n") && found.contains("Dan"),
        "{found}"
    );
    let missing = home.run_apart(&["--find", START, "--in", "none.pgn"], b"");
    let says = String::from_utf8(missing.stderr).unwrap();
    assert_eq!(says, "none.pgn: There is no such file.\n");
    assert_eq!(missing.status.code(), Some(1));
    assert_eq!(
        home.answers(&["--list", "--json"]).len(),
        4,
        "nothing is imported"
    );
    // Among the saved games, pieces are found alike.
    assert!(home.answers(&["--find", "KRvKRP", "--json"]).is_empty());
    home.run_apart(&["--import-pgn", file], b"");
    let found = home.answers(&["--find", "KRvKRP", "--json"]);
    assert_eq!((found.len(), &found[0]["ply"]), (1, &Value::from(0)));
}

#[test]
fn people_read_a_table() {
    let home = home();
    let told = |arguments: &[&str]| {
        let done = home.run_apart(arguments, b"");
        String::from_utf8(done.stdout).unwrap()
    };
    assert_eq!(
        told(&["--explore", START]),
        "4 saved games reached this position.\n\
         \u{20}          Games     1-0  1/2-1/2     0-1\n\
         e4             2       1        1       0\n\
         Nf3            1       0        0       1\n\
         d4             1       0        0       0\n"
    );
    let lonely = "8/8/8/4k3/8/8/8/4K3 w - - 0 1";
    for asked in ["--explore", "--find"] {
        assert_eq!(
            told(&[asked, lonely]),
            "No saved game reached this position.\n"
        );
    }
    let after = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    let found = told(&["--find", after]);
    let [head, game] = found.lines().collect::<Vec<_>>()[..] else {
        panic!("{found}");
    };
    assert_eq!(head, "1 saved game reached this position.");
    assert!(
        game.ends_with("2026.02.28            *          1  Cleo – Ben"),
        "{game}"
    );
}

#[test]
fn what_makes_no_sense_is_one_sentence() {
    let home = home();
    for (arguments, says) in [
        (
            &["--explore", "nonsense"][..],
            "The placement of the pieces cannot be read.\n",
        ),
        (
            &["--find", "8/8/8/8/8/8/8/8 w - - 0 1"],
            "White has no king.\n",
        ),
        (
            &["--explore", START, "--player", "Dan"],
            "No games by “Dan”.\n",
        ),
        (
            &["--explore", START, "--player", "Ann", "--color", "red"],
            "“red” is not a color of pieces: white or black.\n",
        ),
        (
            &["--explore", START, "--since", "2026-02-30"],
            "“2026-02-30” is not a date. A date looks like 2026-11-20, 2026-11 or 2026.\n",
        ),
        (
            &["--explore", START, "--until", ""],
            "“” is not a date. A date looks like 2026-11-20, 2026-11 or 2026.\n",
        ),
    ] {
        let done = home.run_apart(arguments, b"");
        assert_eq!(
            String::from_utf8(done.stderr).unwrap(),
            says,
            "{arguments:?}"
        );
        assert_eq!((done.status.code(), &done.stdout[..]), (Some(2), &b""[..]));
    }
    for arguments in [
        &["--explore", START, "--color", "white"][..],
        &["--player", "Ann"],
        &["--find", START, "--player", "Ann"],
        &["--find", START, "--since", "2026"],
        &["--explore", START, "--find", START],
        &["--explore", START, "--list"],
        &["--explore"],
    ] {
        let done = home.run_apart(arguments, b"");
        assert_eq!(
            (done.status.code(), &done.stdout[..]),
            (Some(2), &b""[..]),
            "{arguments:?}"
        );
    }
}

#[test]
fn it_knows_of_games_that_other_programs_have_put_there() {
    let home = home();
    let text = format!("{START}\nrnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 1 1\n");
    let path = home.games().join("20260101T000000Z-00000000.fenlog");
    fs::write(&path, text).unwrap();
    let games = || home.answers(&["--explore", START, "--json"])[0]["games"].clone();
    assert_eq!(games(), 5);
    fs::remove_file(&path).unwrap();
    assert_eq!(games(), 4);
    // Without the cache the answer is the same.
    fs::remove_dir_all(home.path().join("cache")).unwrap();
    fs::write(home.path().join("cache"), "no folder").unwrap();
    assert_eq!(games(), 4);
}
