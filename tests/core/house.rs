//! The house is built as the table in CONTRIBUTING.md says: a room uses only rooms above it, and of
//! those only the ones that its row names; within a room, no files use one another in a circle; every file says
//! what it owns, none owns too much, and none has tests within; every check in a script can fail. That the core knows
//! no toolkit is proven by the compiler.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter;
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
    let tests = files(&root().join("tests"), "rs");
    for (file, text) in sources().into_iter().chain(tests) {
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

/// A file of a crate as a module.
#[derive(Default)]
struct Module {
    /// Without comments and imports.
    code: String,
    /// What is imported, as name and path: `Ply` and `super::game::Ply`.
    imports: BTreeMap<String, String>,
    /// The paths that are imported to be used here, not only to be passed on.
    used: Vec<String>,
    /// The public functions and types.
    public: BTreeSet<String>,
    /// The modules of which all is passed on: `moves` of `pub use moves::*`.
    passed_on: Vec<String>,
}

/// The modules of a crate, by their paths in it: `model::settings`.
type Modules = BTreeMap<String, Module>;

/// The arrows of a crate: which module uses which, and what of it.
type Arrows = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The paths that an import joins: `super::{a, b::{C, D}}` has `super::a`, `super::b::C`, `super::b::D`.
fn branches(before: &str, tree: &str) -> Vec<String> {
    let Some((stem, group)) = tree.split_once('{') else {
        return vec![format!("{before}{}", tree.trim())];
    };
    let (before, mut depth) = (format!("{before}{}", stem.trim()), 0);
    let parts = group.rsplit_once('}').unwrap().0.split(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| branches(&before, part)).collect()
}

/// The code without comments. In a module within the file, `super` is the file itself.
fn code_of(text: &str) -> String {
    let mut within = false;
    let lines = text.lines().map(|line| {
        let line = line.split("//").next().unwrap();
        let opens = !line.starts_with(' ') && line.contains("mod ") && line.ends_with('{');
        within = opens || within && !line.starts_with('}');
        let line = match within {
            true => line
                .replace("super::super::", "^")
                .replace("super::", "self::"),
            false => line.to_owned(),
        };
        // What an iterator gives is no item of the code.
        line.replace('^', "super::").replace("Item = ", "") + "\n"
    });
    lines.collect()
}

/// Whether a line begins an import, and whether it passes on what it imports.
fn is_import(line: &str) -> Option<bool> {
    let visible = ["", "pub ", "pub(crate) ", "pub(super) "].into_iter();
    let mut rests = visible.map(|word| (line.trim_start().strip_prefix(word), !word.is_empty()));
    let found = rests.find(|(rest, _)| rest.is_some_and(|rest| rest.starts_with("use ")))?;
    Some(found.1)
}

impl Module {
    fn new(text: &str) -> Self {
        let mut module = Self::default();
        for statement in code_of(text).split_inclusive(';') {
            let mut lines = statement.lines();
            let import = lines.find_map(|line| Some((line, is_import(line)?)));
            let Some((line, passes_on)) = import else {
                module.code += statement;
                continue;
            };
            let (before, rest) = statement.split_once(line).unwrap();
            module.code += before;
            let import = format!("{line}{rest}");
            let (_, tree) = import.split_once("use ").unwrap();
            for path in branches("", tree.trim_end_matches(';')) {
                let (path, alias) = path.split_once(" as ").unwrap_or((&path, ""));
                let path = path.trim_start_matches("self::").trim_end_matches("::self");
                if let Some(all) = path.strip_suffix("::*").filter(|_| passes_on) {
                    module.passed_on.push(all.to_owned());
                    continue;
                }
                let last = path.rsplit("::").next().unwrap();
                let name = if alias.is_empty() { last } else { alias };
                module.imports.insert(name.to_owned(), path.to_owned());
                if !passes_on {
                    module.used.push(path.to_owned());
                }
            }
        }
        let public = module.code.lines().filter(|line| line.starts_with("pub"));
        let kinds = ["fn ", "struct ", "enum ", "trait ", "type ", "const "];
        let names = public.flat_map(|line| kinds.iter().flat_map(|kind| names_after(line, kind)));
        module.public = names.map(str::to_owned).collect();
        module
    }

    /// Whether something with this name is public here, or passed on.
    fn has(&self, name: &str) -> bool {
        let import = self.imports.get(name);
        import.is_some_and(|path| !self.used.contains(path)) || self.public.contains(name)
    }

    /// Every path in the module: those imported to be used, and those in its code, such as `Ply` and `super::read`.
    fn paths(&self) -> impl Iterator<Item = &str> {
        let word = |letter: char| letter.is_alphanumeric() || "_:.".contains(letter);
        let words = self.code.split(move |letter| !word(letter));
        // What follows a dot is a field or a method.
        let paths = words.map(|word| word.trim_start_matches("..").split('.').next().unwrap());
        let paths = paths.map(|path| path.trim_matches(':'));
        paths.chain(self.used.iter().map(String::as_str))
    }
}

/// The modules of the crate in a folder; `src` has another in `core`, and its program.
fn modules(folder: &str, sources: &[(String, String)]) -> Modules {
    let of_crate = |(file, text): &(String, String)| {
        let path = file.strip_prefix(folder)?.strip_suffix(".rs")?;
        let path = path.trim_start_matches('/').trim_end_matches("/mod");
        let path = if path == "lib" { "" } else { path };
        let other = path.starts_with("core/") || path == "main";
        (!other).then(|| (path.replace('/', "::"), Module::new(text)))
    };
    sources.iter().filter_map(of_crate).collect()
}

/// The module that defines the item to which a path leads from `here`, and the item's name there; none where the path
/// leads to a module or into another crate.
fn home(modules: &Modules, mut here: String, path: &str) -> Option<(String, String)> {
    let mut names = path.split("::");
    let mut first = true;
    while let Some(name) = names.next() {
        let below = format!("{here}::{name}").trim_start_matches(':').to_owned();
        match name {
            "crate" => here.clear(),
            "self" => {}
            "super" => here.truncate(here.rfind("::").unwrap_or(0)),
            _ if modules.contains_key(&below) => here = below,
            _ => {
                let import = modules[&here].imports.get(name);
                // `use strum;` says of itself where it is.
                let import = import.filter(|path| path.split("::").next() != Some(name));
                let has = |other: &&String| {
                    let other = modules.get(&format!("{here}::{other}"));
                    other.is_some_and(|other| other.has(name))
                };
                let all = modules[&here].passed_on.iter().find(has);
                let passed_on = all.map(|all| format!("{all}::{name}"));
                let Some(import) = import.cloned().or(passed_on) else {
                    return (!first).then(|| (here, name.to_owned()));
                };
                let whole: Vec<&str> = iter::once(import.as_str()).chain(names).collect();
                return home(modules, here, &whole.join("::"));
            }
        }
        first = false;
    }
    None
}

fn arrows(modules: &Modules) -> Arrows {
    let mut arrows = Arrows::new();
    for (path, module) in modules {
        let uses = arrows.entry(path.clone()).or_default();
        let used: BTreeSet<&str> = module.paths().collect();
        let homes = used
            .iter()
            .filter_map(|used| home(modules, path.clone(), used));
        for (home, name) in homes.filter(|(home, _)| home != path) {
            uses.entry(home).or_default().insert(name);
        }
    }
    arrows
}

/// The type that a line begins to implement, if it implements no trait: `Game` of `impl<'a> Game<'a> {`.
fn implemented(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    if line.contains(" for ") {
        return None;
    }
    // What stands in angle brackets has the parameters.
    let mut depth = 0_i32;
    let start = rest.find(|letter: char| {
        depth += i32::from(letter == '<') - i32::from(letter == '>');
        depth == 0 && (letter.is_alphabetic() || letter == '_')
    })?;
    let end = |letter: char| !letter.is_alphanumeric() && !"_:".contains(letter);
    rest[start..].split(end).next()
}

/// The arrows between types: a file with an `impl` of a type counts as part of the file that defines the type, if that
/// file uses it.
fn arrows_of_types(modules: &Modules) -> Arrows {
    let arrows = arrows(modules);
    let defined_in = |path: &str, module: &Module| {
        let types = module.code.lines().filter_map(implemented);
        let mut homes = types.filter_map(|name| home(modules, path.to_owned(), name));
        homes.find_map(|(home, _)| arrows[&home].contains_key(path).then_some(home))
    };
    let parts: BTreeMap<&str, String> = modules
        .iter()
        .filter_map(|(path, module)| Some((path.as_str(), defined_in(path, module)?)))
        .collect();
    let whole = |path: &str| parts.get(path).cloned().unwrap_or_else(|| path.to_owned());
    let mut merged = Arrows::new();
    for (from, uses) in &arrows {
        let from = whole(from);
        let all = merged.entry(from.clone()).or_default();
        for (to, names) in uses {
            let to = whole(to);
            if to != from {
                all.entry(to).or_default().extend(names.iter().cloned());
            }
        }
    }
    merged
}

/// All that can be reached by arrows.
fn reached<'a>(arrows: &'a Arrows, from: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(next) = left.pop() {
        left.extend(
            arrows[next]
                .keys()
                .map(String::as_str)
                .filter(|path| reached.insert(*path)),
        );
    }
    reached
}

