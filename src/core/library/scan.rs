//! Keeping what is known of the games level with their folder. Slow work, for a thread of its own.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Summary;
use super::index::Index;
use super::positions::{Apart, PositionFiles, Positions, key};
use super::reading::{Reading, Wanted, read_all};
use super::stamp::{COARSEST_STEP, Stamp};
use crate::files::conflict_copies;
use crate::log::{Folder, LogEntry};

/// The id of a log that cannot be read, and why.
pub type Unread = (String, io::Error);

/// A step towards what the folder holds now. A log in which no game was begun is none.
#[derive(Debug, Default)]
pub struct Batch {
    /// Games that are new or have changed.
    pub read: Vec<Summary>,
    /// The ids of games whose logs are gone, or have no game in them.
    pub gone: Vec<String>,
    /// The ids of logs that are there, but cannot be read, and why.
    pub unread: Vec<Unread>,
    /// How many of the logs that had to be read are done.
    pub done: usize,
    /// How many logs have to be read in all.
    pub total: usize,
}

/// Every game in a folder, with the index that remembers what they said.
pub struct Library {
    pub(super) folder: Folder,
    pub(super) index: Index,
    pub(super) positions: PositionFiles,
    step: Duration,
}

impl Library {
    /// The games of a folder with the index at `path`; hands over, one by one, what that says.
    /// Without an index every log is read at the first scan.
    #[must_use]
    pub fn open(folder: Folder, path: &Path, take: impl FnMut(Summary)) -> Self {
        let index = Index::open(path, &folder, take);
        let positions = PositionFiles::beside(path);
        Self {
            folder,
            index,
            positions,
            step: COARSEST_STEP,
        }
    }

    /// The same on a file system that keeps times in steps of this length, not the longest known. What
    /// was written within a step of being read is read again, as it may have changed once more in it.
    #[must_use]
    pub fn with_step(self, step: Duration) -> Self {
        Self { step, ..self }
    }

    /// Compares the whole folder with what is known, reads what is new or has changed, newest
    /// first, and reports it in steps; the last step has all done. Stops early when `stop` is set.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn scan(&mut self, stop: &AtomicBool, report: impl FnMut(Batch)) -> io::Result<()> {
        let ids = self.folder.ids()?;
        // The ids are in order, the last first.
        let mut gone: Vec<&str> = self.index.ids().collect();
        gone.retain(|id| ids.binary_search_by(|there| (**id).cmp(there)).is_err());
        let gone = gone.into_iter().map(str::to_owned).collect();
        self.look(ids.into_iter(), gone, stop, report);
        Ok(())
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
        let wanted = Wanted {
            positions: self.positions.are_wanted(),
            step: self.step,
        };
        read_all(changed, wanted, stop, |read| {
            done += read.len();
            let (mut there, mut unread) = (Vec::with_capacity(read.len()), Vec::new());
            let (mut traces, mut empty) = (Vec::new(), Vec::new());
            for (id, result) in read {
                match result {
                    // Perhaps there will be one.
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
            if self.positions.is_long() {
                self.positions.tidy(&self.index);
            }
            report(Batch {
                read: there.into_iter().map(|(_, summary)| summary).collect(),
                gone: empty,
                unread,
                done,
                total,
            });
        });
        self.index.tidy();
        self.positions.tidy(&self.index);
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
        self.positions.want();
        let logs = self.index.games().len();
        let positions = self.positions.open(logs);
        let noted = positions.keys()?;
        let games = self.index.games();
        let missing: Vec<LogEntry> = games
            .filter(|(id, fingerprint)| !noted.contains(&key(id, *fingerprint)))
            .map(|(id, _)| self.folder.entry(id.to_owned()))
            .collect();
        if missing.is_empty() {
            return Ok(positions);
        }
        drop((positions, noted));
        let (mut done, total) = (0, missing.len());
        let (mut apart, mut failed) = (Apart::default(), Ok(()));
        let wanted = Wanted {
            positions: true,
            step: self.step,
        };
        read_all(missing, wanted, stop, |read| {
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
            } else if self.positions.is_long() {
                self.positions.tidy(&self.index);
            }
            report(done, total);
        });
        failed?;
        self.positions.tidy(&self.index);
        self.positions.open(logs).with(apart)
    }
}

/// What a program for syncing has left beside the games, and beside their folder, where the other files of
/// the user are kept.
///
/// # Errors
/// Where a folder cannot be read.
pub fn conflict_copies_of(folder: &Folder) -> io::Result<Vec<PathBuf>> {
    let mut copies = conflict_copies(folder.path())?;
    if let Some(beside) = folder.path().parent() {
        copies.extend(conflict_copies(beside)?);
    }
    Ok(copies)
}

/// Every game in the folder, by the index at `path` where that is level; the newest name first.
/// Besides, the ids of the logs that cannot be read, and why.
///
/// # Errors
/// Where the folder cannot be read.
pub fn summaries(folder: &Folder, path: &Path) -> io::Result<(Vec<Summary>, Vec<Unread>)> {
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
