//! The positions of nearly all games, in the order of their hashes: an answer takes one look.
//!
//! The file has entries (see `group.rs`), bucket by bucket, and within each in the order of the
//! hashes; the key of every game by its number (8 bytes each); the number of the first entry of every
//! bucket, and of all entries (4 bytes each); and a trailer: a line with the version, the hash by
//! which that is known to be the same as ever, the numbers of entries, games and bits, and the
//! checksum of everything before. All numbers begin with their lowest byte.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::Path;

use super::group::{ENTRY, Group, Layout};
use super::sum::Sum;
use super::trace::hash;
use crate::files::open_plain;
use crate::rules::start_position;

/// The number is the version of the file.
const LINE: &[u8; 24] = b"Rank & File, positions 1";
/// The line, the hash, the numbers of entries, games and bits, the checksum.
const TRAILER: usize = 24 + 8 + 8 + 4 + 4 + 8;
/// The file may have so many bytes, and so many more for each log: more than logs of 1,500 plies
/// take. A larger one is made anew.
const LARGE: u64 = 64 << 20;
const MOST_OF_A_LOG: u64 = 8 << 10;
/// So many bytes are read at once.
const AT_ONCE: u64 = 1 << 20;

/// The file, open to be read. What it says was found to be as it was written.
pub(super) struct Base {
    file: File,
    layout: Layout,
    games: Vec<u64>,
    /// The first entry of every bucket, and the number of all entries.
    starts: Vec<u32>,
}

impl Base {
    /// Looks at every byte of the file. There are so many logs.
    ///
    /// # Errors
    /// Where there is no such file; [`ErrorKind::InvalidData`] where it cannot be believed.
    pub(super) fn open(path: &Path, logs: usize) -> io::Result<Self> {
        let file = open_plain(path)?;
        let size = file.metadata()?.len();
        let most = LARGE + MOST_OF_A_LOG * logs as u64;
        let wrong = || io::Error::from(ErrorKind::InvalidData);
        let body = size.checked_sub(TRAILER as u64).ok_or_else(wrong)?;
        if size > most {
            return Err(wrong());
        }
        let mut bytes = [0; TRAILER];
        file.read_exact_at(&mut bytes, body)?;
        let trailer = Trailer::read(&bytes).ok_or_else(wrong)?;
        let layout = Layout::with_game_bits(trailer.game_bits).ok_or_else(wrong)?;
        let (entries, games) = (u64::from(trailer.entries), u64::from(trailer.games));
        let keys = entries * ENTRY as u64;
        let table = keys + 8 * games;
        let whole = table + 4 * (layout.buckets() as u64 + 1);
        if whole != body || sum(&file, body)? != trailer.sum {
            return Err(wrong());
        }
        let games = read(&file, keys..table)?;
        let starts = read(&file, table..whole)?;
        let starts: Vec<u32> = each(&starts, u32::from_le_bytes).collect();
        if !starts.is_sorted() || starts.last() != Some(&trailer.entries) {
            return Err(wrong());
        }
        Ok(Self {
            games: each(&games, u64::from_le_bytes).collect(),
            file,
            layout,
            starts,
        })
    }

    /// The keys of the games, by their numbers.
    pub(super) fn games(&self) -> &[u64] {
        &self.games
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default().into()
    }

    /// The groups that may be of the position with this hash.
    ///
    /// # Errors
    /// Where the file cannot be read any more.
    pub(super) fn find(&self, hash: u64) -> io::Result<Vec<Group>> {
        let bucket = self.layout.bucket(hash);
        let bytes = self.bytes(bucket..bucket + 1)?;
        let groups = self.layout.groups(bucket, &bytes);
        Ok(groups.filter(|group| group.may_be(hash)).collect())
    }

    /// The bytes of some buckets, and which of these belong to each.
    pub(super) fn span(&self, buckets: Range<usize>) -> io::Result<Span<'_>> {
        Ok(Span {
            base: self,
            bytes: self.bytes(buckets.clone())?,
            buckets,
        })
    }

    fn bytes(&self, buckets: Range<usize>) -> io::Result<Vec<u8>> {
        let place = |bucket: usize| u64::from(self.starts[bucket]) * ENTRY as u64;
        read(&self.file, place(buckets.start)..place(buckets.end))
    }
}

