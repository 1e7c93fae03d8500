//! Whether what lies under a name is still what was left there.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::open_plain;

/// Whether the file that is open here is the one with this name.
#[must_use]
pub fn is_at(file: &File, path: &Path) -> bool {
    let Ok(open) = file.metadata() else {
        return false;
    };
    match fs::metadata(path) {
        Ok(named) => (named.dev(), named.ino()) == (open.dev(), open.ino()),
        Err(error) if is_absent(&error) => false,
        // Where the folder tells nothing, the file itself can still be used.
        Err(_) => open.nlink() > 0,
    }
}

/// What is in the file with this name, so many bytes of it at the most; `None` where nothing is there.
///
/// # Errors
/// Where something is there that cannot be read, or is no file ([`ErrorKind::InvalidInput`]).
pub fn bytes_at(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let file = match open_plain(path) {
        Err(error) if is_absent(&error) => return Ok(None),
        file => file?,
    };
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Whether nothing is there, not even the folder. Something else in its place is none of ours.
#[must_use]
pub fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
