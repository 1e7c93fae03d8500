//! Games on their way in from PGN: one import at a time, or one large file that is looked into; on their way out; and on
//! their way into a backup and out of it. Every window watches it.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::files::{open_regular, write_atomically_with};
use rank_and_file_core::library::{
    Batch, FileError, GameText, ImportReport, Interrupted, Library, OpenedFile, Step,
    open_file_watched,
};

use super::librarian::Librarian;
use crate::subclass::subclass;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Importing)]
    pub struct Importing {
        /// Whether an import is under way.
        #[property(get)]
        pub running: Cell<bool>,
        /// Whether an import is under way, a large file is looked into, or much is exported, backed up or restored.
        #[property(get)]
        pub busy: Cell<bool>,
        /// How much of that is done, from 0 to 1.
        #[property(get)]
        pub fraction: Cell<f64>,
        /// How much is done, in words.
        #[property(get)]
        pub said: RefCell<String>,
        pub cancel: RefCell<Arc<AtomicBool>>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Importing {}
}

subclass! {
    /// The import that is under way, if one is.
    pub struct Importing(imp::Importing): glib::Object { default: new }
}

/// Where games come from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A PGN file.
    File(PathBuf),
    /// Text that was copied or dropped.
    Text(String),
    /// Games of a collection.
    Listed(Vec<GameText>),
}

/// What came of an import.
#[derive(Debug, Default)]
pub struct Imported {
    /// The games of all sources.
    pub report: ImportReport,
    /// Those of each source, with its name.
    pub each: Vec<(PathBuf, ImportReport)>,
    /// The files that could not be read to their end, and why.
    pub failed: Vec<(PathBuf, io::Error)>,
    /// The ids of the games that have come.
    pub ids: HashSet<String>,
}

impl Imported {
    /// Whether all games of all sources were read.
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.report.failed == 0
    }
}

/// A file of so many bytes is not looked into at once.
const LARGE: u64 = 16 << 20;

/// What the thread tells.
enum Told {
    Read { games: u64, part: f64 },
    Done(Box<io::Result<Imported>>),
}