/// The entries of some buckets.
pub(super) struct Span<'a> {
    base: &'a Base,
    buckets: Range<usize>,
    bytes: Vec<u8>,
}

impl Span<'_> {
    /// Its groups in the order of their hashes.
    pub(super) fn groups(&self) -> impl Iterator<Item = Group> + '_ {
        let Base { starts, layout, .. } = self.base;
        let first = starts[self.buckets.start];
        self.buckets.clone().flat_map(move |bucket| {
            let place = |bucket: usize| (starts[bucket] - first) as usize * ENTRY;
            layout.groups(bucket, &self.bytes[place(bucket)..place(bucket + 1)])
        })
    }
}

struct Trailer {
    entries: u32,
    games: u32,
    game_bits: u32,
    sum: u64,
}

impl Trailer {
    fn read(bytes: &[u8; TRAILER]) -> Option<Self> {
        let rest = bytes.strip_prefix(LINE)?;
        let rest = rest.strip_prefix(&hash(&start_position()).to_le_bytes())?;
        let long = |at: usize| rest[at..].first_chunk().copied().map(u64::from_le_bytes);
        let short = |at: usize| rest[at..].first_chunk().copied().map(u32::from_le_bytes);
        Some(Self {
            entries: u32::try_from(long(0)?).ok()?,
            games: short(8)?,
            game_bits: short(12)?,
            sum: long(16)?,
        })
    }
}

/// Writes a file: entries first, in the order of the buckets.
pub(super) struct Builder<'a> {
    out: &'a mut dyn Write,
    layout: Layout,
    sum: Sum,
    /// How many entries each bucket has.
    counts: Vec<u32>,
    entries: u64,
    buffer: Vec<u8>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(out: &'a mut dyn Write, layout: Layout) -> Self {
        Self {
            out,
            layout,
            sum: Sum::default(),
            counts: vec![0; layout.buckets()],
            entries: 0,
            buffer: Vec::new(),
        }
    }

    /// Adds a group. None may come before it in the order of the hashes.
    pub(super) fn add(&mut self, group: &Group) -> io::Result<()> {
        self.layout.write(group, &mut self.buffer);
        let bucket = group.short() >> (31 - self.layout.bucket_bits());
        // No position is reached by more games than there are numbers.
        self.counts[bucket as usize] += group.members.len() as u32;
        self.entries += group.members.len() as u64;
        if self.buffer.len() as u64 >= AT_ONCE {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sum.take(&self.buffer);
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Writes all that follows the entries.
    pub(super) fn finish(mut self, games: &[u64]) -> io::Result<()> {
        let too_many = |_| io::Error::from(ErrorKind::FileTooLarge);
        let entries = u32::try_from(self.entries).map_err(too_many)?;
        for key in games {
            self.buffer.extend_from_slice(&key.to_le_bytes());
        }
        let mut start = 0;
        for count in self.counts.iter().chain([&0]) {
            self.buffer.extend_from_slice(&u32::to_le_bytes(start));
            start += count;
        }
        self.flush()?;
        self.out.write_all(LINE)?;
        self.out.write_all(&hash(&start_position()).to_le_bytes())?;
        self.out.write_all(&u64::from(entries).to_le_bytes())?;
        let games = u32::try_from(games.len()).map_err(too_many)?;
        self.out.write_all(&games.to_le_bytes())?;
        self.out.write_all(&self.layout.game_bits().to_le_bytes())?;
        self.out.write_all(&self.sum.number().to_le_bytes())
    }
}

fn read(file: &File, place: Range<u64>) -> io::Result<Vec<u8>> {
    let length = usize::try_from(place.end - place.start);
    let mut bytes = vec![0; length.map_err(|_| ErrorKind::FileTooLarge)?];
    file.read_exact_at(&mut bytes, place.start)?;
    Ok(bytes)
}

fn sum(file: &File, end: u64) -> io::Result<u64> {
    let (mut sum, mut place) = (Sum::default(), 0);
    while place < end {
        let next = end.min(place + AT_ONCE);
        sum.take(&read(file, place..next)?);
        place = next;
    }
    Ok(sum.number())
}

fn each<const N: usize, T>(bytes: &[u8], number: fn([u8; N]) -> T) -> impl Iterator<Item = T> {
    let numbers = bytes
        .chunks_exact(N)
        .filter_map(|bytes| bytes.first_chunk());
    numbers.copied().map(number)
}
