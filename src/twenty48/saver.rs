//! The file's own thread: it waits for the disk, so that a window need not.
//! May import the rest of `twenty48`.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use super::Store;

/// What became of the documents that were handed over.
#[derive(Debug)]
pub enum Report {
    /// The document of this number is on the disk, and none before it is missed.
    Saved(u64),
    /// It cannot be written now. The next one is tried, and takes its place.
    Failed(u64, io::Error),
}

/// Hands documents to a thread that writes them. Where they come faster than the disk, only the
/// last one is written: each holds all that those before it held.
#[derive(Debug)]
pub struct Saver {
    sender: Option<Sender<String>>,
    finished: Receiver<()>,
    documents: u64,
}

impl Saver {
    /// Starts the thread. `report` is called there.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start(mut store: Store, report: impl Fn(Report) + Send + 'static) -> io::Result<Self> {
        let (sender, documents) = mpsc::channel::<String>();
        let (done, finished) = mpsc::channel();
        thread::Builder::new()
            .name("2048".to_owned())
            .spawn(move || {
                let mut number = 0;
                while let Ok(mut document) = documents.recv() {
                    number += 1;
                    while let Ok(newer) = documents.try_recv() {
                        document = newer;
                        number += 1;
                    }
                    report(match store.write(&document) {
                        Ok(()) => Report::Saved(number),
                        Err(error) => Report::Failed(number, error),
                    });
                }
                // The file is free for others before anybody hears that this is the end.
                drop(store);
                done.send(()).ok();
            })?;
        Ok(Self {
            sender: Some(sender),
            finished,
            documents: 0,
        })
    }

    /// Hands over a document ([`super::Kept::document`]). Returns its number, which counts from 1.
    pub fn write(&mut self, document: String) -> u64 {
        self.documents += 1;
        if let Some(sender) = &self.sender {
            // The thread ends only when this sender is gone.
            sender.send(document).ok();
        }
        self.documents
    }

    /// Ends the thread when all that was handed over is written, or has failed. Waits for that,
    /// `patience` at the most, and returns whether it is so.
    #[must_use]
    pub fn finish(mut self, patience: Duration) -> bool {
        drop(self.sender.take());
        self.finished.recv_timeout(patience).is_ok()
    }
}