impl Importing {
    /// Has the librarian import every game of the sources that is not in the folder yet. One import
    /// runs at a time: `None` where another is under way.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub(super) async fn run(
        &self,
        sources: Vec<Source>,
        librarian: &Librarian,
    ) -> Option<io::Result<Imported>> {
        let imp = self.imp();
        if imp.running.replace(true) {
            return None;
        }
        let cancel = Arc::new(AtomicBool::new(false));
        imp.cancel.replace(Arc::clone(&cancel));
        self.show(0, 0.0);
        self.notify_running();
        self.set_busy(true);
        let (steps, heard) = async_channel::bounded(4);
        librarian.work(Box::new(move |library, heard| {
            let done = import_all(sources, library, &cancel, heard, |games, part| {
                // A reader that does not keep up sees the next step.
                steps.try_send(Told::Read { games, part }).ok();
            });
            // When the app ends, the receiver is gone.
            steps.send_blocking(Told::Done(Box::new(done))).ok();
        }));
        let mut done = Err(io::ErrorKind::Other.into());
        while let Ok(step) = heard.recv().await {
            match step {
                Told::Read { games, part } => self.show(games, part),
                Told::Done(result) => done = *result,
            }
        }
        imp.running.set(false);
        self.notify_running();
        self.set_busy(false);
        Some(done)
    }

    /// Looks into a file without keeping anything of it, and counts no more than `enough` games. Windows show how much of a
    /// large file is read, unless they show an import. `None` where it is cancelled.
    pub async fn open(&self, path: PathBuf, enough: u64) -> Option<Result<OpenedFile, FileError>> {
        let cancel = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&cancel);
        let size = path.metadata().map_or(0, |file| file.len()).max(1) as f64;
        let (steps, heard) = async_channel::bounded(4);
        let reading = gio::spawn_blocking(move || {
            open_file_watched(&path, enough, |games, bytes| {
                if bytes >= LARGE {
                    steps.try_send((games, bytes as f64 / size)).ok();
                }
                match stopped.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })
        });
        self.watch(&cancel, heard, |(games, part): (u64, f64)| {
            self.show(games, part.min(1.0));
        })
        .await;
        let found = reading.await;
        let found = found.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::Other).into()));
        (!cancel.load(Ordering::Relaxed)).then_some(found)
    }

    /// Stops the import, the looking into a file, the export, or what is done with a backup. What an import has brought by then stays
    /// there, and is whole; of all else nothing stays.
    pub fn cancel(&self) {
        self.imp().cancel.borrow().store(true, Ordering::Relaxed);
    }

    /// What counts the files that a backup is made of or restored from. Where these are many, every window watches that,
    /// unless they watch something else.
    pub fn count_files(&self) -> FileCount {
        let show = |importing: &Self, step| match step {
            Files::Checked(part) => importing.say(words::backup_is_checked(), part),
            Files::Done(done, all) => {
                importing.say(words::files_done(done, all), done as f64 / all as f64);
            }
        };
        FileCount {
            watched: self.watched(show),
            done: 0,
            all: 0,
        }
    }

    /// Writes so many games into one file, in another thread. Where they are many, every window watches that, unless they
    /// watch something else. Returns how many of them cannot be read.
    ///
    /// # Errors
    /// Where the file cannot be written; [`io::ErrorKind::Interrupted`] where that is cancelled. Then it is as before.
    pub async fn export(
        &self,
        path: PathBuf,
        count: usize,
        games: impl Iterator<Item = io::Result<String>> + Send + 'static,
    ) -> io::Result<usize> {
        let watched = self.watched(move |importing, done: usize| {
            importing.show(done as u64, done as f64 / count as f64);
        });
        let written = gio::spawn_blocking(move || {
            let mut left_out = 0;
            write_atomically_with(&path, |file| {
                let mut file = BufWriter::new(file);
                for (done, game) in games.enumerate() {
                    if watched.is_cancelled_at(|| (count > FEW).then_some(done)) {
                        return Err(io::ErrorKind::Interrupted.into());
                    }
                    match game {
                        Ok(text) => file.write_all(text.as_bytes())?,
                        Err(error) => {
                            tracing::warn!("a game is not exported: {error}");
                            left_out += 1;
                        }
                    }
                }
                file.flush()
            })?;
            Ok(left_out)
        });
        let written = written.await;
        written.unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
    }

    /// What tells steps from another thread, and hears there whether they are cancelled. Windows show them.
    fn watched<S: 'static>(&self, show: impl Fn(&Self, S) + 'static) -> Watched<S> {
        let cancel = Arc::new(AtomicBool::new(false));
        let (steps, heard) = async_channel::bounded(1);
        let watched = Watched {
            cancel: Arc::clone(&cancel),
            steps,
        };
        let importing = self.clone();
        glib::spawn_future_local(async move {
            importing
                .watch(&cancel, heard, |step| show(&importing, step))
                .await;
        });
        watched
    }

    /// Has windows show the steps of something that `cancel` stops, from the first one at which they show nothing else, as
    /// long as no import is begun.
    async fn watch<S>(
        &self,
        cancel: &Arc<AtomicBool>,
        heard: async_channel::Receiver<S>,
        show: impl Fn(S),
    ) {
        let mut watched = false;
        while let Ok(step) = heard.recv().await {
            let begins = !watched && !self.busy();
            watched |= begins;
            if watched && !self.running() {
                show(step);
            }
            if begins {
                self.imp().cancel.replace(Arc::clone(cancel));
                self.set_busy(true);
            }
        }
        if watched && !self.running() {
            self.set_busy(false);
        }
    }

    fn set_busy(&self, busy: bool) {
        if self.imp().busy.replace(busy) != busy {
            self.notify_busy();
        }
    }

    fn show(&self, games: u64, part: f64) {
        self.say(words::games_read(games), part);
    }

    fn say(&self, words: String, part: f64) {
        self.imp().said.replace(words);
        self.imp().fraction.set(part);
        self.notify_said();
        self.notify_fraction();
    }
}

/// What is done with so many files or games, or fewer, or with a backup of so many bytes, is over before its progress could
/// be read.
const FEW: usize = 500;
const SMALL: u64 = 1 << 20;

