//! Files that a program for syncing has left, because they were changed on two computers.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The endings of what is kept here, but for logs: a copy of a log is on the lists, unless it says the same.
const KEPT: [&str; 3] = ["pgn", "jsonl", "json"];

/// The copies in a folder, in the order of their names: `ID.sync-conflict-20261123-101500-ABCDEFG.pgn`,
/// `ID (conflicted copy 2026-11-23 101500).pgn`. A folder that does not exist has none.
///
/// # Errors
/// Where the folder cannot be read.
pub fn conflict_copies(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let listing = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        listing => listing?,
    };
    let mut copies = Vec::new();
    for file in listing {
        let path = file?.path();
        let kept = path
            .extension()
            .is_some_and(|own| KEPT.iter().any(|kept| own == *kept));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if kept && name.to_lowercase().contains("conflict") {
            copies.push(path);
        }
    }
    copies.sort();
    Ok(copies)
}
