//! All that a user has here in one file, and back from it: games and their studies, practice, players, 2048, pieces, and
//! the settings, which the app hands over as text.
//!
//! The file is a tar archive, packed by gzip, whose checksum tells whether it is whole. It has one folder, `rank-and-file`,
//! as it lies in the folder for data of the user; first in it is a note of what it is, last are the settings. Restoring
//! reads all of it before anything is written. Then each file is put where it was, whole or not at all; where another one
//! is there, it is put beside that as a copy from another computer, and healed as such copies are ([`super::heal`]). So
//! nothing that is there is lost, and a kill or a full disk leaves the rest to the next time.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::iter;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use jiff::Timestamp;
use jiff::civil::Date;
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use tar::{Archive, Builder, EntryType, Header};
use tempfile::TempPath;

use super::aliases::{AliasFile, renamings_in};
use super::conflicts::{
    Healed, Healing, Held, Hindrance, LARGEST, LOG, NOTEBOOK, STUDY, Step, TWENTY48, Watch,
    files_in, heal_held, is_copy,
};
use crate::files::{
    bytes_at, bytes_in, folder_of, is_absent, is_unlocked, lock_with_timeout, make_folder,
    open_regular, sync_all, with_ending, write_atomically_with,
};
use crate::record::log::{Fnv1a, Folder};

/// The folder in the archive.
const ROOT: &str = "rank-and-file";
/// What the archive is, and what the settings are called in it.
const NOTE: &str = "backup.json";
const SETTINGS: &str = "settings.ini";
/// The only format so far.
const FORMAT: u64 = 1;

/// Where games, sets of pieces and the names of players are kept.
const GAMES: &str = "games";
const PIECES: &str = "pieces";
const PLAYERS: &str = "players.jsonl";
/// How the names of files begin that are kept beside the folders.
const BESIDE: [&str; 3] = ["2048.", "practice", "players"];
/// Folders for pieces go so deep.
const DEEPEST: usize = 4;
/// No name of a file has more bytes.
const LONGEST_NAME: usize = 255;
/// No name with all folders before it has more bytes.
const LONGEST_PATH: u64 = 4096;

/// What is unpacked is no larger than so many times the archive, and these bytes. Games become a tenth, ten thousand that
/// are all alike a hundredth, zeros a thousandth.
const MOST_UNPACKED: u64 = 500;
const UNPACKED_ANYWAY: u64 = 64 << 20;
/// So many files, or bytes, are put on the disk at once.
const AT_ONCE: usize = 256;
const BYTES_AT_ONCE: usize = 32 << 20;
/// How the names of files begin that are not put in their place yet.
const UNFINISHED: &str = ".restoring-";

