//! Comparing what is known of the games with their folder, and reading what is new or has changed. Slow work, for a
//! thread of its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;
use std::{io, mem, thread};

use super::conflicts::files_in;
use super::index::{COARSEST_STEP, Index, Stamp};
use super::positions::{Apart, PositionFile, Positions, key};
use super::trace::Trace;
use super::{State, StudyFile, StudyTrouble, Summary};
use crate::files::is_conflict_copy;
use crate::record::log::{Folder, Listing, Loaded, LogEntry, read};
use crate::record::pgn::write_with;
use crate::record::study::Study;

/// The id of a log that cannot be read, and why.
pub type UnreadableLog = (String, io::Error);

/// A step towards what the folder holds now. A log in which no game was begun is none.
#[derive(Debug, Default)]
pub struct Batch {
    /// Games that are new or have changed.
    pub read: Vec<Summary>,
    /// The ids of games whose logs are gone, or have no game in them.
    pub gone: Vec<String>,
    /// The ids of logs that are there, but cannot be read, and why.
    pub unread: Vec<UnreadableLog>,
    /// How many of the logs that had to be read are done.
    pub done: usize,
    /// How many logs have to be read in all.
    pub total: usize,
}

/// Every game in a folder, with the index that remembers what they said.
pub struct Library {
    pub(super) folder: Folder,
    pub(super) index: Index,
    pub(super) positions: PositionFile,
    step: Duration,
}

impl Library {
    /// The games of a folder with the index at `path`; hands over, one by one, what that says.
    /// Without an index every log is read at the first scan.
    pub fn open(folder: Folder, path: &Path, take: impl FnMut(Summary)) -> Self {
        let index = Index::open(path, &folder, take);
        let positions = PositionFile::beside(path);
        Self {
            folder,
            index,
            positions,
            step: COARSEST_STEP,
        }
    }

    /// The same on a file system that keeps times in steps of this length, not the longest known. What
    /// was written within a step of being read is read again, as it may have changed once more in it.
    pub fn with_step(self, step: Duration) -> Self {
        Self { step, ..self }
    }

