//! All that a user has here in one file, and back from it: games and their studies, practice, players, 2048, pieces, and
//! the settings, which the app hands over as text.
//!
//! The file is a tar archive, packed by gzip, whose checksum tells whether it is whole. It has one folder, `rank-and-file`,
//! as it lies in the folder for data of the user; first in it is a note of what it is, last are the settings.
//!
//! Not in it is what this computer alone keeps of correspondence games: who sits here, conditional moves, and how games
//! stood when they were looked at last. The opponent may sit where it is restored, and old conditional moves would be played
//! without a question.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use tar::{Builder, Header};
use tempfile::tempfile_in;

use super::conflicts::{Step, Watch, files_in, is_copy};
use super::study_file::LARGEST;
use crate::files::{
    bytes_in, folder_of, is_absent, is_unlocked, open_regular, whole_lines, write_atomically_with,
};
use crate::record::log::{Folder, LOG, STUDY};

/// The folder in the archive.
pub(super) const ROOT: &str = "rank-and-file";
/// What the archive is, and what the settings are called in it.
pub(super) const NOTE: &str = "backup.json";
pub(super) const SETTINGS: &str = "settings.ini";
/// The only format so far.
pub(super) const FORMAT: u64 = 1;

/// What is unpacked is no larger than so many times the archive, and these bytes besides; a single file that is not held in
/// memory has no more than so many times the archive. Packing makes games ten times smaller, ten thousand games that are all
/// alike a hundred times, and zeros a thousand times.
pub(super) const MOST_UNPACKED: u64 = 500;
pub(super) const UNPACKED_ANYWAY: u64 = 64 << 20;
/// What an entry has at most besides the bytes of its file: two headers, a long name, and what fills up its last block.
const AROUND_AN_ENTRY: u64 = 4096;
/// So many bytes of a large file are in memory at once.
pub(super) const PIECE: usize = 64 << 10;

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
        let file = Counted {
            to: BufWriter::new(file),
            written: 0,
        };
        let packed = GzEncoder::new(file, Compression::default());
        let mut archive = Builder::new(packed);
        let note = Note {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            time: now.to_string(),
        };
        let note = serde_json::to_vec(&note)?;
        add(&mut archive, Path::new(NOTE), &note, now.as_second())?;
        let (mut unpacked, mut largest) = (0, 0);
        // A study may be written when its log is closed, but no log when its study is: that is read first.
        for belong_together in files.chunk_by(|one, other| one.file_stem() == other.file_stem()) {
            let mut read = Vec::new();
            for path in belong_together.iter().rev() {
                read.push((path, taken(&home.join(path), [folder_of(to), &home])?));
            }
            read.reverse();
            for (path, taken) in read {
                match taken {
                    Ok(Some(Taken { content, time })) => {
                        watch(Step::Pack(path))?;
                        let size = match content {
                            Content::Held(bytes) => {
                                add(&mut archive, path, &bytes, time)?;
                                bytes.len() as u64
                            }
                            Content::Copied(copy, size) => {
                                add_from(&mut archive, path, copy.take(size), size, time)?;
                                largest = largest.max(size);
                                size
                            }
                        };
                        unpacked += size + AROUND_AN_ENTRY;
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
        // Where files are so easy to pack that the archive would be refused as a bomb, zeros follow it, which gzip allows.
        let beyond = unpacked.saturating_sub(UNPACKED_ANYWAY).max(largest);
        let missing = beyond.div_ceil(MOST_UNPACKED).saturating_sub(file.written);
        io::copy(&mut io::repeat(0).take(missing), &mut file)?;
        file.flush()
    })?;
    Ok(done)
}

/// The folder in which the folder of games lies, with all else.
pub(super) fn home_of(folder: &Folder) -> PathBuf {
    folder_of(folder.path()).to_owned()
}

/// Counts the bytes that are written.
struct Counted<W> {
    to: W,
    written: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

fn add(archive: &mut Builder<impl Write>, path: &Path, bytes: &[u8], time: i64) -> io::Result<()> {
    add_from(archive, path, bytes, bytes.len() as u64, time)
}

fn add_from(
    archive: &mut Builder<impl Write>,
    path: &Path,
    from: impl Read,
    size: u64,
    time: i64,
) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_size(size);
    header.set_mode(0o600);
    header.set_mtime(u64::try_from(time).unwrap_or(0));
    archive.append_data(&mut header, Path::new(ROOT).join(path), from)
}

/// What was read of a file, and when that was changed.
struct Taken {
    content: Content,
    time: i64,
}

enum Content {
    Held(Vec<u8>),
    /// A copy of a file that is too large to be held, so that its size is known for certain, and how many of its bytes
    /// count. It has no name, and is gone when it is closed.
    Copied(File, u64),
}

/// What is in a file; `None` where it is gone or no file. Large files are copied into the first of two
/// folders that takes a file.
///
/// # Errors
/// Where the copy cannot be written; within that, where the file cannot be read.
fn taken(path: &Path, folders: [&Path; 2]) -> io::Result<io::Result<Option<Taken>>> {
    let (file, found) = match open_regular(path).and_then(|file| Ok((file.metadata()?, file))) {
        Err(error) if is_absent(&error) || error.kind() == ErrorKind::Unsupported => {
            return Ok(Ok(None));
        }
        Err(error) => return Ok(Err(error)),
        Ok((found, file)) => (file, found),
    };
    // What is added from now on is of no concern.
    let size = found.len();
    let mut content = if size > LARGEST {
        let [beside, home] = folders;
        let mut copy = tempfile_in(beside).or_else(|_| tempfile_in(home))?;
        match copy_into(&mut copy, &file, size)? {
            Ok(copied) => Content::Copied(copy, copied),
            Err(error) => return Ok(Err(error)),
        }
    } else {
        match bytes_in(&file, size) {
            Ok(bytes) => Content::Held(bytes),
            Err(error) => return Ok(Err(error)),
        }
    };
    let is_log = path.extension().is_some_and(|ending| ending == LOG);
    if is_log && !is_unlocked(path) {
        match &mut content {
            Content::Held(bytes) => bytes.truncate(whole_lines(bytes)),
            Content::Copied(copy, size) => *size = whole_lines_in(copy, *size)?,
        }
    }
    if let Content::Copied(copy, _) = &mut content {
        copy.rewind()?;
    }
    let time = found.mtime();
    Ok(Ok(Some(Taken { content, time })))
}

/// Copies so many bytes of a file, or as many as are there, and tells how many these are.
///
/// # Errors
/// Where the copy cannot be written; within that, where the file cannot be read.
fn copy_into(copy: &mut File, file: &File, size: u64) -> io::Result<io::Result<u64>> {
    let mut piece = vec![0; PIECE];
    let mut rest = file.take(size);
    loop {
        match rest.read(&mut piece) {
            Ok(0) => return Ok(Ok(size - rest.limit())),
            Ok(read) => copy.write_all(&piece[..read])?,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Ok(Err(error)),
        }
    }
}

/// How many bytes the whole lines have in a file that is so long, looked for from its end.
fn whole_lines_in(file: &mut File, size: u64) -> io::Result<u64> {
    let mut end = size;
    while end > 0 {
        let begin = end.saturating_sub(PIECE as u64);
        let mut piece = Vec::new();
        file.seek(SeekFrom::Start(begin))?;
        (&*file).take(end - begin).read_to_end(&mut piece)?;
        match whole_lines(&piece) {
            0 => end = begin,
            whole => return Ok(begin + whole as u64),
        }
    }
    Ok(0)
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
