//! Moves typed in a terminal with the letters of the language of the place.

use serde_json::Value;

use crate::terminal::{Home, fed};

/// The moves that were played, in SAN, and the codes of refusals.
fn played(language: &str, input: &str) -> Vec<String> {
    let home = Home::new();
    let mut command = home.command(&["--text", "--json", "--claimed"]);
    command.env("LANGUAGE", language);
    let done = fed(command, input.as_bytes());
    let said = String::from_utf8(done.stdout).unwrap();
    let answers = said.lines().filter_map(|line| {
        let answer: Value = serde_json::from_str(line).ok()?;
        let code = answer["refusal"].as_str().or(answer["san"].as_str());
        code.map(str::to_owned)
    });
    answers.collect()
}

#[test]
fn a_terminal_reads_the_letters_of_the_language_and_those_of_english() {
    let german = "Sf3\nNf6\nsc3\n♞c6\nLe4\n";
    assert_eq!(
        played("de", german),
        ["Nf3", "Nf6", "Nc3", "Nc6", "piece-move"]
    );
    assert_eq!(played("ru", "Кf3\nКрe7\n"), ["Nf3", "own-piece"]);
    assert_eq!(played("en", "Sf3\nNf3\n"), ["unreadable", "Nf3"]);
    // A claim takes such a move, too; this one is wrong, and the move is played.
    assert_eq!(played("de", "claim Sf3\n"), ["nothing-to-claim"]);
}
