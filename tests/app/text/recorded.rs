//! PGN as other programs write it, imported and exported: nothing that was recorded is lost. And what people type, and
//! what they are told.

use std::fs;

use crate::terminal::Home;

/// What the program says and what it complains of.
fn run(home: &Home, arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let done = home.run_apart(arguments, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = done.status.code().unwrap();
    (code, text(done.stdout), text(done.stderr))
}

/// A text is imported and exported again. What the export must have, and what is told.
#[test]
fn what_is_imported_comes_out_as_it_was_recorded() {
    let wide: Vec<u8> = "\u{feff}[White \"Šahovic\"]\n\n1. d4 *\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let rows: &[(&[u8], &[&str], &str)] = &[
        // Dates.
        (
            b"[Date \"2013.05.06\"]\n[UTCDate \"2017.08.02\"]\n[UTCTime \"23:23:31\"]\n\n1. d4 *\n",
            &[
                "[Date \"2013.05.06\"]",
                "[UTCDate \"2017.08.02\"]",
                "[UTCTime \"23:23:31\"]",
            ],
            "",
        ),
        (
            b"[Date \"2017.08.02\"]\n[UTCDate \"2017.08.02\"]\n[UTCTime \"23:23:31\"]\n\n1. d4 *\n",
            &["[Date \"2017.08.02\"]"],
            "",
        ),
        (
            b"[Event \"a\"]\n[Date \"11.07.1972\"]\n\n1. d4 *\n",
            &["[Date \"11.07.1972\"]"],
            "game 1, line 2: It is not clear which day “11.07.1972” is.\n",
        ),
        (
            b"[Date \"07/11/1972\"]\n\n1. d4 *\n",
            &["[Date \"07/11/1972\"]"],
            "game 1, line 1: It is not clear which day “07/11/1972” is.\n",
        ),
        (
            b"[Date \"72.07.11\"]\n\n1. d4 *\n",
            &["[Date \"72.07.11\"]"],
            "game 1, line 1: It is not clear which day “72.07.11” is.\n",
        ),
        (
            b"[Date \"25.12.1972\"]\n\n1. d4 *\n",
            &["[Date \"1972.12.25\"]"],
            "",
        ),
        // Results.
        (
            b"[Result \"0-1\"]\n[Termination \"White lost on time\"]\n[FEN \"8/8/8/8/8/6K1/6p1/1k6 w - - 0 1\"]\n\n1. Kxg2 0-1\n",
            &["[Result \"0-1\"]", "[Termination \"White lost on time\"]", "Kxg2 0-1"],
            "game 1, line 5: The recorded result 0-1 is used, but the board says 1/2-1/2.\n",
        ),
        (
            b"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 1-0\n",
            &["[Result \"1-0\"]"],
            "game 1, line 1: The recorded result 1-0 is used, but the board says 1/2-1/2.\n",
        ),
        (
            b"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n",
            &["[Result \"1-0\"]", "Qh4# 1-0"],
            "game 1, line 3: The recorded result 1-0 is used, but the board says 0-1.\n",
        ),
        (
            b"[Result \"1-0\"]\n\n1. e4 0-1\n",
            &["[Result \"0-1\"]", "e4 0-1"],
            "game 1, line 1: The result is 1-0 in the tag and 0-1 after the moves; 0-1 is used.\n",
        ),
        (
            b"[Site \"Rome\"]\n[Round \"3.1\"]\n[White \"?\"]\n[Termination \"Black died\"]\n\n1. e4 1-0\n",
            &[
                "[Site \"Rome\"]",
                "[Round \"3.1\"]",
                "[White \"?\"]",
                "[Black \"?\"]",
                "[Termination \"Black died\"]",
            ],
            "",
        ),
        (
            b"[Termination \"time\"]\n\n1. e4 1-0\n",
            &["[Termination \"time\"]", "[Result \"1-0\"]"],
            "",
        ),
        // Letters.
        (
            b"[White \"\x8aahovic\"]\n\n1. d4 *\n",
            &["[White \"Šahovic\"]"],
            "",
        ),
        (&wide, &["[White \"Šahovic\"]"], ""),
        // Whole games that were refused, or two that became one.
        (
            b"1. e4 {so:\n[Event \"x\"]\n} e5 *\n",
            &["1. e4 {so: [Event \"x\"]} 1... e5 *"],
            "",
        ),
        (
            b"[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. exd6ep *\n",
            &["1. exd6 *"],
            "",
        ),
        (b"[pgn]1. e4 *[/pgn]\n", &["1. e4 *"], ""),
        (b"1. e4 e5 2.1-0\n", &["1. e4 e5 1-0"], ""),
        (b"1. e4 e5 1:0\n", &["1. e4 e5 1-0"], ""),
        (b"1. e4 e5 +-\n", &["1. e4 e5 1-0"], ""),
        (b"1. e4 e5 -+\n", &["1. e4 e5 0-1"], ""),
        (b"1. e4 e5 =\n", &["1. e4 e5 1/2-1/2"], ""),
        (b"1. e4 e5 +--\n", &["1. e4 e5 1-0"], ""),
        (
            b"1. e4 e5 0-0\n",
            &["1. e4 e5 *"],
            "game 1, line 1: “0-0” does not say who has won, so the result is left open.\n",
        ),
        (
            b"1. e4 e5\n2. Z0 1-0\n",
            &["1. e4 e5 1-0"],
            "game 1, line 2: “Z0” is a null move (a pass); the game is imported up to there.\n",
        ),
        (
            b"1. e4 --\n",
            &["1. e4 *"],
            "game 1, line 1: “--” is a null move (a pass); the game is imported up to there.\n",
        ),
        (
            b"[FEN \"4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1\"]\n\n1. O-O-O *\n",
            &["1. O-O-O *"],
            "game 1, line 1: Castling rights that do not fit the kings and rooks of the starting position are left out.\n",
        ),
        (
            b"1. e4 e5\n\n1. d4 d5\n",
            &["1. e4 e5 *", "1. d4 d5 *"],
            "",
        ),
        (
            b"1. e4 e5 1-0\n2. Nf3 Nc6 1-0\n",
            &["1. e4 e5 1-0"],
            "game 1, line 2: Moves stand after the result, from “Nf3”, and are left out.\n",
        ),
        (
            b"[White \"a\"] 1. e4 1-0 [White \"b\"] 1. d4 0-1\n",
            &["[White \"a\"]", "1. e4 1-0", "[White \"b\"]", "1. d4 0-1"],
            "",
        ),
        // Different games of one day.
        (
            b"[Round \"1\"]\n\n1. e4 e5 *\n\n[Round \"2\"]\n\n1. e4 e5 *\n\n[Round \"2\"]\n\n1. e4 e5 1-0\n\n[Site \"x\"]\n\n1. e4 e5 *\n\n[GameId \"x\"]\n\n1. e4 e5 *\n\n[UTCTime \"01:02:03\"]\n\n1. e4 e5 *\n",
            &[
                "[Round \"1\"]",
                "[Round \"2\"]",
                "e4 e5 1-0",
                "[Site \"x\"]",
                "[GameId \"x\"]",
                "[UTCTime \"01:02:03\"]",
            ],
            "",
        ),
    ];
    let zones = ["UTC", "Asia/Tokyo", "JST-9", "America/Los_Angeles"];
    for (number, (text, wanted, said)) in rows.iter().enumerate() {
        let shown = String::from_utf8_lossy(text);
        // Days are tried in every zone, all else in one after the other.
        let asked = match shown.contains("Date") {
            true => &zones[..],
            false => &zones[number % zones.len()..][..1],
        };
        for zone in asked {
            let home = Home::new();
            let in_zone = |arguments: &[&str], input: &[u8]| {
                let mut command = home.command(arguments);
                command.env("TZ", zone);
                crate::terminal::fed(command, input)
            };
            let done = in_zone(&["--import-pgn", "-"], text);
            assert_eq!(done.status.code(), Some(0), "{shown}: {done:?}");
            assert_eq!(String::from_utf8(done.stderr).unwrap(), *said, "{shown}");
            let exported = in_zone(&["--export-pgn", "all"], b"").stdout;
            let out = String::from_utf8(exported.clone()).unwrap();
            for part in *wanted {
                assert!(out.contains(part), "{zone}: {part} of {shown} in {out}");
            }
            assert_eq!(run(&home, &["--check"], b"").0, 0, "{shown}");
            // The same again is known, and so is what was exported.
            for again in [text, exported.as_slice()] {
                let told = in_zone(&["--import-pgn", "-"], again).stdout;
                let told = String::from_utf8(told).unwrap();
                assert!(
                    told.starts_with("0 games imported, "),
                    "{zone}: {told}{out}"
                );
            }
        }
    }
}

