//! PGN files into the folder of games: read in a stream, played and written on several threads, and
//! put into the folder in batches.
//!
//! Each game is played once. Its log is not read back, here or by a later scan: that a log gives the
//! same game again is proven by the tests of all they import.

use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{mem, thread};

use jiff::Timestamp;
use rustix::fs::{CWD, FlockOperation, RenameFlags};
use rustix::io::Errno;
use tempfile::TempDir;

use super::alike::{Known, Verdict, particulars};
use super::catalogue::{Collector, Played, Written};
use super::index::Stamp;
use super::opened_file::{BEGINNING, is_log, sound};
use super::trace::Trace;
use super::{Batch, Library, Summary};
use crate::files::make_folder;
use crate::record::log::{Folder, LogEntry, fingerprint, now, read_from};
use crate::record::pgn::{
    Fault, FaultKind, Note, ScannedGame, Splitter, Step, read_game, write_with,
};

/// Games that are played at once on one thread.
const GAMES_AT_ONCE: usize = 64;
/// And the text of these, in bytes: two bundles for each thread wait to be played.
const TEXT_AT_ONCE: usize = 1 << 14;
/// After so many bytes there is a sign of life, even where no game ends.
const BYTES_AT_ONCE: u64 = 1 << 20;
/// Bundles that wait for each thread.
const WAITING: usize = 2;
/// Bundles of each thread that may wait to be collected: of those the logs are written.
const AHEAD: usize = 32;

/// Games on their way from the reader to a thread that plays them.
struct Bundle {
    games: Vec<ScannedGame>,
    answer: SyncSender<Vec<Played>>,
}

/// What will come of a bundle, and how far the file was read then.
struct Promise {
    bytes: u64,
    answer: Receiver<Vec<Played>>,
}

/// Games on their way into the folder. While this is there, no other process and no other thread
/// imports any.
pub struct Import<'a> {
    library: &'a mut Library,
    staging: Staging,
    /// The games that are there.
    known: Known,
    /// Holds the folder.
    _turn: File,
}

/// How often it is looked whether it is one's turn.
const LOOK: Duration = Duration::from_millis(50);

impl Library {
    /// Begins to import, once no other import is under way or `cancel` became true. Besides, the
    /// library is level with its folder then, and `report` hears of that as from [`Library::scan`].
    ///
    /// # Errors
    /// Where the folder cannot be read or written.
    pub fn import(
        &mut self,
        cancel: &AtomicBool,
        report: impl FnMut(Batch),
    ) -> io::Result<Import<'_>> {
        let turn = await_turn(&self.folder, cancel)?;
        self.scan(cancel, report)?;
        Ok(Import {
            staging: Staging::open(self.folder.clone(), threads())?,
            known: Known::new(self.folder.clone(), self.index.fingerprints()),
            library: self,
            _turn: turn,
        })
    }
}

/// Holds the folder itself, which is made where there is none.
fn await_turn(folder: &Folder, cancel: &AtomicBool) -> io::Result<File> {
    make_folder(folder.path())?;
    let file = File::open(folder.path())?;
    // An import that was cancelled puts nothing there, and not every file system knows turns.
    while rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)
        == Err(Errno::WOULDBLOCK)
        && !cancel.load(Ordering::Relaxed)
    {
        thread::sleep(LOOK);
    }
    Ok(file)
}

