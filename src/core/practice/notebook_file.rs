//! The file of the notebook: only ever appended to, by as many processes as like.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{FlockOperation, OFlags};

use super::Record;
use crate::files::{
    Destination, Due, is_absent, is_at, keep_name, make_folder, must_be_plain, open_plain, unlock,
};

/// More than a lifetime of practice. The file does not grow further, and what lies beyond is not read.
const MAX_BYTES: u64 = 16 << 20;

/// A notebook on the disk. Lines that could not be written are tried again with the next ones.
#[derive(Debug)]
pub struct NotebookFile {
    path: PathBuf,
    unsaved: String,
    /// The file as it was read or written last. Should it be deleted, what was in it is written again.
    held: Option<Arc<File>>,
    /// Whether something was written that the disk need not have yet.
    owed: bool,
    /// Whether the folder does not have the file's name on the disk yet.
    fresh: Arc<AtomicBool>,
}

impl NotebookFile {
    /// The file at `path`, which need not exist yet.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            unsaved: String::new(),
            held: None,
            owed: false,
            fresh: Arc::default(),
        }
    }

    /// The file at `path`, and what it says; nothing where there is none. Lines that are torn, or say anything else,
    /// are passed over.
    ///
    /// # Errors
    /// Where the file is there and cannot be read.
    pub fn open(path: PathBuf) -> io::Result<(Self, Vec<Record>)> {
        let mut notebook = Self::new(path);
        let file = match open_plain(&notebook.path) {
            Err(error) if is_absent(&error) => return Ok((notebook, Vec::new())),
            file => file?,
        };
        let bytes = content(&file)?;
        notebook.held = Some(Arc::new(file));
        let lines = bytes.split(|byte| *byte == b'\n');
        Ok((notebook, lines.filter_map(Record::read).collect()))
    }

    /// What the file at `path` says.
    ///
    /// # Errors
    /// Where the file is there and cannot be read.
    pub fn read(path: &Path) -> io::Result<Vec<Record>> {
        Ok(Self::open(path.to_owned())?.1)
    }

    fn append(&mut self) -> io::Result<File> {
        make_folder(self.path.parent().unwrap_or(Path::new(".")))?;
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .mode(0o600)
            .custom_flags(flags)
            .open(&self.path)?;
        must_be_plain(&file)?;
        // Where the file system knows no locks, two writers at the same moment are too rare to give up for.
        rustix::fs::flock(&file, FlockOperation::LockExclusive).ok();
        let before = file.metadata()?.len();
        let mut lines = if before == 0 {
            self.deleted()?
        } else {
            Vec::new()
        };
        // What a full disk cut short must not swallow the line that follows it.
        if is_torn(&mut file)? || lines.last().is_some_and(|last| *last != b'\n') {
            lines.push(b'\n');
        }
        lines.extend_from_slice(self.unsaved.as_bytes());
        if before + lines.len() as u64 > MAX_BYTES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        if let Err(error) = file.write_all(&lines) {
            file.set_len(before).ok();
            return Err(error);
        }
        if before == 0 {
            self.fresh.store(true, Ordering::Release);
        }
        Ok(file)
    }

    /// What was in the file that had this name before, where it has it no more.
    fn deleted(&self) -> io::Result<Vec<u8>> {
        match &self.held {
            Some(held) if !is_at(held, &self.path) => content(held),
            _ => Ok(Vec::new()),
        }
    }
}

/// What is in a file, from its beginning.
fn content(file: &File) -> io::Result<Vec<u8>> {
    let size = file.metadata()?.len().min(MAX_BYTES);
    let mut bytes = vec![0; size as usize];
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read_at(&mut bytes[filled..], filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}

/// Whether the file ends in the middle of a line.
fn is_torn(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// Each batch is some whole lines; none at all try again what could not be written before.
impl Destination for NotebookFile {
    const WHOLE: bool = false;

    fn write(&mut self, lines: &str) -> io::Result<()> {
        self.unsaved.push_str(lines);
        if self.unsaved.is_empty() {
            return Ok(());
        }
        let file = self.append()?;
        self.unsaved.clear();
        unlock(&file);
        self.held = Some(Arc::new(file));
        self.owed = true;
        Ok(())
    }

    fn due(&mut self) -> Option<Due> {
        if !std::mem::take(&mut self.owed) {
            return None;
        }
        let file = self.held.clone()?;
        let (path, fresh) = (self.path.clone(), self.fresh.clone());
        Some(Box::new(move || {
            file.sync_data()?;
            // The name of a new file is on the disk when its folder is.
            if fresh.swap(false, Ordering::AcqRel) {
                keep_name(&path);
            }
            Ok(())
        }))
    }
}