#[test]
fn a_contradiction_is_told_in_the_game_too() {
    let home = Home::new();
    run(
        &home,
        &["--import-pgn", "-"],
        b"[Result \"1-0\"]\n\n1. e4 0-1\n",
    );
    let (_, id) = home.log();
    let (_, _, told) = run(&home, &["--text", "--resume", &id], b"");
    assert!(told.contains("The result is 1-0 in the tag"), "{told}");
    let (_, list, _) = run(&home, &["--list", "--json"], b"");
    assert!(list.contains("\"result\":\"0-1\""), "{list}");
}

#[test]
fn a_zone_by_its_name_is_heeded() {
    let home = Home::new();
    let log = "# {\"rank-and-file\":1,\"white\":\"A\",\"black\":\"B\",\"started\":\"2026-11-20T23:30:00Z\"}\n8/8/8/8/8/2k5/8/K6R w - - 0 1\n";
    fs::create_dir_all(home.games()).unwrap();
    fs::write(home.games().join("a.fenlog"), log).unwrap();
    for (zone, day) in [("UTC", "20"), ("Asia/Tokyo", "21"), ("JST-9", "21")] {
        let done = home
            .command(&["--export-pgn", "a"])
            .env("TZ", zone)
            .output();
        let text = String::from_utf8(done.unwrap().stdout).unwrap();
        assert!(
            text.contains(&format!("[Date \"2026.11.{day}\"]")),
            "{zone}: {text}"
        );
    }
}

