//! A log that fails is shown up to its last good line, and nothing can be played there.

use std::fs;

use serde_json::{Value, json};

use crate::saved::Written;
use crate::terminal::Home;

const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const FAULT: &str = "Line 4 of the file is wrong: no legal move leads to this position. The game is shown up to there.";

/// After 1. e4, a position follows that is two plies on.
fn skips_a_ply(home: &Home) -> String {
    let good = Written::play("e4 e5 Nf3").text();
    let lines: Vec<&str> = good.lines().collect();
    let log = format!("{}\n{}\n{}\n{}\n", lines[0], lines[1], lines[2], lines[4]);
    fs::create_dir_all(home.games()).unwrap();
    fs::write(home.games().join("skip.fenlog"), &log).unwrap();
    log
}

#[test]
fn people_see_it_up_to_the_fault() {
    let home = Home::new();
    let log = skips_a_ply(&home);
    let resumed = ["--text", "--resume", "skip"];
    for input in [&b""[..], b"fen\nmoves e7\ne5\nquit\nfen\n"] {
        let shown = home.run_apart(&resumed, input);
        assert_eq!(shown.status.code(), Some(1), "it cannot be continued");
        assert_eq!(
            String::from_utf8(shown.stderr).unwrap(),
            format!("{FAULT}\n")
        );
        let told = String::from_utf8(shown.stdout).unwrap();
        assert!(told.contains("\n4  . . . . P . . .\n"), "{told}");
        if !input.is_empty() {
            let answers = format!("\n{E4}\ne6 e5\n{FAULT}\n{FAULT}\n");
            assert!(told.ends_with(&answers), "{told}");
        }
    }
    let file = fs::read_to_string(home.games().join("skip.fenlog")).unwrap();
    assert_eq!(file, log, "it is never rewritten");
    assert_eq!(home.logs().len(), 1);
}

#[test]
fn programs_get_the_position_and_the_reason() {
    let home = Home::new();
    let log = skips_a_ply(&home);
    let mut terminal = home.open(&["--text", "--json", "--resume", "skip"]);
    let first = terminal.hear();
    assert_eq!(
        (&first["ok"], &first["message"], &first["fen"]),
        (&json!(false), &json!(FAULT), &json!(E4))
    );
    for line in ["e5", "resign", "draw", "takeback", "hint"] {
        let refused = terminal.ask(line);
        assert_eq!(
            (&refused["ok"], &refused["refusal"], &refused["message"]),
            (&json!(false), &json!("game-over"), &json!(FAULT)),
            "{line}"
        );
    }
    assert_eq!(terminal.ask("resign purple")["refusal"], "unreadable");
    for line in ["fen", "board", "moves", "last", "clock", "quit"] {
        let answer = terminal.ask(line);
        assert_eq!((&answer["ok"], &answer["fen"]), (&json!(true), &json!(E4)));
        assert_eq!(answer["result"], Value::Null);
    }
    let file = fs::read_to_string(home.games().join("skip.fenlog")).unwrap();
    assert_eq!(file, log);
}

#[test]
fn where_there_is_no_position_nothing_is_shown() {
    let home = Home::new();
    fs::create_dir_all(home.games()).unwrap();
    fs::write(home.games().join("prose.fenlog"), "Dear Ann,\n").unwrap();
    fs::write(home.games().join("empty.fenlog"), "").unwrap();
    fs::write(
        home.games().join("newer.fenlog"),
        "# {\"rank-and-file\":2}\n",
    )
    .unwrap();
    for id in ["prose", "empty", "newer"] {
        for arguments in [
            &["--text", "--resume", id][..],
            &["--text", "--json", "--resume", id],
        ] {
            let shown = home.run(arguments);
            assert_eq!(shown.status.code(), Some(1), "{shown:?}");
            assert!(
                shown.stdout.is_empty() && !shown.stderr.is_empty(),
                "{shown:?}"
            );
        }
    }
}
