//! Files with any content: written whole or not at all, added to in turns, opened only where they are
//! regular files, locked against other processes, recognized while they are unchanged, set aside where they are
//! damaged, told from copies of them, and written by a thread so that no caller waits for the disk.

mod journal;
mod writer;

use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::ops::Deref;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::fs::{CWD, FlockOperation, OFlags, RenameFlags};
use rustix::io::Errno;

pub use journal::Journal;
pub use writer::{
    Destination, ExternalChange, SyncTask, WriteReport, Writer, finish_writing, set_aside,
    set_aside_as, with_ending,
};

/// Writes a file that was asked for. It is there with all its bytes, or as it was before: they
/// go into another file of the same folder, which takes its place, and its mode, when it is on the
/// disk. A link stays a link, and what is no file (a device, a pipe) is written to as it is.
///
/// # Errors
/// Where the folder or the disk does not take the file; [`io::ErrorKind::PermissionDenied`] where a
/// link from outside is there, which may lead anywhere.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically_with(path, |file| file.write_all(bytes))
}

/// The same for a file that is not all in memory at once: `write` writes it.
///
/// # Errors
/// Those of `write`, and where the folder or the disk does not take the file.
pub fn write_atomically_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let target = followed(path)?;
    let mode = match fs::metadata(&target) {
        Ok(found) if !found.is_file() => return write(&mut open_to_write(&target)?),
        Ok(found) => Some(found.permissions()),
        Err(_) => None,
    };
    let mut file = tempfile::Builder::new();
    replace(
        &target,
        file.permissions(Permissions::from_mode(0o666)),
        mode,
        write,
    )
}

/// Writes a file of the program's own in the same way. No other user may read it. What a kill leaves of
/// it can be found: [`clear_unfinished`].
///
/// # Errors
/// Those of `write`, and where the folder or the disk does not take the file.
pub fn write_own_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let prefix = unfinished(&target);
    let mut file = tempfile::Builder::new();
    let file = file
        .prefix(&prefix)
        .permissions(Permissions::from_mode(0o600));
    replace(&target, file, None, write)
}

/// Removes what was to become the file at `path` when its writer was killed. For callers that have the file to
/// themselves.
pub fn clear_unfinished(path: &Path) {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let prefix = unfinished(&target);
    let listing = fs::read_dir(folder_of(&target)).into_iter().flatten();
    for file in listing.flatten() {
        let name = file.file_name();
        if name
            .as_encoded_bytes()
            .starts_with(prefix.as_encoded_bytes())
        {
            // A file that cannot be removed does no harm.
            fs::remove_file(file.path()).ok();
        }
    }
}

/// The beginning of the names of temporary files that are renamed to this one when they are complete.
fn unfinished(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    let name = path.file_name().unwrap_or_default().as_bytes();
    // The whole name may have the greatest length that the file system allows, with no room for more.
    prefix.push(OsStr::from_bytes(&name[..name.len().min(LONGEST)]));
    prefix.push(".new-");
    prefix
}

/// The names of temporary files repeat so many bytes of the name at most.
const LONGEST: usize = 100;

/// Makes a folder for files of the program's own, with those above it. No other user may look into it.
///
/// # Errors
/// Where it cannot be made. One that is there is left as it is.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

fn replace(
    target: &Path,
    file: &mut tempfile::Builder,
    mode: Option<Permissions>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = folder_of(target);
    let mut file = file.tempfile_in(folder)?;
    if let Some(mode) = mode {
        file.as_file().set_permissions(mode)?;
    }
    let mut buffer = BufWriter::new(file.as_file_mut());
    write(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    file.as_file().sync_data()?;
    file.persist(target).map_err(|error| error.error)?;
    // The file is complete even where the folder cannot be synced.
    sync_folder(folder).ok();
    Ok(())
}

/// Renames a file unless another one has that name. Returns whether it was renamed.
///
/// # Errors
/// Where the file is not there, or cannot be given another name.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<bool> {
    match rustix::fs::renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => return Ok(true),
        Err(Errno::EXIST) => return Ok(false),
        // Some file systems cannot promise that; a link never replaces anything either.
        Err(Errno::INVAL | Errno::NOSYS) => {}
        Err(error) => return Err(error.into()),
    }
    if fs::hard_link(from, to).is_ok() {
        return fs::remove_file(from).map(|()| true);
    }
    // Others have no links: there, between the look and the renaming, another process could make such a file.
    match fs::symlink_metadata(to) {
        Ok(_) => Ok(false),
        Err(error) if is_absent(&error) => fs::rename(from, to).map(|()| true),
        Err(error) => Err(error),
    }
}

/// Syncs a folder, so that a file in it that was made, renamed or removed is so after a power cut, too. Some file systems
/// cannot sync folders; that is no error.
///
/// # Errors
/// Where the folder cannot be opened, or the disk does not take what has changed in it.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    match rustix::fs::fsync(File::open(folder)?) {
        Ok(()) | Err(Errno::INVAL) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Waits until the disk has everything that was written to the file system of an open file. Returns whether the system
