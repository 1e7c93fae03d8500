//! Where every position of every game is found again: two files in the cache folder, beside the
//! index. Like that they are only ever a shortcut to what the logs say: what of them cannot be
//! believed is thrown away, and those logs are read again.
//!
//! They are made when somebody first asks for positions; until then, reading games costs nothing more.
//! From then on, what is read goes to the end of a short file (`tail.rs`). When that has become too
//! long for questions to go through it, it is merged into a large one that is in order (`base.rs`). A
//! game is known in both by a key, which is another one as soon as anything of the game is another:
//! what is gone or has changed just stands for nothing until the next merge leaves it out.

mod base;
mod group;
mod merge;
mod sum;
mod tail;
mod trace;

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use self::base::Base;
use self::tail::Tail;
use super::index::Index;
use crate::files::{
    clear_unfinished, lock_patiently, make_folder, must_be_plain, with_ending, write_own_with,
};
use crate::log::Fnv1a;
use crate::rules::Chess;

pub use self::group::{ENTRY, Group, Layout, MOST_GAME_BITS, Member};
pub use self::sum::Sum;
pub(super) use self::trace::{Trace, order};

/// A shorter tail is not merged, in bytes, nor one that has less than a part of so many of the base.
const SHORT_TAIL: u64 = 256 << 10;
const PART: u64 = 5;
/// A longer one is merged before more is added: while all games are read for the first time.
const LONG_TAIL: u64 = 256 << 20;
/// How often the tail is opened that others put a new one in the place of.
const ATTEMPTS: usize = 8;

/// By what the positions of a game are known, wherever it comes from: its id, and the fingerprint of
/// all that matters here.
pub(super) fn key(id: &str, fingerprint: u64) -> u64 {
    let mut hash = Fnv1a::default();
    hash.text(id);
    hash.whole(fingerprint);
    hash.number()
}

/// The two files.
#[derive(Debug, Clone)]
pub(super) struct PositionFiles {
    base: PathBuf,
    tail: PathBuf,
}

impl PositionFiles {
    /// The files that belong to an index.
    pub(super) fn beside(index: &Path) -> Self {
        Self {
            base: with_ending(index, "positions"),
            tail: with_ending(index, "recent"),
        }
    }

    /// Whether anybody has asked for positions yet. Before that, nobody waits for them to be noted.
    pub(super) fn are_wanted(&self) -> bool {
        self.tail.exists() || self.base.exists()
    }

    /// Has positions noted from now on, where that is possible.
    pub(super) fn want(&self) {
        if !self.are_wanted() {
            self.append_chunks(&[]).ok();
        }
    }

    /// Adds games, each with its key.
    ///
    /// # Errors
    /// Where they cannot be written. Then none of them has been.
    pub(super) fn append(&self, games: &[(u64, Trace)]) -> io::Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        self.append_chunks(&tail::chunks(games))
    }

    fn append_chunks(&self, chunks: &[u8]) -> io::Result<()> {
        self.with_tail(|file| {
            let before = file.metadata()?.len();
            let head = if before == 0 {
                tail::head()
            } else {
                Vec::new()
            };
            let written = file.write_all(&[&head[..], chunks].concat());
            if written.is_err() {
                file.set_len(before).ok();
            }
            written
        })
    }

    /// Adds games, where that is possible; else they are missing, and read again when they are asked
    /// for.
    pub(super) fn note(&self, games: &[(u64, Trace)]) {
        if let Err(error) = self.append(games) {
            tracing::warn!("the positions cannot be written: {error}");
        }
    }

    /// Merges the tail into the base where it has become too long. Of games that are not in the index
    /// nothing is kept.
    pub(super) fn tidy(&self, index: &Index) {
        let size = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
        if size(&self.tail) > SHORT_TAIL.max(size(&self.base) / PART) {
            let games = index.games();
            let wanted = games
                .map(|(id, fingerprint)| key(id, fingerprint))
                .collect();
            if let Err(error) = self.merge(&wanted) {
                tracing::warn!("the positions cannot be merged: {error}");
            }
        }
    }

    /// Whether the tail is so long that it must be merged before more is added.
    pub(super) fn is_long(&self) -> bool {
        fs::metadata(&self.tail).is_ok_and(|file| file.len() > LONG_TAIL)
    }

    fn merge(&self, wanted: &HashSet<u64>) -> io::Result<()> {
        self.with_tail(|file| {
            let tail = Tail::of(file.try_clone()?)?;
            let base = self.base(wanted.len());
            clear_unfinished(&self.base);
            clear_unfinished(&self.tail);
            write_own_with(&self.base, |out| {
                merge::merge(base.as_ref(), &tail, wanted, out)
            })?;
            // Whoever has the old tail open goes on with it, and finds some games twice.
            write_own_with(&self.tail, |out| out.write_all(&tail::head()))
        })
    }

    /// Opens the tail to write to it, where nobody else does, and puts a new one in the place of
    /// whatever is none.
    fn with_tail<T>(&self, work: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
        if let Some(folder) = self.tail.parent() {
            // Where this fails, opening the file says why.
            make_folder(folder).ok();
        }
        for _ in 0..ATTEMPTS {
            let mut options = OpenOptions::new();
            let options = options.create(true).read(true).append(true).mode(0o600);
            let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
            let mut file = options.custom_flags(flags).open(&self.tail)?;
            if must_be_plain(&file).is_err() {
                fs::remove_file(&self.tail)?;
                continue;
            }
            if !lock_patiently(&file) {
                return Err(ErrorKind::WouldBlock.into());
            }
            let (own, there) = (file.metadata()?, fs::metadata(&self.tail));
            if !there.is_ok_and(|there| (there.dev(), there.ino()) == (own.dev(), own.ino())) {
                continue;
            }
            if own.len() > 0 && !tail::begins_well(&file)? {
                fs::remove_file(&self.tail)?;
                continue;
            }
            return work(&mut file);
        }
        Err(ErrorKind::WouldBlock.into())
    }

    /// Opens both files to answer questions. There are so many logs. What cannot be believed is
    /// removed.
    pub(super) fn open(&self, logs: usize) -> Positions {
        // In this order: who merges puts the new base in its place first.
        let tail = read_or_remove(&self.tail, Tail::open(&self.tail));
        if let Some(tail) = &tail {
            if !tail.is_whole().unwrap_or(true) {
                self.cut(tail);
            }
        }
        Positions {
            base: self.base(logs),
            tails: tail.into_iter().collect(),
        }
    }

    fn base(&self, logs: usize) -> Option<Base> {
        read_or_remove(&self.base, Base::open(&self.base, logs))
    }

    /// Takes off what comes after the last sound chunk: what is added would not be found there.
    fn cut(&self, seen: &Tail) {
        let cut = self.with_tail(|file| {
            let now = Tail::of(file.try_clone()?)?;
            // Another may have cut it, and gone on.
            match now.is_whole()? || now.end() < seen.end() {
                true => Ok(()),
                false => file.set_len(now.end()),
            }
        });
        if let Err(error) = cut {
            tracing::warn!("the positions cannot be mended: {error}");
        }
    }
}

