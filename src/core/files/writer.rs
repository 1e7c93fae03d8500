//! Writing in a thread of its own, which waits for the disk so that nobody else has to; and what
//! is still on its way there, in whatever thread of the process.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// A file that is written in batches.
pub trait Destination: Send + 'static {
    /// Whether each batch holds all that those before it held. Where such batches come faster than
    /// the disk, only the last of them is written.
    const WHOLE: bool;

    /// Writes a batch, so that a kill of this process does not reach it any more.
    ///
    /// # Errors
    /// Where it is not written. Whoever wants it to be tried again hands over another batch.
    fn write(&mut self, batch: &str) -> io::Result<()>;

    /// Waits until everything that was written is on the disk, where writing has not done so.
    ///
    /// # Errors
    /// Where the disk reports that it is not.
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What became of the batches that were handed over.
#[derive(Debug)]
pub enum Report {
    /// The batch of this number is in the file, and none before it is missed.
    Written(u64),
    /// It cannot be written or synced now.
    Failed(u64, io::Error),
}

/// Hands batches to a thread that writes and syncs them in order. When this is dropped, what was
/// handed over is still written, and then the file is free for others.
#[derive(Debug)]
pub struct Writer {
    sender: Sender<(String, Owed)>,
    batches: u64,
}

impl Writer {
    /// Starts the thread. `report` is called there, for every batch that is tried: when it is
    /// written, and when it fails.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start<To: Destination>(
        mut to: To,
        report: impl Fn(Report) + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, batches) = mpsc::channel::<(String, Owed)>();
        let write = move || {
            let mut number = 0;
            while let Ok(mut latest) = batches.recv() {
                number += 1;
                if To::WHOLE {
                    for newer in batches.try_iter() {
                        latest = newer;
                        number += 1;
                    }
                }
                let (batch, owed) = latest;
                // First into the file and the report, for the board waits for that; then to disk.
                let written = to.write(&batch).map(|()| report(Report::Written(number)));
                if let Err(error) = written.and_then(|()| to.sync()) {
                    report(Report::Failed(number, error));
                }
                drop(owed);
            }
        };
        thread::Builder::new()
            .name("writer".to_owned())
            .spawn(write)?;
        Ok(Self { sender, batches: 0 })
    }

    /// Hands over a batch. Returns its number, which counts from 1.
    pub fn write(&mut self, batch: String) -> u64 {
        self.batches += 1;
        // The thread ends only when this sender is gone.
        self.sender.send((batch, Owed::count())).ok();
        self.batches
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
#[must_use]
pub fn finish_writing(patience: Duration) -> bool {
    let result = ONE_LESS.wait_timeout_while(owed(), patience, |owed| *owed > 0);
    let (owed, _) = result.unwrap_or_else(PoisonError::into_inner);
    *owed == 0
}
