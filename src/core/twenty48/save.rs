//! The file that the game is kept in: whole after every move, set aside where it is damaged, and
//! used by one process at a time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::document::{MAX_BYTES, read_best, read_document};
use super::{Best, Kept, Size};
use crate::files::{
    Destination, Touched, clear_unfinished, lock_patiently, make_folder, open_plain, set_aside,
    with_ending, write_own_with,
};

/// What a player must be told when the file is opened.
#[derive(Debug)]
pub enum Notice {
    /// Another process plays with the file. The game here is a new one and is not kept.
    Elsewhere,
    /// What was there cannot be believed. It lies under another name, and a new game begins.
    SetAside {
        /// Where it is now.
        to: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The same, but it cannot be given another name now. The new game is not kept until it can.
    InTheWay {
        /// Why it cannot.
        error: io::Error,
        /// What is wrong with it.
        why: String,
    },
}

/// A game to be played, and where it is kept.
#[derive(Debug)]
pub struct Opened {
    /// The game that was kept, or a new one.
    pub kept: Kept,
    /// Where it is kept; `None` where it is not.
    pub store: Option<Store>,
    /// What must be told.
    pub notice: Option<Notice>,
    /// Whether the game goes on from the file.
    pub continued: bool,
}

impl Opened {
    /// Whether the game is a new one that can be written now. What is in the way is still there; the
    /// first move tries again.
    #[must_use]
    pub fn is_to_be_written(&self) -> bool {
        let hindered = matches!(self.notice, Some(Notice::InTheWay { .. }));
        self.store.is_some() && !self.continued && !hindered
    }
}

/// The file of the game, in use here.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// Open as long as the file is in use; `None` where no file can be made for it yet.
    lock: Option<File>,
    /// Whether something damaged lies there that must not be written over.
    in_the_way: bool,
    touched: Option<Touched>,
}

/// How the lock of a file stands.
enum Locked {
    Here(Option<File>),
    Elsewhere,
}

impl Store {
    /// Opens the file at `path`, which need not exist. Where there is no game to go on with, one of
    /// the usual size begins, by chance from `seed`.
    #[must_use]
    pub fn open(path: &Path, seed: u64) -> Opened {
        let new = Kept::new(Size::USUAL, seed);
        let lock = match take_lock(path) {
            Locked::Here(lock) => lock,
            Locked::Elsewhere => {
                // The best scores can be looked at all the same.
                let before = match read(path) {
                    Ok(kept) => kept.map(|kept| kept.before).unwrap_or_default(),
                    Err(damage) => damage.best,
                };
                return Opened {
                    kept: Kept { before, ..new },
                    store: None,
                    notice: Some(Notice::Elsewhere),
                    continued: false,
                };
            }
        };
        clear_unfinished(path);
        let mut store = Self {
            path: path.to_owned(),
            lock,
            in_the_way: false,
            touched: None,
        };
        let (kept, notice, continued) = match read(path) {
            Ok(Some(kept)) => (kept, None, true),
            Ok(None) => (new, None, false),
            Err(Damage { why, best }) => {
                let new = Kept {
                    before: best,
                    ..new
                };
                (new, Some(store.clear(why)), false)
            }
        };
        Opened {
            kept,
            store: Some(store),
            notice,
            continued,
        }
    }

    fn clear(&mut self, why: String) -> Notice {
        match set_aside(&self.path) {
            Ok(to) => Notice::SetAside { to, why },
            Err(error) => {
                self.in_the_way = true;
                Notice::InTheWay { error, why }
            }
        }
    }
}

/// Each batch is a document ([`Kept::document`]), which takes the place of the one before. What is
/// written is on the disk, whole; where it cannot be, what was there before is there still, and the
/// next call tries everything again.
impl Destination for Store {
    const WHOLE: bool = true;

    fn write(&mut self, document: &str) -> io::Result<()> {
        // A mark that was deleted, or its folder, marks nothing.
        let marked = |file: &File| file.metadata().is_ok_and(|found| found.nlink() > 0);
        if !self.lock.as_ref().is_some_and(marked) {
            self.lock = match take_lock(&self.path) {
                Locked::Here(lock) => lock,
                Locked::Elsewhere => return Err(ErrorKind::ResourceBusy.into()),
            };
        }
        match fs::symlink_metadata(&self.path) {
            Err(error) if is_absent(&error) => {}
            // Something else than a file may have come there meanwhile.
            _ if self.in_the_way || !self.path.is_file() => {
                self.touched = Some(Touched::SetAside(set_aside(&self.path)?));
            }
            _ => {}
        }
        self.in_the_way = false;
        write_own_with(&self.path, |file| file.write_all(document.as_bytes()))
    }

    fn touched(&mut self) -> Option<Touched> {
        self.touched.take()
    }
}

/// The file beside the game's that marks it as open. The game's own is another one after each move.
fn take_lock(path: &Path) -> Locked {
    let beside = with_ending(path, "lock");
    let open = || {
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
        let mut options = OpenOptions::new();
        options.create(true).read(true).write(true).mode(0o600);
        options.custom_flags(flags).open(beside)
    };
    match open() {
        Ok(file) if lock_patiently(&file) => Locked::Here(Some(file)),
        Ok(_) => Locked::Elsewhere,
        // Where not even this file can be made, writing will say why.
        Err(_) => Locked::Here(None),
    }
}

/// What is wrong with what is kept, and the best scores as far as they can be believed all the same.
struct Damage {
    why: String,
    best: Best,
}

impl From<io::Error> for Damage {
    fn from(error: io::Error) -> Self {
        Self {
            why: error.to_string(),
            best: Best::default(),
        }
    }
}

/// What is kept at `path`; `None` where nothing is there.
fn read(path: &Path) -> Result<Option<Kept>, Damage> {
    let file = match open_plain(path) {
        Ok(file) => file,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    read_document(&bytes).map(Some).map_err(|fault| Damage {
        why: fault.to_string(),
        best: read_best(&bytes),
    })
}

/// Whether nothing is there, not even the folder. Something else in its place is none of ours.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