/// The circles of a crate: the modules that reach themselves, each circle with the arrows in it, one a line.
fn circles(modules: &Modules) -> BTreeSet<String> {
    circles_among(&arrows_of_types(modules))
}

fn circles_among(arrows: &Arrows) -> BTreeSet<String> {
    let reach: BTreeMap<_, _> = arrows
        .keys()
        .map(|path| (path.as_str(), reached(arrows, path)))
        .collect();
    let circle = |path: &str| {
        let is_member = |other: &str| reach[path].contains(other) && reach[other].contains(path);
        let mut lines = String::new();
        for (from, uses) in arrows.iter().filter(|(from, _)| is_member(from)) {
            for (to, names) in uses.iter().filter(|(to, _)| is_member(to)) {
                lines += &format!("{from} uses {to}: {names:?}\n");
            }
        }
        lines
    };
    let circles = arrows.keys().map(|path| circle(path));
    circles.filter(|circle| !circle.is_empty()).collect()
}

/// The arrows between the folders of a crate and the files beside them, such as `ui::table` and `ui::start`.
fn arrows_of_folders(modules: &Modules) -> Arrows {
    let folder = |path: &str| path.split("::").take(2).collect::<Vec<_>>().join("::");
    let mut merged = Arrows::new();
    for (from, uses) in arrows_of_types(modules) {
        let from = folder(&from);
        let all = merged.entry(from.clone()).or_default();
        let outside = uses.into_iter().map(|(to, names)| (folder(&to), names));
        for (to, names) in outside.filter(|(to, _)| *to != from) {
            all.entry(to).or_default().extend(names);
        }
    }
    merged
}

