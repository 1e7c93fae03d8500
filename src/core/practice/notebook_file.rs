//! The file of the notebook: only ever appended to, by as many processes as like.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags};

use super::Record;
use crate::files::{Destination, Due, keep_name, make_folder, must_be_plain, open_plain};

/// More than a lifetime of practice. The file does not grow further, and what lies beyond is not read.
const MAX_BYTES: u64 = 16 << 20;

/// A notebook on the disk. Lines that could not be written are tried again with the next ones.
#[derive(Debug)]
pub struct NotebookFile {
    path: PathBuf,
    unsaved: String,
    written: Option<File>,
}

impl NotebookFile {
    /// The file at `path`, which need not exist yet.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            unsaved: String::new(),
            written: None,
        }
    }

    /// What the file at `path` says; nothing where there is none. Lines that are torn, or say anything else, are passed
    /// over.
    ///
    /// # Errors
    /// Where the file is there and cannot be read.
    pub fn read(path: &Path) -> io::Result<Vec<Record>> {
        let file = match open_plain(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            file => file?,
        };
        let mut bytes = Vec::new();
        file.take(MAX_BYTES).read_to_end(&mut bytes)?;
        let lines = bytes.split(|byte| *byte == b'\n');
        Ok(lines.filter_map(Record::read).collect())
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
        // What a full disk cut short must not swallow the line that follows it.
        let seam = if is_torn(&mut file)? { "\n" } else { "" };
        let lines = format!("{seam}{}", self.unsaved);
        if before + lines.len() as u64 > MAX_BYTES {
            return Err(ErrorKind::FileTooLarge.into());
        }
        if let Err(error) = file.write_all(lines.as_bytes()) {
            file.set_len(before).ok();
            return Err(error);
        }
        if before == 0 {
            // The name of a new file is on the disk when its folder is.
            keep_name(&self.path);
        }
        Ok(file)
    }
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
        rustix::fs::flock(&file, FlockOperation::Unlock).ok();
        self.written = Some(file);
        Ok(())
    }

    fn due(&mut self) -> Option<Due> {
        let file = self.written.take()?;
        Some(Box::new(move || file.sync_data()))
    }
}
