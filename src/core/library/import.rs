//! PGN files into the folder of games: read in a stream, played on several threads, written in
//! batches.
//!
//! Each game is played once. Its log is not read back, here or by a later scan: that a log gives the
//! same game again is proven by the tests of all they import.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::fs::FlockOperation;
use rustix::io::Errno;

use super::staging::{Staged, Staging};
use super::{Batch, Library, Summary};
use crate::files::make_folder;
use crate::log::{Folder, now};
use crate::pgn::{Fault, Note, RawGame, Splitter, Step, read_game};

/// What came of an import, or has come of it so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Bytes that were read.
    pub bytes: u64,
    /// Games that are in the folder now.
    pub imported: u64,
    /// Games that were known already, and were left out.
    pub duplicates: u64,
    /// Games that could not be read.
    pub failed: u64,
    /// Why, of the first thousand of these.
    pub faults: Vec<Fault>,
    /// Variations that were left out of the games that are in the folder.
    pub variations: u64,
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
        self.variations += other.variations;
        self.noted += other.noted;
        self.cancelled |= other.cancelled;
        self.keep(&other.faults);
        self.keep_notes(&other.notes);
    }

    fn keep_notes(&mut self, notes: &[Note]) {
        let room = MOST_FAULTS.saturating_sub(self.notes.len());
        self.notes.extend(notes.iter().take(room).cloned());
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
    pub report: Report,
    /// What happened.
    #[source]
    pub error: io::Error,
}

/// Games that are played at once on one thread.
const GAMES_AT_ONCE: usize = 64;
/// And the text of these, in bytes. Their logs take twenty times the space, and each thread has
/// several bundles before it and behind it.
const TEXT_AT_ONCE: usize = 1 << 14;
/// After so many bytes there is a sign of life, even where no game ends.
const BYTES_AT_ONCE: u64 = 1 << 20;
/// Games that are put into the folder at once.
const GAMES_PER_BATCH: usize = 1000;
/// Bundles that wait for each thread.
const WAITING: usize = 2;

/// Games on their way from the reader to a thread that plays them.
struct Bundle {
    games: Vec<RawGame>,
    answer: SyncSender<Vec<Result<Played, Fault>>>,
}

/// A game that is not in the folder yet.
struct Played {
    staged: Staged,
    variations: u64,
    notes: Vec<Note>,
}

/// What will come of a bundle, and how far the file was read then.
struct Promise {
    bytes: u64,
    answer: Receiver<Vec<Result<Played, Fault>>>,
}

/// Games on their way into the folder. While this is there, no other process and no other thread
/// imports any.
pub struct Import<'a> {
    library: &'a mut Library,
    staging: Staging,
    /// What a game that is known is known by.
    known: HashSet<u64>,
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
            staging: Staging::open(self.folder.clone())?,
            known: self.index.fingerprints().collect(),
            library: self,
            _turn: turn,
        })
    }
}

/// Holds the folder itself, which is made where there is none.
fn await_turn(folder: &Folder, cancel: &AtomicBool) -> io::Result<File> {
    make_folder(folder.path())?;
    let file = File::open(folder.path())?;
    // Whoever has cancelled puts nothing there, and not every file system knows turns.
    while rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)
        == Err(Errno::WOULDBLOCK)
        && !cancel.load(Ordering::Relaxed)
    {
        thread::sleep(LOOK);
    }
    Ok(file)
}

impl Import<'_> {
    /// Reads games from `source` and puts those into the folder that are not known there.
    /// `progress` is told after every few games. Where `cancel` becomes true, it stops as soon as
    /// the source has given what is asked of it. Whatever happens, every game in the folder is
    /// whole, and nothing that was there is touched.
    ///
    /// # Errors
    /// Where the source cannot be read, or the folder cannot be written: with what was done by then.
    pub fn read(
        &mut self,
        source: impl Read + Send,
        cancel: &AtomicBool,
        progress: impl FnMut(Progress),
    ) -> Result<Report, Interrupted> {
        let mut collector = Collector {
            import: self,
            waiting: HashSet::new(),
            variations: 0,
            report: Report::default(),
            progress,
        };
        let done = gather(source, cancel, &mut collector);
        let mut report = collector.report;
        // What could not be put into the folder is tried again with the next source's only.
        self.staging.forget();
        report.cancelled = cancel.load(Ordering::Relaxed);
        match done {
            Ok(()) => Ok(report),
            Err(error) => Err(Interrupted { report, error }),
        }
    }
}

