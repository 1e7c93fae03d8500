//! The thread that reads logs for the lists, what is known of the positions in them, and how it is heard that another
//! process has let go of a log.

use std::cell::{Cell, RefCell};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gio, glib};
use rank_and_file_core::files::is_unlocked;
use rank_and_file_core::library::{
    AliasFile, Aliases, Batch, Catalogue, Healing, Library, PositionExplorer,
    conflict_copies_among, conflict_copies_of, heal, heal_listed,
};
use rank_and_file_core::record::log::Folder;

use super::callbacks::{Watched, on, watch_file};
use crate::subclass::{signals, subclass};
use crate::words;

/// What is done with the library on the thread. What comes into it is told as from
/// [`Library::scan`].
pub(super) type Work = Box<dyn FnOnce(&mut Library, &mut dyn FnMut(Batch)) + Send>;

/// What the thread shall do.
enum Order {
    Scan,
    LookAt(Vec<String>),
    Heal,
    Work(Work),
}

/// What the thread tells.
pub enum News {
    /// What the index says of the newest games; before all else, where there are many.
    Newest(Box<Catalogue>),
    /// What the index says of all games.
    Known(Box<Catalogue>),
    /// Something was read, or is gone.
    Step(Batch),
    /// What was done about copies that a program for syncing has left.
    Healed(Healing),
    /// All that lies in the folder is known, with the copies in it that are no games of their own; or the folder cannot be
    /// read.
    AllKnown(io::Result<Vec<PathBuf>>),
}

/// So many games are shown before all are known: more than fit on a screen.
const AT_FIRST: usize = 512;

/// So many steps may wait for the lists; then the thread waits.
const AHEAD: usize = 8;

/// Gives orders to the thread, which ends when this is dropped.
#[derive(Debug)]
pub struct Librarian {
    orders: Sender<Order>,
    stop: Arc<AtomicBool>,
}

