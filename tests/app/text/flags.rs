//! Clocks and flags in a terminal: each answer has looked at the clocks first.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::terminal::{Home, Terminal, clocks};

/// Time for White, and next to none for Black.
const HURRIED: [&str; 4] = ["--text", "--json", "--time", "10,0.004"];

/// Asks again and again, until what is wanted has come.
fn until(terminal: &mut Terminal, line: &str, wanted: fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let answer = terminal.ask(line);
        if wanted(&answer) {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{answer}");
    }
}

#[test]
fn each_answer_has_the_clocks_of_now() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--time", "10"]);
    terminal.ask("e4");
    for line in ["fen", "board", "moves", "moves e7", "help", "material"] {
        let (_, before) = clocks(&terminal.ask("clock"));
        let begun = Instant::now();
        let after = loop {
            let (_, left) = clocks(&terminal.ask(line));
            if left < before {
                break left;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{line}: {left}");
        };
        assert!(after > 0, "{line}: {after}");
    }
}

#[test]
fn any_line_finds_a_fallen_flag() {
    for line in ["fen", "board", "moves", "help", "material", "clock"] {
        let home = Home::new();
        let mut terminal = home.open(&HURRIED);
        terminal.ask("e4");
        let over = |answer: &Value| !answer["result"].is_null();
        let answer = until(&mut terminal, line, over);
        assert_eq!(
            (&answer["ok"], &answer["result"], &answer["reason"]),
            (&json!(true), &json!("1-0"), &json!("time")),
            "{line}"
        );
        assert_eq!(clocks(&answer).1, 0, "{line}: {answer}");
        if line == "moves" {
            assert_eq!(answer["moves"], json!([]), "the game is over");
        }
        assert_eq!(terminal.ask("e5")["refusal"], "game-over", "{line}");
        terminal.leave();
        assert!(home.run(&["--check"]).status.success(), "{line}");
    }
}

/// What comes too late is answered by how the game has ended, whatever it is.
#[test]
fn what_comes_after_the_flag() {
    for line in [
        "e5", "draw", "resign", "takeback", "Ke4", "moves e3", "nonsense",
    ] {
        let home = Home::new();
        let mut terminal = home.open(&HURRIED);
        terminal.ask("e4");
        let log = home.log().0;
        // Another game has waited for as long.
        let other = Home::new();
        let mut elsewhere = other.open(&HURRIED);
        elsewhere.ask("e4");
        until(&mut elsewhere, "clock", |answer| {
            !answer["result"].is_null()
        });
        let answer = terminal.ask(line);
        let told = [&answer["ok"], &answer["san"], &answer["result"]];
        assert_eq!(told, [&json!(true), &Value::Null, &json!("1-0")], "{line}");
        assert_eq!(answer["reason"], "time", "{line}");
        let text = std::fs::read_to_string(log).unwrap();
        assert!(
            text.contains(r#"{"result":"1-0","reason":"time","#),
            "{text}"
        );
    }
}

#[test]
fn people_read_that_a_flag_has_fallen() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--time", "10,0.004"]);
    terminal.say("e4");
    while !terminal.line().starts_with("e4  ") {}
    let begun = Instant::now();
    let fen = loop {
        terminal.say("fen");
        let line = terminal.line();
        if line == "Out of time. White wins.\n" {
            break terminal.line();
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{line}");
    };
    let wanted = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
    assert_eq!(fen, wanted, "what was asked for comes, too");
    terminal.say("fen");
    assert_eq!(terminal.line(), wanted, "the flag falls once");
}