    /// Compares the whole folder with what is known, reads what is new or has changed, newest
    /// first, and reports it in steps; the last step has all done. Stops early when `stop` is set.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn scan(&mut self, stop: &AtomicBool, report: impl FnMut(Batch)) -> io::Result<()> {
        let listing = self.folder.list()?;
        self.scan_listed(&listing, stop, report);
        Ok(())
    }

    /// The same with what lay in the folder a moment ago.
    pub fn scan_listed(&mut self, listing: &Listing, stop: &AtomicBool, report: impl FnMut(Batch)) {
        let ids = listing.ids();
        // The ids are in order, the last first.
        let mut gone: Vec<&str> = self.index.ids().collect();
        gone.retain(|id| ids.binary_search_by(|there| (**id).cmp(there)).is_err());
        let gone = gone.into_iter().map(str::to_owned).collect();
        self.look(ids.into_iter(), gone, stop, report);
    }

    /// The same for some logs alone, by their ids.
    pub fn look_at(&mut self, ids: &[String], stop: &AtomicBool, report: impl FnMut(Batch)) {
        let is_there = |id: &&String| {
            let path = self.folder.entry((*id).clone()).path;
            path.symlink_metadata().is_ok() && self.folder.copied_from(id).is_none()
        };
        let (there, gone): (Vec<&String>, Vec<&String>) = ids.iter().partition(is_there);
        let there: Vec<Box<str>> = there.into_iter().map(|id| id.as_str().into()).collect();
        let gone = gone.into_iter().cloned().collect();
        self.look(there.into_iter(), gone, stop, report);
    }

    fn look(
        &mut self,
        ids: impl Iterator<Item = Box<str>>,
        gone: Vec<String>,
        stop: &AtomicBool,
        mut report: impl FnMut(Batch),
    ) {
        let changed: Vec<LogEntry> = ids
            .filter_map(|id| {
                let known = self.index.stamp(&id);
                let entry = self.folder.entry(id.into());
                // A file that cannot be looked at is looked at again: the reading says why.
                let now = || entry.path.metadata().ok().map(|file| Stamp::of(&file));
                (known.is_none() || known != now()).then_some(entry)
            })
            .collect();
        let total = changed.len();
        self.index.update(&[], &gone);
        report(Batch {
            gone,
            total,
            ..Batch::default()
        });
        let mut done = 0;
        let wanted = ScanScope {
            positions: self.positions.is_wanted(),
            step: self.step,
        };
        read_all(changed, wanted, stop, |read| {
            done += read.len();
            let (mut there, mut unread) = (Vec::with_capacity(read.len()), Vec::new());
            let (mut traces, mut empty) = (Vec::new(), Vec::new());
            for (id, result) in read {
                match result {
                    // No game was begun in it yet; a later scan reads it again.
                    Ok(Reading { begun: false, .. }) => empty.push(id),
                    Ok(Reading {
                        stamp,
                        summary,
                        trace,
                        ..
                    }) => {
                        let fingerprint = summary.fingerprint;
                        // What says the same as before has been noted then.
                        if self.index.fingerprint(&id) != Some(fingerprint) {
                            traces.extend(trace.map(|trace| (key(&id, fingerprint), trace)));
                        }
                        there.push((stamp, summary));
                    }
                    Err(error) => unread.push((id, error)),
                }
            }
            self.positions.note(&traces);
            let lost = unread.iter().map(|(id, _)| id);
            let lost: Vec<String> = lost.chain(&empty).cloned().collect();
            self.index.update(&there, &lost);
            report(Batch {
                read: there.into_iter().map(|(_, summary)| summary).collect(),
                gone: empty,
                unread,
                done,
                total,
            });
        });
        self.index.tidy();
    }

    /// The positions of all games that are known; of those whose positions are not, the logs are read
    /// now. `report` hears how many of how many are done. When `stop` is set, some may be missing.
    ///
    /// # Errors
    /// Where the positions can be written nowhere.
    pub fn positions(
        &mut self,
        stop: &AtomicBool,
        mut report: impl FnMut(usize, usize),
    ) -> io::Result<Positions> {
        let key_of = |(id, fingerprint): (&str, u64)| key(id, fingerprint);
        let wanted = self.index.games().map(key_of).collect();
        let positions = self.positions.open(&wanted);
        let noted: HashSet<u64> = positions.games().collect();
        let games = self.index.games();
        let missing: Vec<LogEntry> = games
            .filter(|game| !noted.contains(&key_of(*game)))
            .map(|(id, _)| self.folder.entry(id.to_owned()))
            .collect();
        if missing.is_empty() {
            return Ok(positions);
        }
        drop((positions, noted));
        let (mut done, total) = (0, missing.len());
        let (mut apart, mut failed) = (Apart::default(), Ok(()));
        let with_positions = ScanScope {
            positions: true,
            step: self.step,
        };
        read_all(missing, with_positions, stop, |read| {
            done += read.len();
            // What cannot be read any more is missing at the next scan, too.
            let read = read.into_iter().filter_map(|(_, reading)| reading.ok());
            let traces: Vec<_> = read
                .filter_map(|reading| {
                    let entry = &reading.summary.entry;
                    let key = key(&entry.id, reading.summary.fingerprint);
                    Some((key, reading.trace?))
                })
                .collect();
            if let Err(error) = self.positions.append(&traces) {
                tracing::warn!("the positions cannot be written: {error}");
                if let Err(error) = apart.append(&traces) {
                    failed = Err(error);
                }
            }
            report(done, total);
        });
        failed?;
        self.positions.open(&wanted).with(apart)
    }
}

/// What a program for syncing has left beside the games that are listed, and beside their folder, where the other files of
/// the user are kept.
///
/// # Errors
/// Where what lies beside the folder cannot be read.
pub fn conflict_copies_among(listing: &Listing) -> io::Result<Vec<PathBuf>> {
    let beside = listing.folder().path().parent();
    let beside = beside.map_or(Ok(Vec::new()), files_in)?;
    let files = listing.files().chain(beside);
    Ok(files.filter(|path| is_conflict_copy(path)).collect())
}

/// The same of what lies there now.
///
/// # Errors
/// Where a folder cannot be read.
pub fn conflict_copies_of(folder: &Folder) -> io::Result<Vec<PathBuf>> {
    conflict_copies_among(&folder.list()?)
}

/// Every game in the folder, by the index at `path` where that is level; the newest name first.
/// Besides, the ids of the logs that cannot be read, and why.
///
/// # Errors
/// Where the folder cannot be read.
pub fn summaries(folder: &Folder, path: &Path) -> io::Result<(Vec<Summary>, Vec<UnreadableLog>)> {
    let mut games = BTreeMap::new();
    let mut take = |summary: Summary| {
        games.insert(Reverse(summary.entry.id.clone()), summary);
    };
    let mut library = Library::open(folder.clone(), path, &mut take);
    let (mut gone, mut unread) = (Vec::new(), Vec::new());
    library.scan(&AtomicBool::new(false), |batch| {
        batch.read.into_iter().for_each(&mut take);
        gone.extend(batch.gone);
        unread.extend(batch.unread);
    })?;
    for id in gone.iter().chain(unread.iter().map(|(id, _)| id)) {
        games.remove(&Reverse(id.clone()));
    }
    Ok((games.into_values().collect(), unread))
}

/// How many logs one thread reads before it tells of them. Enough that a write to the index costs
/// little for each, few enough that a list fills before one's eyes.
const AT_ONCE: usize = 256;
/// Fewer where games are so long that their positions take more, in bytes.
const BYTES_AT_ONCE: usize = 1 << 20;

