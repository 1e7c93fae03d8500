//! `--check`: what it says of logs that cannot be believed.

use std::fs;

use rank_and_file_core::chess::{Action, Color};

use crate::saved::{Written, header_line};
use crate::terminal::Home;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White is to move, and has no more than the king.
const WHITE_IS_BARE: &str = "4k2q/8/8/8/8/8/8/4K3 w - - 0 1";

/// What is said of a log, and whether it is sound.
fn check(log: &str) -> (bool, String) {
    let home = Home::new();
    fs::create_dir_all(home.games()).unwrap();
    fs::write(home.games().join("a.fenlog"), log).unwrap();
    let checked = home.run_apart(&["--check"], b"");
    let said = String::from_utf8(checked.stdout).unwrap();
    let said = said.strip_prefix("a: ").unwrap().trim_end().to_owned();
    (checked.status.success(), said)
}

#[test]
fn a_draw_for_want_of_a_mate_is_refuted_where_there_is_one() {
    let after_e4 = Written::play("e4").text();
    let refuted = "line 4: the recorded result does not fit the board";
    let by_time = r#"# {"result":"1/2-1/2","reason":"time-no-mating-material"}"#;
    let resigned = r#"# {"result":"1/2-1/2","reason":"resignation"}"#;
    for end in [by_time, resigned] {
        assert_eq!(
            check(&format!("{after_e4}{end}\n")),
            (false, refuted.to_owned())
        );
        let later = format!("{after_e4}{end}\n# {{\"weather\":\"rain\"}}\n");
        assert_eq!(check(&later), (false, refuted.to_owned()));
    }
    // The player who is to move has run out of time, and the other one has all that it takes.
    let black_is_bare = "4k3/8/8/8/8/8/8/4K2Q w - - 0 1";
    for (fen, end, good) in [
        (WHITE_IS_BARE, by_time, false),
        (black_is_bare, by_time, true),
        (WHITE_IS_BARE, resigned, true),
        (black_is_bare, resigned, true),
    ] {
        let log = format!("{}{fen}\n{end}\n", header_line());
        let said = check(&log);
        assert_eq!(said.0, good, "{fen} {end}: {}", said.1);
    }
}

#[test]
fn ends_that_a_position_cannot_refute_are_believed() {
    let header = header_line();
    for end in [
        r#"{"result":"0-1","reason":"time"}"#,
        r#"{"result":"1-0","reason":"time"}"#,
        r#"{"result":"1-0","reason":"resignation"}"#,
        r#"{"result":"1/2-1/2","reason":"agreement"}"#,
        r#"{"result":"1/2-1/2","reason":"other"}"#,
    ] {
        let log = format!("{header}{START}\n# {end}\n");
        assert_eq!(check(&log), (true, "ok".to_owned()), "{end}");
    }
    // Other programs call a game drawn on time where only few men are left.
    let home = Home::new();
    let text = b"[Termination \"Time forfeit\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n";
    assert!(
        home.run_apart(&["--import-pgn", "-"], text)
            .status
            .success()
    );
    let log = fs::read_to_string(home.log().0).unwrap();
    assert!(log.contains("time-no-mating-material"), "{log}");
    assert!(home.run(&["--check"]).status.success(), "{log}");
}

/// What this program writes of such ends is proven.
#[test]
fn own_ends_are_sound() {
    let mut resigned = Written::play("e4");
    resigned.act(Action::Resign(Color::White));
    assert_eq!(check(&resigned.text()), (true, "ok".to_owned()));

    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--fen", WHITE_IS_BARE]);
    terminal.ask("Ke2");
    assert_eq!(terminal.ask("resign black")["result"], "1/2-1/2");
    terminal.leave();
    assert!(home.run(&["--check"]).status.success());
}

#[test]
fn a_record_that_cannot_be_read_is_told_in_plain_words() {
    let after_e4 = Written::play("e4").text();
    let unreadable = "line 4: the record cannot be read: it is not one JSON object";
    for record in ["# [1]", "# {x}", "# 7", "# {} {}", "# \"result\""] {
        let log = format!("{after_e4}{record}\n{START}\n");
        assert_eq!(check(&log), (false, unreadable.to_owned()), "{record}");
    }
}
