//! The games that were read last, one after the other, with the whole hash of every position. A
//! question goes through all of it, so it is kept short: see `merge.rs`.
//!
//! After a first line come chunks: the length of what follows them (4 bytes), its checksum (8), and
//! games, each with its key (8), the number of its steps (4), and these. All numbers begin with their
//! lowest byte.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::os::unix::fs::FileExt;
use std::path::Path;

use super::sum::Sum;
use super::trace::{STEP, Trace, hash};
use crate::files::open_plain;
use crate::rules::start_position;

/// How the file begins. The number is its version.
const FIRST_LINE: &[u8; 32] = b"Rank & File, recent positions 1\n";
/// The first line, and a hash: with others, nothing would be found.
pub(super) const HEAD: usize = FIRST_LINE.len() + 8;
/// The length and the checksum of a chunk.
const CHUNK_HEAD: usize = 12;
/// The key and the number of steps of a game.
const GAME_HEAD: usize = 12;
/// No more is written at once, in bytes, but for one game.
const MOST_AT_ONCE: usize = 1 << 20;
/// A longer chunk was not written here, and no longer game: the longest has some 16,000 steps.
const LONGEST_CHUNK: usize = 4 << 20;
const SHORTEST_CHUNK: usize = GAME_HEAD + STEP;
const MOST_STEPS: usize = u16::MAX as usize;
/// So many bytes are read at once.
const READ_AT_ONCE: usize = 256 << 10;
/// A larger file was not written here: it is merged long before.
const LARGE: u64 = 320 << 20;

/// How the file begins.
pub(super) fn head() -> Vec<u8> {
    [&FIRST_LINE[..], &hash(&start_position()).to_le_bytes()].concat()
}

/// Chunks with these games, each with its key.
pub(super) fn chunks(games: &[(u64, Trace)]) -> Vec<u8> {
    let (mut bytes, mut chunk) = (Vec::new(), Vec::new());
    for (place, (key, trace)) in games.iter().enumerate() {
        let count = u32::try_from(trace.size() / STEP).unwrap_or(u32::MAX);
        chunk.extend_from_slice(&key.to_le_bytes());
        chunk.extend_from_slice(&count.to_le_bytes());
        chunk.extend_from_slice(trace.bytes());
        if chunk.len() >= MOST_AT_ONCE || place + 1 == games.len() {
            let length = u32::try_from(chunk.len()).unwrap_or(u32::MAX);
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.extend_from_slice(&Sum::of(&chunk).to_le_bytes());
            bytes.append(&mut chunk);
        }
    }
    bytes
}

/// What was noted of a game.
pub(super) struct Noted<'a> {
    pub key: u64,
    steps: &'a [u8],
}

impl Noted<'_> {
    /// The hash of every position and the move that followed, in the order of the plies.
    pub(super) fn steps(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        self.steps
            .chunks_exact(STEP)
            .map(|step| (number(step), step[STEP - 1]))
    }
}

/// The file, open to be read: as it was when it was opened, whatever is added to it.
pub(super) struct Tail {
    file: File,
    /// Where the last sound chunk ends, in bytes.
    end: u64,
}

impl Tail {
    /// Looks at every byte of the file. What comes after a chunk that does not add up is passed over;
    /// [`Tail::is_whole`] says whether anything is.
    ///
    /// # Errors
    /// Where there is no such file, or something else in its place.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Self::of(open_plain(path)?)
    }

    /// The same for a file that is open.
    pub(super) fn of(file: File) -> io::Result<Self> {
        if file.metadata()?.len() > LARGE || !begins_well(&file)? {
            return Err(ErrorKind::InvalidData.into());
        }
        let mut end = HEAD as u64;
        let mut tail = Self { file, end };
        let (mut reader, mut bytes) = (tail.reader(), Vec::new());
        while let Some(sum) = chunk(&mut reader, &mut bytes)? {
            if sum != Sum::of(&bytes) || games(&bytes).any(|game| game.is_none()) {
                break;
            }
            end += (CHUNK_HEAD + bytes.len()) as u64;
        }
        drop(reader);
        tail.end = end;
        Ok(tail)
    }

    /// Whether nothing had to be passed over.
    pub(super) fn is_whole(&self) -> io::Result<bool> {
        Ok(self.file.metadata()?.len() == self.end)
    }

    /// Where the last sound chunk ends, in bytes.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Hands over every game.
    ///
    /// # Errors
    /// Where the file cannot be read any more.
    pub(super) fn each(&self, mut take: impl FnMut(Noted)) -> io::Result<()> {
        let (mut reader, mut bytes) = (self.reader().take(self.end - HEAD as u64), Vec::new());
        while chunk(&mut reader, &mut bytes)?.is_some() {
            games(&bytes).flatten().for_each(&mut take);
        }
        Ok(())
    }

    /// Reads the chunks.
    fn reader(&self) -> BufReader<Onward<'_>> {
        let file = Onward {
            file: &self.file,
            place: HEAD as u64,
        };
        BufReader::with_capacity(READ_AT_ONCE, file)
    }
}

/// A file from a place on, whoever else reads it.
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

/// Reads the next chunk. Returns its checksum; `None` where there is no whole one.
fn chunk(reader: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<Option<u64>> {
    let mut head = [0; CHUNK_HEAD];
    if !filled(reader.read_exact(&mut head))? {
        return Ok(None);
    }
    let length = length(&head);
    if !(SHORTEST_CHUNK..=LONGEST_CHUNK).contains(&length) {
        return Ok(None);
    }
    bytes.clear();
    let read = reader.take(length as u64).read_to_end(bytes)?;
    Ok((read == length).then(|| number(&head[4..])))
}

/// Whether a file begins as it must.
pub(super) fn begins_well(file: &File) -> io::Result<bool> {
    let mut begin = [0; HEAD];
    Ok(filled(file.read_exact_at(&mut begin, 0))? && begin == *head())
}

/// Whether so much could be read; a file that ends before is no error.
fn filled(read: io::Result<()>) -> io::Result<bool> {
    match read {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// The games of a chunk; `None` for the rest of one that ends in the middle of a game.
fn games(chunk: &[u8]) -> impl Iterator<Item = Option<Noted<'_>>> {
    let mut rest = chunk;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let game = rest.split_at_checked(GAME_HEAD).and_then(|(head, after)| {
            let count = Some(length(&head[8..])).filter(|count| *count <= MOST_STEPS)?;
            let (steps, after) = after.split_at_checked(count * STEP)?;
            rest = after;
            let key = number(head);
            Some(Noted { key, steps })
        });
        if game.is_none() {
            rest = &[];
        }
        Some(game)
    })
}

/// The number of the first eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.first_chunk().copied().map_or(0, u64::from_le_bytes)
}

/// The number of the first four bytes.
fn length(bytes: &[u8]) -> usize {
    bytes.first_chunk().copied().map_or(0, u32::from_le_bytes) as usize
}