#[test]
fn files_are_named_and_those_that_are_none_of_ours() {
    let home = Home::new();
    let away = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = away.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let bad = file("bad.pgn", b"1. e9 *\n");
    let noted = file("noted.pgn", b"1. e4 -- *\n");
    let packed = file("games.pgn.gz", b"\x1f\x8b\x08\0\0\0\0\0");
    let picture = file("games.jpg", b"\xff\xd8\xff\xe0JFIF");
    let (code, told, cried) = run(
        &home,
        &["--import-pgn", &bad, &noted, &packed, &picture],
        b"",
    );
    assert_eq!(code, 1);
    assert_eq!(
        told,
        "1 game imported, 1 game could not be read, 1 notice.\n"
    );
    let lines: Vec<&str> = cried.lines().collect();
    assert_eq!(lines.len(), 4, "{cried}");
    assert!(
        lines[0].starts_with(&format!("{bad}: game 1, line 1: 1. e9 ")),
        "{cried}"
    );
    assert!(
        lines[1].starts_with(&format!("{noted}: game 1, line 1: “--”")),
        "{cried}"
    );
    assert_eq!(
        lines[2],
        format!("{packed}: This is a packed file. Unpack it first.")
    );
    assert_eq!(
        lines[3],
        format!("{picture}: This is a picture, not a file with games.")
    );
}

