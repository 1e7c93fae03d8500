//! PGN files into the folder of games: read in a stream, played and written on several threads, and
//! put into the folder in batches.
//!
//! A game that may be one of several in the folder, or of which the file may say more, waits until the file
//! has been read: exact copies are found first, in whatever order the threads come to the games.
//!
//! The log of a game is not read back, here or by a later scan: that a log gives the same game again is
//! proven by the tests of all they import.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{mem, thread};

use super::alike::{Candidate, KnownGames, Match, particulars};
use super::import_worker::{Played, Waiting, Worker, Written};
use super::index::Index;
use super::opened_file::{BEGINNING, is_log, sound};
use super::positions::{PositionFile, key};
use super::staging::{Put, Staged, StagedBatch, Staging};
use super::trace::Trace;
use super::{Batch, Library, Summary};
use crate::files::{FileLock, make_folder};
use crate::record::log::{Folder, now, read_from};
use crate::record::pgn::{Fault, FaultKind, Note, ScannedGame, Split, Splitter};

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

/// So much text of games waits for the rest of the file, in bytes.
const MOST_WAITING: usize = 32 << 20;

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
    known: KnownGames,
    /// Holds the folder.
    _turn: Option<FileLock>,
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
            known: KnownGames::new(self.folder.clone(), self.index.fingerprints()),
            library: self,
            _turn: turn,
        })
    }
}

/// Holds the folder itself, which is made where there is none. `None` where the import was cancelled before its turn:
/// then it puts nothing there.
fn await_turn(folder: &Folder, cancel: &AtomicBool) -> io::Result<Option<FileLock>> {
    make_folder(folder.path())?;
    loop {
        let turn = FileLock::try_lock(File::open(folder.path())?);
        if turn.is_some() || cancel.load(Ordering::Relaxed) {
            return Ok(turn);
        }
        thread::sleep(LOOK);
    }
}

