//! Writing in a thread of its own, and waiting for the disk in another, so that neither the game nor the next
//! line waits for it; and work put aside for later.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::rename_new;

/// A file that is written in batches.
pub trait Destination: Send + 'static {
    /// Whether each batch holds all that those before it held. Where such batches come faster than
    /// the disk, only the last of them is written.
    const WHOLE: bool;

    /// Writes a batch, so that a kill of this process does not reach it any more.
    ///
    /// # Errors
    /// Where it is not written. A caller that wants another try hands over another batch.
    fn write(&mut self, batch: &str) -> io::Result<()>;

    /// Takes the file away again, if nothing in it is worth keeping. Nothing is written to it after that.
    fn discard(&mut self) {}

    /// What waits until everything that was written so far is on the disk; `None` where writing has
    /// done so.
    fn due(&mut self) -> Option<SyncTask> {
        None
    }

    /// What the last writes have found that others did to the file, to be told once.
    fn touched(&mut self) -> Option<ExternalChange> {
        None
    }

    /// Waits until everything that was written is on the disk.
    ///
    /// # Errors
    /// Where the disk reports that it is not.
    fn sync(&mut self) -> io::Result<()> {
        self.due().map_or(Ok(()), |wait| wait())
    }
}

/// Waits for the disk, in any thread.
pub type SyncTask = Box<dyn FnOnce() -> io::Result<()> + Send>;

/// What was done to a file while it was in use here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExternalChange {
    /// It was damaged. It lies here now, and a new one holds everything.
    SetAside(PathBuf),
    /// Something else lies in its place. This file holds everything.
    GoesOnIn(PathBuf),
    /// Another program has put a good file in its place. That file is at this path now, and the one in its place has
    /// again what is in use here.
    Brought(PathBuf),
    /// Another program has put something into its place that goes on with all that is in use here. It lies there still.
    Continued(PathBuf),
}

/// What became of the batches that were handed over.
#[derive(Debug)]
pub enum WriteReport {
    /// The batch of this number is in the file, and none before it is missed.
    Written(u64),
    /// It cannot be written now.
    Failed(u64, io::Error),
    /// The disk has it, and all before it.
    Synced(u64),
    /// The disk says that it has not.
    NotSynced(u64, io::Error),
    /// Others have touched the file.
    ExternalChange(ExternalChange),
}

/// What is handed over.
#[derive(Debug)]
struct Batch {
    /// What is to be written; `None` where the file is to be discarded.
    text: Option<String>,
    /// Whether the disk is to have it as soon as it is written.
    urgent: bool,
    owed: Owed,
}

/// Hands batches to a thread that writes them in order; a second one waits for the disk. When this
/// is dropped, what was handed over is still written and synced, and the file is free for others as
/// soon as it is written.
#[derive(Debug)]
pub struct Writer {
    sender: Sender<Batch>,
    batches: u64,
}

impl Writer {
    /// Starts the threads. `report` is called there, for every batch that is tried: when it is
    /// written, when the disk has it, and when either fails. Of batches that the disk takes together,
    /// the last is told.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start<To: Destination>(
        mut to: To,
        report: impl Fn(WriteReport) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let report = Arc::new(report);
        let (sender, batches) = mpsc::channel::<Batch>();
        let (waits, dues) = mpsc::channel();
        let told = report.clone();
        let write = move || {
            let mut number = 0;
            // Whether something urgent was handed over for which no wait has begun.
            let mut urgent = false;
            while let Ok(mut latest) = batches.recv() {
                number += 1;
                urgent |= latest.urgent;
                if To::WHOLE {
                    for newer in batches.try_iter() {
                        latest = newer;
                        number += 1;
                        urgent |= latest.urgent;
                    }
                }
                let Batch { text, owed, .. } = latest;
                let Some(text) = text else {
                    to.discard();
                    continue;
                };
                let written = to.write(&text);
                if let Some(touched) = to.touched() {
                    report(WriteReport::ExternalChange(touched));
                }
                match written {
                    Ok(()) => {
                        report(WriteReport::Written(number));
                        if let Some(wait) = to.due().filter(|_| urgent) {
                            urgent = false;
                            // The other thread ends only when this sender is gone.
                            waits.send((number, wait, owed)).ok();
                        }
                    }
                    Err(error) => report(WriteReport::Failed(number, error)),
                }
            }
        };
        thread::Builder::new()
            .name("syncer".to_owned())
            .spawn(move || sync(&dues, &*told))?;
        thread::Builder::new()
            .name("writer".to_owned())
            .spawn(write)?;
        Ok(Self { sender, batches: 0 })
    }

    /// Hands over a batch. Returns its number, which counts from 1.
    pub fn write(&mut self, batch: String) -> u64 {
        self.hand_over(Some(batch), true)
    }

    /// Hands over a batch that a kill of this process must not reach, but that need not be synced: the disk gets it at
    /// some time, or with the next batch that is written. Returns its number.
    pub fn note(&mut self, batch: String) -> u64 {
        self.hand_over(Some(batch), false)
    }

    /// Has the file taken away, if nothing in it is worth keeping.
    pub fn discard(mut self) {
        self.hand_over(None, false);
    }

    fn hand_over(&mut self, text: Option<String>, urgent: bool) -> u64 {
        self.batches += 1;
        let owed = Owed::count();
        // The thread ends only when this sender is gone.
        self.sender.send(Batch { text, urgent, owed }).ok();
        self.batches
    }
}

/// Waits for the disk, again and again. What became due meanwhile is waited for at once.
fn sync(dues: &Receiver<(u64, SyncTask, Owed)>, report: &impl Fn(WriteReport)) {
    while let Ok(first) = dues.recv() {
        let (number, wait, owed) = dues.try_iter().last().unwrap_or(first);
        report(match wait() {
            Ok(()) => WriteReport::Synced(number),
            Err(error) => WriteReport::NotSynced(number, error),
        });
        drop(owed);
    }
}

/// How much is on its way.
static OWED: Mutex<usize> = Mutex::new(0);
static ONE_LESS: Condvar = Condvar::new();

fn owed() -> MutexGuard<'static, usize> {
    OWED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that the disk does not have yet, as long as this lives.
#[derive(Debug)]
struct Owed(());

impl Owed {
    fn count() -> Self {
        *owed() += 1;
        Self(())
    }
}

impl Drop for Owed {
    fn drop(&mut self) {
        *owed() -= 1;
        ONE_LESS.notify_all();
    }
}

/// Waits until nothing is owed to the disk, `patience` at the most. For the end of the process.
/// Returns whether it is so.
pub fn finish_writing(patience: Duration) -> bool {
    let result = ONE_LESS.wait_timeout_while(owed(), patience, |owed| *owed > 0);
    let (owed, _) = result.unwrap_or_else(PoisonError::into_inner);
    *owed == 0
}

/// So many files may lie aside beside one another.
const MAX_ASIDE: u32 = 10_000;

/// Gives what lies at `path` the first name that is free, ending in `.damaged-` and a number, and
/// returns it.
///
/// # Errors
/// Where nothing lies there, or it cannot be given another name.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    set_aside_as(path, "damaged")
}

/// The same with another word for what it is.
///
/// # Errors
/// Where nothing lies there, or it cannot be given another name.
pub fn set_aside_as(path: &Path, what: &str) -> io::Result<PathBuf> {
    for number in 1..=MAX_ASIDE {
        let free = with_ending(path, &format!("{what}-{number}"));
        if rename_new(path, &free)? {
            return Ok(free);
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// The name of a file that belongs to the one at `path`.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}
