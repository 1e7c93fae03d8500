//! A log's own thread: it waits for the disk, so that nobody else has to.
//! May import the rest of `log`.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::Appender;

/// What became of the lines that were handed over.
#[derive(Debug, Clone)]
pub enum Report {
    /// The first so many batches are in the file, where a kill of this process does not reach.
    Written(u64),
    /// They cannot be written or synced now. They are kept and tried again with the next ones.
    Failed(Arc<io::Error>),
}

/// How many batches of all writers wait for the disk.
static WAITING: Mutex<usize> = Mutex::new(0);
static ONE_LESS: Condvar = Condvar::new();

fn waiting() -> MutexGuard<'static, usize> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands lines to a thread that writes and syncs them in order.
#[derive(Debug)]
pub struct Writer {
    sender: Sender<String>,
    batches: u64,
}

impl Writer {
    /// Starts the thread. `report` is called there, once for every batch and for every failure.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start(
        mut appender: Appender,
        report: impl Fn(Report) + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel::<String>();
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || {
                let mut batches = 0;
                while let Ok(lines) = receiver.recv() {
                    batches += 1;
                    // First into the file and the report, for the board waits for that; then to disk.
                    let result = appender.append(&lines);
                    let written = result.is_ok();
                    report(match result {
                        Ok(()) => Report::Written(batches),
                        Err(error) => Report::Failed(Arc::new(error)),
                    });
                    if written {
                        if let Err(error) = appender.sync() {
                            report(Report::Failed(Arc::new(error)));
                        }
                    }
                    *waiting() -= 1;
                    ONE_LESS.notify_all();
                }
            })?;
        Ok(Self { sender, batches: 0 })
    }

    /// Hands over whole lines; with none, what failed before is tried again. Returns the number
    /// of the batch, which its report will have.
    pub fn append(&mut self, lines: String) -> u64 {
        self.batches += 1;
        *waiting() += 1;
        // The thread ends only when this sender is gone.
        self.sender.send(lines).ok();
        self.batches
    }
}

/// Waits until every writer has written and synced what it was given, `patience` at the most.
/// For the end of the process. Returns whether all is done.
pub fn finish_writers(patience: Duration) -> bool {
    let result = ONE_LESS.wait_timeout_while(waiting(), patience, |waiting| *waiting > 0);
    let (waiting, _) = result.unwrap_or_else(PoisonError::into_inner);
    *waiting == 0
}
