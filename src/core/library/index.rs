//! The index: what every log said when it was last read, kept in the cache folder. It is only ever
//! a shortcut: what of it cannot be believed is passed over, and those logs are read again.
//!
//! A line for each reading, the last one at the end: a checksum and a record in JSON. A line begins
//! with its line feed, so that one that was cut short spoils no other. A finished game costs one
//! line; when too many stand for nothing any more, the file is written anew, in the order of the
//! ids. Several processes may use it at once.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::num::NonZero;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::alike::kin;
use super::search::{fold, has_word};
use crate::chess::openings;
use crate::chess::{ByColor, Chess960, Color, Game, Outcome, TimeControl, fen_of};
use crate::files::{Journal, bytes_in, open_regular};
use crate::record::log::{
    self, CHESS960, Fault, Fnv1a, Folder, Header, LogEntry, fingerprint, first_day,
};

/// How the file begins. The number is the version of the records, and of how logs are summed up:
/// with any other, the file is made anew.
const FIRST_LINE: &str = "Rank & File, index 8";
/// Every index may have so many bytes, and so many more for each log: far more than its lines take. A
/// larger file is made anew, too.
const LARGE: u64 = 64 << 20;
const MAX_LINE: u64 = 4 << 10;
/// So many lines a thread reads at once: to read fewer takes no longer than to begin a thread.
const SHARE: usize = 4096;
/// So many lines that stand for nothing are no reason to write the file anew.
const SPARE: usize = 256;

/// Where in a cache folder the index of a folder of games is: each folder has its own.
pub fn index_path(cache: &Path, folder: &Folder) -> PathBuf {
    let number = Fnv1a::of(folder.path().as_os_str().as_encoded_bytes());
    cache.join(format!("games-{number:016x}.index"))
}

/// The index file of one folder of games.
pub(super) struct Index {
    path: PathBuf,
    folder: Folder,
    /// The logs that are known, as they were when they were read.
    logs: HashMap<Box<str>, KnownLog>,
    /// Lines of the file that stand for nothing any more, or not yet in the order of the ids.
    loose: usize,
}

#[derive(Clone, Copy)]
struct KnownLog {
    stamp: Stamp,
    fingerprint: u64,
    kin: u32,
    /// Whether the log can be believed to its end.
    sound: bool,
}

impl KnownLog {
    fn of(stamp: Stamp, summary: &Summary) -> Self {
        Self {
            stamp,
            fingerprint: summary.fingerprint,
            kin: summary.kin,
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
            logs.insert(id.into(), KnownLog::of(stamp, &summary));
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

    /// The fingerprints of the logs that are known and can be believed, with [`Summary::kin`] and their ids.
    pub(super) fn fingerprints(&self) -> impl Iterator<Item = (u64, u32, &str)> {
        let sound = self.logs.iter().filter(|(_, known)| known.sound);
        sound.map(|(id, known)| (known.fingerprint, known.kin, &**id))
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
            self.logs.insert(id.into(), KnownLog::of(*stamp, summary));
            lines.push(line(id, reading(*stamp, summary)));
        }
        self.loose += lines.len();
        let lines = lines.into_iter().collect::<Result<Vec<_>, _>>();
        let written = lines.map_err(io::Error::from);
        if let Err(error) = written.and_then(|lines| self.append(&lines)) {
            tracing::warn!("the index cannot be written: {error}");
        }
    }

    /// Adds as many of the lines as there is room for.
    fn append(&self, lines: &[String]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let mut journal = Journal::open(&self.path)?;
        if journal.end() == 0 {
            journal.add(FIRST_LINE.as_bytes())?;
        }
        let mut lines = lines.iter();
        lines.try_for_each(|line| journal.add(line.as_bytes()))
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
type IndexLine<'a> = (Cow<'a, str>, Option<(Stamp, Summary)>);

/// Hands over what the lines say that add up, the last first: at once what this thread reads, while
/// every other processor reads a share of those before. Returns how many lines there are.
fn each_said<'a>(text: &'a [u8], folder: &Folder, mut take: impl FnMut(IndexLine<'a>)) -> usize {
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

fn said<'a>(line: &'a str, folder: &Folder) -> Option<IndexLine<'a>> {
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
    let journal = Journal::open(path)?;
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
    journal.replace(|file| {
        file.write_all(FIRST_LINE.as_bytes())?;
        live.into_values()
            .try_for_each(|line| write!(file, "\n{line}"))
    })
}

/// What the file says, if it is no larger than an index of the folder can be.
fn read(path: &Path, folder: &Folder) -> io::Result<Vec<u8>> {
    let file = open_regular(path)?;
    let size = file.metadata()?.len();
    if size > LARGE && size - LARGE > MAX_LINE * folder.ids()?.len() as u64 {
        return Err(ErrorKind::InvalidData.into());
    }
    let bytes = bytes_in(&file, size)?;
    match bytes.split(|byte| *byte == b'\n').next() == Some(FIRST_LINE.as_bytes()) {
        true => Ok(bytes),
        false => Err(ErrorKind::InvalidData.into()),
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
    event: String,
    time_control: Option<&'a str>,
    fen: String,
    fingerprint: u64,
    kin: u32,
    /// The ratings of White and Black, 0 where there is none.
    ratings: (u16, u16),
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
        &summary.event,
        control.map(ToString::to_string),
        &summary.fen,
        summary.fingerprint,
        summary.kin,
        (summary.ratings.white, summary.ratings.black),
        (summary.helped.white, summary.helped.black),
    )
}

fn line(id: &str, reading: impl Serialize) -> serde_json::Result<String> {
    let record = serde_json::to_string(&(id, reading))?;
    Ok(format!("\n{:016x} {record}", checksum(&record)))
}

fn checksum(record: &str) -> u64 {
    let mut hash = Fnv1a::default();
    hash.text(record);
    hash.number()
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
        let outcome = match self.outcome {
            Some((result, reason)) => Some(Outcome::from_record(result, reason.parse().ok()?)?),
            None => None,
        };
        let started = self.started.map(Timestamp::from_second);
        let time_control = self.time_control.map(str::parse);
        Some(Summary {
            entry: folder.entry(id.to_owned()),
            state: self.state,
            outcome,
            white: self.white,
            black: self.black,
            plies: self.plies,
            started: started.transpose().ok()?,
            date: self.date,
            opening: self.opening,
            event: self.event,
            time_control: time_control.transpose().ok()?,
            turn: Color::from_white(self.fen.split(' ').nth(1)? == "w"),
            fen: self.fen,
            fingerprint: self.fingerprint,
            kin: self.kin,
            ratings: ByColor {
                white: self.ratings.0,
                black: self.ratings.1,
            },
            helped: ByColor {
                white: self.helped.0,
                black: self.helped.1,
            },
            fault: None,
        })
    }
}

