//! What the text front end says to options that make no sense, and to games that cannot be resumed.

use std::fs;

use crate::terminal::{Home, id_of};

#[test]
fn options_that_make_no_sense() {
    let home = Home::new();
    for (arguments, status, says) in [
        (&["--text", "--time", "nonsense"][..], 2, "5+3"),
        (&["--text", "--time", "0"], 2, "5+3"),
        (&["--text", "--time", "5+"], 2, "5+3"),
        (&["--text", "--time", "5,"], 2, "5+3"),
        (&["--text", "--fen", "nonsense"], 2, "cannot be read"),
        (&["--text", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], 2, "king"),
        (
            &["--text", "--fen", "4k3/8/8/8/8/8/8/4K2P w - - 0 1"],
            2,
            "pawn",
        ),
        (
            &["--text", "--fen", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"],
            2,
            "check",
        ),
        (
            &["--text", "--resume", "20200101T000000Z-00000000"],
            1,
            "game",
        ),
        (&["--text", "--resume", ""], 1, "game"),
        (&["--text", "--resume", "../../etc/passwd"], 1, "game"),
        (&["--text", "--resume", "x", "--time", "5"], 2, "--resume"),
        (&["--text", "--resume", "x", "--fen", "x"], 2, "--resume"),
        (&["--text", "--resume", "x", "--claimed"], 2, "--resume"),
        (&["--time", "5"], 2, "--text"),
        (&["--claimed"], 2, "--text"),
    ] {
        let done = home.run(arguments);
        assert_eq!(done.status.code(), Some(status), "{arguments:?}: {done:?}");
        let told = String::from_utf8(done.stderr).unwrap().to_lowercase();
        assert!(told.contains(says), "{arguments:?}: {told}");
        assert!(done.stdout.is_empty(), "{arguments:?}");
        assert_eq!(
            home.logs().len(),
            0,
            "{arguments:?}: a game that never began"
        );
    }
}

#[test]
fn wrong_arguments_are_told_in_one_sentence() {
    let home = Home::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (arguments, says) in [
        (&["--bogus"][..], "There is no option --bogus."),
        (&["--bogus=3"], "There is no option --bogus."),
        (&["-z"], "There is no option -z."),
        (&["--explain"], "A value is missing after --explain."),
        (&["--import-pgn"], "A value is missing after --import-pgn."),
        (
            &["--explain", start, "--nodes", "0"],
            "--nodes: “0” is not a whole number of 1 or more.",
        ),
        (
            &["--explain", start, "--nodes", "-5"],
            "--nodes: “-5” is not a whole number of 1 or more.",
        ),
        (
            &["--review", "x", "--nodes=many"],
            "--nodes: “many” is not a whole number of 1 or more.",
        ),
        (
            &["--predict", start, "--rating", "-5"],
            "--rating: “-5” is not a whole number of 0 or more.",
        ),
        (
            &["--predict", start, "--rating", "1500.5"],
            "--rating: “1500.5” is not a whole number of 0 or more.",
        ),
        (
            &["--text-2048", "--size", "9"],
            "--size: “9” is not a whole number from 4 to 8.",
        ),
        (
            &["--text", "--tips", "me"],
            "--tips: “me” is none of these: white, black, both.",
        ),
        (
            &["--scoresheet", "x", "--output", "x.pdf", "--paper", "A9"],
            "--paper: “A9” is none of these: A4, Letter.",
        ),
        (&["--text=3"], "Nothing can be set by --text."),
        (&["--list", "--list"], "--list can be given only once."),
        (
            &["--list", "--check"],
            "--list does not go together with --check.",
        ),
        (
            &["--list", "a.pgn"],
            "--list does not go together with FILE.",
        ),
        (
            &["--text", "--resume", "x", "--white=Ann", "--claimed"],
            "--resume does not go together with --white, --claimed.",
        ),
        (&["--resume", "x"], "This option is missing: --text."),
        (&["--diagram", start], "This option is missing: --output."),
        (
            &["--output", "x.png"],
            "This option is missing: --diagram or --scoresheet.",
        ),
        (
            &["--moves", "e4"],
            "This option is missing: --explain or --predict.",
        ),
        // What would do nothing beside another option.
        (
            &["--list", "--resume", "x"],
            "This option is missing: --text.",
        ),
        (
            &["--list", "--time", "5"],
            "This option is missing: --text.",
        ),
        (
            &["--list", "--size", "4"],
            "This option is missing: --text-2048.",
        ),
        (
            &["--list", "--player", "x"],
            "This option is missing: --explore.",
        ),
        (
            &["--list", "--in", "x"],
            "This option is missing: --explore or --find.",
        ),
        (
            &["--motifs", start, "--nodes", "9"],
            "This option is missing: --explain or --review.",
        ),
        (
            &["--explain", start, "--rating", "9"],
            "This option is missing: --predict.",
        ),
        (
            &["--check", "--json"],
            "--check does not go together with --json.",
        ),
        (
            &["--json", "a.pgn"],
            "--json does not go together with FILE.",
        ),
    ] {
        let done = home.run_apart(arguments, b"");
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {done:?}");
        assert!(done.stdout.is_empty(), "{arguments:?}");
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(told, format!("{says}\n"), "{arguments:?}");
    }
    // What is not wrong: numbers beyond those that mean something more, and questions about the program.
    for rating in ["0", "99999", "99999999999999999999"] {
        let predicted = home.answers(&["--predict", start, "--rating", rating, "--json"]);
        assert_eq!(predicted.len(), 1, "{rating}");
    }
    for (asked, says) in [("--help", "Usage: "), ("--version", "rank-and-file ")] {
        let done = home.run_apart(&[asked], b"");
        assert_eq!((done.status.code(), &done.stderr[..]), (Some(0), &b""[..]));
        assert!(String::from_utf8(done.stdout).unwrap().contains(says));
    }
}

/// What is told stays one line, whatever is given.
#[test]
fn wrong_arguments_do_not_steer_the_terminal() {
    let home = Home::new();
    for arguments in [
        &["--a\u{1b}]0;x\u{7}\nforged"][..],
        &["--explain", "x", "--nodes", "1\u{1b}[2J\nforged"],
        &["--text", "--tips", "me\r\nforged"],
    ] {
        let done = home.run_apart(arguments, b"");
        assert_eq!(done.status.code(), Some(2), "{done:?}");
        let told = String::from_utf8(done.stderr).unwrap();
        let line = told.strip_suffix('\n').unwrap();
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

#[test]
fn games_that_cannot_be_taken_up() {
    let home = Home::new();
    let mut first = home.open(&["--text", "--json"]);
    first.ask("e4");
    let (log, id) = home.log();
    let before = fs::read(&log).unwrap();
    let locked = home.run(&["--text", "--json", "--resume", &id]);
    assert_eq!(
        (locked.status.code(), locked.stdout.len()),
        (Some(1), 0),
        "{locked:?}"
    );
    assert!(!locked.stderr.is_empty());
    assert_eq!(fs::read(&log).unwrap(), before, "a look changes nothing");
    // Who has the game is not disturbed, and lets it go in the end.
    assert_eq!(first.ask("e5")["ok"], true);
    first.kill();
    let mut second = home.open(&["--text", "--json", "--resume", &id]);
    assert_eq!(second.ask("Nf3")["ok"], true);
    second.leave();

    // Two games that begin alike: the beginning names neither.
    let copy = log.with_file_name(format!("{id}0.fenlog"));
    let other = fs::read_to_string(&log).unwrap();
    fs::write(&copy, other.replacen("White", "Ann", 1)).unwrap();
    let ambiguous = home.run(&["--text", "--resume", &id[..8]]);
    assert_eq!(ambiguous.status.code(), Some(1), "{ambiguous:?}");
    let mut whole = home.open(&["--text", "--json", "--resume", &id]);
    assert_eq!(whole.ask("Nc6")["ok"], true, "the whole id names one");
    whole.leave();

    // A log that cannot be believed is not continued and not touched.
    let text = fs::read_to_string(&copy).unwrap();
    let wrong = text.replace("\"draws\"", "\"draws\":7,\"x\"") + "no line\nno other\n";
    fs::write(&copy, &wrong).unwrap();
    let resumed = ["--text", "--json", "--resume", &id_of(&copy)];
    let faulty = home.run_apart(&resumed, b"a6\nquit\n");
    assert_eq!(faulty.status.code(), Some(1), "{faulty:?}");
    assert!(!faulty.stderr.is_empty());
    assert_eq!(fs::read_to_string(&copy).unwrap(), wrong);
    assert_eq!(home.run(&["--check"]).status.code(), Some(1));
}

#[test]
fn either_player_may_resign() {
    for (line, result) in [
        ("resign", "1-0"),
        ("resign black", "1-0"),
        ("resign white", "0-1"),
    ] {
        let home = Home::new();
        let mut terminal = home.open(&["--text", "--json"]);
        assert_eq!(terminal.ask("e4")["turn"], "black");
        assert_eq!(terminal.ask("resign purple")["refusal"], "unreadable");
        let answer = terminal.ask(line);
        assert_eq!(answer["result"], result, "{line}");
        assert_eq!(answer["reason"], "resignation", "{line}");
    }
}

/// As in PGN and for engines, castling rights without a king or rook at home are left out.
#[test]
fn surplus_castling_rights_are_no_reason_to_refuse_a_position() {
    let home = Home::new();
    let fen = "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1";
    let done = home.run_apart(&["--text", "--json", "--fen", fen], b"O-O\n");
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let log = fs::read_to_string(home.log().0).unwrap();
    assert!(log.contains("\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"), "{log}");
    let picture = home.games().with_file_name("diagram.svg");
    let done = home.run(&["--diagram", fen, "--output", picture.to_str().unwrap()]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert!(picture.exists());
}
