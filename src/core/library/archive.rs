//! A backup read from its beginning to its end, whatever it claims to be: nothing in it leads out of its folder, and no
//! more is unpacked than a backup has. Small files are held in memory, large ones handed over piece by piece.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path};

use flate2::Crc;
use flate2::read::GzDecoder;
use tar::{Archive, EntryType};

use super::backup::{
    FORMAT, MOST_UNPACKED, NOTE, Note, PIECE, ROOT, SETTINGS, UNPACKED_ANYWAY, is_kept,
};
use super::study_file::LARGEST;

/// No name with all folders before it has more bytes.
const LONGEST_PATH: u64 = 4096;

/// Why a backup is not restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupFault {
    /// It is none.
    #[error("it is no backup of this program")]
    Other,
    /// A later version of the program has written it in another way.
    #[error("a newer version has written it")]
    Newer,
    /// It is torn or changed.
    #[error("it is damaged")]
    Damaged,
    /// It has a path outside the folders of a backup, or unpacks to far more than a backup does. This program writes
    /// no such file.
    #[error("it is not as any backup is")]
    Hostile,
    /// Games are just being imported or put together.
    #[error("the folder of games is in use")]
    Busy,
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(io::Error),
    /// Something cannot be written. What is there by then is whole, and restoring again does the rest.
    #[error("something cannot be written: {0}")]
    Unwritten(#[from] io::Error),
}

/// A file in an archive that is read.
pub(super) enum Packed<'a> {
    Small(Vec<u8>),
    Large(Large<'a>),
}

impl Packed<'_> {
    pub(super) fn checksum(self) -> Result<u32, BackupFault> {
        match self {
            Self::Small(bytes) => Ok(checksum(&bytes)),
            Self::Large(large) => {
                let mut crc = Crc::new();
                large.unpack(|piece| {
                    crc.update(piece);
                    Ok(())
                })?;
                Ok(crc.sum())
            }
        }
    }
}

/// A file that is too large to be held in memory.
pub(super) struct Large<'a> {
    from: &'a mut dyn Read,
    /// What the archive says of it.
    pub(super) size: u64,
}