/// What is typed in a new game, and what the last answer says of it.
#[test]
fn what_is_typed() {
    let ends = |fen: &'static str| vec!["--text", "--json", "--time", "5+3", "--fen", fen];
    let start = || vec!["--text", "--json", "--claimed"];
    for (arguments, typed, key, wanted) in [
        (start(), &["1. e4"][..], "san", "\"e4\""),
        (start(), &["Ng1-f3"], "san", "\"Nf3\""),
        (start(), &["♘f3"], "san", "\"Nf3\""),
        (start(), &["e2e4x"], "refusal", "\"unreadable\""),
        (start(), &["e2e4q"], "refusal", "\"unreadable\""),
        (start(), &["quit now"], "refusal", "\"unreadable\""),
        (start(), &["draw please"], "refusal", "\"unreadable\""),
        (start(), &["help"], "ok", "true"),
        (start(), &["claim"], "refusal", "\"nothing-to-claim\""),
        (
            start(),
            &["e4", "e5", "claim", "accept"],
            "reason",
            "\"agreement\"",
        ),
        (
            start(),
            &["claim e4"],
            "fen",
            "\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"",
        ),
        (
            ends("4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1"),
            &["b5:c6"],
            "san",
            "\"bxc6\"",
        ),
        (
            ends("4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1"),
            &["bxc6 ep"],
            "san",
            "\"bxc6\"",
        ),
        (
            vec!["--text", "--json", "--time", "90+30"],
            &["e4"],
            "clock",
            "{\"white_ms\":5430000,\"black_ms\":5400000}",
        ),
        (
            vec!["--text", "--json", "--time", "5|3"],
            &["e4"],
            "ok",
            "true",
        ),
        (
            vec![
                "--text",
                "--json",
                "--fen",
                "4k3/8/8/8/8/8/8/R3K3\tw\tQ\t-\t0\t1",
            ],
            &["O-O-O"],
            "ok",
            "true",
        ),
        (
            ends("1rk2r2/pppp1ppp/8/8/8/8/PPPP1PPP/1RK2R2 w FBfb - 0 1"),
            &["O-O"],
            "fen",
            "\"1rk2r2/pppp1ppp/8/8/8/8/PPPP1PPP/1R3RK1 b fb - 1 1\"",
        ),
        (
            ends("1rk2r2/pppp1ppp/8/8/8/8/PPPP1PPP/1RK2R2 w FBfb - 0 1"),
            &["c1g1", "c8b8"],
            "uci",
            "\"c8b8\"",
        ),
        (
            ends("1rk2r2/pppp1ppp/8/8/8/8/PPPP1PPP/1RK2R2 w KQkq - 0 1"),
            &["Kd1", "takeback", "accept", "c1b1"],
            "san",
            "\"O-O-O\"",
        ),
    ] {
        let home = Home::new();
        let mut terminal = home.open(&arguments);
        let answers: Vec<_> = typed.iter().map(|line| terminal.ask(line)).collect();
        let said = answers.last().unwrap()[key].to_string();
        let said = said.as_str();
        if key == "clock" {
            // Some milliseconds of Black may have passed.
            assert!(
                said.starts_with("{\"white_ms\":5430000,"),
                "{said} {wanted}"
            );
        } else {
            assert_eq!(said, wanted, "{arguments:?} {typed:?}");
        }
    }
}

#[test]
fn what_is_wrong_with_the_arguments() {
    let home = Home::new();
    for (arguments, part) in [
        (vec!["--time", "0"], "“0” leaves no time to play"),
        (
            vec!["--time", "9999"],
            "“9999” is too long: at most 6000 minutes are possible",
        ),
        (vec!["--time", "40/7200:3600"], "“7200” is too long"),
        (vec!["--time", "x"], "“x” is not a number"),
        (
            vec!["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x"],
            "more than the six fields",
        ),
        (
            vec!["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 99999999999 1"],
            "counter is larger",
        ),
        (vec!["--resume", "x", "--white", "Q"], "--white"),
    ] {
        let mut all = vec!["--text"];
        all.extend(arguments);
        let (status, told, cried) = run(&home, &all, b"");
        assert_eq!((status, told.as_str()), (2, ""), "{all:?}");
        assert!(cried.contains(part), "{all:?}: {cried}");
    }
}

#[test]
fn there_is_a_game_from_its_first_ply() {
    for (input, logs) in [
        (&b""[..], 0),
        (b"board\ndraw\nquit\n", 0),
        (b"draw\nquit\n", 0),
        (b"draw\ne4\n", 1),
        (b"resign\n", 1),
    ] {
        let home = Home::new();
        let (code, told, cried) = run(&home, &["--text"], input);
        assert_eq!((code, cried.as_str()), (0, ""), "{input:?}");
        assert_eq!(home.logs().len(), logs, "{input:?}: {told}");
        assert!(!told.contains("--resume") || logs == 1, "{told}");
        assert_eq!(run(&home, &["--check"], b"").0, 0, "{input:?}");
    }
}
