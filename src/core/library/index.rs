//! The index: what every log said when it was last read, kept in the cache folder. It is only ever
//! a shortcut: what of it cannot be believed is passed over, and those logs are read again.
//!
//! A line for each reading, the last one at the end: a checksum and a record in JSON. A line begins
//! with its line feed, so that one that was cut short spoils no other. A finished game costs one
//! line; when too many stand for nothing any more, the file is written anew, in the order of the
//! ids. Two processes may use it at once: where one writes it anew, a line of the other may get
//! lost, and that log is read once more.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::num::NonZero;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::thread;

use jiff::Timestamp;
use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};

use super::stamp::Stamp;
use super::{State, Summary};
use crate::files::{make_folder, must_be_plain, open_plain, write_own_with};
use crate::log::{Folder, Mark};
use crate::rules::{ByColor, Color, Outcome};

/// How the file begins. The number is the version of the records, and of how logs are summed up:
/// with any other, the file is made anew.
const FIRST_LINE: &str = "Rank & File, index 6";
/// Every index may have so many bytes, and so many more for each log: far more than its lines take. A
/// larger file is made anew, too.
const LARGE: u64 = 64 << 20;
const MAX_LINE: u64 = 4 << 10;
/// So many lines a thread reads at once: to read fewer takes no longer than to begin a thread.
const SHARE: usize = 4096;
/// So many lines that stand for nothing are no reason to write the file anew.
const SPARE: usize = 256;

/// Where in a cache folder the index of a folder of games is: each folder has its own.
#[must_use]
pub fn index_path(cache: &Path, folder: &Folder) -> PathBuf {
    let mut mark = Mark::default();
    for byte in folder.path().as_os_str().as_encoded_bytes() {
        mark.byte(*byte);
    }
    cache.join(format!("games-{:016x}.index", mark.number()))
}

/// The index file of one folder of games.
pub(super) struct Index {
    path: PathBuf,
    folder: Folder,
    /// The logs that are known, as they were when they were read.
    logs: HashMap<Box<str>, Known>,
    /// Lines of the file that stand for nothing any more, or not yet in the order of the ids.
    loose: usize,
}

#[derive(Clone, Copy)]
struct Known {
    stamp: Stamp,
    fingerprint: u64,
    /// Whether the log can be believed to its end.
    sound: bool,
}

impl Known {
    fn of(stamp: Stamp, summary: &Summary) -> Self {
        Self {
            stamp,
            fingerprint: summary.fingerprint,
            sound: summary.state != State::Damaged,
        }
    }
}

impl Index {
    /// Reads the index at `path` from its end, where the newest games are, and hands over what it
    /// says. Anything else at that place is removed.
    pub(super) fn open(path: &Path, folder: &Folder, mut take: impl FnMut(Summary)) -> Self {
        let text = read(path, folder).unwrap_or_else(|error| {
            if error.kind() != ErrorKind::NotFound {
                tracing::info!("the index is made anew: {error}");
                fs::remove_file(path).ok();
            }
            Vec::new()
        });
        let (mut logs, mut gone) = (HashMap::new(), HashSet::new());
        let lines = each_said(&text, folder, |(id, said)| {
            if logs.contains_key(&*id) || gone.contains(&id) {
                return;
            }
            let Some((stamp, summary)) = said else {
                gone.insert(id);
                return;
            };
            logs.insert(id.into(), Known::of(stamp, &summary));
            take(summary);
        });
        Self {
            path: path.to_owned(),
            folder: folder.clone(),
            loose: lines.saturating_sub(logs.len() + 1),
            logs,
        }
    }