/// What was read of a log.
pub(super) struct Reading {
    pub stamp: Stamp,
    pub summary: Summary,
    /// Whether there is a game in it at all.
    pub begun: bool,
    /// Where positions are wanted.
    pub trace: Option<Trace>,
}

/// The id of a log, and what was read of it.
pub(super) type Read = (String, io::Result<Reading>);

/// What is wanted of logs.
#[derive(Clone, Copy)]
pub(super) struct ScanScope {
    /// Their positions, too.
    pub positions: bool,
    /// The step in which the file system keeps times.
    pub step: Duration,
}

/// Reads logs, and hands them on in groups. Where the system gives no thread, this one does it all.
pub(super) fn read_all(
    entries: Vec<LogEntry>,
    wanted: ScanScope,
    stop: &AtomicBool,
    mut take: impl FnMut(Vec<Read>),
) {
    let read_here = |entries, take: &mut dyn FnMut(Vec<Read>)| {
        read_group(entries, wanted, |read| {
            take(read);
            true
        });
    };
    if entries.len() <= AT_ONCE {
        read_here(entries, &mut take);
        return;
    }
    let threads = thread::available_parallelism().map_or(2, NonZero::get);
    let left = Mutex::new(entries.into_iter());
    let next = || {
        let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
        let group: Vec<LogEntry> = left.by_ref().take(AT_ONCE).collect();
        let more = !group.is_empty() && !stop.load(Ordering::Relaxed);
        more.then_some(group)
    };
    let (sender, receiver) = mpsc::sync_channel(2 * threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            let read = move || {
                while let Some(group) = next() {
                    if !read_group(group, wanted, |read| sender.send(read).is_ok()) {
                        break;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, read) {
                tracing::warn!("the games are read by fewer threads: {error}");
                break;
            }
        }
        drop(sender);
        for group in receiver {
            take(group);
        }
        // Groups are left here only where no thread could be started.
        while let Some(group) = next() {
            read_here(group, &mut take);
        }
    });
}

/// Reads a group and hands it on, in parts where it is large, until they are no longer taken. Returns whether
/// they still are.
fn read_group(
    group: Vec<LogEntry>,
    wanted: ScanScope,
    mut hand_on: impl FnMut(Vec<Read>) -> bool,
) -> bool {
    let (mut read, mut bytes) = (Vec::with_capacity(group.len()), 0);
    for entry in group {
        let one = read_one(entry, wanted);
        let trace = one
            .1
            .as_ref()
            .ok()
            .and_then(|reading| reading.trace.as_ref());
        bytes += trace.map_or(0, Trace::size);
        read.push(one);
        if bytes >= BYTES_AT_ONCE {
            bytes = 0;
            if !hand_on(mem::take(&mut read)) {
                return false;
            }
        }
    }
    read.is_empty() || hand_on(read)
}

fn read_one(entry: LogEntry, wanted: ScanScope) -> Read {
    let id = entry.id.clone();
    let read = || -> io::Result<Reading> {
        let before = Stamp::of(&entry.path.metadata()?);
        let loaded = read(&entry.path)?;
        let begun = loaded.has_begun();
        let Loaded {
            header,
            game,
            fault,
            ..
        } = loaded;
        let summary = Summary::of_log(entry, header, &game, fault);
        // A log that may have changed since is read again at the next scan, and so is a damaged one, as the index does
        // not keep its fault: no file has a size below zero.
        let sure = before.is_settled(wanted.step) && summary.state != State::Damaged;
        let size = if sure { before.size } else { -1 };
        Ok(Reading {
            stamp: Stamp { size, ..before },
            begun,
            summary,
            trace: wanted.positions.then(|| Trace::of(&game)),
        })
    };
    (id, read())
}

/// A game with its study.
#[derive(Debug)]
pub struct StoredGame {
    /// What the log says.
    pub loaded: Loaded,
    /// What was added to it; an empty one where nothing was.
    pub study: Study,
    /// Why the study that lies there is not shown.
    pub trouble: Option<StudyTrouble>,
}

impl StoredGame {
    /// Reads a game, and changes nothing. Where its study disagrees with the log, the log is right.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub fn read(entry: &LogEntry) -> io::Result<Self> {
        let loaded = read(&entry.path)?;
        let (study, trouble) = match StudyFile::look(entry, &loaded.game) {
            Ok(Ok(study)) => (study, None),
            Ok(Err(why)) => (Study::default(), Some(StudyTrouble::Unfit(why))),
            Err(error) => (Study::default(), Some(error.into())),
        };
        Ok(Self {
            loaded,
            study,
            trouble,
        })
    }

    /// All of it as PGN.
    pub fn pgn(&self) -> String {
        write_with(&self.loaded, &self.study)
    }
}
