//! Where every position of every game is found again: a file in the cache folder, beside the index. Like that
//! it is only ever a shortcut to what the logs say: what of it cannot be believed is thrown away, and those
//! logs are read again.
//!
//! It is made at the first question about positions; until then, reading games costs nothing more. From then
//! on, each game that is read is added, and a question reads the whole file. Each game has a key, which changes
//! with any change of the game: entries of games that are gone or have changed are ignored, and once they are half
//! of the file, it is written anew.
//!
//! After a first line, and the hash of the start position, which shows that hashes are still made in the same way,
//! come the games, each with its key (8 bytes), a checksum (8), the number of its steps (4), and a row for each step
//! ([`super::trace`]): the hash of a position (8) and the move that followed (1), or pieces and since when they stood.
//! All numbers begin with their lowest byte.

use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::trace::{STEP, Trace, hash};
use crate::chess::start_position;
use crate::files::{Journal, open_regular, with_ending};
use crate::record::log::Fnv1a;

/// How the file begins. The number is its version.
const FIRST_LINE: &[u8; 25] = b"Rank & File, positions 3\n";
/// The first line, and a hash: with others, nothing would be found.
const HEAD: usize = FIRST_LINE.len() + 8;
/// The key, the checksum and the number of steps of a game.
const GAME_HEAD: usize = 20;
/// No game has more: the longest has some 16,000, and the pieces change 46 times at most.
const MOST_STEPS: usize = u16::MAX as usize;
/// The file has twice as many games as there are logs, and so many more, before it is written anew.
const SPARE: usize = 256;
/// So many bytes are read at once.
const READ_AT_ONCE: usize = 256 << 10;

/// By what the positions of a game are known, wherever it comes from: its id, and the fingerprint of
/// all that matters here.
pub(super) fn key(id: &str, fingerprint: u64) -> u64 {
    let mut hash = Fnv1a::default();
    hash.text(id);
    hash.whole(fingerprint);
    hash.number()
}

/// How the file begins.
fn head() -> Vec<u8> {
    [&FIRST_LINE[..], &hash(&start_position()).to_le_bytes()].concat()
}

/// Whether a file begins as it must.
fn begins_well(file: &File) -> bool {
    let mut begin = [0; HEAD];
    file.read_exact_at(&mut begin, 0).is_ok() && begin == *head()
}

/// A game as the file has it.
fn written(key: u64, steps: &[u8]) -> Vec<u8> {
    let count = u32::try_from(steps.len() / STEP).unwrap_or(u32::MAX);
    let [key_bytes, sum] = [key, sum(key, steps)].map(u64::to_le_bytes);
    [&key_bytes[..], &sum, &count.to_le_bytes(), steps].concat()
}

/// Games as the file has them, each with its key.
fn all_written(games: &[(u64, Trace)]) -> Vec<u8> {
    let games = games.iter();
    let games = games.map(|(key, trace)| written(*key, trace.bytes()));
    games.collect::<Vec<_>>().concat()
}

/// What proves that a game is still as it was written. It proves nothing against those who mean to deceive.
fn sum(key: u64, steps: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(key);
    hasher.write(steps);
    hasher.finish()
}

/// The file with the positions of a folder of games.
#[derive(Debug, Clone)]
pub(super) struct PositionFile {
    path: PathBuf,
    /// Earlier versions had the newest games in a file of their own.
    outdated: PathBuf,
}

impl PositionFile {
    /// The file that belongs to an index.
    pub(super) fn beside(index: &Path) -> Self {
        Self {
            path: with_ending(index, "positions"),
            outdated: with_ending(index, "recent"),
        }
    }

    /// Whether there has been a question about positions yet. Before that, none are noted.
    pub(super) fn is_wanted(&self) -> bool {
        open_regular(&self.path).is_ok_and(|file| begins_well(&file))
    }

    /// Adds games, each with its key.
    ///
    /// # Errors
    /// Where they cannot be written. Then none of them has been.
    pub(super) fn append(&self, games: &[(u64, Trace)]) -> io::Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        self.journal()?.add(&all_written(games))
    }

    /// Adds games, where that is possible; else they are missing, and read again at the next question.
    pub(super) fn note(&self, games: &[(u64, Trace)]) {
        if let Err(error) = self.append(games) {
            tracing::warn!("the positions cannot be written: {error}");
        }
    }

    /// The file, made where it is not there.
    fn journal(&self) -> io::Result<Journal> {
        let mut journal = Journal::open(&self.path)?;
        if journal.end() == 0 {
            journal.add(&head())?;
        }
        if begins_well(&journal.file()) {
            Ok(journal)
        } else {
            Err(ErrorKind::InvalidData.into())
        }
    }

    /// Opens the file to answer questions; from now on, positions are noted. `wanted` has the keys of all games
    /// that there are. What cannot be believed is removed.
    pub(super) fn open(&self, wanted: &HashSet<u64>) -> Positions {
        fs::remove_file(&self.outdated).ok();
        let rows = self.rows(wanted).or_else(|error| {
            tracing::info!("the positions are made anew: {error}");
            fs::remove_file(&self.path)?;
            self.rows(wanted)
        });
        Positions {
            parts: rows.into_iter().collect(),
        }
    }

    fn rows(&self, wanted: &HashSet<u64>) -> io::Result<Rows> {
        let mut journal = self.journal()?;
        let most = 2 * wanted.len() + SPARE;
        let longest = (most * (GAME_HEAD + MOST_STEPS * STEP)) as u64;
        if journal.end() > HEAD as u64 + longest {
            return Err(ErrorKind::InvalidData.into());
        }
        let rows = Rows::of(journal.file())?;
        if rows.end < journal.end() {
            // What is added after it would not be found.
            journal.cut(rows.end)?;
        }
        if rows.games.len() <= most {
            return Ok(rows);
        }
        match journal.replace(|out| rows.write(wanted, out)) {
            Ok(()) => self.rows(wanted),
            Err(error) => {
                tracing::warn!("the positions cannot be written anew: {error}");
                Ok(rows)
            }
        }
    }
}

