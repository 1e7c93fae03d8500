//! Text from outside does not control the terminal: names, file names and tags that would move the cursor,
//! forge lines or turn text around.

use std::fs;

use crate::saved::Written;
use crate::terminal::Home;

const EVIL: &str = "\u{1b}]0;x\u{7}An\u{202e}n\u{9b}2J";

/// No byte that a terminal obeys, and no direction that is not ended.
fn harmless(said: &[u8], what: &str) {
    let said = String::from_utf8(said.to_vec()).unwrap();
    let bad = |sign: char| {
        (sign.is_control() && sign != '\n') || ('\u{202a}'..='\u{202e}').contains(&sign)
    };
    assert!(!said.contains(bad), "{what}: {said:?}");
}

#[test]
fn names_are_shown_as_they_are_and_do_nothing() {
    let home = Home::new();
    fs::create_dir_all(home.games()).unwrap();
    let name = serde_json::to_string(EVIL).unwrap();
    let log = Written::play("e4").text().replacen("\"Ann\"", &name, 1);
    assert!(log.contains(&name), "{log}");
    fs::write(home.games().join("a.fenlog"), &log).unwrap();
    let hebrew = log.replacen(&name, "\"\u{5d0}\u{5d1}\"", 1);
    fs::write(home.games().join("b.fenlog"), hebrew).unwrap();
    let listed = home.run(&["--list"]);
    harmless(&listed.stdout, "--list");
    let said = String::from_utf8(listed.stdout).unwrap();
    assert!(said.contains("␛]0;x␇An\u{fffd}n\u{fffd}2J"), "{said}");
    assert!(said.contains("\u{2068}\u{5d0}\u{5d1}\u{2069} – "), "{said}");
    let played = home.run_apart(&["--text", "--resume", "a"], b"e5\nboard\nclock\nquit\n");
    harmless(&played.stdout, "--text");
    let white = format!("--white={EVIL}");
    let begun = home.run_apart(&["--text", &white], b"e4\nresign white\n");
    harmless(&begun.stdout, "--text --white");
    harmless(&begun.stderr, "--text --white");
    let json = home.run(&["--list", "--json"]);
    let said = String::from_utf8(json.stdout).unwrap();
    let names: Vec<String> = said
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|game| game["white"].as_str().unwrap().to_owned())
        .collect();
    assert!(names.contains(&EVIL.to_owned()), "{names:?}");
}

#[test]
fn file_names_forge_no_lines() {
    let home = Home::new();
    fs::create_dir_all(home.games()).unwrap();
    let log = Written::play("e4").text();
    fs::write(home.games().join("bad\nforged: ok.fenlog"), "rubbish\n").unwrap();
    fs::write(home.games().join("red\u{1b}[31m.fenlog"), &log).unwrap();
    let checked = home.run(&["--check"]);
    harmless(&checked.stdout, "--check");
    let said = String::from_utf8(checked.stdout).unwrap();
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(
        said.contains("bad␊forged: ok: ") && said.contains("red␛[31m: ok"),
        "{said}"
    );
    for option in [
        &["--export-pgn", "all"][..],
        &["--import-pgn", "no\u{1b}[31m\nfile"],
    ] {
        harmless(&home.run(option).stderr, option[0]);
    }
}

#[test]
fn tags_in_messages_do_not_steer_the_terminal() {
    let home = Home::new();
    let pgn = format!(
        "[White \"{EVIL}\"]\n[FEN \"{EVIL}\"]\n[SetUp \"1\"]\n[Variant \"{EVIL}\"]\n\n1. e4 {EVIL} *\n"
    );
    let told = home.run_apart(&["--import-pgn", "-"], pgn.as_bytes());
    harmless(&told.stderr, "--import-pgn");
    harmless(&told.stdout, "--import-pgn");
    assert!(!told.stderr.is_empty());
}
