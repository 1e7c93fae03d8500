//! The computer at one side of a game in the terminal, or at both.

use std::fs;
use std::path::Path;

use rank_and_file_core::chess::Color;
use rank_and_file_core::record::log::Header;
use serde_json::Value;

use crate::program::write_program;
use crate::saved::{Written, header, header_line};
use crate::terminal::{Home, Terminal, clocks};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// An engine that answers 1. e4, and is gone when it is asked once more.
const ONCE: &str = r#"#!/bin/sh
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) [ -e "$0.went" ] && exit; touch "$0.went"; echo "bestmove c7c5" ;;
  esac
done
"#;

fn against(home: &Home, black: &str) -> Terminal {
    home.open(&["--text", "--json", "--white", "Ann", "--black", black])
}

/// A move of the person, and what the computer answers.
fn play(terminal: &mut Terminal, line: &str) -> Value {
    let answer = terminal.ask(line);
    assert_eq!((&answer["ok"], &answer["by"]), (&true.into(), &Value::Null));
    by_computer(terminal.hear())
}

fn by_computer(answer: Value) -> Value {
    assert_eq!(answer["by"], "computer", "{answer}");
    assert_eq!(
        (&answer["ok"], &answer["saved"]),
        (&true.into(), &true.into())
    );
    answer
}

fn engine(folder: &Path, script: &str) -> String {
    let path = folder.join("once");
    write_program(&path, script);
    format!("computer:{}", path.display())
}

fn lines(output: &[u8]) -> Vec<Value> {
    let text = String::from_utf8(output.to_vec()).unwrap();
    let lines = text.lines().map(serde_json::from_str);
    lines.map(Result::unwrap).collect()
}

#[test]
fn it_answers_each_move_and_goes_on_when_the_game_is_taken_up() {
    let home = Home::new();
    let mut terminal = against(&home, "computer:3");
    let answer = play(&mut terminal, "e4");
    assert_eq!(answer["turn"], "white");
    assert!(answer["san"].is_string() && answer["uci"].is_string());
    // What is refused is the person's, who has another try.
    assert_eq!(terminal.ask("Qh8")["ok"], false);
    play(&mut terminal, "Nf3");
    terminal.leave();
    let (log, id) = home.log();
    let text = fs::read_to_string(log).unwrap();
    let head = text.lines().next().unwrap();
    assert!(head.contains("\"black\":\"Computer, level 3\""), "{head}");
    assert!(head.contains("\"black_computer\":\"3\""), "{head}");
    let mut again = home.open(&["--text", "--json", "--resume", &id]);
    let answer = play(&mut again, "Nc3");
    let fen = answer["fen"].as_str().unwrap();
    assert!(fen.ends_with(" 4"), "three moves each: {fen}");
    again.leave();
    assert!(home.run(&["--check"]).status.success());
}

#[test]
fn it_plays_at_a_rating() {
    let home = Home::new();
    let mut terminal = against(&home, "computer:1500");
    play(&mut terminal, "e4");
    terminal.leave();
    let (log, id) = home.log();
    let text = fs::read_to_string(log).unwrap();
    let head = text.lines().next().unwrap();
    assert!(
        head.contains("\"black\":\"Computer, rating 1500\""),
        "{head}"
    );
    assert!(head.contains("\"black_computer\":\"1500\""), "{head}");
    let mut again = home.open(&["--text", "--json", "--resume", &id]);
    play(&mut again, "Nf3");
    again.leave();
    for none in ["599", "2201", "11"] {
        let refused = home.run(&["--text", "--black", &format!("computer:{none}")]);
        assert_eq!(refused.status.code(), Some(2), "{none}");
    }
}

#[test]
fn it_moves_first_where_it_is_its_turn() {
    let home = Home::new();
    let mut terminal = home.open(&["--text", "--json", "--white", "computer:1"]);
    assert_eq!(by_computer(terminal.hear())["turn"], "black");
    terminal.leave();
    // A game that was left before its answer.
    let home = Home::new();
    fs::create_dir_all(home.games()).unwrap();
    let head = Header::with_computer(header(), Color::Black, "2".parse().unwrap());
    let log = Written::play("e4")
        .text()
        .replacen(&header_line(), &head.line(), 1);
    fs::write(home.games().join("a.fenlog"), log).unwrap();
    let mut terminal = home.open(&["--text", "--json", "--resume", "a"]);
    assert_eq!(by_computer(terminal.hear())["turn"], "white");
    terminal.leave();
}

#[test]
fn a_takeback_comes_back_to_the_person() {
    let home = Home::new();
    let mut terminal = against(&home, "computer:7");
    play(&mut terminal, "e4");
    let answer = play(&mut terminal, "takeback");
    assert_eq!(
        (&answer["fen"], &answer["offer"]),
        (&START.into(), &Value::Null)
    );
    let refused = terminal.ask("takeback");
    assert_eq!(refused["refusal"], "nothing-to-take-back");
    play(&mut terminal, "d4");
    assert_eq!(play(&mut terminal, "takeback 2")["fen"], START);
    terminal.leave();

    let strict = Home::new();
    let mut terminal = against(&strict, "computer:8");
    let before = play(&mut terminal, "e4");
    let answer = play(&mut terminal, "takeback");
    assert_eq!(
        (&answer["fen"], &answer["offer"]),
        (&before["fen"], &Value::Null)
    );
    terminal.leave();

    // Its own first move is nothing that a person could take back.
    let mut terminal = Home::new().open(&["--text", "--json", "--white", "computer:5"]);
    by_computer(terminal.hear());
    let refused = terminal.ask("takeback");
    assert_eq!(refused["refusal"], "nothing-to-take-back");
}

