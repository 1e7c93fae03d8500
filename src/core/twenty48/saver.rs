//! The file's own thread: it waits for the disk, so that a window need not.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::Store;
use crate::files::Owed;

/// What became of the documents that were handed over.
#[derive(Debug)]
pub enum Report {
    /// The document of this number is on the disk, and none before it is missed.
    Saved(u64),
    /// It cannot be written now. The next one is tried, and takes its place.
    Failed(u64, io::Error),
}

/// Hands documents to a thread that writes them. Where they come faster than the disk, only the
/// last one is written: each holds all that those before it held. When this is dropped, what was
/// handed over is still written, and then the file is free for others.
#[derive(Debug)]
pub struct Saver {
    sender: Sender<(String, Owed)>,
    documents: u64,
}

impl Saver {
    /// Starts the thread. `report` is called there.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start(mut store: Store, report: impl Fn(Report) + Send + 'static) -> io::Result<Self> {
        let (sender, documents) = mpsc::channel::<(String, Owed)>();
        thread::Builder::new()
            .name("2048".to_owned())
            .spawn(move || {
                let mut number = 0;
                while let Ok(mut latest) = documents.recv() {
                    number += 1;
                    while let Ok(newer) = documents.try_recv() {
                        latest = newer;
                        number += 1;
                    }
                    let (document, owed) = latest;
                    report(match store.write(&document) {
                        Ok(()) => Report::Saved(number),
                        Err(error) => Report::Failed(number, error),
                    });
                    drop(owed);
                }
            })?;
        Ok(Self {
            sender,
            documents: 0,
        })
    }

    /// Hands over a document ([`super::Kept::document`]). Returns its number, which counts from 1.
    pub fn write(&mut self, document: String) -> u64 {
        self.documents += 1;
        // The thread ends only when this sender is gone.
        self.sender.send((document, Owed::count())).ok();
        self.documents
    }
}
