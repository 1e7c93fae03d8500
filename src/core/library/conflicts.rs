//! Conflict copies, which a program that synchronizes folders leaves where a file was changed on two computers: copies
//! of logs are joined with their original or become games of their own, copies of other files are merged with it. A
//! copy is removed when its content is on the disk. Slow work, for a thread of its own.
//!
//! On both computers, and in whichever order copies come, the resulting files have the same bytes. A kill or a full
//! disk at any moment leaves the copies there, and the next time does the rest.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::aliases::AliasFile;
use super::study_file::{Annotated, Beside, LARGEST, Unplaced, place};
use super::versions::{Placement, placements};
use crate::files::{
    CopyName, FileLock, Journal, all_at, bytes_at, bytes_in, clear_unfinished, folder_of,
    is_absent, make_folder, no_larger, open_regular, sync_folder, with_ending, write_own_with,
};
use crate::record::log::{FaultKind, Fnv1a, Folder, LOG, Listing, Loaded, LogEntry, STUDY, read};
use crate::twenty48::{Hold, united_documents};

/// Where the attempts in practice are kept, beside the folder of games.
pub(super) const ATTEMPTS: &str = "practice.jsonl";
/// Where the names of renamed players are kept there.
pub(super) const PLAYERS: &str = "players.jsonl";
/// Where the game of 2048 is kept there.
pub(super) const TWENTY48: &str = "2048.json";
/// All of these, in the order in which they are healed.
const BESIDE: [&str; 3] = [ATTEMPTS, PLAYERS, TWENTY48];

/// What came of some copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Healed {
    /// Those of the game with this id said no more than one of them, which is the game now.
    Joined(String),
    /// Those of the game with this id went different ways.
    Parted {
        /// The game that kept its id.
        id: String,
        /// The games that the other ways are now.
        others: Vec<String>,
    },
    /// What was added to the game with this id was put together.
    Annotations(String),
    /// What was missed and tried in practice was put together.
    Practice,
    /// So were the names of renamed players.
    Players,
    /// Of the games of 2048 the one that is further goes on, with the best scores of all.
    Twenty48 {
        /// Where others are that were under way, too.
        aside: Vec<PathBuf>,
    },
}

impl Healed {
    /// The games that went different ways, by their ids.
    pub fn parted(&self) -> impl Iterator<Item = &String> {
        let parted = match self {
            Self::Parted { id, others } => Some(iter::once(id).chain(others)),
            _ => None,
        };
        parted.into_iter().flatten()
    }
}

/// Why a copy is still there.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Hindrance {
    /// Its game is being played or looked at. It can be healed when that is closed.
    #[error("the game is open")]
    Open,
    /// It cannot be believed, or its original cannot.
    #[error("it is damaged, or what it is a copy of")]
    Damaged,
    /// It has none of the moves of its original.
    #[error("it does not fit the game")]
    Unfit,
    /// Something cannot be read or written.
    #[error("{0}")]
    Io(Arc<io::Error>),
}

impl From<io::Error> for Hindrance {
    fn from(error: io::Error) -> Self {
        Self::Io(Arc::new(error))
    }
}

impl From<Unplaced> for Hindrance {
    fn from(unplaced: Unplaced) -> Self {
        match unplaced {
            Unplaced::Unfit => Self::Unfit,
            Unplaced::Full => io::Error::from(ErrorKind::FileTooLarge).into(),
        }
    }
}

/// What was done about the copies in a folder.
#[derive(Debug, Default)]
pub struct Healing {
    /// What came of those that are gone.
    pub done: Vec<Healed>,
    /// Those that are still there, and why.
    pub left: Vec<(PathBuf, Hindrance)>,
    /// The ids of logs that say something else now, are new, or are gone.
    pub changed: Vec<String>,
}