/// Whether a game can be continued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It can.
    Unfinished,
    /// It has its result.
    Finished,
    /// Its log cannot be believed to the end; it can be looked at.
    Damaged,
}

/// One game, as a list shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The log.
    pub entry: LogEntry,
    /// Whether it can be continued.
    pub state: State,
    /// Who won and why.
    pub outcome: Option<Outcome>,
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// Half-moves played.
    pub plies: usize,
    /// When it began.
    pub started: Option<Timestamp>,
    /// The day on which it began, as PGN writes it (section 8.1.1.3): `2026.11.20`, with `??` for
    /// what is not known.
    pub date: String,
    /// The same for every copy of a game: see [`fingerprint`].
    pub fingerprint: u64,
    /// What all records of one game have in common, whichever program has written them, and few others; 0 where a
    /// player is not named.
    pub kin: u32,
    /// The opening: its ECO code, a space, and its name; of a game of Chess960 that name, a space, and
    /// the number of the first position. Empty where it has none.
    pub opening: String,
    /// The tournament or match; empty where none is told.
    pub event: String,
    /// The time that the players had.
    pub time_control: Option<TimeControl>,
    /// The position reached.
    pub fen: String,
    /// Who is to move there.
    pub turn: Color,
    /// The rating of each player that was recorded; 0 where there is none.
    pub ratings: ByColor<u16>,
    /// How often each player was helped.
    pub helped: ByColor<u32>,
    /// What is wrong with the log; `None` in a summary that comes from the index, where
    /// [`State::Damaged`] says that something is.
    pub fault: Option<Fault>,
}

impl Summary {
    /// Reads the log and sums it up.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn read(entry: LogEntry) -> io::Result<Self> {
        let loaded = log::read(&entry.path)?;
        Ok(Self::of_log(
            entry,
            loaded.header,
            &loaded.game,
            loaded.fault,
        ))
    }

    /// Sums up a game whose log may not be sound to its end.
    pub(super) fn of_log(
        entry: LogEntry,
        header: Header,
        game: &Game,
        fault: Option<Fault>,
    ) -> Self {
        let summary = Self::of(entry, header, game);
        match fault {
            None => summary,
            fault => Self {
                state: State::Damaged,
                fault,
                ..summary
            },
        }
    }

    /// Sums up a game whose log is sound.
    pub fn of(entry: LogEntry, header: Header, game: &Game) -> Self {
        let fingerprint = fingerprint(&header, game);
        Self::with_fingerprint(entry, header, game, fingerprint)
    }

    /// The same of a game whose fingerprint is known.
    pub(super) fn with_fingerprint(
        entry: LogEntry,
        header: Header,
        game: &Game,
        fingerprint: u64,
    ) -> Self {
        let outcome = game.outcome();
        Self {
            entry,
            state: match outcome {
                Some(_) => State::Finished,
                None => State::Unfinished,
            },
            outcome,
            plies: game.plies().len(),
            date: header.date(),
            fingerprint,
            kin: kin(&header, game),
            ratings: ByColor::new_with(|color| {
                let rating = header.rating(color).map(u16::try_from);
                rating.and_then(Result::ok).unwrap_or(0)
            }),
            opening: opening(&header, game),
            event: event(&header),
            started: header.started,
            time_control: header.time_control,
            fen: fen_of(game.position()),
            turn: game.turn(),
            helped: game.helped(),
            white: header.white,
            black: header.black,
            fault: None,
        }
    }

    /// Where the game stands in time, in seconds since 1970; what has no date comes before all
    /// that has one.
    pub fn moment(&self) -> i64 {
        self.started
            .map(Timestamp::as_second)
            .or_else(|| noon(&self.date))
            .unwrap_or(i64::MIN)
    }
}

