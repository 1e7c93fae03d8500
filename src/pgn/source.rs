//! Where games come from. May import `rustix` and `std`.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{Mode, OFlags};

/// Opens a PGN file to be read. A pipe, a folder or a device is none.
///
/// # Errors
/// Where it cannot be opened; [`io::ErrorKind::InvalidInput`] where it is no regular file.
pub fn open(path: &Path) -> io::Result<File> {
    // O_NONBLOCK: a pipe that nobody writes to must not be waited for.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    Ok(file)
}