#[test]
fn no_room_has_a_circle() {
    let sources = sources();
    let of_crate = |folder: &&str| {
        let modules = modules(folder, &sources);
        let mut found = circles(&modules);
        found.extend(circles_among(&arrows_of_folders(&modules)));
        found
    };
    let found: Vec<String> = ["src/core", "src"].iter().flat_map(of_crate).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn a_circle_is_seen() {
    let source = |file: &str, text: &str| (file.to_owned(), text.to_owned());
    let of = |sources: &[(String, String)]| circles(&modules("src", sources));
    let mut sources = [
        source("src/lib.rs", "pub mod chess;\npub mod main;"),
        source("src/core/lib.rs", "use crate::chess::Ply;"),
        source(
            "src/chess/mod.rs",
            "mod game;\nmod ply;\npub use game::{Color as Side, Game};\npub use ply::Ply;",
        ),
        source(
            "src/chess/ply.rs",
            "use std::fmt::{\n    self, Display,\n};\nuse super::Side; // super::draws\n",
        ),
        source(
            "src/chess/game.rs",
            "mod imp {\n    use super::*;\n    pub ply: super::super::Ply,\n}\n",
        ),
        source(
            "src/chess/draws.rs",
            "use crate::chess::{self, ply};\nfn draws(self: chess::Game) { ply::line() }",
        ),
    ];
    let circle =
        "chess::game uses chess::ply: {\"Ply\"}\nchess::ply uses chess::game: {\"Color\"}\n";
    assert_eq!(of(&sources), BTreeSet::from([circle.to_owned()]));
    sources[3].1 = "use super::Rank;".to_owned();
    assert_eq!(of(&sources), BTreeSet::new());
    // What implements a type for another file is part of that.
    sources[3].1 = "use super::Side;\nimpl<T: Into<u8>> Side<T> {".to_owned();
    assert_eq!(of(&sources), BTreeSet::new());
    sources[3].1 = "use super::Side;\nimpl Ply for Side {".to_owned();
    assert_eq!(of(&sources), BTreeSet::from([circle.to_owned()]));
    // So is it where a module passes on all of another.
    sources[2].1 = "mod game;\nmod ply;\npub use game::*;\npub use ply::*;".to_owned();
    sources[3].1 = "use super::Color;\npub struct Ply;".to_owned();
    sources[4].1 = "use super::Ply;\npub enum Color {}".to_owned();
    assert_eq!(of(&sources), BTreeSet::from([circle.to_owned()]));
    // Folders can use one another where no file does.
    let sources = [
        source("src/lib.rs", ""),
        source("src/ui/mod.rs", ""),
        source("src/ui/game/mod.rs", ""),
        source("src/ui/game/play.rs", "use crate::ui::table::Board;"),
        source("src/ui/game/study.rs", ""),
        source("src/ui/table/mod.rs", ""),
        source("src/ui/table/bar.rs", "use crate::ui::game::study::show;"),
    ];
    assert_eq!(of(&sources), BTreeSet::new());
    let circle = "ui::game uses ui::table: {\"Board\"}\nui::table uses ui::game: {\"show\"}\n";
    let folders = circles_among(&arrows_of_folders(&modules("src", &sources)));
    assert_eq!(folders, BTreeSet::from([circle.to_owned()]));
}
