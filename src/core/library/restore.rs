//! A backup put back into a folder of games and beside it.
//!
//! All of it is read before anything is written, and all files are written before one of them gets its name: till then,
//! nothing comes of it where it is cancelled. Each file is put where it was; where another one is there, it is put beside
//! that as a copy from another computer, and healed as such copies are ([`super::heal`]). So nothing that is there is lost,
//! and a kill or a full disk leaves the rest to the next time.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read, Seek, Write};
use std::iter;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use flate2::Crc;
use flate2::read::GzDecoder;
use rustix::io::Errno;
use tar::{Archive, EntryType};
use tempfile::TempPath;

use super::aliases::{AliasFile, renamings_in};
use super::backup::{FORMAT, GAMES, NOTE, Note, ROOT, SETTINGS, home_of, is_kept};
use super::conflicts::{
    Healed, Healing, Held, Hindrance, LARGEST, LOG, NOTEBOOK, PLAYERS, STUDY, Step, TWENTY48,
    Watch, files_in, heal_held, is_copy,
};
use crate::files::{
    bytes_at, folder_of, lock_with_timeout, make_folder, open_regular, sync_all, with_ending,
};
use crate::record::log::{Fnv1a, Folder};

/// No name with all folders before it has more bytes.
const LONGEST_PATH: u64 = 4096;
/// What is unpacked is no larger than so many times the archive, and these bytes besides. Packing makes games ten times
/// smaller, ten thousand games that are all alike a hundred times, and zeros a thousand times.
const MOST_UNPACKED: u64 = 500;
const UNPACKED_ANYWAY: u64 = 64 << 20;
/// After so many files, or bytes, it is waited until the disk has them.
const AT_ONCE: usize = 256;
const BYTES_AT_ONCE: usize = 32 << 20;
/// How the names of files begin that are not put in their place yet.
const UNFINISHED: &str = ".restoring-";

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

/// The same, watched. Where an error is returned at a [`Step::Check`] or [`Step::Pack`], nothing was restored.
///
/// # Errors
/// Those of [`restore`]; [`BackupFault::Unwritten`] with an error of `watch`.
pub fn restore_watched(
    folder: &Folder,
    from: &Path,
    watch: Watch<'_>,
) -> Result<Restored, BackupFault> {
    let file = open_regular(from).map_err(BackupFault::Unreadable)?;
    let of = file.metadata().map_err(BackupFault::Unreadable)?.len();
    let (mut checked, mut files) = (Vec::new(), 0);
    read_all(&file, |place, bytes| {
        checked.push(checksum(&bytes));
        files += usize::from(place != Path::new(SETTINGS));
        let read = (&file).stream_position();
        let read = read.map_err(BackupFault::Unreadable)?;
        Ok(watch(Step::Check { read, of })?)
    })?;
    watch(Step::Begin(files))?;
    let mut put = Putting {
        folder,
        home: home_of(folder),
        watch,
        restored: Restored::default(),
        players: None,
        unnamed: Vec::new(),
        synced: 0,
        bytes: 0,
        new: HashSet::new(),
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
    put.name_all()?;
    put.unite_players()?;
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
    if matches!(read, Err(BackupFault::Unwritten(_))) {
        return read;
    }
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
    /// The names of players that are to be united with those that are there.
    players: Option<(PathBuf, Vec<u8>)>,
    unnamed: Vec<Unnamed>,
    /// So many of these are on the disk.
    synced: usize,
    /// So many bytes are in the others.
    bytes: usize,
    /// The ids of the logs that get their names with these.
    new: HashSet<String>,
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
        (self.watch)(Step::Pack(place))?;
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
            Some(_) if kind == Kind::Players => {
                self.players = Some((path, bytes));
                Ok(())
            }
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
        let is_there =
            |id: &String| self.new.contains(id) || self.folder.entry(id.clone()).path.exists();
        let original = original.filter(is_there);
        let restored = &mut self.restored;
        match (kind, original) {
            (Kind::Log, Some(original)) => drop(self.logs.insert(original)),
            (Kind::Log, None) => {
                restored.new += 1;
                self.new.insert(id.to_owned());
            }
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

    fn unite_players(&mut self) -> Result<(), BackupFault> {
        let Some((path, bytes)) = self.players.take() else {
            return Ok(());
        };
        (self.watch)(Step::Write(&path))?;
        match AliasFile::new(path.clone()).unite(&bytes) {
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
        self.unnamed.push(Unnamed {
            file: file.into_temp_path(),
            path: path.to_owned(),
            otherwise: copy_name(path, bytes),
        });
        self.bytes += bytes.len();
        if self.unnamed.len() - self.synced >= AT_ONCE || self.bytes >= BYTES_AT_ONCE {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until the disk has all files that are written.
    fn sync(&mut self) -> io::Result<()> {
        let mut folders = BTreeSet::new();
        for Unnamed { file, .. } in &self.unnamed[self.synced..] {
            sync(file, &mut folders)?;
        }
        self.synced = self.unnamed.len();
        self.bytes = 0;
        Ok(())
    }

    /// Gives the files their names: a study before its log, so that what finds that finds both.
    fn name_all(&mut self) -> Result<(), BackupFault> {
        self.sync()?;
        let mut folders = BTreeSet::new();
        for Unnamed {
            file,
            path,
            otherwise,
        } in std::mem::take(&mut self.unnamed).into_iter().rev()
        {
            folders.insert(folder_of(&path).to_owned());
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
                Healed::Joined(_) | Healed::Parted { .. } | Healed::Players => {}
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