/// Something that is about to be done to the disk, or how far reading has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// A backup is checked: so many of its bytes are read.
    Check {
        /// Bytes that are read.
        read: u64,
        /// All bytes.
        of: u64,
    },
    /// So many files are packed or unpacked, unless some of them are gone by then.
    Begin(usize),
    /// This file is packed, or was unpacked.
    Pack(&'a Path),
    /// This file is written.
    Write(&'a Path),
    /// This file is removed.
    Remove(&'a Path),
}

/// Hears of each step before it is done; an error ends the work on that file.
pub type Watch<'a> = &'a mut dyn FnMut(Step<'_>) -> io::Result<()>;

/// Heals what lies in a folder of games and beside it. Where another process does so at the moment, or imports games,
/// nothing is done. A log that is open anywhere is not touched.
///
/// # Errors
/// Where the folder cannot be read.
pub fn heal(folder: &Folder) -> io::Result<Healing> {
    heal_watched(folder, &mut |_| Ok(()))
}

/// The same, if there are copies among what lay in the folder a moment ago, or beside it.
///
/// # Errors
/// Those of [`heal`].
pub fn heal_listed(listing: &Listing) -> io::Result<Healing> {
    heal_found(listing.folder(), &Found::among(listing)?, &mut |_| Ok(()))
}

/// The same, watched.
///
/// # Errors
/// Those of [`heal`].
pub fn heal_watched(folder: &Folder, watch: Watch<'_>) -> io::Result<Healing> {
    heal_found(folder, &Found::list(folder)?, watch)
}

fn heal_found(folder: &Folder, found: &Found, watch: Watch<'_>) -> io::Result<Healing> {
    if found.is_empty() {
        return Ok(Healing::default());
    }
    // On a new computer a program for syncing may bring what lies beside the games before there are any.
    make_folder(folder.path())?;
    let Some(_held) = FileLock::lock_with_timeout(File::open(folder.path())?) else {
        let left = found.all().map(|copy| (copy.clone(), Hindrance::Open));
        return Ok(Healing {
            left: left.collect(),
            ..Healing::default()
        });
    };
    heal_held(folder, watch)
}

/// The same in a folder that is marked as in use here.
pub(super) fn heal_held(folder: &Folder, watch: Watch<'_>) -> io::Result<Healing> {
    let mut healer = Healer {
        folder,
        watch,
        healing: Healing::default(),
    };
    let found = Found::list(folder)?;
    for (id, copies) in &found.games {
        if let Err(why) = healer.heal_game(id, copies, &found.ids) {
            healer.leave(copies.logs.iter().chain(&copies.studies), why);
        }
    }
    if let Some(beside) = folder.path().parent() {
        let copied = BESIDE.into_iter().zip(&found.beside);
        for (name, copies) in copied.filter(|(_, copies)| !copies.is_empty()) {
            let original = beside.join(name);
            let healed = match name {
                ATTEMPTS => healer.heal_attempts(&original, copies),
                PLAYERS => healer.heal_players(&original, copies),
                _ => healer.heal_twenty48(&original, copies),
            };
            if let Err(why) = healed {
                healer.leave(copies.iter(), why);
            }
        }
    }
    Ok(healer.healing)
}

/// The copies in a folder of games and beside it that can be healed, each with the name of the file that it is a copy of.
///
/// # Errors
/// Where a folder cannot be read.
pub fn copies_in(folder: &Folder) -> io::Result<Vec<(PathBuf, String)>> {
    let Found { games, beside, .. } = Found::list(folder)?;
    let mut all = Vec::new();
    for (id, copies) in games {
        let named = |paths: Vec<PathBuf>, ending: &str| {
            let original = format!("{id}.{ending}");
            paths.into_iter().map(move |path| (path, original.clone()))
        };
        all.extend(named(copies.logs, LOG));
        all.extend(named(copies.studies, STUDY));
    }
    for (paths, original) in beside.into_iter().zip(BESIDE) {
        all.extend(paths.into_iter().map(|path| (path, original.to_owned())));
    }
    Ok(all)
}

/// Whether a file is a copy of another one that is kept here, by its name alone.
pub fn is_copy(path: &Path) -> bool {
    let Some((ending, stem)) = parts_of(path) else {
        return false;
    };
    match &*ending {
        LOG | STUDY => Folder::original_of(stem).is_some(),
        _ => place_beside(&ending, stem).is_some(),
    }
}

/// Which one of [`BESIDE`] a file with this name is a copy of.
fn place_beside(ending: &str, stem: &str) -> Option<usize> {
    let named = CopyName::read(stem).map(|copy| copy.original);
    BESIDE.iter().position(|known| {
        let name = known
            .strip_suffix(ending)
            .and_then(|name| name.strip_suffix('.'));
        name.is_some_and(|name| named == Some(name) || goes_on_from(name, stem))
    })
}

/// Whether a name is that of a file of this program and what some programs add to those of copies:
/// `practice-HOST-safeBackup-0001`, `practice-HOST`, `practice~host`, `practice 2`. No other file of its own is called so.
fn goes_on_from(original: &str, name: &str) -> bool {
    let added = name.strip_prefix(original).unwrap_or_default();
    added.starts_with(['-', '~', ' ']) && added.contains(char::is_alphanumeric)
}

/// The copies that belong to one game.
#[derive(Debug, Default)]
struct Copies {
    logs: Vec<PathBuf>,
    studies: Vec<PathBuf>,
}

/// The copies in a folder and beside it.
#[derive(Debug, Default)]
struct Found {
    /// By the ids of their originals.
    games: BTreeMap<String, Copies>,
    /// The ids of all logs that are no copies.
    ids: BTreeSet<String>,
    /// Those of each of [`BESIDE`].
    beside: [Vec<PathBuf>; BESIDE.len()],
}

impl Found {
    fn list(folder: &Folder) -> io::Result<Self> {
        Self::among(&folder.list()?)
    }

    fn among(listing: &Listing) -> io::Result<Self> {
        let mut found = Self::default();
        for path in listing.files() {
            let Some((ending, id)) = parts_of(&path) else {
                continue;
            };
            let is_log = ending == LOG;
            // In ids, this stands for bytes that are no text.
            if !(is_log || ending == STUDY) || id.contains("\\x") {
                continue;
            }
            let usual = path.extension().is_some_and(|own| own == &*ending);
            let original = Folder::original_of(id).or_else(|| (!usual).then(|| id.to_owned()));
            let Some(original) = original else {
                found.ids.extend(is_log.then(|| id.to_owned()));
                continue;
            };
            let copies = found.games.entry(original).or_default();
            match is_log {
                true => copies.logs.push(path),
                false => copies.studies.push(path),
            }
        }
        // What has no original is the game.
        let ids = &found.ids;
        found.games.retain(|id, _| ids.contains(id));
        let beside = listing.folder().path().parent();
        for path in beside.map_or(Ok(Vec::new()), files_in)? {
            let Some((ending, stem)) = parts_of(&path) else {
                continue;
            };
            if let Some(place) = place_beside(&ending, stem) {
                found.beside[place].push(path);
            }
        }
        Ok(found)
    }

    /// Every copy.
    fn all(&self) -> impl Iterator<Item = &PathBuf> {
        let of_games = self.games.values();
        let of_games = of_games.flat_map(|copies| copies.logs.iter().chain(&copies.studies));
        of_games.chain(self.beside.iter().flatten())
    }

    fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }
}

/// The files in a folder in the order of their names; none where it does not exist.
pub(super) fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let listing = match fs::read_dir(folder) {
        Err(error) if is_absent(&error) => return Ok(Vec::new()),
        listing => listing?,
    };
    let paths = listing.map(|file| file.map(|file| file.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// The ending of a file in small letters, and its name without that; `None` where it is no text.
fn parts_of(path: &Path) -> Option<(String, &str)> {
    let name = path.file_name()?.to_str()?;
    let (stem, ending) = name.rsplit_once('.')?;
    Some((ending.to_ascii_lowercase(), stem))
}

struct Healer<'a> {
    folder: &'a Folder,
    watch: Watch<'a>,
    healing: Healing,
}

/// A log that is read, and marked as open here.
struct HeldLog {
    loaded: Loaded,
    _held: FileLock,
}

impl HeldLog {
    /// # Errors
    /// Why it cannot be compared with others.
    fn believed(&self) -> Result<(), Hindrance> {
        match self.loaded.fault.as_ref().map(|fault| &fault.kind) {
            None => Ok(()),
            Some(FaultKind::TooLarge) => Err(io::Error::from(ErrorKind::FileTooLarge).into()),
            Some(_) => Err(Hindrance::Damaged),
        }
    }
}

/// Reads a log and marks it as open; `None` where it is not there.
fn hold(path: &Path) -> Result<Option<HeldLog>, Hindrance> {
    let file = match open_regular(path) {
        Err(error) if is_absent(&error) => return Ok(None),
        file => file?,
    };
    let held = FileLock::try_lock(file).ok_or(Hindrance::Open)?;
    Ok(Some(HeldLog {
        loaded: read(path)?,
        _held: held,
    }))
}

impl Healer<'_> {
    fn leave<'p>(&mut self, copies: impl Iterator<Item = &'p PathBuf>, why: Hindrance) {
        let left = copies.map(|copy| (copy.clone(), why.clone()));
        self.healing.left.extend(left);
    }

    fn heal_game(
        &mut self,
        id: &str,
        copies: &Copies,
        ids: &BTreeSet<String>,
    ) -> Result<(), Hindrance> {
        let entry = self.folder.entry(id.to_owned());
        let Some(original) = hold(&entry.path)? else {
            return Ok(());
        };
        // A log in which no game was begun contradicts none of the copies.
        if original.loaded.has_begun() {
            original.believed()?;
        }
        let mut logs: Vec<(&PathBuf, HeldLog)> = Vec::new();
        for path in &copies.logs {
            match hold(path)? {
                // It may still be arriving.
                Some(log) if !log.loaded.has_begun() => {}
                Some(log) => match log.believed() {
                    Ok(()) => logs.push((path, log)),
                    Err(why) => self.leave(iter::once(path), why),
                },
                None => {}
            }
        }
        let others = self.place_versions(&entry, &original, &logs)?;
        self.join_studies(&entry, copies, &others, ids)?;
        for (path, log) in &logs {
            self.remove(path, log.loaded.bytes())?;
            self.healing.changed.extend(Folder::id_of(path));
        }
        if !logs.is_empty() {
            let id = id.to_owned();
            self.healing.done.push(match others.is_empty() {
                true => Healed::Joined(id),
                false => Healed::Parted { id, others },
            });
        }
        Ok(())
    }

    /// Has every version in a log of its own. Returns the ids of those besides the original.
    fn place_versions(
        &mut self,
        entry: &LogEntry,
        original: &HeldLog,
        copies: &[(&PathBuf, HeldLog)],
    ) -> Result<Vec<String>, Hindrance> {
        if copies.is_empty() {
            return Ok(Vec::new());
        }
        let read = copies.iter().map(|(_, log)| log);
        let versions = iter::once(original).chain(read);
        let versions = versions.map(|log| log.loaded.whole_lines()).collect();
        let mut lying: BTreeMap<String, HeldLog> = BTreeMap::new();
        let mut hindered = None;
        let there = |id: &str| {
            let log = hold(&self.folder.entry(id.to_owned()).path);
            let believed = |log: &HeldLog| log.believed();
            let log = log.and_then(|log| log.as_ref().map_or(Ok(()), believed).map(|()| log));
            match log {
                Ok(log) => Ok(log.map(|log| {
                    let lines = log.loaded.whole_lines();
                    lying.insert(id.to_owned(), log);
                    lines
                })),
                Err(why) => {
                    hindered = Some(why);
                    Err(ErrorKind::Other.into())
                }
            }
        };
        let placements = match placements(&entry.id, versions, there) {
            Err(error) => return Err(hindered.unwrap_or(error.into())),
            Ok(placements) => placements,
        };
        // Each log takes over what the one before it in the list gives up, so the last one is written first: then
        // every line is in some log at every moment.
        for Placement { id, lines } in placements.iter().rev() {
            let there = match *id == entry.id {
                true => Some(original.loaded.bytes()),
                false => lying.get(id).map(|log| log.loaded.bytes()),
            };
            self.settle(&self.folder.entry(id.clone()).path, there, lines)?;
        }
        let ids = placements.into_iter().map(|placement| placement.id);
        Ok(ids.filter(|id| *id != entry.id).collect())
    }

    /// Has a log say this. What only goes on is added at its end.
    fn settle(&mut self, path: &Path, there: Option<&[u8]>, lines: &[u8]) -> io::Result<()> {
        if there == Some(lines) {
            return Ok(());
        }
        self.healing.changed.extend(Folder::id_of(path));
        match there.and_then(|there| lines.strip_prefix(there)) {
            Some(more) => {
                (self.watch)(Step::Write(path))?;
                append(path, lines.len() - more.len(), more)
            }
            None => self.write(path, lines),
        }
    }

    /// Puts together what was added to a game and to those that were told from it, each to its own.
    fn join_studies(
        &mut self,
        entry: &LogEntry,
        copies: &Copies,
        others: &[String],
        ids: &BTreeSet<String>,
    ) -> Result<(), Hindrance> {
        let mut texts = Vec::new();
        for path in &copies.studies {
            match all_at(path, LARGEST) {
                Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                    self.leave(iter::once(path), error.into());
                }
                text => match text? {
                    // It may still be arriving.
                    Some(text) if text.is_empty() => {
                        self.leave(iter::once(path), Hindrance::Damaged);
                    }
                    text => texts.extend(text.map(|text| (path, text))),
                },
            }
        }
        if texts.is_empty() && others.is_empty() {
            return Ok(());
        }
        let own = all_at(&entry.study(), LARGEST)?;
        if texts.is_empty() && own.is_none() {
            return Ok(());
        }
        let read = |id: &String| Annotated::read(self.folder.entry(id.clone()));
        let mut games = vec![read(&entry.id)?];
        for other in others {
            games.push(read(other)?);
        }
        let given: Vec<&[u8]> = own
            .iter()
            .chain(texts.iter().map(|(_, text)| text))
            .map(Vec::as_slice)
            .collect();
        let is_written = |text: &&[u8]| games.iter().any(|game| game.has_written(text));
        if !given.iter().all(is_written) {
            // It may be of another game that began then; after an import there may be thousands of these.
            let time = Folder::time_in(&entry.id);
            let alike = |id: &&String| time.is_some() && Folder::time_in(id) == time;
            for id in ids.iter().filter(alike) {
                if *id != entry.id && !others.contains(id) {
                    games.push(read(id)?);
                }
            }
        }
        let placed = place(&mut games, &given)?;
        for Beside { entry: of, text } in placed.iter().rev() {
            // The study of another game is written under the lock of its log, as that may be open.
            let held = (of.id != entry.id).then(|| hold(&of.path)).transpose()?;
            match text {
                Some(text) => self.write(&of.study(), text)?,
                None => {
                    let there = own.as_deref().unwrap_or_default();
                    self.remove(&of.study(), there)?;
                }
            }
            drop(held);
        }
        for (path, text) in &texts {
            self.remove(path, text)?;
        }
        if !texts.is_empty() {
            let id = entry.id.clone();
            self.healing.done.push(Healed::Annotations(id));
        }
        Ok(())
    }

    /// Puts the lines of files of attempts together.
    fn heal_attempts(&mut self, path: &Path, copies: &[PathBuf]) -> Result<(), Hindrance> {
        let texts = read_all(copies)?;
        let mut journal = Journal::open(path)?;
        let there = no_larger(bytes_in(&journal.file(), LARGEST + 1)?, LARGEST)?;
        let all = texts.iter().map(|(_, text)| text).chain([&there]);
        let united = united_lines(all.map(Vec::as_slice));
        let united = no_larger(united, LARGEST)?;
        if united != there {
            (self.watch)(Step::Write(path))?;
            match united.strip_prefix(&*there) {
                Some(more) => {
                    journal.add(more)?;
                    journal.sync()?;
                }
                None => journal.replace(|file| file.write_all(&united))?,
            }
        }
        for (copy, text) in &texts {
            self.remove(copy, text)?;
        }
        self.healing.done.push(Healed::Practice);
        Ok(())
    }

    /// Puts the names of renamed players together.
    fn heal_players(&mut self, path: &Path, copies: &[PathBuf]) -> Result<(), Hindrance> {
        let texts = read_all(copies)?;
        let players = AliasFile::new(path.to_owned());
        for (copy, text) in &texts {
            (self.watch)(Step::Write(path))?;
            players.unite(text)?;
            self.remove(copy, text)?;
        }
        self.healing.done.push(Healed::Players);
        Ok(())
    }

    /// Has the game of 2048 go on that is further.
    fn heal_twenty48(&mut self, path: &Path, copies: &[PathBuf]) -> Result<(), Hindrance> {
        let _held = Hold::take(path).ok_or(Hindrance::Open)?;
        let there = all_at(path, LARGEST)?;
        let texts = read_all(copies)?;
        let all = texts.iter().map(|(_, text)| text).chain(&there);
        let all: Vec<&[u8]> = all.map(Vec::as_slice).collect();
        let (united, others) = united_documents(&all).map_err(|_| Hindrance::Damaged)?;
        let mut aside = Vec::new();
        for other in others {
            let mut hash = Fnv1a::default();
            hash.text(&other);
            let lies = with_ending(path, &format!("other-{:016x}", hash.number()));
            if bytes_at(&lies, LARGEST)?.is_none_or(|there| there != other.as_bytes()) {
                self.write(&lies, other.as_bytes())?;
            }
            aside.push(lies);
        }
        if there.as_deref() != Some(united.as_bytes()) {
            self.write(path, united.as_bytes())?;
        }
        for (copy, text) in &texts {
            self.remove(copy, text)?;
        }
        self.healing.done.push(Healed::Twenty48 { aside });
        Ok(())
    }

    /// Writes a file whole; what was there before is there until the disk has the new one.
    fn write(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        (self.watch)(Step::Write(path))?;
        clear_unfinished(path);
        write_own_with(path, |file| file.write_all(bytes))
    }

    /// Removes a file that still says what was read in it.
    fn remove(&mut self, path: &Path, read: &[u8]) -> io::Result<()> {
        (self.watch)(Step::Remove(path))?;
        match bytes_at(path, read.len() as u64 + 1)? {
            Some(there) if there != read => return Err(ErrorKind::ResourceBusy.into()),
            Some(_) => fs::remove_file(path)?,
            None => {}
        }
        sync_folder(folder_of(path)).ok();
        Ok(())
    }
}

