//! New games on their way into the folder: first in a place of their own, then, once they are whole
//! and on the disk, under their names.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rustix::fs::{CWD, FlockOperation, RenameFlags};
use rustix::io::Errno;
use tempfile::TempDir;

use crate::log::Folder;

/// How the place is called, inside the folder of games, which lists no such name.
const PREFIX: &str = ".import-";

/// Games that are written, but not in the folder yet. What is not put there is gone with this.
pub(super) struct Staging<'a> {
    folder: &'a Folder,
    place: TempDir,
    /// Marks the place as in use until it is closed.
    held: File,
    written: Vec<Written>,
}

struct Written {
    path: PathBuf,
    moment: Timestamp,
    fingerprint: u64,
}

impl<'a> Staging<'a> {
    /// Makes the place, and clears away those of imports that were killed.
    pub(super) fn open(folder: &'a Folder) -> io::Result<Self> {
        fs::create_dir_all(folder.path())?;
        clear(folder.path())?;
        loop {
            let place = tempfile::Builder::new()
                .prefix(PREFIX)
                .tempdir_in(folder.path())?;
            let held = File::open(place.path())?;
            rustix::fs::flock(&held, FlockOperation::LockExclusive).ok();
            // Another import may have cleared it away before it was held.
            if place.path().try_exists()? {
                return Ok(Self {
                    folder,
                    place,
                    held,
                    written: Vec::new(),
                });
            }
        }
    }

    /// How many games wait.
    pub(super) fn len(&self) -> usize {
        self.written.len()
    }

    /// Writes the log of a game that is known by its `fingerprint`; `moment` goes into its name.
    pub(super) fn write(
        &mut self,
        log: &str,
        moment: Timestamp,
        fingerprint: u64,
    ) -> io::Result<()> {
        let path = self.place.path().join(self.written.len().to_string());
        fs::write(&path, log)?;
        self.written.push(Written {
            path,
            moment,
            fingerprint,
        });
        Ok(())
    }

    /// Waits for the disk and gives every game its name. `done` hears of each that has it.
    pub(super) fn put_into_folder(&mut self, mut done: impl FnMut(u64)) -> io::Result<()> {
        if self.written.is_empty() {
            return Ok(());
        }
        self.sync()?;
        for game in self.written.drain(..) {
            name(self.folder, &game)?;
            done(game.fingerprint);
        }
        File::open(self.folder.path())?.sync_all()
    }

    /// All at once where the system can do that, else one by one.
    fn sync(&self) -> io::Result<()> {
        match rustix::fs::syncfs(self.held.as_fd()) {
            Ok(()) => Ok(()),
            Err(Errno::NOSYS | Errno::PERM | Errno::INVAL) => self
                .written
                .iter()
                .try_for_each(|game| File::open(&game.path)?.sync_data()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Moves a log to a name that nobody has.
fn name(folder: &Folder, game: &Written) -> io::Result<()> {
    loop {
        let path = folder.new_entry(game.moment).path;
        let moved = rustix::fs::renameat_with(CWD, &game.path, CWD, &path, RenameFlags::NOREPLACE);
        match moved {
            Ok(()) => return Ok(()),
            Err(Errno::EXIST) => {}
            // Some file systems cannot promise that; a link never replaces anything either.
            Err(Errno::INVAL | Errno::NOSYS) => match fs::hard_link(&game.path, &path) {
                Ok(()) => return fs::remove_file(&game.path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            },
            Err(error) => return Err(error.into()),
        }
    }
}

/// Removes what imports have left behind that were killed. Those under way hold theirs.
fn clear(folder: &Path) -> io::Result<()> {
    for file in fs::read_dir(folder)? {
        let file = file?;
        let left = file.file_name().to_string_lossy().starts_with(PREFIX);
        if !left || !file.file_type()?.is_dir() {
            continue;
        }
        // Whatever cannot be opened or removed now is in nobody's way.
        let Ok(place) = File::open(file.path()) else {
            continue;
        };
        if rustix::fs::flock(&place, FlockOperation::NonBlockingLockExclusive).is_ok() {
            fs::remove_dir_all(file.path()).ok();
        }
    }
    Ok(())
}
