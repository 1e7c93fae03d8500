//! Opening what should be a file and may be anything.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{Mode, OFlags};

/// Opens a regular file to read it. A pipe that nobody writes to is not waited for, and no device
/// is read from.
///
/// # Errors
/// Where the file cannot be opened, or is none ([`io::ErrorKind::InvalidInput`]).
pub fn open_plain(path: &Path) -> io::Result<File> {
    // O_NONBLOCK: opening a pipe that somebody left there must not wait for a writer.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    must_be_plain(&file)?;
    Ok(file)
}

/// Refuses what is open and no regular file.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] where it is none.
pub fn must_be_plain(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() {
        return Ok(());
    }
    let kind = io::ErrorKind::InvalidInput;
    Err(io::Error::new(kind, "not a regular file"))
}
