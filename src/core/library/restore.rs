//! A backup put back into a folder of games and beside it.
//!
//! All of it is read before anything is written, and all files are written before one of them gets its name: till then,
//! nothing comes of it where it is cancelled. Each file is put where it was; where another one is there, it is put beside
//! that as a copy from another computer, and healed as such copies are ([`super::heal`]). So nothing that is there is lost,
//! and a kill or a full disk leaves the rest to the next time. A game that was imported here and there has two ids: it stays
//! one game.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, Write};
use std::iter;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use flate2::Crc;
use rustix::io::Errno;
use tempfile::{NamedTempFile, TempPath};

use super::aliases::{AliasFile, renamings_in};
use super::archive::{BackupFault, Large, Packed, checksum, read_all};
use super::backup::{GAMES, SETTINGS, home_of};
use super::conflicts::{
    ATTEMPTS, Healed, Healing, Hindrance, PLAYERS, Step, TWENTY48, Watch, files_in, heal_held,
    is_copy,
};
use super::study_file::LARGEST;
use crate::files::{
    FileLock, bytes_at, folder_of, is_absent, make_folder, open_regular, require_room, sync_all,
    sync_folder, with_ending,
};
use crate::record::log::{Fnv1a, Folder, LOG, LogEntry, STUDY};

