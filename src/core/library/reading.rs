//! Reading many logs, on as many threads as the machine has.

use std::io;
use std::mem;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use super::positions::Trace;
use super::stamp::Stamp;
use super::{State, Summary};
use crate::log::{self, LogEntry};

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
pub(super) struct Wanted {
    /// Their positions, too.
    pub positions: bool,
    /// The step in which the file system keeps times.
    pub step: Duration,
}

/// Reads logs, and hands them on in groups. Where the system gives no thread, this one does it all.
pub(super) fn read_all(
    entries: Vec<LogEntry>,
    wanted: Wanted,
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
    let groups: Mutex<std::vec::IntoIter<Vec<LogEntry>>> =
        Mutex::new(in_groups(entries).into_iter());
    let next = || {
        let next = groups.lock().unwrap_or_else(PoisonError::into_inner).next();
        next.filter(|_| !stop.load(Ordering::Relaxed))
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
        // Nothing is left, but where there is no other thread.
        while let Some(group) = next() {
            read_here(group, &mut take);
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

/// Reads a group and hands it on, in parts where it is large, until nobody takes them. Returns whether
/// somebody does.
fn read_group(
    group: Vec<LogEntry>,
    wanted: Wanted,
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

fn read_one(entry: LogEntry, wanted: Wanted) -> Read {
    let id = entry.id.clone();
    let read = || -> io::Result<Reading> {
        let before = Stamp::of(&entry.path.metadata()?);
        let loaded = log::read(&entry.path)?;
        let begun = loaded.has_begun();
        let log::Loaded {
            header,
            game,
            fault,
            ..
        } = loaded;
        let summary = Summary::of_log(entry, header, &game, fault);
        // What may have changed since, or has no fault to show from the index, is read again at
        // the next scan: no file has a size below zero.
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