    /// The ids of the logs that are known.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.logs.keys().map(|id| &**id)
    }

    /// The fingerprints of the logs that are known and can be believed, with their ids.
    pub(super) fn fingerprints(&self) -> impl Iterator<Item = (u64, &str)> {
        let sound = self.logs.iter().filter(|(_, known)| known.sound);
        sound.map(|(id, known)| (known.fingerprint, &**id))
    }

    /// The ids and fingerprints of all logs that are known.
    pub(super) fn games(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        let logs = self.logs.iter();
        logs.map(|(id, known)| (&**id, known.fingerprint))
    }

    /// The fingerprint of a log when it was read; `None` where it is not known.
    pub(super) fn fingerprint(&self, id: &str) -> Option<u64> {
        self.logs.get(id).map(|known| known.fingerprint)
    }

    /// What the log was like when it was read; `None` where it is not known.
    pub(super) fn stamp(&self, id: &str) -> Option<Stamp> {
        self.logs.get(id).map(|known| known.stamp)
    }

    /// Takes over what was just read, and forgets logs that are gone. Where the file cannot be
    /// written, they are read again next time.
    pub(super) fn update(&mut self, read: &[(Stamp, Summary)], gone: &[String]) {
        let mut lines = Vec::with_capacity(read.len() + gone.len());
        for id in gone {
            if self.logs.remove(id.as_str()).is_some() {
                lines.push(line(id, ()));
            }
        }
        for (stamp, summary) in read {
            let id = summary.entry.id.as_str();
            self.logs.insert(id.into(), Known::of(*stamp, summary));
            lines.push(line(id, reading(*stamp, summary)));
        }
        self.loose += lines.len();
        let lines = lines.into_iter().collect::<Result<String, _>>();
        let written = lines.map_err(io::Error::from);
        if let Err(error) = written.and_then(|lines| self.append(lines)) {
            tracing::warn!("the index cannot be written: {error}");
        }
    }

    fn append(&self, mut lines: String) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            // Where this fails, opening the file says why.
            make_folder(folder).ok();
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o600)
            .custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32)
            .open(&self.path)?;
        must_be_plain(&file)?;
        if file.metadata()?.len() == 0 {
            lines.insert_str(0, FIRST_LINE);
        }
        file.write_all(lines.as_bytes())
    }

    /// Writes the file anew where too much of it stands for nothing.
    pub(super) fn tidy(&mut self) {
        if self.loose > self.logs.len() / 2 + SPARE {
            // Where it fails, it would fail again at once.
            self.loose = 0;
            if let Err(error) = rewrite(&self.path, &self.folder) {
                tracing::warn!("the index cannot be written anew: {error}");
            }
        }
    }
}

/// What a line says of the log with an id; `None` where that is gone.
type Said<'a> = (Cow<'a, str>, Option<(Stamp, Summary)>);

/// Hands over what the lines say that add up, the last first: at once what this thread reads, while
/// every other processor reads a share of those before. Returns how many lines there are.
fn each_said<'a>(text: &'a [u8], folder: &Folder, mut take: impl FnMut(Said<'a>)) -> usize {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let said = |line: &&'a [u8]| said(std::str::from_utf8(line).ok()?, folder);
    let (mut lines, mut count) = (text.rsplit(|byte| *byte == b'\n'), 0);
    loop {
        let round: Vec<&[u8]> = lines.by_ref().take(threads * SHARE).collect();
        if round.is_empty() {
            return count;
        }
        count += round.len();
        let (last, before) = round.split_at(SHARE.min(round.len()));
        thread::scope(|scope| {
            let read = |lines: &[&'a [u8]]| lines.iter().filter_map(said).collect::<Vec<_>>();
            let before: Vec<_> = before
                .chunks(SHARE)
                .map(|lines| {
                    let started = thread::Builder::new().spawn_scoped(scope, move || read(lines));
                    // Where the system gives no thread, this one reads them when it is their turn.
                    started.map_err(|_| lines)
                })
                .collect();
            last.iter().filter_map(said).for_each(&mut take);
            for share in before {
                // The logs of a share that is lost are read again.
                let share = share.map_or_else(|lines| Ok(read(lines)), |thread| thread.join());
                share.into_iter().flatten().for_each(&mut take);
            }
        });
    }
}

fn said<'a>(line: &'a str, folder: &Folder) -> Option<Said<'a>> {
    let Record { id, reading } = Record::of_line(line)?;
    let Some(reading) = reading else {
        return Some((id, None));
    };
    let stamp = reading.stamp;
    let summary = reading.summary(folder, &id)?;
    Some((id, Some((stamp, summary))))
}

/// Leaves out what stands for nothing.
fn rewrite(path: &Path, folder: &Folder) -> io::Result<()> {
    let text = read(path, folder)?;
    let text = String::from_utf8_lossy(&text);
    let mut live = BTreeMap::new();
    for line in text.split('\n') {
        if let Some(Record { id, reading }) = Record::of_line(line) {
            match reading {
                Some(_) => live.insert(id, line),
                None => live.remove(&id),
            };
        }
    }
    write_own_with(path, |file| {
        file.write_all(FIRST_LINE.as_bytes())?;
        live.into_values()
            .try_for_each(|line| write!(file, "\n{line}"))
    })
}