impl Large<'_> {
    /// Hands over all of it piece by piece.
    pub(super) fn unpack(
        self,
        mut take: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<(), BackupFault> {
        let mut piece = vec![0; PIECE];
        let mut left = self.size;
        while left > 0 {
            match self.from.read(&mut piece) {
                Ok(0) => return Err(BackupFault::Damaged),
                Ok(read) => {
                    take(&piece[..read])?;
                    left = left.saturating_sub(read as u64);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(unpacked_badly(error, true)),
            }
        }
        Ok(())
    }
}

pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Reads an archive from its beginning to its end, and hands over each file that belongs to a backup, by its path in the
/// folder of the user.
pub(super) fn read_all(
    mut file: &File,
    mut take: impl FnMut(&Path, Packed<'_>) -> Result<(), BackupFault>,
) -> Result<(), BackupFault> {
    file.rewind().map_err(BackupFault::Unreadable)?;
    let size = file.metadata().map_err(BackupFault::Unreadable)?.len();
    let largest = size.saturating_mul(MOST_UNPACKED);
    let most = largest.saturating_add(UNPACKED_ANYWAY);
    let unpacked = GzDecoder::new(BufReader::new(file)).take(most);
    let mut archive = Archive::new(unpacked);
    let read = read_entries(&mut archive, largest, &mut take);
    if matches!(read, Err(BackupFault::Unwritten(_))) {
        return read;
    }
    // Its checksum comes last.
    let mut rest = archive.into_inner();
    let drained = io::copy(&mut rest, &mut io::sink());
    let is_packed = rest.get_ref().header().is_some();
    match rest.limit() {
        0 => Err(BackupFault::Hostile),
        _ if !is_packed && matches!(read, Err(BackupFault::Damaged)) => Err(BackupFault::Other),
        _ => {
            let whole = drained.map_err(|error| unpacked_badly(error, true));
            match read {
                // What a note says is believed where the archive is whole.
                Err(BackupFault::Newer) => whole.and(read),
                _ => read.and(whole.map(drop)),
            }
        }
    }
}

/// The same for an archive in which no file is larger than so many bytes.
fn read_entries(
    archive: &mut Archive<impl Read>,
    largest: u64,
    take: &mut impl FnMut(&Path, Packed<'_>) -> Result<(), BackupFault>,
) -> Result<(), BackupFault> {
    let mut known = false;
    let mut long_name: Option<Vec<u8>> = None;
    // Names and other things that have an entry of their own are not read here before it is known how long they are.
    let entries = archive.entries().map_err(BackupFault::Unreadable)?;
    for entry in entries.raw(true) {
        let mut entry = entry.map_err(|error| unpacked_badly(error, known))?;
        let size = entry.size();
        let kind = entry.header().entry_type();
        let mut read = |most: u64| {
            if size > most {
                return Err(BackupFault::Hostile);
            }
            let mut bytes = Vec::new();
            let read = entry.read_to_end(&mut bytes);
            match read.map_err(|error| unpacked_badly(error, known))? as u64 == size {
                true => Ok(bytes),
                false => Err(BackupFault::Damaged),
            }
        };
        match kind {
            EntryType::GNULongName => {
                let mut name = read(LONGEST_PATH)?;
                let end = name.iter().position(|byte| *byte == 0);
                name.truncate(end.unwrap_or(name.len()));
                long_name = Some(name);
                continue;
            }
            EntryType::Regular | EntryType::Continuous => {}
            EntryType::Directory if known => {
                long_name = None;
                continue;
            }
            _ if known => return Err(BackupFault::Hostile),
            _ => return Err(BackupFault::Other),
        }
        let name = long_name.take();
        let small = match size > LARGEST && known {
            true if size > largest => return Err(BackupFault::Hostile),
            true => None,
            false => Some(read(LARGEST)?),
        };
        let name = name.unwrap_or_else(|| entry.path_bytes().into_owned());
        let place = place_of(&name).ok_or(match known {
            true => BackupFault::Hostile,
            false => BackupFault::Other,
        })?;
        let are_settings = place == Path::new(SETTINGS);
        match small {
            Some(bytes) if !known => {
                let note: Option<Note> = serde_json::from_slice(&bytes).ok();
                let note = note
                    .filter(|_| place == Path::new(NOTE))
                    .ok_or(BackupFault::Other)?;
                if note.format > FORMAT {
                    return Err(BackupFault::Newer);
                }
                known = true;
            }
            Some(bytes) if are_settings || is_kept(place) => take(place, Packed::Small(bytes))?,
            None if are_settings => return Err(BackupFault::Hostile),
            None if is_kept(place) => {
                let from = &mut entry;
                take(place, Packed::Large(Large { from, size }))?;
            }
            _ => {}
        }
    }
    match known {
        true => Ok(()),
        false => Err(BackupFault::Other),
    }
}

/// Where a file with a name in an archive belongs; `None` where that is not in its folder.
fn place_of(name: &[u8]) -> Option<&Path> {
    let path = Path::new(OsStr::from_bytes(name));
    let normal = |part| matches!(part, Component::Normal(_));
    let good = path.components().all(normal) && !name.contains(&0);
    path.strip_prefix(ROOT)
        .ok()
        .filter(|place| good && place.file_name().is_some())
}

/// What an error means that unpacking has met, `known` to be a backup or not yet.
fn unpacked_badly(error: io::Error, known: bool) -> BackupFault {
    match error.raw_os_error() {
        Some(_) => BackupFault::Unreadable(error),
        None if known || error.kind() == ErrorKind::UnexpectedEof => BackupFault::Damaged,
        None => BackupFault::Other,
    }
}
