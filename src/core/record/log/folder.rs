//! The folder of logs: new names, listing, finding, copies; and the hash of which names and fingerprints are made.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::files::{CopyName, open_regular};

/// The ending of a log.
pub(crate) const LOG: &str = "fenlog";
/// That of a study, which lies beside its log under the same name.
pub(crate) const STUDY: &str = "pgn";

/// How the names that are given here look: a time, and a number by chance.
const OWN_NAME: &str = "00000000T000000Z-xxxxxxxx";
/// So many bytes are compared at once.
const PIECE: usize = 1 << 14;

/// The folder in which the games are kept.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
}

/// A log in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The file's name without its ending.
    pub id: String,
    /// The file.
    pub path: PathBuf,
}

impl LogEntry {
    /// Where the study of the game is kept, if it has one.
    pub fn study(&self) -> PathBuf {
        self.path.with_extension(STUDY)
    }
}

/// Why an id names no log.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// There is none.
    #[error("there is no game with this id")]
    None,
    /// More than one begins so.
    #[error("more than one game has an id that begins so")]
    Ambiguous,
    /// The folder cannot be read.
    #[error("the folder of games cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl Folder {
    /// The folder at `path`, which need not exist yet.
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A name for a game that starts now, from time and chance.
    pub fn new_entry(&self, now: Timestamp) -> LogEntry {
        self.entry(Self::id_from(&name_time(now), fastrand::u32(..)))
    }

    /// The log with this id, whether it is there or not.
    pub fn entry(&self, id: String) -> LogEntry {
        let mut name = name_of(&id);
        name.push(".");
        name.push(LOG);
        let path = self.path.join(name);
        LogEntry { id, path }
    }

    /// The id of the log at `path`; `None` where the name is not that of a log.
    pub fn id_of(path: &Path) -> Option<String> {
        if path.extension()? != LOG {
            return None;
        }
        Some(id_of(path.file_stem()?))
    }

    /// Every log, the newest name first, without [copies](Self::copies). A folder that does not exist
    /// has none.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn entries(&self) -> io::Result<Vec<LogEntry>> {
        let ids = self.ids()?;
        Ok(ids.into_iter().map(|id| self.entry(id.into())).collect())
    }

    /// The id of every log, the newest name first, without [copies](Self::copies). A folder that does
    /// not exist has none.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn ids(&self) -> io::Result<Vec<Box<str>>> {
        Ok(self.list()?.ids())
    }

    /// What lies in the folder now. A folder that does not exist has nothing.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn list(&self) -> io::Result<Listing> {
        let names = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            listing => {
                let names = listing?.map(|file| file.map(|file| file.file_name()));
                let mut names: Vec<_> = names.collect::<io::Result<_>>()?;
                names.sort_unstable();
                names
            }
        };
        let folder = self.clone();
        Ok(Listing { folder, names })
    }

    /// The logs that say the same, byte by byte, as those from which they were copied, with the ids of
    /// those: the same games once more.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn copies(&self) -> io::Result<Vec<(LogEntry, String)>> {
        let ids = self.list()?.all_ids().into_iter();
        let copies = ids.filter_map(|id| {
            let original = self.copied_from(&id)?.to_owned();
            Some((self.entry(id.into()), original))
        });
        Ok(copies.collect())
    }

    /// The log that another one is a copy of, by its name, which begins with that of the original:
    /// `ID (copy)`, `ID.sync-conflict-…`. `None` where they do not say the same.
    pub fn copied_from<'a>(&self, id: &'a str) -> Option<&'a str> {
        let original = own_beginning(id).filter(|original| original.len() < id.len())?;
        let paths = [original, id].map(|id| self.entry(id.to_owned()).path);
        say_the_same(&paths).unwrap_or(false).then_some(original)
    }

    /// The id of the game that the log or study with this id is a copy of, by its name alone. A copy is a name that
    /// begins with one that this program gives, in upper or lower case, and goes on; and any name to which a program
    /// has added that there was a conflict. A backup of an editor (`ID.fenlog~`) is no copy.
    pub fn original_of(id: &str) -> Option<String> {
        if let Some(own) = own_beginning(id) {
            let own = in_usual_case(own);
            let rest = &id[own.len()..];
            let is_copy = own != id && !rest.starts_with(|next: char| next.is_alphanumeric());
            return is_copy.then_some(own);
        }
        let copy = CopyName::read(id).filter(|copy| copy.is_conflict)?;
        Some(copy.original.to_owned())
    }

    /// The time in a name that was given here, as it stands there.
    pub fn time_in(id: &str) -> Option<&str> {
        own_beginning(id)?.split('-').next()
    }

    /// The id that is made of a time and a number.
    pub fn id_from(time: &str, number: u32) -> String {
        format!("{time}-{number:08x}")
    }

    /// The log that `id` names: the whole id, or a beginning that no other has.
    ///
    /// # Errors
    /// Where there is none, or more than one.
    pub fn find(&self, id: &str) -> Result<LogEntry, FindError> {
        let id = id.strip_suffix(".fenlog").unwrap_or(id);
        let mut begins: Vec<LogEntry> = self.entries()?;
        begins.retain(|entry| entry.id.starts_with(id) && !id.is_empty());
        if let Some(exact) = begins.iter().position(|entry| entry.id == id) {
            return Ok(begins.swap_remove(exact));
        }
        match begins.len() {
            0 => Err(FindError::None),
            1 => Ok(begins.swap_remove(0)),
            _ => Err(FindError::Ambiguous),
        }
    }
}