/// What the file says, if it is no larger than an index of the folder can be.
fn read(path: &Path, folder: &Folder) -> io::Result<Vec<u8>> {
    let file = open_plain(path)?;
    let size = file.metadata()?.len();
    if size > LARGE && size - LARGE > MAX_LINE * folder.ids()?.len() as u64 {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut bytes = Vec::new();
    file.take(size).read_to_end(&mut bytes)?;
    let rest = bytes.strip_prefix(FIRST_LINE.as_bytes());
    let ours = rest.is_some_and(|rest| rest.first().is_none_or(|byte| *byte == b'\n'));
    if ours {
        Ok(bytes)
    } else {
        Err(ErrorKind::InvalidData.into())
    }
}

/// What a line says of a log. In JSON this is an array: names of fields would double the file.
#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    /// `None` where it is gone.
    #[serde(borrow)]
    reading: Option<Reading<'a>>,
}

/// What [`reading`] writes, in the same order. What JSON never escapes is borrowed as it is.
#[derive(Deserialize)]
struct Reading<'a> {
    stamp: Stamp,
    state: State,
    outcome: Option<(&'a str, &'a str)>,
    white: String,
    black: String,
    plies: usize,
    /// In seconds since 1970.
    started: Option<i64>,
    date: String,
    opening: String,
    time_control: Option<&'a str>,
    fen: String,
    fingerprint: u64,
    /// How often White and Black were helped.
    helped: (u32, u32),
}

fn reading(stamp: Stamp, summary: &Summary) -> impl Serialize {
    let outcome = |outcome: Outcome| (outcome.result(), outcome.reason.code());
    let control = summary.time_control.as_ref();
    (
        (stamp.size, stamp.modified, stamp.changed),
        summary.state,
        summary.outcome.map(outcome),
        &summary.white,
        &summary.black,
        summary.plies,
        summary.started.map(Timestamp::as_second),
        &summary.date,
        &summary.opening,
        control.map(ToString::to_string),
        &summary.fen,
        summary.fingerprint,
        (summary.helped.white, summary.helped.black),
    )
}

fn line(id: &str, reading: impl Serialize) -> serde_json::Result<String> {
    let record = serde_json::to_string(&(id, reading))?;
    Ok(format!("\n{:016x} {record}", checksum(&record)))
}

fn checksum(record: &str) -> u64 {
    let mut mark = Mark::default();
    mark.text(record);
    mark.number()
}

impl<'a> Record<'a> {
    /// `None` where the line does not add up.
    fn of_line(line: &'a str) -> Option<Self> {
        let (sum, record) = line.split_once(' ')?;
        let wanted = checksum(record);
        let digit = |place: u32| b"0123456789abcdef"[(wanted >> (4 * place)) as usize % 16];
        let sound = sum.bytes().eq((0..16).rev().map(digit));
        sound.then(|| serde_json::from_str(record).ok()).flatten()
    }
}

impl Reading<'_> {
    fn summary(self, folder: &Folder, id: &str) -> Option<Summary> {
        let outcome = |(result, reason): (&str, &str)| {
            let reason = reason.parse().ok()?;
            Outcome::from_record(result, reason)
        };
        Some(Summary {
            entry: folder.entry(id.to_owned()),
            state: self.state,
            outcome: written(self.outcome, outcome)?,
            white: self.white,
            black: self.black,
            plies: self.plies,
            started: written(self.started, |at| Timestamp::from_second(at).ok())?,
            date: self.date,
            opening: self.opening,
            time_control: written(self.time_control, |text| text.parse().ok())?,
            turn: Color::from_white(self.fen.split(' ').nth(1)? == "w"),
            fen: self.fen,
            fingerprint: self.fingerprint,
            helped: ByColor {
                white: self.helped.0,
                black: self.helped.1,
            },
            fault: None,
        })
    }
}

/// `None` where something is written that cannot be.
fn written<T, U>(value: Option<T>, read: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    value.map_or(Some(None), |value| read(value).map(Some))
}
