//! Files that are written whole or not at all, for whatever leaves the program.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::OFlags;

/// Writes a file. It is there with all its bytes, or as it was before: they go into another file
/// of the same folder, which takes its place when it is on the disk. A link stays a link, and what
/// is no file (a device, a pipe) is written to as it is.
///
/// # Errors
/// Where the folder or the disk does not take the file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_with(path, |file| file.write_all(bytes))
}

/// The same for a file that is not all in memory at once: `write` writes it.
///
/// # Errors
/// Those of `write`, and where the folder or the disk does not take the file.
pub fn write_whole_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&target).is_ok_and(|found| !found.is_file()) {
        return write(&mut open_to_write(&target)?);
    }
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    let mut buffer = BufWriter::new(file.as_file_mut());
    write(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    file.as_file().sync_data()?;
    file.persist(&target).map_err(|error| error.error)?;
    // The name is kept by the folder. Not every file system can sync one; the file is there.
    File::open(folder).and_then(|folder| folder.sync_all()).ok();
    Ok(())
}

/// Opens a device or a pipe to write to it. A pipe that nobody reads is not waited for.
fn open_to_write(target: &Path) -> io::Result<File> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
    let mut options = File::options();
    let file = options.write(true).custom_flags(flags).open(target)?;
    // Who reads may do so slowly.
    rustix::fs::fcntl_setfl(&file, OFlags::empty())?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    #[test]
    fn a_file_takes_the_place_of_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        write_whole(&path, b"old").unwrap();
        std::os::unix::fs::symlink("a", &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_is_no_file_stays_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_whole(folder.path(), b"x").is_err());
        assert!(write_whole(&folder.path().join("no").join("a"), b"x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        write_whole(Path::new("/dev/null"), b"x").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
