//! Keeping what is known of the games level with their folder. Slow work, for a thread of its own.
//! May import `log` and the rest of `library`.

use std::collections::{HashMap, HashSet};
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use super::index::{Index, Known};
use super::stamp::Stamp;
use super::{State, Summary};
use crate::log::{Folder, LogEntry};

/// How many logs one thread reads before it tells of them. Enough that a write to the index costs
/// little for each, few enough that a list fills before one's eyes.
const AT_ONCE: usize = 256;

/// A step towards what the folder holds now.
#[derive(Debug, Default)]
pub struct Batch {
    /// Games that are new or have changed.
    pub read: Vec<Summary>,
    /// The ids of games whose logs are gone.
    pub gone: Vec<String>,
    /// How many of the logs that had to be read are done.
    pub done: usize,
    /// How many logs have to be read in all.
    pub total: usize,
}

/// Every game in a folder, with the index that remembers what they said.
pub struct Library {
    folder: Folder,
    index: Option<Index>,
    stamps: HashMap<String, Stamp>,
}

impl Library {
    /// The games of a folder with the index at `path`, and what that says. Without an index, which
    /// is then logged, every log is read at the first scan.
    #[must_use]
    pub fn open(folder: Folder, path: &Path) -> (Self, Vec<Summary>) {
        let open = || -> rusqlite::Result<(Index, Vec<Known>)> {
            let index = Index::open(path)?;
            let known = index.read(&folder)?;
            Ok((index, known))
        };
        let opened = open().or_else(|error| {
            tracing::info!("the index cannot be read and is made anew: {error}");
            Index::remove(path);
            open()
        });
        let (index, known) = match opened {
            Ok((index, known)) => (Some(index), known),
            Err(error) => {
                tracing::warn!("there is no index: {error}");
                (None, Vec::new())
            }
        };
        let mut stamps = HashMap::with_capacity(known.len());
        let mut summaries = Vec::with_capacity(known.len());
        for row in known {
            stamps.insert(row.summary.entry.id.clone(), row.stamp);
            summaries.push(row.summary);
        }
        let library = Self {
            folder,
            index,
            stamps,
        };
        (library, summaries)
    }

    /// Compares the whole folder with what is known, reads what is new or has changed, newest
    /// first, and reports it in steps; the last step has all done. Stops early when `stop` is set.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn scan(&mut self, stop: &AtomicBool, report: impl FnMut(Batch)) -> io::Result<()> {
        let entries = self.folder.entries()?;
        let there: HashSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        let ids = self.stamps.keys();
        let gone = ids
            .filter(|id| !there.contains(id.as_str()))
            .cloned()
            .collect();
        self.look(entries, gone, stop, report);
        Ok(())
    }

    /// The same for some logs alone, by their ids.
    pub fn look_at(&mut self, ids: &[String], stop: &AtomicBool, report: impl FnMut(Batch)) {
        let entries: Vec<LogEntry> = ids.iter().map(|id| self.folder.entry(id.clone())).collect();
        let (there, gone): (Vec<_>, Vec<_>) = entries
            .into_iter()
            .partition(|entry| entry.path.symlink_metadata().is_ok());
        let gone = gone.into_iter().map(|entry| entry.id).collect();
        self.look(there, gone, stop, report);
    }

    fn look(
        &mut self,
        entries: Vec<LogEntry>,
        gone: Vec<String>,
        stop: &AtomicBool,
        mut report: impl FnMut(Batch),
    ) {
        let changed: Vec<LogEntry> = entries
            .into_iter()
            .filter(|entry| {
                let known = self.stamps.get(&entry.id);
                // A file that cannot be looked at is looked at again: the reading says why.
                let now = entry.path.metadata().ok().map(|file| Stamp::of(&file));
                known.is_none() || known.copied() != now
            })
            .collect();
        let total = changed.len();
        self.keep(&[], &gone);
        report(Batch {
            gone,
            total,
            ..Batch::default()
        });
        let mut done = 0;
        read_all(changed, stop, |read| {
            done += read.len();
            let (there, lost): (Vec<_>, Vec<_>) = read.into_iter().partition(|read| read.1.is_ok());
            let there: Vec<(Stamp, Summary)> = there
                .into_iter()
                .filter_map(|(_, read)| read.ok())
                .collect();
            let lost: Vec<String> = lost.into_iter().map(|(id, _)| id).collect();
            self.keep(&there, &lost);
            report(Batch {
                read: there.into_iter().map(|(_, summary)| summary).collect(),
                gone: lost,
                done,
                total,
            });
        });
    }

    /// Writes to the index; without one, or where it fails, the logs are read again next time.
    fn keep(&mut self, read: &[(Stamp, Summary)], gone: &[String]) {
        for (stamp, summary) in read {
            self.stamps.insert(summary.entry.id.clone(), *stamp);
        }
        for id in gone {
            self.stamps.remove(id);
        }
        if let Some(index) = self
            .index
            .as_mut()
            .filter(|_| !read.is_empty() || !gone.is_empty())
        {
            if let Err(error) = index.update(read, gone) {
                tracing::warn!("the index cannot be written: {error}");
            }
        }
    }
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

fn in_groups(mut entries: Vec<LogEntry>) -> Vec<Vec<LogEntry>> {
    let mut groups = Vec::new();
    while entries.len() > AT_ONCE {
        let rest = entries.split_off(AT_ONCE);
        groups.push(std::mem::replace(&mut entries, rest));
    }
    groups.push(entries);
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
    let read = read().inspect_err(|error| tracing::warn!("{id}: {error}"));
    (id, read)
}