/// Games for which there is no room in the cache: a file without a name has them, as long as there are
/// questions.
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
                file.write_all(&head())?;
                none.insert(file)
            }
        };
        file.write_all(&all_written(games))
    }
}

/// The positions of all games as they are known at one time; later changes of the file do not matter.
pub struct Positions {
    parts: Vec<Rows>,
}

impl Positions {
    /// Has games that could not be written, too.
    pub(super) fn with(mut self, apart: Apart) -> io::Result<Self> {
        if let Some(file) = apart.file {
            self.parts.push(Rows::of(Arc::new(file))?);
        }
        Ok(self)
    }

    /// The keys of all games that are known, by the numbers of the games. A game may come twice.
    pub(super) fn games(&self) -> impl Iterator<Item = u64> + '_ {
        self.parts.iter().flat_map(|part| &part.games).copied()
    }

    /// Hands over the number of every game with its steps.
    pub(super) fn each(&self, mut take: impl FnMut(usize, &[u8])) -> io::Result<()> {
        let mut number = 0;
        for part in &self.parts {
            part.each(|_, steps| {
                take(number, steps);
                number += 1;
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// The games of a file as it was when it was opened, without what is added to it later.
struct Rows {
    file: Arc<File>,
    /// Where the last sound game ends, in bytes.
    end: u64,
    /// The keys of the games, in their order.
    games: Vec<u64>,
}

impl Rows {
    /// Looks at every byte of the file. A game that does not add up is passed over, and all that comes after it.
    fn of(file: Arc<File>) -> io::Result<Self> {
        let (mut end, mut games) = (HEAD, Vec::new());
        let (mut reader, mut steps) = (reader(&file), Vec::new());
        while let Some([key, written]) = next_game(&mut reader, &mut steps)? {
            if written != sum(key, &steps) {
                break;
            }
            end += GAME_HEAD + steps.len();
            games.push(key);
        }
        drop(reader);
        Ok(Self {
            file,
            end: end as u64,
            games,
        })
    }

    /// Hands over every game: its key and its steps.
    fn each(&self, mut take: impl FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut reader = reader(&self.file).take(self.end - HEAD as u64);
        let mut steps = Vec::new();
        while let Some([key, _]) = next_game(&mut reader, &mut steps)? {
            take(key, &steps)?;
        }
        Ok(())
    }

    /// Writes a file with those of the games that are wanted, each of them once.
    fn write(&self, wanted: &HashSet<u64>, out: &mut dyn Write) -> io::Result<()> {
        let mut left = wanted.clone();
        out.write_all(&head())?;
        self.each(|key, steps| match left.remove(&key) {
            true => out.write_all(&written(key, steps)),
            false => Ok(()),
        })
    }
}

/// Reads the games of a file that others may read, too.
fn reader(file: &File) -> BufReader<Onward<'_>> {
    let place = HEAD as u64;
    BufReader::with_capacity(READ_AT_ONCE, Onward { file, place })
}

/// A file from a place on.
struct Onward<'a> {
    file: &'a File,
    place: u64,
}

impl Read for Onward<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(bytes, self.place)?;
        self.place += read as u64;
        Ok(read)
    }
}

/// Reads the steps of the next game. Returns its key and its checksum; `None` where there is no whole one.
fn next_game(reader: &mut impl Read, steps: &mut Vec<u8>) -> io::Result<Option<[u64; 2]>> {
    let mut head = [0; GAME_HEAD];
    if !filled(reader.read_exact(&mut head))? {
        return Ok(None);
    }
    let numbers = [&head[..8], &head[8..16]].map(number);
    let count = number(&head[16..]) as usize;
    if !(1..=MOST_STEPS).contains(&count) {
        return Ok(None);
    }
    steps.resize(count * STEP, 0);
    Ok(filled(reader.read_exact(steps))?.then_some(numbers))
}

/// Whether so much could be read; a file that ends before is no error.
fn filled(read: io::Result<()>) -> io::Result<bool> {
    match read {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| true),
    }
}

/// The number of some bytes, eight at the most.
pub(super) fn number(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, byte| (number << 8) | u64::from(*byte))
}
