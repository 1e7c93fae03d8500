//! The file that the game is kept in: whole after every move, set aside where it is damaged or was
//! brought by another program meanwhile, and used by one process at a time.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::document::{MAX_BYTES, read_best, read_document};
use super::{Best, Kept, Size};
use crate::files::{
    Destination, Touched, bytes_at, clear_unfinished, is_absent, is_at, lock_patiently,
    make_folder, set_aside, set_aside_as, with_ending, write_own_with,
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
    /// What lay there when it was last read or written; `None` where nothing did.
    seen: Option<Vec<u8>>,
    /// The best scores that others have brought meanwhile.
    brought: Best,
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
                let before = match look(path) {
                    Ok((_, kept)) => kept.map(|kept| kept.before).unwrap_or_default(),
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
            seen: None,
            brought: Best::default(),
            touched: None,
        };
        let (kept, notice, continued) = match look(path) {
            Ok((seen, kept)) => {
                store.seen = seen;
                let continued = kept.is_some();
                (kept.unwrap_or(new), None, continued)
            }
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

    /// The best scores in the file at `path`, as far as they can be believed.
    #[must_use]
    pub fn best_at(path: &Path) -> Best {
        match look(path) {
            Ok((_, kept)) => kept.map(|kept| kept.all_best()).unwrap_or_default(),
            Err(damage) => damage.best,
        }
    }

    /// Sets aside what lies there and is not what was left there. Its best scores are remembered.
    fn make_way(&mut self) -> io::Result<()> {
        match fs::symlink_metadata(&self.path) {
            Err(error) if is_absent(&error) => return Ok(()),
            _ if self.in_the_way => {
                self.touched = Some(Touched::SetAside(set_aside(&self.path)?));
                return Ok(());
            }
            _ => {}
        }
        match bytes_at(&self.path, MAX_BYTES + 1).map(|there| there.map(believed)) {
            Ok(Some((bytes, _))) if Some(&bytes) == self.seen.as_ref() => {}
            Ok(Some((_, Ok(kept)))) => {
                let aside = set_aside_as(&self.path, "other")?;
                self.brought = self.brought.or_better(&kept.all_best());
                self.touched = Some(Touched::Brought(aside));
            }
            // Something else than a game, or than a file, may have come there.
            other => {
                let aside = set_aside(&self.path)?;
                if let Ok(Some((_, Err(damage)))) = other {
                    self.brought = self.brought.or_better(&damage.best);
                }
                self.touched = Some(Touched::SetAside(aside));
            }
        }
        Ok(())
    }

    /// A document with the best scores that others have brought.
    fn with_brought<'a>(&self, document: &'a str) -> Cow<'a, str> {
        if self.brought == Best::default() {
            return document.into();
        }
        match read_document(document.as_bytes()) {
            Ok(mut kept) => {
                kept.take_over(&self.brought);
                kept.document().into()
            }
            Err(_) => document.into(),
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
        // A mark that was deleted or renamed, or its folder, marks nothing.
        let beside = lock_beside(&self.path);
        let marked = |file: &File| is_at(file, &beside);
        if !self.lock.as_ref().is_some_and(marked) {
            self.lock = match take_lock(&self.path) {
                Locked::Here(lock) => lock,
                Locked::Elsewhere => return Err(ErrorKind::ResourceBusy.into()),
            };
        }
        self.make_way()?;
        self.in_the_way = false;
        let document = self.with_brought(document);
        write_own_with(&self.path, |file| file.write_all(document.as_bytes()))?;
        self.seen = Some(document.into_owned().into_bytes());
        Ok(())
    }

    fn touched(&mut self) -> Option<Touched> {
        self.touched.take()
    }
}

/// The file beside the game's that marks it as open. The game's own is another one after each move.
fn lock_beside(path: &Path) -> PathBuf {
    with_ending(path, "lock")
}

fn take_lock(path: &Path) -> Locked {
    let beside = lock_beside(path);
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

/// What lies at `path`, and the game in it; nothing where nothing is there.
fn look(path: &Path) -> Result<(Option<Vec<u8>>, Option<Kept>), Damage> {
    let Some(bytes) = bytes_at(path, MAX_BYTES + 1)? else {
        return Ok((None, None));
    };
    let (bytes, kept) = believed(bytes);
    Ok((Some(bytes), Some(kept?)))
}

/// Bytes, and the game in them.
fn believed(bytes: Vec<u8>) -> (Vec<u8>, Result<Kept, Damage>) {
    let kept = read_document(&bytes).map_err(|fault| Damage {
        why: fault.to_string(),
        best: read_best(&bytes),
    });
    (bytes, kept)
}
