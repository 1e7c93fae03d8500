//! A log's own thread: it waits for the disk, so that nobody else has to.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::Appender;
use crate::files::Owed;

/// What became of the lines that were handed over.
#[derive(Debug, Clone)]
pub enum Report {
    /// The first so many batches are in the file, where a kill of this process does not reach.
    Written(u64),
    /// They cannot be written or synced now. They are kept and tried again with the next ones.
    Failed(Arc<io::Error>),
}

/// Hands lines to a thread that writes and syncs them in order.
#[derive(Debug)]
pub struct Writer {
    sender: Sender<(String, Owed)>,
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
        let (sender, receiver) = mpsc::channel::<(String, Owed)>();
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || {
                let mut batches = 0;
                while let Ok((lines, owed)) = receiver.recv() {
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
                    drop(owed);
                }
            })?;
        Ok(Self { sender, batches: 0 })
    }

    /// Hands over whole lines; with none, what failed before is tried again. Returns the number
    /// of the batch, which its report will have.
    pub fn append(&mut self, lines: String) -> u64 {
        self.batches += 1;
        // The thread ends only when this sender is gone.
        self.sender.send((lines, Owed::count())).ok();
        self.batches
    }
}