/// After so many files, or bytes, it is waited until the disk has them.
const AT_ONCE: usize = 256;
const BYTES_AT_ONCE: u64 = 32 << 20;
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
    let (mut checked, mut files, mut packed_logs) = (Vec::new(), 0, HashSet::new());
    read_all(&file, |place, packed| {
        checked.push(packed.checksum()?);
        packed_logs.extend((Kind::of(place) == Kind::Log).then(|| id_at(place)));
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
        twins: Twins {
            packed: packed_logs,
            ..Twins::default()
        },
    };
    make_folder(folder.path())?;
    let _held = FileLock::lock_with_timeout(File::open(folder.path())?).ok_or(BackupFault::Busy)?;
    let mut checked = checked.into_iter();
    let done = read_all(&file, |place, packed| {
        let (content, checksum) = match packed {
            Packed::Small(bytes) => {
                let checksum = checksum(&bytes);
                (Content::Held(bytes), checksum)
            }
            Packed::Large(large) => put.stage(place, large)?,
        };
        match checked.next() == Some(checksum) {
            true => put.put(place, content),
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
    Attempts,
    Players,
    Twenty48,
    /// It is put together with nothing.
    Other,
}

impl Kind {
    fn of(place: &Path) -> Self {
        let ending = place.extension().and_then(OsStr::to_str);
        match (place.to_str(), ending) {
            (Some(ATTEMPTS), _) => Self::Attempts,
            (Some(PLAYERS), _) => Self::Players,
            (Some(TWENTY48), _) => Self::Twenty48,
            (_, Some(LOG)) if place.starts_with(GAMES) => Self::Log,
            (_, Some(STUDY)) if place.starts_with(GAMES) => Self::Study,
            _ => Self::Other,
        }
    }
}

/// The id of the game to which a file belongs, a log or a study; empty where it is neither.
fn id_at(path: &Path) -> String {
    Folder::id_of(&path.with_extension(LOG)).unwrap_or_default()
}

/// Games of the folder that the backup has under other ids, as they were imported on both computers: their logs are the
/// same, byte by byte.
#[derive(Default)]
struct Twins {
    /// The ids of all logs of the backup.
    packed: HashSet<String>,
    /// The other logs of the folder by their sizes; `None` until one is looked for.
    by_size: Option<HashMap<u64, Vec<LogEntry>>>,
    /// The ids of the backup, each with that of the folder.
    found: HashMap<String, String>,
}

impl Twins {
    /// Whether the folder has a log of the backup under another id.
    fn has(&mut self, folder: &Folder, id: &str, content: &Content) -> io::Result<bool> {
        let known = match &mut self.by_size {
            Some(known) => known,
            unread => unread.insert(logs_by_size(folder, &self.packed)?),
        };
        let size = content.size();
        for entry in known.get(&size).into_iter().flatten().filter(|_| size > 0) {
            if matches!(content.compare(&entry.path), Ok(There::Same)) {
                self.found.insert(id.to_owned(), entry.id.clone());
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The logs of a folder by their sizes, without those that have these ids.
fn logs_by_size(
    folder: &Folder,
    without: &HashSet<String>,
) -> io::Result<HashMap<u64, Vec<LogEntry>>> {
    let mut by_size: HashMap<u64, Vec<LogEntry>> = HashMap::new();
    for entry in folder.entries()? {
        if let Ok(file) = fs::metadata(&entry.path) {
            if !without.contains(&entry.id) {
                by_size.entry(file.len()).or_default().push(entry);
            }
        }
    }
    Ok(by_size)
}

/// What is in a file of the backup.
enum Content {
    Held(Vec<u8>),
    /// It is too large to be held, and written already.
    Staged {
        file: TempPath,
        size: u64,
        /// See [`Fnv1a`].
        number: u64,
    },
}

/// What is in a place where a file belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum There {
    Nothing,
    Same,
    /// It begins with all of the file, and has more.
    GoesOn,
    Other,
}

impl Content {
    fn size(&self) -> u64 {
        match self {
            Self::Held(bytes) => bytes.len() as u64,
            Self::Staged { size, .. } => *size,
        }
    }

    fn number(&self) -> u64 {
        match self {
            Self::Held(bytes) => Fnv1a::of(bytes),
            Self::Staged { number, .. } => *number,
        }
    }

    fn reader(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(match self {
            Self::Held(bytes) => Box::new(&**bytes),
            Self::Staged { file, .. } => Box::new(BufReader::new(File::open(file)?)),
        })
    }

    /// Compares it with what is in a place.
    fn compare(&self, path: &Path) -> io::Result<There> {
        let mut there = match open_regular(path) {
            Err(error) if is_absent(&error) => return Ok(There::Nothing),
            file => BufReader::new(file?),
        };
        let mut own = self.reader()?;
        loop {
            let (one, other) = (own.fill_buf()?, there.fill_buf()?);
            match (one.is_empty(), other.is_empty()) {
                (true, true) => return Ok(There::Same),
                (true, false) => return Ok(There::GoesOn),
                _ => {}
            }
            let both = one.len().min(other.len());
            if both == 0 || one[..both] != other[..both] {
                return Ok(There::Other);
            }
            own.consume(both);
            there.consume(both);
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
    bytes: u64,
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
    twins: Twins,
}

impl Putting<'_> {
    /// Writes a large file, which gets its name later where it is needed. Tells its checksum, too.
    fn stage(&mut self, place: &Path, large: Large<'_>) -> Result<(Content, u32), BackupFault> {
        let path = self.home.join(place);
        (self.watch)(Step::Write(&path))?;
        let mut file = self.unfinished_beside(&path)?;
        let size = large.size;
        // Where there is no room for the whole file, no part of it is written.
        require_room(folder_of(&path), size)?;
        let (mut crc, mut hash) = (Crc::new(), Fnv1a::default());
        large.unpack(|piece| {
            crc.update(piece);
            hash.bytes(piece);
            file.write_all(piece)
        })?;
        let content = Content::Staged {
            file: file.into_temp_path(),
            size,
            number: hash.number(),
        };
        Ok((content, crc.sum()))
    }

    fn put(&mut self, place: &Path, content: Content) -> Result<(), BackupFault> {
        let kind = Kind::of(place);
        let mut path = self.home.join(place);
        let mut id = id_at(place);
        if let Some(twin) = self.twins.found.get(&id).filter(|_| kind == Kind::Study) {
            path = self.folder.entry(twin.clone()).study();
            id.clone_from(twin);
        }
        let content = match content {
            Content::Held(bytes) if place == Path::new(SETTINGS) => {
                self.restored.settings = String::from_utf8(bytes).unwrap_or_default();
                return Ok(());
            }
            content => content,
        };
        (self.watch)(Step::Pack(place))?;
        let there = match content.compare(&path) {
            Ok(there) => there,
            Err(error) => {
                self.restored.left.push((path, error.into()));
                return Ok(());
            }
        };
        let is_known = match kind {
            Kind::Log if there == There::Nothing && !is_copy(&path) => {
                self.twins.has(self.folder, &id, &content)?
            }
            Kind::Log | Kind::Attempts => matches!(there, There::Same | There::GoesOn),
            _ => there == There::Same,
        };
        match (there, content) {
            _ if is_known => {
                self.restored.known += usize::from(kind == Kind::Log);
                Ok(())
            }
            (There::Nothing, content) if kind != Kind::Study || !self.logs.contains(&id) => {
                self.put_new(kind, &path, &id, content)
            }
            (There::GoesOn | There::Other, Content::Held(bytes)) if kind == Kind::Players => {
                self.players = Some((path, bytes));
                Ok(())
            }
            (_, content) => {
                match kind {
                    Kind::Log => drop(self.logs.insert(id)),
                    Kind::Study => drop(self.studies.insert(id, number_at(&path)?)),
                    _ => {}
                }
                self.put_beside(&path, content)
            }
        }
    }

    /// Puts a file where none is.
    fn put_new(
        &mut self,
        kind: Kind,
        path: &Path,
        id: &str,
        content: Content,
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
            (Kind::Attempts, _) => restored.answers += records_in(content.reader()?)?,
            (Kind::Twenty48, _) => restored.twenty48 = true,
            (Kind::Players | Kind::Other, _) => match &content {
                Content::Held(bytes) if kind == Kind::Players => {
                    restored.players += renamings_in(bytes);
                }
                _ => restored.others += 1,
            },
        }
        if is_copy(path) {
            self.copies.insert(path.to_owned());
        }
        self.write(path, content)
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

    /// Puts other content beside a file, always under the same name.
    fn put_beside(&mut self, path: &Path, content: Content) -> Result<(), BackupFault> {
        let copy = copy_name(path, content.number());
        let is_there = matches!(content.compare(&copy), Ok(There::Same));
        if !is_there && !is_copy(&copy) {
            self.restored.others += 1;
        }
        self.copies.insert(copy.clone());
        match is_there {
            true => Ok(()),
            false => self.write(&copy, content),
        }
    }

    /// Writes a file that gets its name with others. One whose name is too long for the disk is left.
    fn write(&mut self, path: &Path, content: Content) -> Result<(), BackupFault> {
        let otherwise = copy_name(path, content.number());
        let (file, size) = match content {
            Content::Held(bytes) => {
                (self.watch)(Step::Write(path))?;
                let mut file = self.unfinished_beside(path)?;
                file.write_all(&bytes)?;
                (file.into_temp_path(), bytes.len() as u64)
            }
            Content::Staged { file, size, .. } => (file, size),
        };
        self.unnamed.push(Unnamed {
            file,
            path: path.to_owned(),
            otherwise,
        });
        self.bytes += size;
        if self.unnamed.len() - self.synced >= AT_ONCE || self.bytes >= BYTES_AT_ONCE {
            self.sync()?;
        }
        Ok(())
    }

    /// An empty file without a name yet, in the folder where it is to get one.
    fn unfinished_beside(&mut self, path: &Path) -> io::Result<NamedTempFile> {
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
        tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(folder)
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
            // The files are there all the same.
            sync_folder(&folder).ok();
        }
        Ok(())
    }

    /// Has copies put together with what is there, also those that a kill has left, and takes note of what came of them.
    fn heal(&mut self) -> io::Result<()> {
        let [attempts, game] = [ATTEMPTS, TWENTY48].map(|name| self.home.join(name));
        let records = records_at(&attempts)?;
        let score = number_at(&game)?;
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
                    let now = number_at(&self.folder.entry(id.clone()).study())?;
                    restored.studies_merged += usize::from(before.is_some() && now != *before);
                    restored.studies_new += usize::from(before.is_none() && now.is_some());
                }
                Healed::Practice => {
                    restored.answers += records_at(&attempts)?.saturating_sub(records);
                }
                Healed::Twenty48 { .. } => restored.twenty48 |= number_at(&game)? != score,
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

/// How many records there are in a file of attempts; none where there is no such file.
fn records_at(path: &Path) -> io::Result<usize> {
    match open_regular(path) {
        Err(error) if is_absent(&error) => Ok(0),
        file => records_in(BufReader::new(file?)),
    }
}

fn records_in(mut attempts: impl BufRead) -> io::Result<usize> {
    let (mut records, mut last) = (0, b'\n');
    loop {
        let piece = attempts.fill_buf()?;
        if piece.is_empty() {
            return Ok(records);
        }
        for byte in piece {
            records += usize::from(last == b'\n' && *byte != b'\n');
            last = *byte;
        }
        let read = piece.len();
        attempts.consume(read);
    }
}

/// A number for what is in a file that can be put together with others.
fn number_at(path: &Path) -> io::Result<Option<u64>> {
    Ok(bytes_at(path, LARGEST + 1)?.as_deref().map(Fnv1a::of))
}

/// The name beside a file for other content with this number: that of a copy from another computer, where it can be put
/// together with the file.
fn copy_name(path: &Path, number: u64) -> PathBuf {
    let number = format!("{number:016x}");
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