fn opening(header: &Header, game: &Game) -> String {
    if header.is_chess960(game.start()) {
        let number = Chess960::of(game.start());
        let number = number.map(|number| number.number().to_string());
        let words = std::iter::once(CHESS960.to_owned()).chain(number);
        return words.collect::<Vec<_>>().join(" ");
    }
    let positions = (0..=game.plies().len()).map(|ply| game.position_at(ply));
    openings::of(positions).map_or_else(String::new, |opening| opening.coded())
}

fn event(header: &Header) -> String {
    let told = header
        .tags
        .get("Event")
        .filter(|told| !told.starts_with('?'));
    told.unwrap_or_default().to_owned()
}

/// Noon of a day as PGN writes it; unknown months and days are the first ones.
fn noon(date: &str) -> Option<i64> {
    let noon = first_day(date)?
        .at(12, 0, 0, 0)
        .to_zoned(TimeZone::UTC)
        .ok()?;
    Some(noon.timestamp().as_second())
}

/// A file system keeps times in steps; what was written within that long of being read may have
/// been written again without a trace.
pub(super) const COARSEST_STEP: Duration = Duration::from_secs(2);

/// The size of a file and when it, and what is known of it, last changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    pub(super) size: i64,
    /// In nanoseconds since 1970.
    pub(super) modified: i64,
    /// In nanoseconds since 1970. Setting the time of modification back changes this.
    pub(super) changed: i64,
}

impl Stamp {
    /// What a file is like now.
    pub fn of(file: &Metadata) -> Self {
        let ns =
            |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: i64::try_from(file.len()).unwrap_or(i64::MAX),
            modified: ns(file.mtime(), file.mtime_nsec()),
            changed: ns(file.ctime(), file.ctime_nsec()),
        }
    }

    /// Whether the file had been left alone for so long, the step of its clock, that this stamp will
    /// tell of every later change.
    pub(super) fn is_settled(self, step: Duration) -> bool {
        let last = i128::from(self.modified.max(self.changed));
        last + (step.as_nanos() as i128) < log::now().as_nanosecond()
    }
}

/// A text in an [`Interner`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub text: Box<str>,
    /// What is compared with what is searched for.
    pub folded: Box<str>,
}

/// Stores each text once, under a number.
#[derive(Debug, Default)]
pub(super) struct Interner {
    entries: Vec<Entry>,
    numbers: FxHashMap<Box<str>, u32>,
}

impl Interner {
    /// The number of a text. Where it is new, `found_by` gives the words by which it is found.
    pub(super) fn number(&mut self, text: &str, found_by: impl FnOnce(&str) -> String) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        self.entries.push(Entry {
            text: text.into(),
            folded: fold(&found_by(text)).into(),
        });
        self.numbers.insert(text.into(), number);
        number
    }

    /// The number of a text that is known.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn text(&self, number: u32) -> &str {
        self.entries
            .get(number as usize)
            .map_or("", |entry| &entry.text)
    }

    /// Says of each text whether one of its words begins with the folded `term`.
    pub(super) fn hits(&self, term: &str) -> Vec<bool> {
        self.entries
            .iter()
            .map(|entry| has_word(&entry.folded, term))
            .collect()
    }

    /// The place of each text in the order of the alphabet.
    pub(super) fn ranks(&self) -> Vec<u32> {
        self.ranked(|a, b| (&a.folded, &a.text).cmp(&(&b.folded, &b.text)))
    }

    /// The place of each day as PGN has it; what is not known of one counts as before all.
    pub(super) fn ranks_of_days(&self) -> Vec<u32> {
        fn known(day: &Entry) -> impl Iterator<Item = u8> {
            let digits = day.text.bytes();
            digits.map(|digit| if digit == b'?' { b'0' } else { digit })
        }
        self.ranked(|a, b| known(a).cmp(known(b)))
    }

    fn ranked(&self, compare: impl Fn(&Entry, &Entry) -> Ordering) -> Vec<u32> {
        let mut order: Vec<u32> = (0..).take(self.entries.len()).collect();
        let entry = |number: &u32| &self.entries[*number as usize];
        order.sort_by(|a, b| compare(entry(a), entry(b)));
        let mut ranks = vec![0; order.len()];
        for (rank, number) in (0..).zip(order) {
            ranks[number as usize] = rank;
        }
        ranks
    }
}
