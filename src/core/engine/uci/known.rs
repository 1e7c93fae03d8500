//! Engines that are looked for by name in fixed places.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Programs that are known to speak UCI, by the names of their files, and what they are called.
const KNOWN: [(&str, &str); 12] = [
    ("stockfish", "Stockfish"),
    ("lc0", "Leela Chess Zero"),
    ("berserk", "Berserk"),
    ("ethereal", "Ethereal"),
    ("fruit", "Fruit"),
    ("glaurung", "Glaurung"),
    ("gnuchessu", "GNU Chess"),
    ("koivisto", "Koivisto"),
    ("rubichess", "RubiChess"),
    ("texel", "Texel"),
    ("toga2", "Toga II"),
    ("igel", "Igel"),
];

/// Where programs lie. Debian has games in a folder of their own.
const FOLDERS: [&str; 5] = [
    "/usr/games",
    "/usr/bin",
    "/usr/local/games",
    "/usr/local/bin",
    "/app/bin",
];

/// The known engines of this machine, by the names of their files. Nothing is started.
#[must_use]
pub fn known_engines() -> Vec<String> {
    engines_in(&FOLDERS)
}

/// Those that lie in these folders.
#[must_use]
pub fn engines_in(folders: &[impl AsRef<Path>]) -> Vec<String> {
    let there = |name: &&str| find_in(name, folders).is_some();
    let names = KNOWN.iter().map(|(file, _)| *file);
    names.filter(there).map(str::to_owned).collect()
}

/// The program of an engine: of a known one by the name of its file, of any other by its whole path. `None`
/// where there is none.
#[must_use]
pub fn find_engine(engine: &str) -> Option<PathBuf> {
    let path = Path::new(engine);
    if path.is_absolute() {
        return is_program(path).then(|| path.to_owned());
    }
    is_known(engine)
        .then(|| find_in(engine, &FOLDERS))
        .flatten()
}

/// Whether a known engine has this name, wherever it may be.
pub fn is_known(engine: &str) -> bool {
    KNOWN.iter().any(|(file, _)| *file == engine)
}

/// No file has a longer name; what the settings or a log call an engine may be longer.
const LONGEST_NAME: usize = 255;

/// What people call an engine: its name where it is known, else that of its file.
#[must_use]
pub fn engine_name(engine: &str) -> String {
    let known = KNOWN.iter().find(|(file, _)| *file == engine);
    let file = Path::new(engine).file_name().unwrap_or_default();
    known.map_or_else(
        || file.to_string_lossy().chars().take(LONGEST_NAME).collect(),
        |(_, name)| (*name).to_owned(),
    )
}

fn find_in(name: &str, folders: &[impl AsRef<Path>]) -> Option<PathBuf> {
    let mut paths = folders.iter().map(|folder| folder.as_ref().join(name));
    paths.find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