/// The note at the beginning of the archive. Other keys are passed over.
#[derive(Serialize, Deserialize)]
struct Note {
    format: u64,
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
                        watch(Step::Write(path))?;
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
fn home_of(folder: &Folder) -> PathBuf {
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
fn is_kept(path: &Path) -> bool {
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

/// What came of a backup that was restored.
#[derive(Debug, Default)]
pub struct Restored {
    /// Games that were not there.
    pub new: usize,
    /// Games of which the backup had more than was there.
    pub completed: usize,
    /// Games that had gone different ways, and are two now or more.
    pub kept_twice: usize,
    /// Games of which all was there.
    pub known: usize,
    /// Studies that were not there.
    pub studies_new: usize,
    /// Studies that have something now that was in the backup alone.
    pub studies_merged: usize,
    /// What has come to the records of practice, in lines.
    pub answers: usize,
    /// How many renamings of players have come.
    pub players: usize,
    /// Whether 2048 is another game now, or has other scores.
    pub twenty48: bool,
    /// Files of pieces, and what had been set aside, that were not there.
    pub others: usize,
    /// Copies that could not be put together with what is there yet, and why, and what could not be put anywhere. Nothing
    /// of what is there was touched.
    pub left: Vec<(PathBuf, Hindrance)>,
    /// The settings, as they were handed over.
    pub settings: String,
}

/// Why a backup is not restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupFault {
    /// It is none.
    #[error("it is no backup of this program")]
    Other,
    /// A later version of the program has written it in another way.
    #[error("a newer version has written it")]
    Newer,
    /// It is torn or changed.
    #[error("it is damaged")]
    Damaged,
    /// It would put something where it does not belong, or is far larger than it looks. No backup is so.
    #[error("it is not as any backup is")]
    Hostile,
    /// Games are just being imported or put together.
    #[error("the folder of games is in use")]
    Busy,
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(io::Error),
    /// Something cannot be written. What is there by then is whole, and restoring again does the rest.
    #[error("something cannot be written: {0}")]
    Unwritten(#[from] io::Error),
}

/// Puts everything that a backup has into a folder of games and beside it. Nothing that is there is lost. Restoring the
/// same backup again changes nothing.
///
/// # Errors
/// Why it is not restored. But for [`BackupFault::Unwritten`], nothing was changed then.
pub fn restore(folder: &Folder, from: &Path) -> Result<Restored, BackupFault> {
    restore_watched(folder, from, &mut |_| Ok(()))
}

/// The same, watched.
///
/// # Errors
/// Those of [`restore`].
pub fn restore_watched(
    folder: &Folder,
    from: &Path,
    watch: Watch<'_>,
) -> Result<Restored, BackupFault> {
    let file = open_regular(from).map_err(BackupFault::Unreadable)?;
    let mut checked = Vec::new();
    read_all(&file, |_, bytes| {
        checked.push(checksum(&bytes));
        Ok(())
    })?;
    let mut put = Putting {
        folder,
        home: home_of(folder),
        watch,
        restored: Restored::default(),
        batch: Vec::new(),
        bytes: 0,
        cleared: HashSet::new(),
        logs: BTreeSet::new(),
        studies: BTreeMap::new(),
        copies: BTreeSet::new(),
    };
    make_folder(folder.path())?;
    let held = Held(File::open(folder.path())?);
    if !lock_with_timeout(&held.0) {
        return Err(BackupFault::Busy);
    }
    let mut checked = checked.into_iter();
    let done = read_all(&file, |place, bytes| {
        match checked.next() == Some(checksum(&bytes)) {
            true => put.put(place, bytes),
            false => Err(BackupFault::Damaged),
        }
    });
    done.map_err(|fault| match fault {
        BackupFault::Unreadable(error) | BackupFault::Unwritten(error) => error,
        // Another program is writing the archive.
        _ => ErrorKind::ResourceBusy.into(),
    })?;
    put.settle()?;
    put.heal()?;
    Ok(put.restored)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Reads an archive from its beginning to its end, and hands over each file that belongs to a backup, by its path in the
/// folder of the user.
fn read_all(
    mut file: &File,
    mut take: impl FnMut(&Path, Vec<u8>) -> Result<(), BackupFault>,
) -> Result<(), BackupFault> {
    file.rewind().map_err(BackupFault::Unreadable)?;
    let size = file.metadata().map_err(BackupFault::Unreadable)?.len();
    let most = size
        .saturating_mul(MOST_UNPACKED)
        .saturating_add(UNPACKED_ANYWAY);
    let unpacked = GzDecoder::new(BufReader::new(file)).take(most);
    let mut archive = Archive::new(unpacked);
    let read = read_entries(&mut archive, &mut take);
    // Its checksum comes last.
    let mut rest = archive.into_inner();
    let drained = io::copy(&mut rest, &mut io::sink());
    let is_packed = rest.get_ref().header().is_some();
    match rest.limit() {
        0 => Err(BackupFault::Hostile),
        _ if !is_packed && matches!(read, Err(BackupFault::Damaged)) => Err(BackupFault::Other),
        _ => {
            let whole = drained.map_err(|error| unpacked_badly(error, true));
            match read {
                // What a note says is believed where the archive is whole.
                Err(BackupFault::Newer) => whole.and(read),
                _ => read.and(whole.map(drop)),
            }
        }
    }
}

fn read_entries(
    archive: &mut Archive<impl Read>,
    take: &mut impl FnMut(&Path, Vec<u8>) -> Result<(), BackupFault>,
) -> Result<(), BackupFault> {
    let mut known = false;
    let mut long_name: Option<Vec<u8>> = None;
    // Names and other things that have an entry of their own are not read here before it is known how long they are.
    let entries = archive.entries().map_err(BackupFault::Unreadable)?;
    for entry in entries.raw(true) {
        let mut entry = entry.map_err(|error| unpacked_badly(error, known))?;
        let size = entry.size();
        let kind = entry.header().entry_type();
        let mut read = |most: u64| {
            if size > most {
                return Err(BackupFault::Hostile);
            }
            let mut bytes = Vec::new();
            let read = entry.read_to_end(&mut bytes);
            match read.map_err(|error| unpacked_badly(error, known))? as u64 == size {
                true => Ok(bytes),
                false => Err(BackupFault::Damaged),
            }
        };
        match kind {
            EntryType::GNULongName => {
                let mut name = read(LONGEST_PATH)?;
                let end = name.iter().position(|byte| *byte == 0);
                name.truncate(end.unwrap_or(name.len()));
                long_name = Some(name);
                continue;
            }
            EntryType::Regular | EntryType::Continuous => {}
            EntryType::Directory if known => continue,
            _ if known => return Err(BackupFault::Hostile),
            _ => return Err(BackupFault::Other),
        }
        let bytes = read(LARGEST)?;
        let name = long_name.take();
        let name = name.unwrap_or_else(|| entry.path_bytes().into_owned());
        let place = place_of(&name).ok_or(match known {
            true => BackupFault::Hostile,
            false => BackupFault::Other,
        })?;
        if !known {
            let note: Option<Note> = serde_json::from_slice(&bytes).ok();
            let note = note
                .filter(|_| place == Path::new(NOTE))
                .ok_or(BackupFault::Other)?;
            if note.format > FORMAT {
                return Err(BackupFault::Newer);
            }
            known = true;
        } else if is_kept(place) || place == Path::new(SETTINGS) {
            take(place, bytes)?;
        }
    }
    match known {
        true => Ok(()),
        false => Err(BackupFault::Other),
    }
}

/// Where a file with a name in an archive belongs; `None` where that is not in its folder.
fn place_of(name: &[u8]) -> Option<&Path> {
    let path = Path::new(OsStr::from_bytes(name));
    let normal = |part| matches!(part, Component::Normal(_));
    let good = path.components().all(normal) && !name.contains(&0);
    path.strip_prefix(ROOT)
        .ok()
        .filter(|place| good && place.file_name().is_some())
}

/// What an error means that unpacking has met, `known` to be a backup or not yet.
fn unpacked_badly(error: io::Error, known: bool) -> BackupFault {
    match error.raw_os_error() {
        Some(_) => BackupFault::Unreadable(error),
        None if known || error.kind() == ErrorKind::UnexpectedEof => BackupFault::Damaged,
        None => BackupFault::Other,
    }
}

/// A file that is written and has no name yet.
struct Unnamed {
    file: TempPath,
    path: PathBuf,
    /// Its name where the other one is taken.
    otherwise: PathBuf,
}

/// What a file is, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Log,
    Study,
    Notebook,
    Players,
    Twenty48,
    /// It is put together with nothing.
    Other,
}

impl Kind {
    fn of(place: &Path) -> Self {
        let ending = place.extension().and_then(OsStr::to_str);
        match (place.to_str(), ending) {
            (Some(NOTEBOOK), _) => Self::Notebook,
            (Some(PLAYERS), _) => Self::Players,
            (Some(TWENTY48), _) => Self::Twenty48,
            (_, Some(LOG)) if place.starts_with(GAMES) => Self::Log,
            (_, Some(STUDY)) if place.starts_with(GAMES) => Self::Study,
            _ => Self::Other,
        }
    }
}

/// What is put where.
struct Putting<'a> {
    folder: &'a Folder,
    home: PathBuf,
    watch: Watch<'a>,
    restored: Restored,
    batch: Vec<Unnamed>,
    /// How large the batch is.
    bytes: usize,
    /// Folders that have nothing in them any more of what was killed.
    cleared: HashSet<PathBuf>,
    /// The ids of the logs that lie there otherwise.
    logs: BTreeSet<String>,
    /// Those of the studies, each with a number for what lies there.
    studies: BTreeMap<String, Option<u64>>,
    /// The copies that were put beside what lies there.
    copies: BTreeSet<PathBuf>,
}

impl Putting<'_> {
    fn put(&mut self, place: &Path, bytes: Vec<u8>) -> Result<(), BackupFault> {
        let path = self.home.join(place);
        if place == Path::new(SETTINGS) {
            self.restored.settings = String::from_utf8(bytes).unwrap_or_default();
            return Ok(());
        }
        if is_copy(place) {
            // What it is a copy of may be on its way.
            self.settle()?;
        }
        let there = match bytes_at(&path, LARGEST + 1) {
            Ok(there) => there,
            Err(error) => {
                self.restored.left.push((path, error.into()));
                return Ok(());
            }
        };
        let kind = Kind::of(place);
        let id = Folder::id_of(&path.with_extension(LOG)).unwrap_or_default();
        let goes_on = |there: &[u8]| match kind {
            Kind::Log | Kind::Notebook => there.starts_with(&bytes),
            _ => there == bytes,
        };
        match there {
            Some(there) if goes_on(&there) => {
                self.restored.known += usize::from(kind == Kind::Log);
                Ok(())
            }
            Some(_) if kind == Kind::Players => self.unite_players(path, &bytes),
            None if kind != Kind::Study || !self.logs.contains(&id) => {
                self.put_new(kind, &path, &id, &bytes)
            }
            there => {
                match kind {
                    Kind::Log => drop(self.logs.insert(id)),
                    Kind::Study => drop(self.studies.insert(id, there.as_deref().map(Fnv1a::of))),
                    _ => {}
                }
                self.put_beside(&path, &bytes)
            }
        }
    }

    /// Puts a file where none is.
    fn put_new(
        &mut self,
        kind: Kind,
        path: &Path,
        id: &str,
        bytes: &[u8],
    ) -> Result<(), BackupFault> {
        let original = Folder::original_of(id).filter(|_| kind == Kind::Log && is_copy(path));
        let original = original.filter(|id| self.folder.entry(id.clone()).path.exists());
        let restored = &mut self.restored;
        match (kind, original) {
            (Kind::Log, Some(original)) => drop(self.logs.insert(original)),
            (Kind::Log, None) => restored.new += 1,
            _ if is_copy(path) => {}
            (Kind::Study, _) => restored.studies_new += 1,
            (Kind::Notebook, _) => restored.answers += records_in(bytes),
            (Kind::Players, _) => restored.players += renamings_in(bytes),
            (Kind::Twenty48, _) => restored.twenty48 = true,
            (Kind::Other, _) => restored.others += 1,
        }
        if is_copy(path) {
            self.copies.insert(path.to_owned());
        }
        self.write(path, bytes)
    }

    fn unite_players(&mut self, path: PathBuf, bytes: &[u8]) -> Result<(), BackupFault> {
        (self.watch)(Step::Write(&path))?;
        match AliasFile::new(path.clone()).unite(bytes) {
            Ok(come) => self.restored.players += come,
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                self.restored.left.push((path, error.into()));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Puts other bytes beside a file, always under the same name.
    fn put_beside(&mut self, path: &Path, bytes: &[u8]) -> Result<(), BackupFault> {
        let copy = copy_name(path, bytes);
        let is_there = matches!(bytes_at(&copy, LARGEST + 1), Ok(Some(there)) if there == bytes);
        if !is_there && !is_copy(&copy) {
            self.restored.others += 1;
        }
        self.copies.insert(copy.clone());
        match is_there {
            true => Ok(()),
            false => self.write(&copy, bytes),
        }
    }

    /// Writes a file that gets its name with others. One whose name is too long for the disk is left.
    fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), BackupFault> {
        (self.watch)(Step::Write(path))?;
        let folder = folder_of(path);
        if self.cleared.insert(folder.to_owned()) {
            make_folder(folder)?;
            for file in files_in(folder)? {
                let name = file.file_name().unwrap_or_default();
                if name.as_bytes().starts_with(UNFINISHED.as_bytes()) {
                    // What cannot be removed is in no way.
                    fs::remove_file(file).ok();
                }
            }
        }
        let mut file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        self.batch.push(Unnamed {
            file: file.into_temp_path(),
            path: path.to_owned(),
            otherwise: copy_name(path, bytes),
        });
        self.bytes += bytes.len();
        if self.batch.len() >= AT_ONCE || self.bytes >= BYTES_AT_ONCE {
            self.settle()?;
        }
        Ok(())
    }

    /// Waits for the disk, and gives the files of the batch their names: a study before its log, so that what finds that
    /// finds both.
    fn settle(&mut self) -> Result<(), BackupFault> {
        let batch = std::mem::take(&mut self.batch);
        self.bytes = 0;
        let mut folders = BTreeSet::new();
        for Unnamed { file, .. } in &batch {
            sync(file, &mut folders)?;
        }
        for Unnamed {
            file,
            path,
            otherwise,
        } in batch.into_iter().rev()
        {
            (self.watch)(Step::Write(&path))?;
            let named = file
                .persist_noclobber(&path)
                .or_else(|taken| match taken.error.kind() {
                    ErrorKind::AlreadyExists => taken.path.persist_noclobber(&otherwise),
                    _ => Err(taken),
                });
            match named {
                Ok(()) => {}
                Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => {}
                Err(taken)
                    if taken.error.raw_os_error() == Some(Errno::NAMETOOLONG.raw_os_error()) =>
                {
                    self.copies.remove(&path);
                    self.restored.left.push((path, taken.error.into()));
                }
                Err(taken) => return Err(taken.error.into()),
            }
        }
        for folder in folders {
            // Not every file system can do that; the files are there all the same.
            File::open(folder).and_then(|folder| folder.sync_all()).ok();
        }
        Ok(())
    }

    /// Has copies put together with what is there, also those that a kill has left, and takes note of what came of them.
    fn heal(&mut self) -> io::Result<()> {
        let [notebook, game] = [NOTEBOOK, TWENTY48].map(|name| self.home.join(name));
        let records = records_in(&bytes_at(&notebook, LARGEST + 1)?.unwrap_or_default());
        let number = |path: &Path| -> io::Result<Option<u64>> {
            Ok(bytes_at(path, LARGEST + 1)?.as_deref().map(Fnv1a::of))
        };
        let score = number(&game)?;
        let Healing {
            done,
            left,
            changed,
        } = heal_held(self.folder, &mut *self.watch)?;
        let changed: HashSet<String> = changed.into_iter().collect();
        let restored = &mut self.restored;
        for healed in &done {
            match healed {
                Healed::Joined(id) if self.logs.contains(id) => match changed.contains(id) {
                    true => restored.completed += 1,
                    false => restored.known += 1,
                },
                Healed::Parted { id, others } if self.logs.contains(id) => {
                    let mut all = iter::once(id).chain(others);
                    match all.any(|id| changed.contains(id)) {
                        true => restored.kept_twice += 1,
                        false => restored.known += 1,
                    }
                }
                Healed::Annotations(id) => {
                    let Some(before) = self.studies.get(id) else {
                        continue;
                    };
                    let now = number(&self.folder.entry(id.clone()).study())?;
                    restored.studies_merged += usize::from(before.is_some() && now != *before);
                    restored.studies_new += usize::from(before.is_none() && now.is_some());
                }
                Healed::Practice => {
                    let now = bytes_at(&notebook, LARGEST + 1)?.unwrap_or_default();
                    restored.answers += records_in(&now).saturating_sub(records);
                }
                Healed::Twenty48 { .. } => restored.twenty48 |= number(&game)? != score,
                Healed::Joined(_) | Healed::Parted { .. } => {}
            }
        }
        let own = left
            .into_iter()
            .filter(|(path, _)| self.copies.contains(path));
        restored.left.extend(own);
        Ok(())
    }
}

/// How many records there are in a notebook.
fn records_in(bytes: &[u8]) -> usize {
    let lines = bytes.split(|byte| *byte == b'\n');
    lines.filter(|line| !line.is_empty()).count()
}

/// The name beside a file for other bytes: that of a copy from another computer, where it can be put together with the
/// file.
fn copy_name(path: &Path, bytes: &[u8]) -> PathBuf {
    let number = format!("{:016x}", Fnv1a::of(bytes));
    let stem = path.file_stem().unwrap_or_default();
    let ending = path.extension().unwrap_or_default();
    let mut name = stem.to_owned();
    name.push(format!(".sync-conflict-restored-{number}."));
    name.push(ending);
    let copy = path.with_file_name(name);
    match is_copy(&copy) {
        true => copy,
        false => with_ending(path, &format!("restored-{number}")),
    }
}

/// Waits until the disk has a file: with all others on it where the system can do that, once for each folder.
fn sync(file: &Path, folders: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    let folder = folder_of(file);
    if folders.contains(folder) {
        return Ok(());
    }
    match sync_all(File::open(folder)?)? {
        true => drop(folders.insert(folder.to_owned())),
        false => File::open(file)?.sync_data()?,
    }
    Ok(())
}