impl Librarian {
    /// Starts the thread. The news end when it does.
    pub fn new(
        folder: Folder,
        index: PathBuf,
        players: Option<AliasFile>,
    ) -> (Self, async_channel::Receiver<News>) {
        let (orders, waiting) = mpsc::channel();
        let (sender, news) = async_channel::bounded(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let started = thread::Builder::new()
            .name("library".to_owned())
            .spawn(move || {
                let aliases = aliases(players.as_ref());
                work(folder, &index, &aliases, &waiting, &sender, &stopped);
            });
        if let Err(error) = started {
            // The news have ended with their sender; lists stay empty.
            tracing::error!("there is no thread for the library: {error}");
        }
        (Self { orders, stop }, news)
    }

    /// Compares the whole folder with what is known.
    pub fn scan(&self) {
        // Where the thread has ended there is nothing more to be told.
        self.orders.send(Order::Scan).ok();
    }

    /// Looks at some logs again.
    pub fn look_at(&self, ids: Vec<String>) {
        self.orders.send(Order::LookAt(ids)).ok();
    }

    /// Joins copies of files that were changed on two computers, and looks at what comes of it.
    pub fn heal(&self) {
        self.orders.send(Order::Heal).ok();
    }

    /// Has something done with the library. Other orders wait until that is done.
    pub(super) fn work(&self, work: Work) {
        self.orders.send(Order::Work(work)).ok();
    }
}

impl Drop for Librarian {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The players who were renamed.
fn aliases(players: Option<&AliasFile>) -> Aliases {
    let read = players.map(AliasFile::read).transpose();
    // Where that cannot be read, all are shown by their names in the logs.
    read.inspect_err(|error| tracing::warn!("who was renamed cannot be read: {error}"))
        .ok()
        .flatten()
        .unwrap_or_default()
}

fn work(
    folder: Folder,
    index: &Path,
    aliases: &Aliases,
    orders: &Receiver<Order>,
    news: &async_channel::Sender<News>,
    stop: &AtomicBool,
) {
    let empty = || {
        let mut catalogue = Catalogue::new(folder.clone(), words::vocabulary());
        catalogue.rename(aliases.clone());
        catalogue
    };
    let mut catalogue = empty();
    // Where the news are no longer listened to, the orders end, too.
    let tell = |message| news.send_blocking(message).is_ok();
    let mut first = Some(empty());
    let mut library = Library::open(folder.clone(), index, |summary| {
        // What is seen first need not wait for the rest.
        if let Some(mut some) = first.take() {
            some.put(summary.clone());
            if some.len() < AT_FIRST {
                first = Some(some);
            } else {
                some.order();
                tell(News::Newest(Box::new(some)));
            }
        }
        catalogue.put(summary);
    });
    catalogue.order();
    tell(News::Known(Box::new(catalogue)));
    while let Ok(order) = orders.recv() {
        let mut step = |batch| {
            if !tell(News::Step(batch)) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        match order {
            Order::Scan => {
                // The folder may be large: it is listed once, unless something is healed there.
                let copies = folder.list().and_then(|listing| {
                    library.scan_listed(&listing, stop, &mut step);
                    let heals = || heal_listed(&listing);
                    match heal_copies(heals, &mut library, stop, step, tell) {
                        true => conflict_copies_of(&folder),
                        false => conflict_copies_among(&listing),
                    }
                });
                tell(News::AllKnown(copies));
            }
            Order::LookAt(ids) => library.look_at(&ids, stop, step),
            Order::Heal => {
                heal_copies(|| heal(&folder), &mut library, stop, step, tell);
            }
            Order::Work(work) => work(&mut library, &mut step),
        }
    }
}

/// Heals what a program for syncing has left in the folder, and tells of it once the lists are level with that. Whether
/// there was something.
fn heal_copies(
    heals: impl FnOnce() -> io::Result<Healing>,
    library: &mut Library,
    stop: &AtomicBool,
    step: impl FnMut(Batch),
    tell: impl Fn(News) -> bool,
) -> bool {
    if stop.load(Ordering::Relaxed) {
        return false;
    }
    let healing = match heals() {
        Ok(healing) => healing,
        Err(error) => {
            tracing::warn!("copies in the folder are not healed: {error}");
            return false;
        }
    };
    if !healing.changed.is_empty() {
        library.look_at(&healing.changed, stop, step);
    }
    let some = !healing.done.is_empty() || !healing.left.is_empty();
    if some {
        tell(News::Healed(healing));
    }
    some
}

/// How long after a change of the file it is looked at: the system tells of a file that is closed a little
/// before it takes the lock off it.
const A_LITTLE: Duration = Duration::from_millis(200);

/// How it is heard that another process has let go of a log.
#[derive(Default)]
pub struct Release {
    watched: RefCell<Option<Watched>>,
}

impl Release {
    /// Calls `released` once no process holds the lock of the log at `path`, unless this is gone before.
    pub fn wait(&self, path: &Path, released: impl FnOnce() + 'static) {
        // What changes while the file is looked at is looked at once more.
        let (changed, changes) = async_channel::bounded(1);
        // It may have been left before the file was watched.
        changed.try_send(()).ok();
        let Some(watched) = watch_file(path, move || {
            changed.try_send(()).ok();
        }) else {
            return;
        };
        self.watched.replace(Some(watched));
        let path = path.to_owned();
        glib::spawn_future_local(async move {
            // The channel closes with the monitor.
            while changes.recv().await.is_ok() {
                glib::timeout_future(A_LITTLE).await;
                let path = path.clone();
                let free = gio::spawn_blocking(move || is_unlocked(&path)).await;
                if free.is_ok_and(|free| free) {
                    return released();
                }
            }
        });
    }
}

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::PositionIndex)]
    pub struct PositionIndex {
        pub explorer: RefCell<Option<PositionExplorer>>,
        /// Whether it knows the games as they are now.
        pub level: Cell<bool>,
        /// Whether another one is being made.
        pub making: Cell<bool>,
        /// Whether one is to be made as soon as that can be.
        pub wanted: Cell<bool>,
        /// How much of what has to be read is read, from 0 to 1.
        #[property(get)]
        pub progress: Cell<f64>,
        /// Why the positions cannot be known; empty where they can.
        #[property(get)]
        pub trouble: RefCell<String>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for PositionIndex {
        signals!["renewed"];
    }
}

subclass! {
    /// What is known of the positions. Signal `renewed`: more is, or why nothing can be.
    pub struct PositionIndex(imp::PositionIndex): glib::Object { default: new }
}

impl PositionIndex {
    /// The games are others now.
    pub(super) fn outdate(&self) {
        self.imp().level.set(false);
    }

    /// Calls back when more is known, or why nothing can be.
    pub fn connect_renewed(&self, told: impl Fn(&Self) + 'static) -> glib::SignalHandlerId {
        on(self, "renewed", told)
    }

    /// Throws away what is known.
    pub(super) fn forget(&self) {
        self.imp().explorer.take();
    }

    pub(super) fn explorer(&self) -> Option<PositionExplorer> {
        self.imp().explorer.borrow().clone()
    }

    pub(super) fn show(&self, progress: f64) {
        self.imp().progress.set(progress);
        self.notify_progress();
    }

    pub(super) fn renew(&self, made: io::Result<PositionExplorer>) {
        let imp = self.imp();
        let trouble = made.as_ref().err().map(words::io_error);
        imp.trouble.replace(trouble.unwrap_or_default());
        if let Ok(explorer) = made {
            imp.explorer.replace(Some(explorer));
        }
        self.notify_trouble();
        self.emit_by_name::<()>("renewed", &[]);
    }
}