/// The names of all files in a folder of logs at one time, in order. Where there are many, reading them takes long: one
/// listing answers several questions.
#[derive(Debug, Clone)]
pub struct Listing {
    folder: Folder,
    names: Vec<OsString>,
}

impl Listing {
    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The files, in the order of their names.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let names = self.names.iter();
        names.map(|name| self.folder.path.join(name))
    }

    /// The id of every log, the newest name first, without [copies](Folder::copies).
    pub fn ids(&self) -> Vec<Box<str>> {
        let mut ids = self.all_ids();
        ids.retain(|id| self.folder.copied_from(id).is_none());
        ids
    }

    /// The logs that are copies of the one with this id, by their names alone.
    pub(super) fn copies_of(&self, id: &str) -> Vec<PathBuf> {
        let is_copy = |path: &PathBuf| {
            let copy = Folder::id_of(path).and_then(|copy| Folder::original_of(&copy));
            copy.is_some_and(|original| original == id)
        };
        self.files().filter(is_copy).collect()
    }

    fn all_ids(&self) -> Vec<Box<str>> {
        let names = self.names.iter();
        let ids = names.filter_map(|name| Folder::id_of(Path::new(name)));
        let mut ids: Vec<Box<str>> = ids.map(Box::from).collect();
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids
    }
}

/// A time as it stands in names.
pub fn name_time(time: Timestamp) -> String {
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// The part of an id that is a name as this program gives them, in upper or lower case.
fn own_beginning(id: &str) -> Option<&str> {
    let own = id.get(..OWN_NAME.len())?;
    let fits = |(own, model): (u8, u8)| match model {
        b'0' => own.is_ascii_digit(),
        b'x' => own.is_ascii_hexdigit(),
        _ => own.eq_ignore_ascii_case(&model),
    };
    own.bytes().zip(OWN_NAME.bytes()).all(fits).then_some(own)
}

/// The same name as it was given.
fn in_usual_case(own: &str) -> String {
    let letters = own.chars().zip(OWN_NAME.chars());
    let usual = |(own, model): (char, char)| match model {
        'x' => own.to_ascii_lowercase(),
        _ => own.to_ascii_uppercase(),
    };
    letters.map(usual).collect()
}

/// Whether two files are as long as each other, and say the same.
fn say_the_same([one, other]: &[PathBuf; 2]) -> io::Result<bool> {
    let [mut one, mut other] = [open_regular(one)?, open_regular(other)?];
    let mut left = one.metadata()?.len();
    if left != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut here, mut there) = (vec![0; PIECE], vec![0; PIECE]);
    while left > 0 {
        let piece = PIECE.min(usize::try_from(left).unwrap_or(PIECE));
        one.read_exact(&mut here[..piece])?;
        other.read_exact(&mut there[..piece])?;
        if here[..piece] != there[..piece] {
            return Ok(false);
        }
        left -= piece as u64;
    }
    Ok(true)
}

/// The id of a log with this name. Bytes that are no text stand in it as `\xFF`, and so does what
/// would be taken for one.
fn id_of(name: &OsStr) -> String {
    let mut id = String::new();
    for chunk in name.as_bytes().utf8_chunks() {
        id += &chunk.valid().replace("\\x", "\\x5Cx");
        for byte in chunk.invalid() {
            id += &format!("\\x{byte:02X}");
        }
    }
    id
}

/// The name of the log with this id.
fn name_of(id: &str) -> OsString {
    let mut parts = id.split("\\x");
    let mut name = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part
            .get(..2)
            .and_then(|byte| u8::from_str_radix(byte, 16).ok());
        match byte {
            Some(byte) => name.push(byte),
            None => name.extend_from_slice(b"\\x"),
        }
        let rest = if byte.is_some() { 2 } else { 0 };
        name.extend_from_slice(&part.as_bytes()[rest..]);
    }
    OsString::from_vec(name)
}

/// FNV-1a with 64 bits: simple, and the same for ever, in every process and every version.
#[derive(Debug, Clone)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    /// Takes in one byte.
    pub fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    /// The number for some bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Self::default();
        hash.bytes(bytes);
        hash.number()
    }

    /// Takes in bytes, one after the other.
    pub fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.byte(*byte));
    }

    /// Takes in a text and its end, so that two texts do not give the same as two others which read the same when
    /// joined.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.byte(0);
    }

    /// Takes in a whole number.
    pub fn whole(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// The number for what was taken in.
    pub fn number(&self) -> u64 {
        self.0
    }
}
