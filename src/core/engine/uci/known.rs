//! Engines that are looked for by name in fixed places.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Programs that are known to speak UCI.
const NAMES: [&str; 12] = [
    "stockfish",
    "lc0",
    "berserk",
    "ethereal",
    "fruit",
    "glaurung",
    "gnuchessu",
    "koivisto",
    "rubichess",
    "texel",
    "toga2",
    "igel",
];

/// Where programs lie. Debian has games in a folder of their own.
const FOLDERS: [&str; 5] = [
    "/usr/games",
    "/usr/bin",
    "/usr/local/games",
    "/usr/local/bin",
    "/app/bin",
];

/// The known engines of this machine, each once. Nothing is started.
#[must_use]
pub fn known_engines() -> Vec<PathBuf> {
    engines_in(&FOLDERS)
}

/// Those that lie in these folders.
#[must_use]
pub fn engines_in(folders: &[impl AsRef<Path>]) -> Vec<PathBuf> {
    let first = |name: &&str| {
        let mut paths = folders.iter().map(|folder| folder.as_ref().join(name));
        paths.find(|path| is_program(path))
    };
    NAMES.iter().filter_map(first).collect()
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