impl Import<'_> {
    /// Reads games from `source`, which is PGN or a log, and puts those into the folder that are not
    /// known there.
    /// `progress` is told after every few games. Where `cancel` becomes true, it stops as soon as
    /// the source has given what is asked of it. Whatever happens, every game in the folder is
    /// whole, and nothing that was there is touched.
    ///
    /// # Errors
    /// Where the source cannot be read, or the folder cannot be written: with what was done by then.
    pub fn read(
        &mut self,
        mut source: impl Read + Send,
        cancel: &AtomicBool,
        progress: impl FnMut(Progress),
    ) -> Result<Report, Interrupted> {
        self.known.begin_file();
        let mut beginning = Vec::new();
        let begun = source.by_ref().take(BEGINNING).read_to_end(&mut beginning);
        let log = is_log(&String::from_utf8_lossy(&beginning));
        let source = Cursor::new(beginning).chain(source);
        let (batches, written) = mpsc::sync_channel(1);
        let (named, put) = mpsc::channel();
        let Library {
            folder,
            index,
            positions,
            ..
        } = &mut *self.library;
        let (staging, known, folder) = (&self.staging, &self.known, &*folder);
        let noted = positions.is_wanted();
        let (done, (mut report, brought)) = thread::scope(|scope| {
            let put_all = move || {
                for batch in written {
                    // A thread that has panicked wants no answer.
                    named.send(staging.put_into_folder(batch)).ok();
                }
            };
            let started = thread::Builder::new().spawn_scoped(scope, put_all);
            let play = |game: &ScannedGame, thread| {
                let write = |text: &[u8]| staging.write(thread, text);
                play(game, folder, known, noted, write)
            };
            let mut collector = Collector::new((index, positions), (batches, put), progress);
            let done = started.and(begun).and_then(|_| match log {
                true => take_log(source, folder, known, noted, staging, &mut collector),
                false => gather(source, cancel, &play, &mut collector),
            });
            (done, collector.into_report())
        });
        self.known.add(brought.into_iter());
        report.cancelled = cancel.load(Ordering::Relaxed);
        match done {
            Ok(()) => Ok(report),
            Err(error) => {
                let report = Box::new(report);
                Err(Interrupted { report, error })
            }
        }
    }
}

/// How many threads play games.
fn threads() -> usize {
    thread::available_parallelism().map_or(2, |cores| cores.get().clamp(2, 8))
}

