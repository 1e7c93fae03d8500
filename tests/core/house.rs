//! The house is built as the table in CONTRIBUTING.md says: a room uses only rooms above it, and of
//! those only the ones that its row names; every file says what it owns, none owns too much, and none has
//! tests within; no script says that it checks what it does not.
//! That the core knows no toolkit is proven by the compiler.

use std::fs;
use std::path::{Path, PathBuf};

/// No file is longer.
const LONGEST: usize = 800;
/// These have no windows.
const WINDOWLESS: [&str; 4] = ["words", "drawing", "print", "text"];

struct Room {
    /// Where it is: `src/core/chess`.
    path: String,
    uses: Vec<String>,
}

impl Room {
    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of the table, `| src/core/record | what it is for | chess, files |`.
fn rooms() -> Vec<Room> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `src/"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let uses = cells[3].split(',').map(|name| name.trim().to_owned());
        Room {
            path: cells[1]
                .trim_matches('`')
                .trim_end_matches(".rs")
                .to_owned(),
            uses: uses.filter(|name| !name.is_empty()).collect(),
        }
    })
    .collect()
}

/// The files below a folder with this ending, by their paths from the root and with their texts.
fn files(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            found.push((name, fs::read_to_string(path).unwrap()));
        }
    }
    found
}

fn sources() -> Vec<(String, String)> {
    files(&root().join("src"), "rs")
}

/// The names that follow `prefix` in a program, comments left out; `{` where a group follows.
fn names_after<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    let code = text.lines().map(|line| line.split("//").next().unwrap());
    code.flat_map(move |line| line.split(prefix).skip(1))
        .map(|rest| {
            let word = |letter: char| letter.is_alphanumeric() || letter == '_';
            let end = rest.find(|letter| !word(letter)).unwrap_or(rest.len());
            if end == 0 { "{" } else { &rest[..end] }
        })
}

/// The room to which a file belongs.
fn room_of<'a>(rooms: &'a [Room], file: &str) -> Option<&'a Room> {
    rooms.iter().find(|room| {
        let rest = file.strip_prefix(&room.path);
        rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    })
}

fn complaints(rooms: &[Room], (file, text): &(String, String)) -> Vec<String> {
    let Some(room) = room_of(rooms, file) else {
        return vec![format!("{file} is in no room of CONTRIBUTING.md")];
    };
    let mut complaints = Vec::new();
    for other in names_after(text, "crate::") {
        let known = rooms.iter().any(|room| room.name() == other) || other == "{";
        if known && other != room.name() && !room.uses.iter().any(|name| name == other) {
            complaints.push(format!("{file} uses {other}"));
        }
    }
    if WINDOWLESS.contains(&room.name()) {
        for toolkit in ["gtk::", "adw::"] {
            complaints.extend(names_after(text, toolkit).map(|_| format!("{file} uses {toolkit}")));
        }
    }
    complaints
}

#[test]
fn rooms_use_only_what_their_rows_name() {
    let rooms = rooms();
    let of_a_room = |(file, _): &(String, String)| {
        !["src/lib.rs", "src/main.rs", "src/core/lib.rs"].contains(&file.as_str())
    };
    let complaints: Vec<String> = sources()
        .iter()
        .filter(|source| of_a_room(source))
        .flat_map(|source| complaints(&rooms, source))
        .collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn arrows_point_up_the_table() {
    let rooms = rooms();
    assert!(rooms.len() > 15, "{} rooms", rooms.len());
    for (row, room) in rooms.iter().enumerate() {
        assert!(!files_of(room).is_empty(), "{} is empty", room.path);
        for name in &room.uses {
            let above = rooms[..row].iter().any(|other| other.name() == name);
            assert!(above, "{} uses {name}, which is not above it", room.path);
        }
    }
}

fn files_of(room: &Room) -> Vec<(String, String)> {
    let rooms = rooms();
    let own = |file: &str| room_of(&rooms, file).is_some_and(|other| other.path == room.path);
    sources()
        .into_iter()
        .filter(|(file, _)| own(file))
        .collect()
}

#[test]
fn every_file_says_what_it_owns_and_none_owns_too_much() {
    for (file, text) in sources() {
        assert!(text.starts_with("//!"), "{file} does not say what it owns");
        let lines = text.lines().count();
        assert!(lines <= LONGEST, "{file} has {lines} lines");
    }
}

/// The line by which a file has tests of its own, which cargo would pass over: both crates say `test = false`.
fn own_tests(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| ["#[test]", "#[cfg(test)]"].contains(line))
}

#[test]
fn tests_stand_in_their_own_programs() {
    for (file, text) in sources() {
        assert_eq!(own_tests(&text), None, "{file} has tests within");
    }
}

/// The calls in a script that say something is checked, and check nothing: `check("…", True)`.
fn empty_checks(text: &str) -> Vec<String> {
    let calls = text.split("check(").skip(1);
    // A call ends where a closing bracket ends a line.
    calls
        .map(|call| call.split(")\n").next().unwrap())
        .map(|call| call.split_whitespace().collect::<String>())
        .filter(|call| call.trim_end_matches(',').ends_with(",True") || call.contains("\",True,"))
        .collect()
}

#[test]
fn every_check_of_a_script_can_fail() {
    let scripts = files(&root().join("tests/e2e"), "py");
    assert!(scripts.len() > 40, "{} scripts", scripts.len());
    for (file, text) in scripts {
        assert_eq!(empty_checks(&text), [""; 0], "{file} checks nothing");
    }
}

#[test]
fn what_is_looked_for_is_seen() {
    let room = |path: &str, uses: &[&str]| Room {
        path: path.to_owned(),
        uses: uses.iter().map(ToString::to_string).collect(),
    };
    let rooms = [
        room("src/core/rules", &[]),
        room("src/core/log", &["rules"]),
        room("src/text", &[]),
    ];
    let seen = |file: &str, text: &str| complaints(&rooms, &(file.to_owned(), text.to_owned()));
    let text = "use crate::rules::Game; // crate::text\nlet log = crate::log::read();";
    assert_eq!(seen("src/core/log/a.rs", text), [""; 0]);
    assert_eq!(
        seen("src/core/rules/a.rs", text),
        ["src/core/rules/a.rs uses log"]
    );
    assert_eq!(
        seen("src/core/log/a.rs", "use crate::{rules, text};"),
        ["src/core/log/a.rs uses {"]
    );
    assert_eq!(
        seen("src/text.rs", "use gtk::gio;"),
        ["src/text.rs uses gtk::"]
    );
    assert_eq!(seen("src/cellar.rs", "").len(), 1);
    let within = "fn a() {}\n\n    #[test]\n    fn b() {}";
    assert_eq!(own_tests(within), Some("#[test]"));
    assert_eq!(own_tests("// #[test]"), None);
    let script = "check(\"a\", True)\ncheck(\"a\", True, a)\ncheck(\"b (c)\",\n      True,\n)\ncheck(\"d\", d() is True)\nsame(\"e\", e, True)\n";
    assert_eq!(empty_checks(script).len(), 3);
}
