//! The house is built as CONTRIBUTING.md says: arrows point one way, pure folders stay pure, every
//! file says what it owns, and none owns too much.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// No file is longer.
const LONGEST: usize = 400;

/// Each part of the house, and the other parts that it may import. `lib.rs` names them all, and
/// `main.rs` is no part.
const ARROWS: [(&str, &[&str]); 18] = [
    ("rules", &[]),
    ("files", &[]),
    ("twenty48", &["files"]),
    ("config", &[]),
    ("openings", &["rules"]),
    ("lessons", &["rules"]),
    ("board", &["rules"]),
    ("tiles", &["twenty48", "board"]),
    ("sounds", &["rules"]),
    ("log", &["rules", "files"]),
    ("pgn", &["rules", "openings", "log"]),
    ("library", &["rules", "openings", "log", "pgn"]),
    (
        "words",
        &[
            "rules", "openings", "lessons", "log", "pgn", "library", "twenty48", "config",
        ],
    ),
    ("print", &["rules", "board", "log", "words", "config"]),
    (
        "model",
        &[
            "rules", "board", "openings", "files", "log", "pgn", "library", "twenty48", "words",
            "config",
        ],
    ),
    (
        "widgets",
        &[
            "rules", "board", "tiles", "openings", "files", "log", "pgn", "library", "twenty48",
            "words", "config", "model",
        ],
    ),
    (
        "windows",
        &[
            "rules", "board", "tiles", "openings", "lessons", "files", "log", "pgn", "library",
            "twenty48", "words", "config", "print", "sounds", "model", "widgets",
        ],
    ),
    (
        "text",
        &[
            "rules", "board", "openings", "files", "log", "pgn", "library", "twenty48", "words",
            "config", "print",
        ],
    ),
];

/// What the pure folders know nothing of.
const PURE: [&str; 11] = [
    "rules", "openings", "lessons", "files", "log", "pgn", "library", "board", "sounds",
    "twenty48", "tiles",
];
const DESKTOP: [&str; 11] = [
    "gtk",
    "gtk4",
    "glib",
    "gio",
    "gdk",
    "gsk",
    "pango",
    "adw",
    "libadwaita",
    "gettext",
    "gettextrs",
];
/// What has no windows, but may have words.
const WINDOWLESS: [&str; 3] = ["text", "words", "print"];
const WINDOWS: [&str; 6] = ["gtk", "gtk4", "gdk", "gsk", "adw", "libadwaita"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A file as it is called in messages, with its text.
fn texts() -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(source()).unwrap().display().to_string();
        (name, fs::read_to_string(path).unwrap())
    };
    files(&source()).into_iter().map(read).collect()
}

/// The part of the house to which a file belongs.
fn part(name: &str) -> &str {
    let first = name.split('/').next().unwrap_or(name);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// The program without comments and without what stands between quotation marks.
fn program(text: &str) -> String {
    let mut code = String::new();
    for line in text.lines() {
        let mut quoted = false;
        let mut characters = line.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\\' if quoted => {
                    characters.next();
                }
                // A quotation mark as a character is no beginning of a text.
                '\'' if !quoted && characters.peek() == Some(&'"') => {
                    characters.next();
                }
                '"' => quoted = !quoted,
                '/' if !quoted && characters.peek() == Some(&'/') => break,
                other if !quoted => code.push(other),
                _ => {}
            }
        }
        code.push('\n');
    }
    code
}

fn words(code: &str) -> Vec<&str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let words = code.split(|character| !is_word(character));
    words.filter(|word| !word.is_empty()).collect()
}

/// The parts that a program takes from its own crate: `crate::x`, `crate::{x, y::z}`.
fn taken(code: &str) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    for crate_name in ["crate::", "rank_and_file::"] {
        for (start, _) in code.match_indices(crate_name) {
            let rest = &code[start + crate_name.len()..];
            if let Some(group) = rest.strip_prefix('{') {
                let (mut depth, mut item) = (0, String::new());
                for character in group.chars() {
                    match character {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => parts.extend(first_word(&std::mem::take(&mut item))),
                        other if depth == 0 => item.push(other),
                        _ => {}
                    }
                }
                parts.extend(first_word(&item));
            } else {
                parts.extend(first_word(rest));
            }
        }
    }
    parts
}

fn first_word(text: &str) -> Option<String> {
    words(text.lines().find(|line| !line.trim().is_empty())?)
        .first()
        .map(ToString::to_string)
}

fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_file_says_what_it_owns() {
    let silent = |(name, text): (String, String)| (!text.starts_with("//!")).then_some(name);
    let silent: Vec<String> = texts().into_iter().filter_map(silent).collect();
    assert_none(&silent);
}

#[test]
fn no_file_owns_too_much() {
    let long = |(name, text): (String, String)| {
        let lines = text.lines().count();
        (lines > LONGEST).then(|| format!("{name} has {lines} lines, more than {LONGEST}"))
    };
    let long: Vec<String> = texts().into_iter().filter_map(long).collect();
    assert_none(&long);
}

#[test]
fn the_arrows_point_one_way() {
    let mut complaints = Vec::new();
    for (name, text) in texts() {
        let own = part(&name);
        if own == "lib" || own == "main" {
            continue;
        }
        let Some((_, allowed)) = ARROWS.iter().find(|(part, _)| *part == own) else {
            complaints.push(format!("{name} is in no part that this test knows"));
            continue;
        };
        for other in taken(&program(&text)) {
            let known = ARROWS.iter().any(|(part, _)| *part == other);
            if known && other != own && !allowed.contains(&other.as_str()) {
                complaints.push(format!("{name} imports {other}"));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn pure_folders_know_no_desktop() {
    let mut complaints = Vec::new();
    for (name, text) in texts() {
        let own = part(&name);
        let foreign: &[&str] = if PURE.contains(&own) {
            &DESKTOP
        } else if WINDOWLESS.contains(&own) {
            &WINDOWS
        } else {
            &[]
        };
        let mut code = program(&text);
        if !PURE.contains(&own) {
            // GLib alone, for dates and the like, opens no window.
            code = code.replace("gtk::glib", "");
        }
        for word in words(&code) {
            if foreign.contains(&word) {
                complaints.push(format!("{name} names {word}"));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn the_test_sees_what_it_looks_for() {
    let code = program(
        "use crate::{log, rules::{self, Game}, model::Game as Shown};\n\
         // crate::comment\n\
         let text = \"crate::quoted\"; crate::words::player('\"', \"a\\\"b crate::no\");\n\
         use gtk::glib; let gtkish = 1;",
    );
    let found: Vec<String> = taken(&code).into_iter().collect();
    assert_eq!(found, ["log", "model", "rules", "words"]);
    assert!(words(&code).contains(&"gtk") && words(&code).contains(&"gtkish"));
    assert_eq!(part("rules/game.rs"), "rules");
    assert_eq!(part("text.rs"), "text");
    let here = texts();
    assert!(here.len() > 40 && here.iter().any(|(name, _)| name == "widgets/board/mod.rs"));
}