fn gather(
    source: impl Read + Send,
    cancel: &AtomicBool,
    play: &(impl Fn(&ScannedGame, usize) -> Played + Sync),
    collector: &mut Collector<'_, impl FnMut(Progress)>,
) -> io::Result<()> {
    let threads = threads();
    // Bundles are played in any order, and their answers are collected in that of the file.
    let (bundles, work) = mpsc::sync_channel::<Bundle>(threads * WAITING);
    let (promises, answers) = mpsc::sync_channel::<Promise>(threads * AHEAD);
    // The threads alone hold it: were they all gone, the reader would notice.
    let work = Arc::new(Mutex::new(work));
    thread::scope(|scope| {
        for thread in 0..threads {
            let work = Arc::clone(&work);
            let play_all = move || play_bundles(&work, |game| play(game, thread));
            match thread::Builder::new().spawn_scoped(scope, play_all) {
                Ok(_) => {}
                // One is enough.
                Err(_) if thread > 0 => break,
                Err(error) => return Err(error),
            }
        }
        drop(work);
        let read_all = move || send_bundles(source, cancel, &bundles, &promises);
        let reader = thread::Builder::new().spawn_scoped(scope, read_all)?;
        let mut done = Ok(());
        for Promise { bytes, answer } in &answers {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            // A thread that answers nothing has panicked, and the scope passes that on.
            let Ok(played) = answer.recv() else { break };
            done = collector.take(played, bytes);
            if done.is_err() {
                break;
            }
        }
        // With this gone the reader stops, and with the reader the others.
        drop(answers);
        let rest = done.is_ok() && !cancel.load(Ordering::Relaxed);
        let put = collector.finish(rest);
        let done = done.and(put);
        match reader.join() {
            Ok(read) => done.and(read),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Takes over a log from elsewhere, byte by byte: it is the evidence.
fn take_log(
    source: impl Read,
    folder: &Folder,
    known: &Known,
    noted: bool,
    staging: &Staging,
    collector: &mut Collector<'_, impl FnMut(Progress)>,
) -> io::Result<()> {
    let loaded = sound(read_from(source, BEGINNING)?);
    let loaded = loaded.map_err(|fault| io::Error::new(ErrorKind::InvalidData, fault))?;
    let read = loaded.bytes().len() as u64;
    let moment = loaded.header.started.unwrap_or_else(now);
    let trace = noted.then(|| Trace::of(&loaded.game));
    let entry = folder.new_entry(moment);
    let (header, fault) = (loaded.header.clone(), loaded.fault.clone());
    let summary = Summary::of_log(entry, header, &loaded.game, fault);
    let played = match known.judge(summary.fingerprint, &loaded.header, None) {
        Verdict::Known | Verdict::Bare(_) | Verdict::Otherwise => Played::Known,
        Verdict::New => Played::Written(Box::new(Written {
            particulars: particulars(&loaded.header, None),
            staged: Staged {
                path: staging.write(0, loaded.bytes())?,
                study: None,
                moment,
                summary,
                trace,
            },
            variations: 0,
            as_text: 0,
            ended_on_board: false,
            notes: Vec::new(),
        })),
    };
    collector.take(vec![played], read)?;
    collector.finish(true)
}

/// Reads to the end and hands over what it finds. Stops where it is not wanted any more.
fn send_bundles(
    source: impl Read,
    cancel: &AtomicBool,
    bundles: &SyncSender<Bundle>,
    promises: &SyncSender<Promise>,
) -> io::Result<()> {
    let mut splitter = Splitter::new(source);
    let (mut games, mut text, mut sent) = (Vec::new(), 0, 0);
    while !cancel.load(Ordering::Relaxed) {
        let step = splitter.step();
        let over = matches!(step, Ok(Step::End) | Err(_));
        let read = step.map(|step| {
            if let Step::Game(game) = step {
                text += game.length;
                games.push(game);
            }
        });
        let full = games.len() >= GAMES_AT_ONCE || text >= TEXT_AT_ONCE;
        if over || full || splitter.bytes() >= sent + BYTES_AT_ONCE {
            (text, sent) = (0, splitter.bytes());
            let (sender, answer) = mpsc::sync_channel(1);
            let bundle = Bundle {
                games: mem::take(&mut games),
                answer: sender,
            };
            let promise = Promise {
                bytes: sent,
                answer,
            };
            if bundles.send(bundle).is_err() || promises.send(promise).is_err() {
                return Ok(());
            }
        }
        if over {
            return read;
        }
    }
    Ok(())
}

fn play_bundles(work: &Mutex<Receiver<Bundle>>, play: impl Fn(&ScannedGame) -> Played) {
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(bundle) = next else { return };
        let played = bundle.games.iter().map(&play).collect();
        // It is not waited for where the import was stopped.
        bundle.answer.send(played).ok();
    }
}

/// Plays a game and writes its log and its study, where it is not known.
fn play(
    raw: &ScannedGame,
    folder: &Folder,
    known: &Known,
    noted: bool,
    write: impl Fn(&[u8]) -> io::Result<PathBuf>,
) -> Played {
    let game = match read_game(raw) {
        Ok(game) => game,
        Err(fault) => return Played::Not(fault),
    };
    let moment = game.moment.unwrap_or_else(now);
    let loaded = game.loaded;
    let study = (!game.study.is_empty()).then(|| write_with(&loaded, &game.study));
    let study = study.as_deref().map(str::as_bytes);
    let fingerprint = fingerprint(&loaded.header, &loaded.game);
    match known.judge(fingerprint, &loaded.header, study) {
        Verdict::New => {}
        Verdict::Known => return Played::Known,
        Verdict::Otherwise => return Played::NotedOtherwise,
        Verdict::Bare(entry) => {
            return match study.map(&write).transpose() {
                Ok(Some(study)) => Played::Noted(Beside { study, entry }),
                Ok(None) => Played::Known,
                Err(error) => Played::Unwritten(error),
            };
        }
    }
    let particulars = particulars(&loaded.header, study);
    let entry = folder.new_entry(moment);
    let summary = Summary::with_fingerprint(entry, loaded.header, &loaded.game, fingerprint);
    let written = || Ok((write(game.log.as_bytes())?, study.map(&write).transpose()?));
    match written() {
        Ok((path, study)) => Played::Written(Box::new(Written {
            particulars,
            staged: Staged {
                path,
                study,
                moment,
                summary,
                trace: noted.then(|| Trace::of(&loaded.game)),
            },
            variations: game.variations,
            as_text: game.as_text,
            ended_on_board: game.ended_on_board,
            notes: game.notes,
        })),
        Err(error) => Played::Unwritten(error),
    }
}

/// What came of an import, or has come of it so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Bytes that were read.
    pub bytes: u64,
    /// Games that are in the folder now.
    pub imported: u64,
    /// Games that were known already, and were left out.
    pub duplicates: u64,
    /// Games that could not be read, those by other rules included.
    pub failed: u64,
    /// Games by other rules than those of chess.
    pub variants: u64,
    /// Why, of the first thousand of these.
    pub faults: Vec<Fault>,
    /// Variations that were left out of the games that are in the folder, as they cannot be played.
    pub variations: u64,
    /// Variations in these games that go on as text in a comment, from a move on that was not made.
    pub as_text: u64,
    /// Games that the board ended, though the file gives no result.
    pub ended_on_board: u64,
    /// Games that were known, had no study, and have one now.
    pub studied: u64,
    /// Games that were known and have another study, which was left as it is.
    pub own_studies: u64,
    /// What a person should know of the games that were taken over: how many notes, and the first
    /// thousand.
    pub noted: u64,
    /// These.
    pub notes: Vec<Note>,
    /// Whether it was stopped before the end.
    pub cancelled: bool,
}

/// More faults are counted, but not kept.
const MOST_FAULTS: usize = 1000;

impl Report {
    /// Adds what came of another file.
    pub fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.imported += other.imported;
        self.duplicates += other.duplicates;
        self.failed += other.failed;
        self.variants += other.variants;
        self.variations += other.variations;
        self.as_text += other.as_text;
        self.ended_on_board += other.ended_on_board;
        self.studied += other.studied;
        self.own_studies += other.own_studies;
        self.noted += other.noted;
        self.cancelled |= other.cancelled;
        self.keep(&other.faults);
        self.keep_notes(&other.notes);
    }

    pub(super) fn keep_notes(&mut self, notes: &[Note]) {
        let room = MOST_FAULTS.saturating_sub(self.notes.len());
        self.notes.extend(notes.iter().take(room).cloned());
    }

    /// Counts games that cannot be read, and keeps why.
    pub(super) fn fail(&mut self, faults: &[Fault]) {
        let by_other_rules = |fault: &&Fault| matches!(fault.kind, FaultKind::Variant(_));
        self.failed += faults.len() as u64;
        self.variants += faults.iter().filter(by_other_rules).count() as u64;
        self.keep(faults);
    }

    fn keep(&mut self, faults: &[Fault]) {
        let room = MOST_FAULTS.saturating_sub(self.faults.len());
        self.faults.extend(faults.iter().take(room).cloned());
    }
}

/// How far an import is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// What has come of it so far.
    pub report: &'a Report,
    /// The faults that have come up since the last time, all of them.
    pub faults: &'a [Fault],
    /// The notes that have come up since the last time, all of them.
    pub notes: &'a [Note],
    /// The games that have come into the folder since the last time.
    pub games: Vec<Summary>,
}

