//! Setting files aside, under names of their own.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags};
use rustix::io::Errno;

/// So many files may lie aside beside one another.
const MAX_ASIDE: u32 = 10_000;

/// Gives what lies at `path` the first name that is free, ending in `.damaged-` and a number, and
/// returns it.
///
/// # Errors
/// Where nothing lies there, or it cannot be given another name.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    set_aside_as(path, "damaged")
}

/// The same with another word for what it is.
///
/// # Errors
/// Where nothing lies there, or it cannot be given another name.
pub fn set_aside_as(path: &Path, what: &str) -> io::Result<PathBuf> {
    for number in 1..=MAX_ASIDE {
        let free = with_ending(path, &format!("{what}-{number}"));
        match rustix::fs::renameat_with(CWD, path, CWD, &free, RenameFlags::NOREPLACE) {
            Ok(()) => return Ok(free),
            Err(Errno::EXIST) => {}
            // A file system that cannot promise it: nobody else uses these names.
            Err(Errno::INVAL | Errno::NOSYS) if fs::symlink_metadata(&free).is_err() => {
                fs::rename(path, &free)?;
                return Ok(free);
            }
            Err(Errno::INVAL | Errno::NOSYS) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// The name of a file that belongs to the one at `path`.
#[must_use]
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}
