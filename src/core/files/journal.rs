//! Files that grow at their end: each addition is there whole or not at all, and one process adds at a time.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{
    FileLock, MAX_OPENS, clear_unfinished, folder_of, is_at, open_own, sync_folder, write_own_with,
};

/// A file of the program's own, open to add to it. As long as this lives, other processes wait.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: FileLock,
    end: u64,
}

impl Journal {
    /// Opens the file at `path`, which is made where it is not there, and waits until no other process adds
    /// to it.
    ///
    /// # Errors
    /// Where it cannot be opened or made, or is no file ([`ErrorKind::Unsupported`]).
    pub fn open(path: &Path) -> io::Result<Self> {
        for _ in 0..MAX_OPENS {
            let file = FileLock::lock(open_own(path)?);
            if is_at(&file, path) {
                return Ok(Self {
                    path: path.to_owned(),
                    end: file.metadata()?.len(),
                    file,
                });
            }
        }
        Err(ErrorKind::WouldBlock.into())
    }

    /// The file. What is read of it may be read longer than this lives.
    pub fn file(&self) -> Arc<File> {
        self.file.file()
    }

    /// How long the file is, in bytes.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// Where they cannot all be written. Then none of them is.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = (&*self.file).write_all(bytes) {
            self.cut(self.end).ok();
            return Err(error);
        }
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Adds whole lines. A line before them that was cut short, as by a full disk, swallows none of them.
    ///
    /// # Errors
    /// Where they cannot all be written, or the file would be longer than `most` bytes
    /// ([`ErrorKind::FileTooLarge`]). Then none of them is.
    pub fn add_lines(&mut self, lines: &[u8], most: u64) -> io::Result<()> {
        let mut last = *b"\n";
        if let Some(place) = self.end.checked_sub(1) {
            self.file.read_exact_at(&mut last, place)?;
        }
        let seam = if last == *b"\n" { "" } else { "\n" };
        let lines = [seam.as_bytes(), lines].concat();
        if self.end + lines.len() as u64 > most {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.add(&lines)
    }

    /// Takes off what comes after so many bytes.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn cut(&mut self, end: u64) -> io::Result<()> {
        self.file.set_len(end)?;
        self.end = end;
        Ok(())
    }

    /// Waits until the disk has the file and its name.
    ///
    /// # Errors
    /// Where the disk does not take what was added.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()?;
        sync_folder(folder_of(&self.path)).ok();
        Ok(())
    }

    /// Puts another file in the place of this one, whole or not at all: `write` writes it. Those who wait go on
    /// in the new one.
    ///
    /// # Errors
    /// Those of `write`, and where the disk does not take the file.
    pub fn replace(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        clear_unfinished(&self.path);
        write_own_with(&self.path, write)
    }
}
