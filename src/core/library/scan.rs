//! Keeping what is known of the games level with their folder. Slow work, for a thread of its own.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use super::index::Index;
use super::stamp::Stamp;
use super::{State, Summary};
use crate::log::{Folder, LogEntry};

/// How many logs one thread reads before it tells of them. Enough that a write to the index costs
/// little for each, few enough that a list fills before one's eyes.
const AT_ONCE: usize = 256;

/// The id of a log that cannot be read, and why.
pub type Unread = (String, io::Error);

/// A step towards what the folder holds now.
#[derive(Debug, Default)]
pub struct Batch {
    /// Games that are new or have changed.
    pub read: Vec<Summary>,
    /// The ids of games whose logs are gone.
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
}

impl Library {
    /// The games of a folder with the index at `path`; hands over, one by one, what that says.
    /// Without an index every log is read at the first scan.
    #[must_use]
    pub fn open(folder: Folder, path: &Path, take: impl FnMut(Summary)) -> Self {
        let index = Index::open(path, &folder, take);
        Self { folder, index }
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
            path.symlink_metadata().is_ok()
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
        read_all(changed, stop, |read| {
            done += read.len();
            let (mut there, mut unread) = (Vec::with_capacity(read.len()), Vec::new());
            for (id, result) in read {
                match result {
                    Ok(summary) => there.push(summary),
                    Err(error) => unread.push((id, error)),
                }
            }
            let lost: Vec<String> = unread.iter().map(|(id, _)| id.clone()).collect();
            self.index.update(&there, &lost);
            report(Batch {
                read: there.into_iter().map(|(_, summary)| summary).collect(),
                gone: Vec::new(),
                unread,
                done,
                total,
            });
        });
        self.index.tidy();
    }
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

type Read = (String, io::Result<(Stamp, Summary)>);

/// Reads logs on as many threads as the machine has, and hands them on in groups.
fn read_all(entries: Vec<LogEntry>, stop: &AtomicBool, mut take: impl FnMut(Vec<Read>)) {
    if entries.len() <= AT_ONCE {
        if !entries.is_empty() {
            take(entries.into_iter().map(read_one).collect());
        }
        return;
    }
    let threads = thread::available_parallelism().map_or(2, NonZero::get);
    let groups: Mutex<std::vec::IntoIter<Vec<LogEntry>>> =
        Mutex::new(in_groups(entries).into_iter());
    let (sender, receiver) = mpsc::sync_channel(2 * threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, groups) = (sender.clone(), &groups);
            scope.spawn(move || {
                let next = || groups.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(group) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
                    if sender
                        .send(group.into_iter().map(read_one).collect())
                        .is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for group in receiver {
            take(group);
        }
    });
}

fn in_groups(entries: Vec<LogEntry>) -> Vec<Vec<LogEntry>> {
    let mut groups = Vec::with_capacity(entries.len().div_ceil(AT_ONCE));
    let mut entries = entries.into_iter();
    while entries.len() > 0 {
        groups.push(entries.by_ref().take(AT_ONCE).collect());
    }
    groups
}

fn read_one(entry: LogEntry) -> Read {
    let id = entry.id.clone();
    let read = || -> io::Result<(Stamp, Summary)> {
        let before = Stamp::of(&entry.path.metadata()?);
        let summary = Summary::read(entry)?;
        // What may have changed since, or has no fault to show from the index, is read again at
        // the next scan: no file has a size below zero.
        let sure = before.is_settled() && summary.state != State::Damaged;
        let size = if sure { before.size } else { -1 };
        Ok((Stamp { size, ..before }, summary))
    };
    (id, read())
}