/// `None` where there is nothing, or was nothing to be believed.
fn read_or_remove<T>(path: &Path, read: io::Result<T>) -> Option<T> {
    read.inspect_err(|error| {
        if error.kind() != ErrorKind::NotFound {
            tracing::info!("the positions are made anew: {error}");
            fs::remove_file(path).ok();
        }
    })
    .ok()
}

/// Games for which there is no room in the cache: a file without a name has them, as long as they are
/// asked for.
#[derive(Default)]
pub(super) struct Apart {
    file: Option<File>,
}

impl Apart {
    /// Adds games, each with its key.
    pub(super) fn append(&mut self, games: &[(u64, Trace)]) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let mut file = tempfile::tempfile()?;
                file.write_all(&tail::head())?;
                none.insert(file)
            }
        };
        file.write_all(&tail::chunks(games))
    }
}

/// The positions of all games as they are known at one time, whatever becomes of the files.
pub struct Positions {
    base: Option<Base>,
    tails: Vec<Tail>,
}

impl Positions {
    /// Has games that could not be written, too.
    pub(super) fn with(mut self, apart: Apart) -> io::Result<Self> {
        if let Some(file) = apart.file {
            self.tails.push(Tail::of(file)?);
        }
        Ok(self)
    }

    /// The keys of all games that are known.
    pub(super) fn keys(&self) -> io::Result<HashSet<u64>> {
        let mut keys: HashSet<u64> = self.numbered().iter().copied().collect();
        for tail in &self.tails {
            tail.each(|game| {
                keys.insert(game.key);
            })?;
        }
        Ok(keys)
    }

    /// The keys of the games that have numbers.
    pub(super) fn numbered(&self) -> &[u64] {
        self.base.as_ref().map_or(&[], Base::games)
    }

    /// Hands over every game without a number that reached a position, by its key, with the ply at
    /// which it first did, and the move that followed. Such games may come twice. That they reached
    /// it is told by 64 bits: among ten million positions, one question of a million millions meets
    /// another one.
    pub(super) fn recent(
        &self,
        position: &Chess,
        mut take: impl FnMut(u64, u16, u8),
    ) -> io::Result<()> {
        let wanted = trace::hash(position);
        for tail in &self.tails {
            tail.each(|game| {
                let mut steps = (0..).zip(game.steps());
                if let Some((ply, (_, mv))) = steps.find(|(_, (hash, _))| *hash == wanted) {
                    take(game.key, ply, mv);
                }
            })?;
        }
        Ok(())
    }

    /// The groups of games with numbers that may have reached a position: see [`Group::is_known`].
    pub(super) fn groups(&self, position: &Chess) -> io::Result<Vec<Group>> {
        let base = self.base.as_ref();
        base.map_or(Ok(Vec::new()), |base| base.find(trace::hash(position)))
    }
}