/// An import that could not go on: the file cannot be read, or the folder cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the import stopped: {error}")]
pub struct Interrupted {
    /// What has come of it until then.
    pub report: Box<Report>,
    /// What happened.
    #[source]
    pub error: io::Error,
}

/// How the place is called, inside the folder of games, which lists no such name.
const PREFIX: &str = ".import-";

/// The place of games that are written, but not in the folder yet. What is not put there is gone
/// with this. Several threads may write at once, while another puts games into the folder.
pub(super) struct Staging {
    folder: Folder,
    place: TempDir,
    /// Marks the place as in use until it is closed.
    held: File,
    /// How many logs have been written; their names there are numbers.
    count: AtomicU64,
}

/// A game whose log is written.
pub(super) struct Staged {
    /// The log, in the place of their own.
    pub path: PathBuf,
    /// Its study, which lies beside it.
    pub study: Option<PathBuf>,
    /// When it was played, as far as that is known. It goes into the name.
    pub moment: Timestamp,
    pub summary: Summary,
    pub trace: Option<Trace>,
}

/// A study that is written, for a game that is in the folder already.
pub(super) struct Beside {
    /// The study, in the place of their own.
    pub study: PathBuf,
    pub entry: LogEntry,
}

/// What goes into the folder at once.
#[derive(Default)]
pub(super) struct StagedBatch {
    pub games: Vec<Staged>,
    pub studies: Vec<Beside>,
}

/// What of a batch is in the folder.
#[derive(Default)]
pub(super) struct Put {
    pub named: Vec<Named>,
    /// How many games have got their study, and how many have got one meanwhile from elsewhere.
    pub studied: u64,
    pub studied_otherwise: u64,
}

/// A game whose log is in the folder.
pub(super) struct Named {
    pub stamp: Stamp,
    pub summary: Summary,
    pub trace: Option<Trace>,
}

