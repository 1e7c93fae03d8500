//! Copies that other programs leave beside a file: those that synchronize folders, where it was changed on two
//! computers, and those that manage files. They are known by what was added to the name.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What stands between the name of a file and what was added to it, in small letters: Syncthing, ownCloud;
/// Dropbox, Nextcloud and file managers (`NAME (copy)`, `NAME (1)`); and those of Windows (`NAME - Copy`).
const MARKS: [&str; 4] = [".sync-conflict-", "_conflict-", " (", " - "];

/// What stands in the name of a copy only where a file was changed on two computers.
const CONFLICT: &str = "conflict";

/// A name without its ending, as that of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyName<'a> {
    /// The name of the original, without its ending.
    pub original: &'a str,
    /// Whether a program has named it so because both had changed. Else people may have.
    pub is_conflict: bool,
}

impl<'a> CopyName<'a> {
    /// What a name without its ending says; `None` where it is not that of a copy.
    ///
    /// ```
    /// use rank_and_file_core::files::CopyName;
    ///
    /// let copy = CopyName::read("2048 (Ann's conflicted copy 2026-11-24)").unwrap();
    /// assert_eq!((copy.original, copy.is_conflict), ("2048", true));
    /// assert_eq!(CopyName::read("2048"), None);
    /// ```
    pub fn read(name: &'a str) -> Option<Self> {
        let small = name.to_ascii_lowercase();
        let at = MARKS.iter().filter_map(|mark| small.find(mark)).min()?;
        let original = name.get(..at).filter(|original| !original.is_empty())?;
        let is_conflict = small.get(at..)?.contains(CONFLICT);
        Some(Self {
            original,
            is_conflict,
        })
    }
}

/// The endings of what is kept here, but for logs: a copy of a log is on the lists, unless it says the same.
const KEPT: [&str; 3] = ["pgn", "jsonl", "json"];

/// The copies in a folder that a conflict has left, in the order of their names:
/// `ID.sync-conflict-20261123-101500-ABCDEFG.pgn`, `ID (conflicted copy 2026-11-23 101500).pgn`. A folder that does
/// not exist has none.
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
        if kept && name.to_lowercase().contains(CONFLICT) {
            copies.push(path);
        }
    }
    copies.sort();
    Ok(copies)
}