fn gather(
    source: impl Read + Send,
    cancel: &AtomicBool,
    collector: &mut Collector<'_, '_, impl FnMut(Progress)>,
) -> io::Result<()> {
    let threads = thread::available_parallelism().map_or(2, |cores| cores.get().clamp(2, 8));
    let folder = collector.import.library.folder.clone();
    // Bundles are played in any order, and their answers are collected in that of the file.
    let (bundles, work) = mpsc::sync_channel::<Bundle>(threads * WAITING);
    let (promises, answers) = mpsc::sync_channel::<Promise>(threads * WAITING);
    // The threads alone hold it: were they all gone, the reader would notice.
    let work = Arc::new(Mutex::new(work));
    thread::scope(|scope| {
        for _ in 0..threads {
            let (work, folder) = (Arc::clone(&work), &folder);
            scope.spawn(move || play_bundles(&work, folder));
        }
        drop(work);
        let reader = scope.spawn(move || send_bundles(source, cancel, &bundles, &promises));
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
        if done.is_ok() && !cancel.load(Ordering::Relaxed) {
            done = collector.put_into_folder();
        }
        match reader.join() {
            Ok(read) => done.and(read),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Reads to the end and hands over what it finds. Stops where nobody wants it any more.
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
                text += game.bytes.as_ref().map_or(0, Vec::len);
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

fn play_bundles(work: &Mutex<Receiver<Bundle>>, folder: &Folder) {
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(bundle) = next else { return };
        let played = bundle.games.iter().map(|game| play(game, folder)).collect();
        // Nobody waits for it where the import was stopped.
        bundle.answer.send(played).ok();
    }
}

fn play(raw: &RawGame, folder: &Folder) -> Result<Played, Fault> {
    let game = read_game(raw)?;
    let moment = game.moment.unwrap_or_else(now);
    let entry = folder.new_entry(moment);
    Ok(Played {
        staged: Staged {
            log: game.log,
            moment,
            summary: Summary::of(entry, game.header, &game.game),
        },
        variations: game.variations,
        notes: game.notes,
    })
}

/// Takes the games in the order of the file.
struct Collector<'a, 'b, F> {
    import: &'a mut Import<'b>,
    /// The fingerprints of games that are written, but not in the folder yet.
    waiting: HashSet<u64>,
    /// The variations of these games.
    variations: u64,
    report: Report,
    progress: F,
}

impl<F: FnMut(Progress)> Collector<'_, '_, F> {
    /// Takes what came of a bundle; the file was read up to `bytes` then.
    fn take(&mut self, played: Vec<Result<Played, Fault>>, bytes: u64) -> io::Result<()> {
        let (mut faults, mut notes) = (Vec::new(), Vec::new());
        let done = played.into_iter().try_for_each(|game| match game {
            Ok(game) => self.take_game(game, &mut notes),
            Err(fault) => {
                faults.push(fault);
                Ok(())
            }
        });
        self.report.bytes = bytes;
        self.report.failed += faults.len() as u64;
        self.report.keep(&faults);
        self.report.noted += notes.len() as u64;
        self.report.keep_notes(&notes);
        self.tell(&faults, &notes, Vec::new());
        done
    }

    fn take_game(&mut self, game: Played, notes: &mut Vec<Note>) -> io::Result<()> {
        let fingerprint = game.staged.summary.fingerprint;
        if self.import.known.contains(&fingerprint) || !self.waiting.insert(fingerprint) {
            self.report.duplicates += 1;
            return Ok(());
        }
        self.import.staging.write(game.staged)?;
        self.variations += game.variations;
        notes.extend(game.notes);
        if self.import.staging.len() >= GAMES_PER_BATCH {
            self.put_into_folder()?;
        }
        Ok(())
    }

    fn put_into_folder(&mut self) -> io::Result<()> {
        let (done, named) = self.import.staging.put_into_folder();
        self.report.imported += named.len() as u64;
        let names = named.iter().map(|(_, game)| game.fingerprint);
        self.import.known.extend(names);
        self.import.library.index.update(&named, &[]);
        let games = named.into_iter().map(|(_, game)| game).collect();
        if done.is_ok() {
            self.report.variations += mem::take(&mut self.variations);
            self.waiting.clear();
        }
        self.tell(&[], &[], games);
        done
    }

    fn tell(&mut self, faults: &[Fault], notes: &[Note], games: Vec<Summary>) {
        (self.progress)(Progress {
            report: &self.report,
            faults,
            notes,
            games,
        });
    }
}