impl Staging {
    /// Makes the place, with so many shelves: threads that write into one folder wait for each other.
    /// Clears away those of imports that were killed.
    pub(super) fn open(folder: Folder, shelves: usize) -> io::Result<Self> {
        clear(folder.path())?;
        loop {
            let place = tempfile::Builder::new()
                .prefix(PREFIX)
                .tempdir_in(folder.path())?;
            let held = File::open(place.path())?;
            rustix::fs::flock(&held, FlockOperation::LockExclusive).ok();
            // Another import may have cleared it away before it was held.
            if place.path().try_exists()? {
                for shelf in 0..shelves {
                    fs::create_dir(place.path().join(shelf.to_string()))?;
                }
                return Ok(Self {
                    folder,
                    place,
                    held,
                    count: AtomicU64::new(0),
                });
            }
        }
    }

    /// Writes a text on a shelf, a log or a study. Returns where.
    pub(super) fn write(&self, shelf: usize, text: &[u8]) -> io::Result<PathBuf> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let path = self.place.path().join(format!("{shelf}/{number}"));
        let mut options = File::options();
        let mut file = options
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)?;
        file.write_all(text)?;
        Ok(path)
    }

    /// Waits for the disk and gives every game its name, and every study its own. Returns those that
    /// have it, also where the others cannot get theirs.
    pub(super) fn put_into_folder(&self, batch: StagedBatch) -> (io::Result<()>, Put) {
        let mut put = Put::default();
        let done = self.name_all(batch, &mut put);
        (done, put)
    }

    fn name_all(&self, batch: StagedBatch, put: &mut Put) -> io::Result<()> {
        let StagedBatch { games, studies } = batch;
        if games.is_empty() && studies.is_empty() {
            return Ok(());
        }
        self.sync(&games, &studies)?;
        for Beside { study, entry } in studies {
            // What lies there is never replaced.
            match move_to(&study, &entry.study())? {
                true => put.studied += 1,
                false => put.studied_otherwise += 1,
            }
        }
        for mut game in games {
            name(&self.folder, &mut game)?;
            let Staged { summary, trace, .. } = game;
            // Until now it was not known: what writes to it from now on leaves a later time there.
            let stamp = Stamp::of(&summary.entry.path.metadata()?);
            put.named.push(Named {
                stamp,
                summary,
                trace,
            });
        }
        File::open(self.folder.path())?.sync_all()
    }

    /// All at once where the system can do that, else one by one.
    fn sync(&self, games: &[Staged], studies: &[Beside]) -> io::Result<()> {
        match rustix::fs::syncfs(self.held.as_fd()) {
            Ok(()) => Ok(()),
            Err(Errno::NOSYS | Errno::PERM | Errno::INVAL) => games
                .iter()
                .flat_map(|game| [Some(&game.path), game.study.as_ref()])
                .flatten()
                .chain(studies.iter().map(|beside| &beside.study))
                .try_for_each(|path| File::open(path)?.sync_data()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Moves a log to its name, or to another where that is taken, and its study with it. The study
/// goes first: what finds the log finds both.
fn name(folder: &Folder, game: &mut Staged) -> io::Result<()> {
    let entry = &mut game.summary.entry;
    loop {
        let beside = match &game.study {
            Some(from) => move_to(from, &entry.study())?,
            None => true,
        };
        if beside && move_to(&game.path, &entry.path)? {
            return Ok(());
        }
        if let Some(from) = game.study.as_ref().filter(|_| beside) {
            fs::rename(entry.study(), from)?;
        }
        *entry = folder.new_entry(game.moment);
    }
}

/// Gives a file another name, if that is free: whether it is so.
fn move_to(from: &Path, to: &Path) -> io::Result<bool> {
    match rustix::fs::renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => Ok(true),
        Err(Errno::EXIST) => Ok(false),
        // Some file systems cannot promise that; a link never replaces anything either.
        Err(Errno::INVAL | Errno::NOSYS) => match fs::hard_link(from, to) {
            Ok(()) => fs::remove_file(from).map(|()| true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        },
        Err(error) => Err(error.into()),
    }
}

/// Removes what imports have left behind that were killed. Those under way hold theirs.
fn clear(folder: &Path) -> io::Result<()> {
    for file in fs::read_dir(folder)? {
        let file = file?;
        let left = file.file_name().to_string_lossy().starts_with(PREFIX);
        if !left || !file.file_type()?.is_dir() {
            continue;
        }
        // Whatever cannot be opened or removed now is in no way.
        let Ok(place) = File::open(file.path()) else {
            continue;
        };
        if rustix::fs::flock(&place, FlockOperation::NonBlockingLockExclusive).is_ok() {
            fs::remove_dir_all(file.path()).ok();
        }
    }
    Ok(())
}