impl Import<'_> {
    /// Reads games from `source`, which is PGN or a log, and puts those into the folder that are not
    /// known there. A game that is known, and of which more is said, is completed.
    /// `progress` is told after every few games. Where `cancel` becomes true, it stops as soon as
    /// the source has given what is asked of it. In every case, every game in the folder is
    /// whole, and nothing is lost of what was there.
    ///
    /// # Errors
    /// Where the source cannot be read, or the folder cannot be written: with what was done by then.
    pub fn read(
        &mut self,
        mut source: impl Read + Send,
        cancel: &AtomicBool,
        progress: impl FnMut(Progress),
    ) -> Result<ImportReport, Interrupted> {
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
        let positions_wanted = positions.is_wanted();
        let (done, (mut report, brought)) = thread::scope(|scope| {
            let put_all = move || {
                for batch in written {
                    // A thread that has panicked wants no answer.
                    named.send(staging.put_into_folder(batch)).ok();
                }
            };
            let started = thread::Builder::new().spawn_scoped(scope, put_all);
            let worker = Worker {
                folder,
                known,
                positions_wanted,
                staging,
                cancel,
            };
            let mut collector =
                Collector::new(worker, (index, positions), (batches, put), progress);
            let done = started.and(begun).and_then(|_| match log {
                true => take_log(source, &mut collector),
                false => gather(source, &mut collector),
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
    collector: &mut Collector<'_, impl FnMut(Progress)>,
) -> io::Result<()> {
    let threads = threads();
    let worker = collector.worker;
    let cancel = worker.cancel;
    // Bundles are played in any order, and their answers are collected in that of the file.
    let (bundles, work) = mpsc::sync_channel::<Bundle>(threads * WAITING);
    let (promises, answers) = mpsc::sync_channel::<Promise>(threads * AHEAD);
    // The threads alone hold it: were they all gone, the reader would notice.
    let work = Arc::new(Mutex::new(work));
    thread::scope(|scope| {
        for thread in 0..threads {
            let work = Arc::clone(&work);
            let play_all = move || play_bundles(&work, |game| worker.play(game, thread));
            match thread::Builder::new().spawn_scoped(scope, play_all) {
                Ok(_) => {}
                // A single thread is enough.
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
            Err(panic) => resume_unwind(panic),
        }
    })
}

/// Takes over a log from elsewhere, byte by byte: it is the evidence.
fn take_log(
    source: impl Read,
    collector: &mut Collector<'_, impl FnMut(Progress)>,
) -> io::Result<()> {
    let worker = collector.worker;
    let loaded = sound(read_from(source, BEGINNING)?);
    let loaded = loaded.map_err(|fault| io::Error::new(ErrorKind::InvalidData, fault))?;
    let read = loaded.bytes().len() as u64;
    let moment = loaded.header.started.unwrap_or_else(now);
    let trace = worker.positions_wanted.then(|| Trace::of(&loaded.game));
    let entry = worker.folder.new_entry(moment);
    let (header, fault) = (loaded.header.clone(), loaded.fault.clone());
    let summary = Summary::of_log(entry, header, &loaded.game, fault);
    let candidate = Candidate {
        fingerprint: summary.fingerprint,
        header: &loaded.header,
        game: &loaded.game,
        study: None,
    };
    let played = match worker.known.find_exactly(candidate) {
        Match::Known | Match::Bare(_) | Match::Same(_) | Match::Alike(_) => Played::Known,
        Match::New => Played::Written(Box::new(Written {
            particulars: particulars(&loaded.header, None),
            staged: Staged {
                path: worker.staging.write(0, loaded.bytes())?,
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
        let over = matches!(step, Ok(Split::End) | Err(_));
        let read = step.map(|step| {
            if let Split::Game(game) = step {
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

fn play_bundles(work: &Mutex<Receiver<Bundle>>, play: impl Fn(ScannedGame) -> Played) {
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(bundle) = next else { return };
        let played = bundle.games.into_iter().map(&play).collect();
        // It is not waited for where the import was stopped.
        bundle.answer.send(played).ok();
    }
}

/// What came of an import, or has come of it so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportReport {
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
    /// Games that were known, and have comments, side lines or other annotations now that they did not have.
    pub studied: u64,
    /// Games that were known and have another study, which was left as it is.
    pub own_studies: u64,
    /// Games that were known and have other evaluations of positions, which were left as they are.
    pub own_evaluations: u64,
    /// Games that were known, and have more moves now, or their result.
    pub extended: u64,
    /// Games that were known, and have the readings of the clocks now.
    pub clocked: u64,
    /// Games that were known, and have more tags now.
    pub tagged: u64,
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

impl ImportReport {
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
        self.own_evaluations += other.own_evaluations;
        self.extended += other.extended;
        self.clocked += other.clocked;
        self.tagged += other.tagged;
        self.noted += other.noted;
        self.cancelled |= other.cancelled;
        self.keep(&other.faults);
        self.keep_notes(&other.notes);
    }

    fn keep_notes(&mut self, notes: &[Note]) {
        let room = MOST_FAULTS.saturating_sub(self.notes.len());
        self.notes.extend(notes.iter().take(room).cloned());
    }

    /// Counts games that cannot be read, and keeps why.
    fn fail(&mut self, faults: &[Fault]) {
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
    pub report: &'a ImportReport,
    /// The faults that have come up since the last time, all of them.
    pub faults: &'a [Fault],
    /// The notes that have come up since the last time, all of them.
    pub notes: &'a [Note],
    /// The games that have come into the folder since the last time.
    pub games: Vec<Summary>,
    /// Those that were there and say more since.
    pub completed: Vec<Summary>,
}

/// An import that could not go on: the file cannot be read, or the folder cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the import stopped: {error}")]
pub struct Interrupted {
    /// What has come of it until then.
    pub report: Box<ImportReport>,
    /// What happened.
    #[source]
    pub error: io::Error,
}

/// Games that are put into the folder at once.
const GAMES_PER_BATCH: usize = 1000;
/// Fewer where games are so long that their positions take more, in bytes.
const BYTES_PER_BATCH: usize = 4 << 20;

/// What has come of a batch: what is in the folder, also where the rest is not.
type PutAnswer = (io::Result<()>, Put);

/// What is told of the games in a batch: variations, and ends that the file does not give.
#[derive(Default)]
struct Variations {
    left_out: u64,
    as_text: u64,
    ended_on_board: u64,
}

/// Takes the games in the order of the file, and has another thread put them into the folder, one
/// batch after the other.
struct Collector<'a, F> {
    worker: Worker<'a>,
    /// The games that wait, and how long their texts are, in bytes.
    waiting: Vec<Waiting>,
    waiting_bytes: usize,
    index: &'a mut Index,
    positions: &'a PositionFile,
    batches: SyncSender<StagedBatch>,
    put: Receiver<PutAnswer>,
    /// The variations in the batch that is on its way into the folder.
    under_way: Option<Variations>,
    /// The next batch, the bytes of its positions, and the variations in it.
    batch: StagedBatch,
    bytes: usize,
    variations: Variations,
    /// The fingerprints and particulars of all that were taken.
    taken: HashSet<(u64, u64)>,
    /// The fingerprints, [`Summary::kin`] and ids of the games that have come into the folder, or say more now.
    brought: Vec<(u64, u32, Box<str>)>,
    report: ImportReport,
    progress: F,
}

impl<'a, F: FnMut(Progress)> Collector<'a, F> {
    /// Hands batches over to what puts them into the folder, and hears of them.
    fn new(
        worker: Worker<'a>,
        (index, positions): (&'a mut Index, &'a PositionFile),
        (batches, put): (SyncSender<StagedBatch>, Receiver<PutAnswer>),
        progress: F,
    ) -> Self {
        Self {
            worker,
            waiting: Vec::new(),
            waiting_bytes: 0,
            index,
            positions,
            batches,
            put,
            under_way: None,
            batch: StagedBatch::default(),
            bytes: 0,
            variations: Variations::default(),
            taken: HashSet::new(),
            brought: Vec::new(),
            report: ImportReport::default(),
            progress,
        }
    }

    /// What has come of all, and what [`KnownGames`] wants to know of the games that have come or say more now.
    fn into_report(self) -> (ImportReport, Vec<(u64, u32, Box<str>)>) {
        (self.report, self.brought)
    }

    /// Takes what came of a bundle; the file was read up to `bytes` then.
    fn take(&mut self, played: Vec<Played>, bytes: u64) -> io::Result<()> {
        let (mut faults, mut notes) = (Vec::new(), Vec::new());
        let done = played.into_iter().try_for_each(|game| {
            match game {
                Played::Written(game) => return self.take_game(*game, &mut notes),
                Played::Known => self.report.duplicates += 1,
                Played::StudyOnly(study) => {
                    self.report.duplicates += 1;
                    self.batch.studies.push(study);
                    return self.hand_over_if_full();
                }
                Played::OwnStudy => {
                    self.report.duplicates += 1;
                    self.report.own_studies += 1;
                }
                Played::OwnEvaluations => {
                    self.report.duplicates += 1;
                    self.report.own_evaluations += 1;
                }
                Played::More(game) => {
                    self.report.duplicates += 1;
                    self.bytes += game.trace.as_ref().map_or(0, Trace::size);
                    self.batch.rewritten.push(*game);
                    return self.hand_over_if_full();
                }
                Played::Waiting(game) => {
                    self.waiting_bytes += game.game.length;
                    self.waiting.push(*game);
                }
                Played::Unreadable(fault) => faults.push(fault),
                Played::Unwritten(error) => return Err(error),
            }
            Ok(())
        });
        self.report.bytes = bytes;
        self.report.fail(&faults);
        self.report.noted += notes.len() as u64;
        self.report.keep_notes(&notes);
        self.tell(&faults, &notes, [Vec::new(), Vec::new()]);
        done?;
        match self.waiting_bytes > MOST_WAITING {
            true => self.decide(),
            false => Ok(()),
        }
    }

    /// Decides which games those are that wait.
    fn decide(&mut self) -> io::Result<()> {
        self.waiting_bytes = 0;
        let waiting = mem::take(&mut self.waiting);
        let worker = self.worker;
        let assigned = worker.known.assign(waiting.iter().map(|game| &game.alike));
        let mut games = waiting.into_iter().zip(assigned);
        while games.len() > 0 && !worker.cancel.load(Ordering::Relaxed) {
            let played = thread::scope(|scope| {
                let begun: io::Result<Vec<_>> = (0..threads())
                    .map(|thread| {
                        let part = games.by_ref().take(GAMES_AT_ONCE).collect();
                        let play_all = move || worker.play_all_assigned(part, thread);
                        thread::Builder::new().spawn_scoped(scope, play_all)
                    })
                    .collect();
                let ended = begun?.into_iter().map(|thread| thread.join());
                let played =
                    ended.map(|played| played.unwrap_or_else(|panic| resume_unwind(panic)));
                io::Result::Ok(played.flatten().collect())
            })?;
            self.take(played, self.report.bytes)?;
        }
        Ok(())
    }

    fn take_game(&mut self, game: Written, notes: &mut Vec<Note>) -> io::Result<()> {
        let key = (game.staged.summary.fingerprint, game.particulars);
        if !self.taken.insert(key) {
            self.report.duplicates += 1;
            let Staged { path, study, .. } = game.staged;
            for path in study.into_iter().chain([path]) {
                // A file that cannot be removed now is removed with the staging folder.
                fs::remove_file(path).ok();
            }
            return Ok(());
        }
        self.bytes += game.staged.trace.as_ref().map_or(0, Trace::size);
        self.batch.games.push(game.staged);
        self.variations.left_out += game.variations;
        self.variations.as_text += game.as_text;
        self.variations.ended_on_board += u64::from(game.ended_on_board);
        notes.extend(game.notes);
        self.hand_over_if_full()
    }

    fn hand_over_if_full(&mut self) -> io::Result<()> {
        let full = self.batch.len() >= GAMES_PER_BATCH || self.bytes >= BYTES_PER_BATCH;
        if full { self.hand_over() } else { Ok(()) }
    }

    /// Waits for what is on its way into the folder; `rest` says whether the games that have been
    /// taken since come there, too.
    fn finish(&mut self, rest: bool) -> io::Result<()> {
        if rest {
            self.decide()?;
            self.hand_over()?;
        }
        self.settle()
    }

    /// Has the batch put into the folder, after the one before.
    fn hand_over(&mut self) -> io::Result<()> {
        self.settle()?;
        self.bytes = 0;
        self.under_way = Some(mem::take(&mut self.variations));
        // A thread that takes nothing has panicked, and the scope passes that on.
        self.batches.send(mem::take(&mut self.batch)).ok();
        Ok(())
    }

    /// Waits until no batch is on its way.
    fn settle(&mut self) -> io::Result<()> {
        let Some(variations) = self.under_way.take() else {
            return Ok(());
        };
        let Ok((done, put)) = self.put.recv() else {
            return Ok(());
        };
        let Put {
            named,
            completed,
            studied,
            studied_otherwise,
        } = put;
        self.report.studied += studied;
        self.report.own_studies += studied_otherwise;
        let new = named.len();
        self.report.imported += new as u64;
        for (_, additions) in &completed {
            self.report.extended += u64::from(additions.moves);
            self.report.clocked += u64::from(additions.clocks);
            self.report.tagged += u64::from(additions.tags);
            self.report.studied += u64::from(additions.annotations);
            self.report.own_evaluations += u64::from(additions.own_evaluations);
        }
        let (mut read, mut traces) = (Vec::new(), Vec::new());
        let completed = completed.into_iter().map(|(game, _)| game);
        for game in named.into_iter().chain(completed) {
            let Summary {
                fingerprint, kin, ..
            } = game.summary;
            let id = game.summary.entry.id.as_str();
            self.brought.push((fingerprint, kin, id.into()));
            let key = key(id, fingerprint);
            traces.extend(game.trace.map(|trace| (key, trace)));
            read.push((game.stamp, game.summary));
        }
        self.positions.note(&traces);
        self.index.update(&read, &[]);
        if done.is_ok() {
            self.report.variations += variations.left_out;
            self.report.as_text += variations.as_text;
            self.report.ended_on_board += variations.ended_on_board;
        }
        let mut games: Vec<Summary> = read.into_iter().map(|(_, game)| game).collect();
        let completed = games.split_off(new);
        self.tell(&[], &[], [games, completed]);
        done
    }

    /// Tells of what has come up, and of the games that have come and those that say more now.
    fn tell(&mut self, faults: &[Fault], notes: &[Note], games: [Vec<Summary>; 2]) {
        let [games, completed] = games;
        (self.progress)(Progress {
            report: &self.report,
            faults,
            notes,
            games,
            completed,
        });
    }
}