#[test]
fn it_answers_offers_and_resigns_for_itself() {
    let home = Home::new();
    let mut terminal = against(&home, "computer:5");
    play(&mut terminal, "e4");
    assert_eq!(terminal.ask("draw")["offer"], "draw");
    let answer = by_computer(terminal.hear());
    assert_eq!(
        (&answer["offer"], &answer["result"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(terminal.ask("draw")["refusal"], "offer-repeated");
    assert_eq!(terminal.ask("resign black")["ok"], false);
    let end = terminal.ask("resign");
    assert_eq!(
        (&end["result"], &end["reason"]),
        (&"0-1".into(), &"resignation".into())
    );
    assert_eq!(terminal.ask("e5")["refusal"], "game-over");
    terminal.leave();
    // With a king alone it is glad of a draw.
    let fen = "7k/7p/8/8/8/8/8/6K1 b - - 0 1";
    let mut terminal =
        Home::new().open(&["--text", "--json", "--white", "computer:9", "--fen", fen]);
    play(&mut terminal, "h5");
    terminal.ask("draw");
    assert_eq!(by_computer(terminal.hear())["reason"], "agreement");
}

#[test]
fn people_are_told_what_it_does() {
    let home = Home::new();
    let arguments = ["--text", "--black", "computer:4"];
    let done = home.run_apart(&arguments, b"e4\ndraw\nquit\n");
    let said = String::from_utf8(done.stdout).unwrap();
    for part in [
        "Omar (level 4) plays Black.",
        "Omar (level 4) to move.",
        "White to move.",
        "Omar (level 4) declines the draw.",
        "The game is saved.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(done.status.success() && done.stderr.is_empty());
}

#[test]
fn two_of_them_play_to_the_end() {
    let home = Home::new();
    let both = [
        "--text",
        "--json",
        "--white",
        "computer:2",
        "--black",
        "computer:1",
    ];
    let played = home.run(&both);
    assert!(played.status.success(), "{played:?}");
    let played: Vec<Value> = lines(&played.stdout).into_iter().map(by_computer).collect();
    let (last, before) = played.split_last().unwrap();
    assert!(last["result"].is_string(), "{last}");
    assert!(before.iter().all(|answer| answer["result"].is_null()));
    assert!(home.run(&["--check"]).status.success());
    // The person at the terminal may still ask.
    let (_, id) = home.log();
    let asked = home.run_apart(&["--text", "--json", "--resume", &id], b"fen\nquit\n");
    let asked = lines(&asked.stdout);
    assert_eq!((asked.len(), &asked[0]["fen"]), (2, &last["fen"]));
}

#[test]
fn it_plays_with_clocks() {
    let home = Home::new();
    let arguments = ["--text", "--json", "--black", "computer:6", "--time", "1+1"];
    let mut terminal = home.open(&arguments);
    play(&mut terminal, "e4");
    let (white, black) = clocks(&play(&mut terminal, "d4"));
    assert!(white > 30_000 && black > 30_000, "{white} {black}");
    terminal.leave();
}

#[test]
fn an_engine_that_is_gone_leaves_the_game_to_the_built_in_searcher() {
    let home = Home::new();
    let black = engine(home.path(), ONCE);
    let mut terminal = against(&home, &black);
    assert_eq!(play(&mut terminal, "e4")["san"], "c5");
    assert_eq!(play(&mut terminal, "Nf3")["turn"], "white");
    let told = terminal.leave_and_listen();
    assert!(told.contains("once cannot be used anymore."), "{told}");
    assert!(told.contains("plays on at level 10."), "{told}");
    // And where it is not there any more when the game is taken up.
    let (log, id) = home.log();
    let text = fs::read_to_string(log).unwrap();
    assert!(text.contains("\"black\":\"once\""), "{text}");
    fs::remove_file(home.path().join("once")).unwrap();
    let mut again = home.open(&["--text", "--json", "--resume", &id]);
    play(&mut again, "a3");
    let told = again.leave_and_listen();
    assert!(told.contains("once cannot be used anymore."), "{told}");
}

#[test]
fn what_is_no_computer() {
    let home = Home::new();
    let folder = format!("computer:{}", home.path().display());
    for player in [
        "computer:11",
        "computer:0",
        "computer:-1",
        "computer:",
        "computer: ",
        "computer:no-such-engine",
        "computer:/no/such/engine",
        "computer:bin/sh",
        &folder,
    ] {
        for side in ["--white", "--black"] {
            let done = home.run_apart(&["--text", side, player], b"");
            assert_eq!(done.status.code(), Some(2), "{player}: {done:?}");
            assert!(done.stdout.is_empty(), "{player}");
            let told = String::from_utf8(done.stderr).unwrap();
            assert!(told.contains("level from 1 to 10"), "{player}: {told}");
            assert_eq!(told.lines().count(), 1, "{told}");
            assert!(home.logs().is_empty());
        }
    }
}

#[test]
fn it_tells_why_it_has_played_its_last_move_once_the_game_is_over() {
    let home = Home::new();
    let mut terminal = against(&home, "computer:3");
    assert_eq!(
        terminal.ask("why")["refusal"],
        "not-agreed",
        "while it is played"
    );
    let answer = play(&mut terminal, "e4");
    let played = format!("would play 1… {}.", answer["san"].as_str().unwrap());
    assert_eq!(terminal.ask("resign")["result"], "0-1");
    let told = terminal.ask("why");
    let message = told["message"].as_str().unwrap();
    assert!(message.contains(" of 100 players rated 1070 "), "{message}");
    assert!(message.contains(&played), "{message} of {played}");
    // In a game of two people no move is the computer's.
    let mut terminal = home.open(&["--text", "--json"]);
    terminal.ask("e4");
    terminal.ask("resign");
    assert_eq!(terminal.ask("why")["refusal"], "not-agreed");
}