/// What stands in files, as far as they are there.
fn read_all(paths: &[PathBuf]) -> io::Result<Vec<(&PathBuf, Vec<u8>)>> {
    let mut texts = Vec::new();
    for path in paths {
        texts.extend(all_at(path, LARGEST)?.map(|text| (path, text)));
    }
    Ok(texts)
}

/// Adds lines to a log that is so long, and waits for the disk. Where they cannot all be written, none of them is.
fn append(path: &Path, length: usize, lines: &[u8]) -> io::Result<()> {
    let mut file = File::options().append(true).open(path)?;
    let length = length as u64;
    if file.metadata()?.len() != length {
        return Err(ErrorKind::ResourceBusy.into());
    }
    let written = file.write_all(lines).and_then(|()| file.sync_data());
    if written.is_err() {
        file.set_len(length).ok();
    }
    written
}

/// All lines of some files of attempts, none of them twice, in the order of the times in them. A line that was cut short
/// is left out where another file has it whole.
fn united_lines<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    #[derive(serde::Deserialize)]
    struct Timed {
        time: Option<jiff::Timestamp>,
    }
    let lines = texts.flat_map(|text| text.split(|byte| *byte == b'\n'));
    let lines: BTreeSet<&[u8]> = lines.filter(|line| !line.is_empty()).collect();
    let mut timed: Vec<(Option<jiff::Timestamp>, &[u8])> = Vec::new();
    let mut following = lines.iter().skip(1);
    for line in &lines {
        let whole = following.next();
        let read: Result<Timed, _> = serde_json::from_slice(line);
        match read {
            Ok(Timed { time }) => timed.push((time, line)),
            // In the order of bytes the whole one comes next.
            Err(_) if whole.is_some_and(|whole| whole.starts_with(line)) => {}
            Err(_) => timed.push((None, line)),
        }
    }
    timed.sort();
    let mut united = Vec::new();
    for (_, line) in timed {
        united.extend_from_slice(line);
        united.push(b'\n');
    }
    united
}
