//! PGN files into the folder of games: read in a stream, played and written on several threads, and
//! put into the folder in batches.
//!
//! Each game is played once. Its log is not read back, here or by a later scan: that a log gives the
//! same game again is proven by the tests of all they import.

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::mem;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::fs::FlockOperation;
use rustix::io::Errno;

use super::alike::{Known, Verdict, particulars};
use super::collector::{Collector, Played, Written};
use super::positions::Trace;
use super::staging::{Beside, Staged, Staging};
use super::visitor::{BEGINNING, is_log, sound};
use super::{Batch, Interrupted, Library, Progress, Report, Summary};
use crate::files::make_folder;
use crate::log::{End, Folder, Loaded, fingerprint, now, read_from};
use crate::pgn::{RawGame, Splitter, Step, read_game, write_with};

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
    games: Vec<RawGame>,
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
        let noted = positions.are_wanted();
        let (done, (mut report, brought)) = thread::scope(|scope| {
            let put_all = move || {
                for batch in written {
                    // Whoever has panicked wants no answer.
                    named.send(staging.put_into_folder(batch)).ok();
                }
            };
            let started = thread::Builder::new().spawn_scoped(scope, put_all);
            let play = |game: &RawGame, thread| {
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
        let Library {
            index, positions, ..
        } = &*self.library;
        positions.tidy(index);
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
    play: &(impl Fn(&RawGame, usize) -> Played + Sync),
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

fn play_bundles(work: &Mutex<Receiver<Bundle>>, play: impl Fn(&RawGame) -> Played) {
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(bundle) = next else { return };
        let played = bundle.games.iter().map(&play).collect();
        // Nobody waits for it where the import was stopped.
        bundle.answer.send(played).ok();
    }
}

/// Plays a game and writes its log and its study, where it is not known.
fn play(
    raw: &RawGame,
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
    let mut loaded = Loaded::of(game.header, game.game);
    loaded.end = loaded.game.outcome().map(|outcome| End {
        outcome,
        ended: None,
    });
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
