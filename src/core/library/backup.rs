//! All that a user has here in one file, and back from it: games and their studies, practice, players, 2048, pieces, and
//! the settings, which the app hands over as text.
//!
//! The file is a tar archive, packed by gzip, whose checksum tells whether it is whole. It has one folder, `rank-and-file`,
//! as it lies in the folder for data of the user; first in it is a note of what it is, last are the settings.

use std::ffi::OsStr;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use tar::{Builder, Header};

use super::conflicts::{LARGEST, LOG, STUDY, Step, Watch, files_in, is_copy};
use crate::files::{
    bytes_in, folder_of, is_absent, is_unlocked, open_regular, write_atomically_with,
};
use crate::record::log::Folder;

/// The folder in the archive.
pub(super) const ROOT: &str = "rank-and-file";
/// What the archive is, and what the settings are called in it.
pub(super) const NOTE: &str = "backup.json";
pub(super) const SETTINGS: &str = "settings.ini";
/// The only format so far.
pub(super) const FORMAT: u64 = 1;

/// Where games and sets of pieces are kept.
pub(super) const GAMES: &str = "games";
const PIECES: &str = "pieces";
/// How the names of files begin that are kept beside the folders.
const BESIDE: [&str; 3] = ["2048.", "practice", "players"];
/// Folders for pieces go so deep.
const DEEPEST: usize = 4;
/// No name of a file has more bytes.
const LONGEST_NAME: usize = 255;

/// The note at the beginning of the archive. Other keys are passed over.
#[derive(Serialize, Deserialize)]
pub(super) struct Note {
    pub format: u64,
    #[serde(default)]
    version: String,
    #[serde(default)]
    time: String,
}

/// The name that is proposed for a backup of a day.
pub fn backup_name(day: Date) -> String {
    format!("rank-and-file-{day}.tar.gz")
}

/// What is in a backup that was written.
#[derive(Debug, Default)]
pub struct BackedUp {
    /// How many games.
    pub games: usize,
    /// How many files of all kinds.
    pub files: usize,
    /// What could not be read, and why; all else is in the backup.
    pub left_out: Vec<(PathBuf, io::Error)>,
}

/// Writes everything that is kept in a folder of games, and beside it, into one file, which is there whole or as it was
/// before. Of a game that is being played the whole lines are taken.
///
/// # Errors
/// Where a folder cannot be read, or the file not be written.
pub fn back_up(folder: &Folder, settings: &str, now: Timestamp, to: &Path) -> io::Result<BackedUp> {
    back_up_watched(folder, settings, now, to, &mut |_| Ok(()))
}

/// The same, watched.
///
/// # Errors
/// Those of [`back_up`].
pub fn back_up_watched(
    folder: &Folder,
    settings: &str,
    now: Timestamp,
    to: &Path,
    watch: Watch<'_>,
) -> io::Result<BackedUp> {
    let home = home_of(folder);
    let mut done = BackedUp::default();
    let files = kept_in(&home)?;
    write_atomically_with(to, |file| {
        watch(Step::Begin(files.len()))?;
        // What writes the archive writes some bytes at a time.
        let packed = GzEncoder::new(BufWriter::new(file), Compression::default());
        let mut archive = Builder::new(packed);
        let note = Note {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            time: now.to_string(),
        };
        let note = serde_json::to_vec(&note)?;
        add(&mut archive, Path::new(NOTE), &note, now.as_second())?;
        // A study may be written when its log is closed, but no log when its study is: that is read first.
        for belong_together in files.chunk_by(|one, other| one.file_stem() == other.file_stem()) {
            let read = belong_together.iter().rev();
            let mut read: Vec<_> = read.map(|path| (path, taken(&home.join(path)))).collect();
            read.reverse();
            for (path, taken) in read {
                match taken {
                    Ok(Some((bytes, time))) => {
                        watch(Step::Pack(path))?;
                        add(&mut archive, path, &bytes, time)?;
                        done.files += 1;
                        let log = path.extension().is_some_and(|ending| ending == LOG);
                        done.games += usize::from(log && !is_copy(path));
                    }
                    Ok(None) => {}
                    Err(error) => done.left_out.push((path.clone(), error)),
                }
            }
        }
        watch(Step::Write(Path::new(SETTINGS)))?;
        let settings = settings.as_bytes();
        add(&mut archive, Path::new(SETTINGS), settings, now.as_second())?;
        let mut file = archive.into_inner()?.finish()?;
        watch(Step::Write(to))?;
        file.flush()
    })?;
    Ok(done)
}

/// The folder in which the folder of games lies, with all else.
pub(super) fn home_of(folder: &Folder) -> PathBuf {
    folder_of(folder.path()).to_owned()
}

fn add(archive: &mut Builder<impl Write>, path: &Path, bytes: &[u8], time: i64) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o600);
    header.set_mtime(u64::try_from(time).unwrap_or(0));
    archive.append_data(&mut header, Path::new(ROOT).join(path), bytes)
}

/// The bytes of a file, and when it was changed; `None` where it is gone or no file.
fn taken(path: &Path) -> io::Result<Option<(Vec<u8>, i64)>> {
    let file = match open_regular(path) {
        Err(error) if is_absent(&error) || error.kind() == ErrorKind::Unsupported => {
            return Ok(None);
        }
        file => file?,
    };
    let found = file.metadata()?;
    if found.len() > LARGEST {
        return Err(ErrorKind::FileTooLarge.into());
    }
    // What is added from now on is of no concern.
    let mut bytes = bytes_in(&file, found.len())?;
    let is_log = path.extension().is_some_and(|ending| ending == LOG);
    if is_log && !is_unlocked(path) {
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        bytes.truncate(end.map_or(0, |end| end + 1));
    }
    Ok(Some((bytes, found.mtime())))
}

/// All files that are kept, by their paths in the folder of the user; those of one game follow each other.
fn kept_in(home: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut folders = vec![home.to_owned(), home.join(GAMES), home.join(PIECES)];
    while let Some(folder) = folders.pop() {
        for path in files_in(&folder)? {
            let Ok(below) = path.strip_prefix(home) else {
                continue;
            };
            if is_kept(below) {
                found.push(below.to_owned());
            }
            if below.starts_with(PIECES) && is_kept(&below.join("set")) && path.is_dir() {
                folders.push(path);
            }
        }
    }
    let order = |path: &PathBuf| {
        let parts = [
            path.parent().map(Path::as_os_str),
            path.file_stem(),
            path.extension(),
        ];
        parts.map(|part| part.map(OsStr::to_owned))
    };
    found.sort_by_cached_key(order);
    found.dedup();
    Ok(found)
}

/// Whether a file belongs to what is kept, by its path in the folder of the user.
pub(super) fn is_kept(path: &Path) -> bool {
    let mut names = Vec::new();
    for part in path.components() {
        let Component::Normal(name) = part else {
            return false;
        };
        let name = name.as_bytes();
        if name.starts_with(b".") || name.len() > LONGEST_NAME {
            return false;
        }
        names.push(String::from_utf8_lossy(name).to_ascii_lowercase());
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match &*names {
        [folder, name] if *folder == GAMES => [LOG, STUDY]
            .iter()
            .any(|ending| name.contains(&format!(".{ending}"))),
        [folder, rest @ ..] if *folder == PIECES => (1..DEEPEST).contains(&rest.len()),
        [name] => {
            let ours = BESIDE.iter().any(|begins| name.starts_with(begins));
            ours && name.contains(".json") && !name.ends_with(".lock")
        }
        _ => false,
    }
}