/// can do that.
///
/// # Errors
/// Where the disk does not take it.
pub fn sync_all(file: impl AsFd) -> io::Result<bool> {
    match rustix::fs::syncfs(file) {
        Ok(()) => Ok(true),
        Err(Errno::NOSYS | Errno::PERM | Errno::INVAL) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The folder that a file is in.
pub fn folder_of(target: &Path) -> &Path {
    let folder = target.parent();
    let named = folder.filter(|folder| !folder.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

/// Where a path leads, by links of the user's own or the system's alone.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::symlink_metadata(&target) {
            Ok(found) if found.is_symlink() => {
                let trusted = [0, rustix::process::geteuid().as_raw()];
                if !trusted.contains(&found.uid()) {
                    return Err(ErrorKind::PermissionDenied.into());
                }
                let next = folder_of(&target).join(fs::read_link(&target)?);
                // What the links in /proc say of a pipe is no path.
                if fs::symlink_metadata(&next).is_err() && fs::metadata(&target).is_ok() {
                    return Ok(target);
                }
                target = next;
            }
            _ => return Ok(target),
        }
    }
    // One that goes round leads nowhere: it is replaced, as any name is.
    Ok(path.to_owned())
}

/// As many as the system follows.
const MAX_LINKS: u32 = 40;

/// Flags for opening a file: the call does not block on a pipe (`O_NONBLOCK`), and a terminal does not become the one that
/// controls the program (`O_NOCTTY`).
pub(crate) const NO_WAIT: i32 = OFlags::NONBLOCK.union(OFlags::NOCTTY).bits() as i32;

/// Opens a device or a pipe to write to it. A pipe without a reader is not waited for.
fn open_to_write(target: &Path) -> io::Result<File> {
    let mut options = File::options();
    let file = options.write(true).custom_flags(NO_WAIT).open(target)?;
    // Who reads may do so slowly.
    rustix::fs::fcntl_setfl(&file, OFlags::empty())?;
    Ok(file)
}

/// Opens a regular file to read it. A pipe without a writer is not waited for, and no device
/// is read from.
///
/// # Errors
/// Where the file cannot be opened, or is none ([`io::ErrorKind::Unsupported`]).
pub fn open_regular(path: &Path) -> io::Result<File> {
    let file = File::options()
        .read(true)
        .custom_flags(NO_WAIT)
        .open(path)?;
    require_regular(&file)?;
    Ok(file)
}

/// How often a file is opened that others put a new one in the place of.
pub(crate) const MAX_OPENS: usize = 8;

/// Opens a file of the program's own to read it and to add to it. Where it is not there, it is made, and its
/// folder; no other user may look into either.
///
/// # Errors
/// Where it cannot be opened or made, or is no file ([`io::ErrorKind::Unsupported`]).
pub fn open_own(path: &Path) -> io::Result<File> {
    make_folder(folder_of(path))?;
    let mut options = File::options();
    options.create(true).read(true).append(true).mode(0o600);
    let file = options.custom_flags(NO_WAIT).open(path)?;
    require_regular(&file)?;
    Ok(file)
}

/// Refuses what is open and no regular file.
///
/// # Errors
/// [`io::ErrorKind::Unsupported`] where it is none.
pub fn require_regular(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() {
        return Ok(());
    }
    let kind = ErrorKind::Unsupported;
    Err(io::Error::new(kind, "not a regular file"))
}

/// Sees that so many bytes more can be written to a folder's disk. Not every system tells how many can.
///
/// # Errors
/// [`ErrorKind::StorageFull`] where they cannot.
pub fn require_room(folder: &Path, size: u64) -> io::Result<()> {
    let room = rustix::fs::statvfs(folder);
    let room = room.map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    match room {
        Ok(room) if room < size => Err(ErrorKind::StorageFull.into()),
        _ => Ok(()),
    }
}

/// Whether the file that is open here is the one with this name.
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
/// Where something is there that cannot be read, or is no file ([`ErrorKind::Unsupported`]).
pub fn bytes_at(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let file = match open_regular(path) {
        Err(error) if is_absent(&error) => return Ok(None),
        file => file?,
    };
    bytes_in(&file, most).map(Some)
}

/// All that is in the file with this name; `None` where nothing is there.
///
/// # Errors
/// Those of [`bytes_at`], and where there are more than so many bytes ([`ErrorKind::FileTooLarge`]).
pub fn all_at(path: &Path, largest: u64) -> io::Result<Option<Vec<u8>>> {
    let bytes = bytes_at(path, largest + 1)?;
    bytes.map(|bytes| no_larger(bytes, largest)).transpose()
}

/// Gives the bytes back, unless there are more than `largest`.
///
/// # Errors
/// Where there are more ([`ErrorKind::FileTooLarge`]).
pub fn no_larger(bytes: Vec<u8>, largest: u64) -> io::Result<Vec<u8>> {
    match bytes.len() as u64 > largest {
        true => Err(ErrorKind::FileTooLarge.into()),
        false => Ok(bytes),
    }
}

/// What is in an open file, so many bytes of it at the most.
///
/// # Errors
/// Where it cannot be read.
pub fn bytes_in(mut file: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// How many bytes the whole lines have with which some bytes begin.
pub(crate) fn whole_lines(bytes: &[u8]) -> usize {
    let end = bytes.iter().rposition(|byte| *byte == b'\n');
    end.map_or(0, |end| end + 1)
}

/// Whether the error says that there is no such file, or no such folder. Any other error means that something is there.
pub fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// What stands between the name of a file and what was added to it, in small letters: Syncthing, ownCloud;
/// Dropbox, Nextcloud and file managers (`NAME (copy)`, `NAME (1)`); and those of Windows (`NAME - Copy`).
const MARKS: [&str; 4] = [".sync-conflict-", "_conflict-", " (", " - "];

/// What stands in the name of a copy only where a file was changed on two computers.
const CONFLICT: &str = "conflict";

/// A name without its ending, as that of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyName<'a> {
    /// The name of the original, without its ending.
    pub original: &'a str,
    /// Whether a program has named it so because both had changed. Else people may have.
    pub is_conflict: bool,
}

impl<'a> CopyName<'a> {
    /// What a name without its ending says; `None` where it is not that of a copy.
    ///
    /// ```
    /// use rank_and_file_core::files::CopyName;
    ///
    /// let copy = CopyName::read("2048 (Ann's conflicted copy 2026-11-24)").unwrap();
    /// assert_eq!((copy.original, copy.is_conflict), ("2048", true));
    /// assert_eq!(CopyName::read("2048"), None);
    /// ```
    pub fn read(name: &'a str) -> Option<Self> {
        let small = name.to_ascii_lowercase();
        let at = MARKS.iter().filter_map(|mark| small.find(mark)).min()?;
        let original = name.get(..at).filter(|original| !original.is_empty())?;
        let is_conflict = small.get(at..)?.contains(CONFLICT);
        Some(Self {
            original,
            is_conflict,
        })
    }
}

/// The endings of what is kept here, but for logs: a copy of a log is on the lists, unless it says the same.
const KEPT: [&str; 3] = ["pgn", "jsonl", "json"];

/// Whether a file is a copy that a conflict has left: `ID.sync-conflict-20261123-101500-ABCDEFG.pgn`,
/// `ID (conflicted copy 2026-11-23 101500).pgn`.
pub fn is_conflict_copy(path: &Path) -> bool {
    let kept = path.extension();
    let kept = kept.is_some_and(|own| KEPT.iter().any(|kept| own == *kept));
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    kept && name.to_lowercase().contains(CONFLICT)
}

/// A file that is locked against other processes until this is dropped, by `flock` (flock(2)). The lock goes then even where
/// the file stays open, in another thread or in a process that is just being started.
#[derive(Debug)]
pub struct FileLock(Arc<File>);

impl FileLock {
    /// Locks a file; `None` where another process, or another part of this one, has locked it.
    pub fn try_lock(file: File) -> Option<Self> {
        try_flock(&file).then(|| Self(Arc::new(file)))
    }

    /// The same for a game that may have been left a moment ago and is still on its way to the disk:
    /// this waits a little.
    pub fn lock_with_timeout(file: File) -> Option<Self> {
        let locked = (0..20).any(|attempt| {
            if attempt > 0 {
                thread::sleep(Duration::from_millis(50));
            }
            try_flock(&file)
        });
        locked.then(|| Self(Arc::new(file)))
    }

    /// Waits until no other process has locked the file, then locks it.
    pub fn lock(file: File) -> Self {
        // Where the file system knows no locks, two at the same moment are too rare to give up for.
        rustix::fs::flock(&file, FlockOperation::LockExclusive).ok();
        Self(Arc::new(file))
    }

    /// The file. What is read of it may be read longer than this lives.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.0)
    }
}

impl Deref for FileLock {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Where that fails, the lock goes when the file is closed.
        rustix::fs::flock(&self.0, FlockOperation::Unlock).ok();
    }
}

/// Locks a file unless another process has locked it. Returns whether it was free.
fn try_flock(file: &File) -> bool {
    let take = |how| rustix::fs::flock(file, how);
    let locked = match take(FlockOperation::NonBlockingLockExclusive) {
        // Over NFS, a file that is open for reading alone can only be locked as shared.
        Err(Errno::BADF) => take(FlockOperation::NonBlockingLockShared),
        locked => locked,
    };
    // A file system that knows no locks is no reason not to play.
    locked != Err(Errno::WOULDBLOCK)
}

/// Whether the file exists and no process has locked it.
pub fn is_unlocked(path: &Path) -> bool {
    open_regular(path).is_ok_and(|file| FileLock::try_lock(file).is_some())
}
