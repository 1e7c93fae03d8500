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
    found_in(FOLDERS.iter().map(Path::new))
}

fn found_in<'a>(folders: impl Iterator<Item = &'a Path> + Clone) -> Vec<PathBuf> {
    let first = |name: &&str| {
        let mut paths = folders.clone().map(|folder| folder.join(name));
        paths.find(|path| is_program(path))
    };
    NAMES.iter().filter_map(first).collect()
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};

    use super::*;

    #[test]
    fn only_programs_with_known_names_are_found_and_each_once() {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let write = |folder: &Path, name: &str, mode| {
            let path = folder.join(name);
            fs::write(&path, "#!/bin/sh\n").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            path
        };
        let stockfish = write(first.path(), "stockfish", 0o755);
        write(second.path(), "stockfish", 0o755);
        write(first.path(), "gnuchessu", 0o644);
        write(first.path(), "stockfish-installer", 0o755);
        let gnu = write(second.path(), "gnuchessu", 0o755);
        fs::create_dir(first.path().join("lc0")).unwrap();
        let folders = [first.path(), second.path()];
        assert_eq!(found_in(folders.into_iter()), [stockfish, gnu]);
    }
}
