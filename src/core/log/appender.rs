//! Writing a log: append only, never losing a line to a failed write, locked against others.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::reader::{Loaded, read_file};
use crate::files::{Destination, lock, lock_patiently};

/// Why a log cannot be opened to be continued.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another window or another process has the game open.
    #[error("the game is open elsewhere")]
    Locked(Box<Loaded>),
    /// The log has a fault, and a log with a fault is never written to.
    #[error("the log has a fault")]
    Faulty(Box<Loaded>),
    /// The file can be read, but not written.
    #[error("the log cannot be written: {1}")]
    ReadOnly(Box<Loaded>, #[source] io::Error),
    /// The file cannot be read.
    #[error("the log cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// The open end of one log. Lines that could not be written stay in memory and are tried again
/// with the next ones.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: Option<File>,
    /// Everything that is in the file, should it have to be made anew.
    saved: Vec<u8>,
    /// What is not in the file yet.
    unsaved: Vec<u8>,
    /// What must come before the next line, because the file ended in the middle of one.
    seam: Vec<u8>,
    /// Whether the folder does not have the file's name on the disk yet.
    fresh: bool,
}

impl Appender {
    /// A log that does not exist yet; the file is made by the first write.
    #[must_use]
    pub fn create(path: PathBuf) -> Self {
        Self {
            path,
            file: None,
            saved: Vec::new(),
            unsaved: Vec::new(),
            seam: Vec::new(),
            fresh: false,
        }
    }

    /// Opens the log at `path` to continue its game.
    ///
    /// # Errors
    /// Where it is open elsewhere, has a fault or cannot be written; each of these hands over the
    /// game as far as it can be shown. Or where it cannot be read at all.
    pub fn open(path: &Path) -> Result<(Loaded, Self), OpenError> {
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
        let mut options = OpenOptions::new();
        options.read(true).append(true).custom_flags(flags);
        let mut file = match options.open(path) {
            Ok(file) => file,
            Err(error) => {
                let loaded = Box::new(super::read(path)?);
                return Err(if loaded.fault.is_some() {
                    OpenError::Faulty(loaded)
                } else {
                    OpenError::ReadOnly(loaded, error)
                });
            }
        };
        // The lock comes before the reading, so that nobody appends in between.
        let locked = lock_patiently(&file);
        let loaded = read_file(&mut file)?;
        if !locked {
            return Err(OpenError::Locked(Box::new(loaded)));
        }
        if loaded.fault.is_some() {
            return Err(OpenError::Faulty(Box::new(loaded)));
        }
        let appender = Self {
            path: path.to_owned(),
            file: Some(file),
            saved: loaded.bytes.clone(),
            unsaved: Vec::new(),
            seam: loaded.seam.clone().into_bytes(),
            fresh: false,
        };
        Ok((loaded, appender))
    }

    /// Where the log is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends whole lines, together with any that could not be written before.
    ///
    /// # Errors
    /// Where they could not all be written. They are kept and tried again at the next call.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        if !lines.is_empty() {
            self.unsaved.append(&mut self.seam);
        }
        self.unsaved.extend_from_slice(lines.as_bytes());
        if self.unsaved.is_empty() {
            return Ok(());
        }
        let mut file = self.opened()?;
        let result = self.write_all(&mut file);
        self.file = Some(file);
        result
    }

    fn folder(&self) -> &Path {
        let parent = self.path.parent();
        let named = parent.filter(|folder| !folder.as_os_str().is_empty());
        named.unwrap_or(Path::new("."))
    }

    /// The file, made anew where it does not exist (any more).
    fn opened(&mut self) -> io::Result<File> {
        if let Some(file) = self.file.take() {
            if file.metadata()?.nlink() > 0 {
                return Ok(file);
            }
            // Somebody deleted it below us: whatever it held goes into a new one.
            let mut lines = std::mem::take(&mut self.saved);
            lines.append(&mut self.unsaved);
            self.unsaved = lines;
        }
        fs::create_dir_all(self.folder())?;
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create_new(true)
            .open(&self.path)?;
        self.fresh = true;
        // Nobody else can have a file that did not exist.
        lock(&file);
        Ok(file)
    }

    fn write_all(&mut self, file: &mut File) -> io::Result<()> {
        while !self.unsaved.is_empty() {
            match file.write(&self.unsaved) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                // A line may be cut short here. Nobody else appends, so the next write goes on with it.
                Ok(count) => self.saved.extend(self.unsaved.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Each batch is some whole lines; none at all try again what could not be written before.
impl Destination for Appender {
    const WHOLE: bool = false;

    fn write(&mut self, lines: &str) -> io::Result<()> {
        self.append(lines)
    }

    fn sync(&mut self) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        file.sync_data()?;
        if self.fresh {
            // The name of a new file is kept by its folder.
            File::open(self.folder())?.sync_all()?;
            self.fresh = false;
        }
        Ok(())
    }
}