/// Tells steps of work to the windows that watch it.
struct Watched<S> {
    cancel: Arc<AtomicBool>,
    steps: async_channel::Sender<S>,
}

impl<S> Watched<S> {
    /// Whether the work is cancelled at a step, which is told where it is one.
    fn is_cancelled_at(&self, step: impl FnOnce() -> Option<S>) -> bool {
        // A reader that does not keep up sees the next step.
        step().map(|step| self.steps.try_send(step));
        self.cancel.load(Ordering::Relaxed)
    }
}

/// How far it is with a backup.
enum Files {
    /// This part of it is checked, from 0 to 1.
    Checked(f64),
    /// So many files of all are packed or unpacked.
    Done(usize, usize),
}

/// Counts the files of a backup, on the thread that makes or restores it.
pub struct FileCount {
    watched: Watched<Files>,
    done: usize,
    all: usize,
}

impl FileCount {
    /// Hears of a step.
    ///
    /// # Errors
    /// [`io::ErrorKind::Interrupted`] where it is cancelled, unless the last file is packed or unpacked by then.
    pub fn hear(&mut self, step: Step<'_>) -> io::Result<()> {
        let told = match step {
            Step::Check { read, of } => {
                (of > SMALL).then(|| Files::Checked(read as f64 / of as f64))
            }
            Step::Begin(all) => {
                self.all = all;
                None
            }
            Step::Pack(_) => {
                self.done += 1;
                (self.all > FEW).then_some(Files::Done(self.done, self.all))
            }
            Step::Write(_) | Step::Remove(_) => None,
        };
        let is_complete = self.all > 0 && self.done >= self.all;
        match self.watched.is_cancelled_at(|| told) && !is_complete {
            true => Err(io::ErrorKind::Interrupted.into()),
            false => Ok(()),
        }
    }
}

fn import_all(
    sources: Vec<Source>,
    library: &mut Library,
    cancel: &AtomicBool,
    mut heard: impl FnMut(Batch),
    mut tell: impl FnMut(u64, f64),
) -> io::Result<Imported> {
    let mut import = library.import(cancel, &mut heard)?;
    let sizes: Vec<u64> = sources.iter().map(Source::size).collect();
    let all = sizes.iter().sum::<u64>().max(1) as f64;
    let mut done = Imported::default();
    let mut before = 0;
    for (source, size) in sources.into_iter().zip(sizes) {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let games = |report: &ImportReport| report.imported + report.duplicates + report.failed;
        let earlier = games(&done.report);
        let result = source.open().map_err(|error| Interrupted {
            report: Box::default(),
            error,
        });
        let result = result.and_then(|reader| {
            import.read(reader, cancel, |progress| {
                let part = (before + progress.report.bytes) as f64 / all;
                tell(earlier + games(progress.report), part.min(1.0));
                let ids = progress.games.iter().map(|game| game.entry.id.clone());
                done.ids.extend(ids);
                let read = [progress.games, progress.completed].concat();
                if !read.is_empty() {
                    heard(Batch {
                        read,
                        ..Batch::default()
                    });
                }
            })
        });
        let report = result.unwrap_or_else(|Interrupted { report, error }| {
            done.failed.push((source.name(), error));
            *report
        });
        done.report.add(report.clone());
        done.each.push((source.name(), report));
        before += size;
    }
    Ok(done)
}

impl Source {
    /// In bytes, as far as that is known.
    fn size(&self) -> u64 {
        match self {
            Self::File(path) => path.metadata().map_or(0, |file| file.len()),
            Self::Text(text) => text.len() as u64,
            Self::Listed(games) => games.iter().map(GameText::length).sum(),
        }
    }

    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Self::File(path) => open_regular(path).map(|file: File| Box::new(file) as _),
            Self::Text(text) => Ok(Box::new(Cursor::new(text.clone().into_bytes()))),
            Self::Listed(games) => Ok(Box::new(GameText::reader(games.clone()))),
        }
    }

    fn name(&self) -> PathBuf {
        match self {
            Self::File(path) => path.clone(),
            Self::Text(_) | Self::Listed(_) => PathBuf::new(),
        }
    }
}
