//! Marks on files that are open here, for other processes to see.

use std::fs::File;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rustix::fs::FlockOperation;
use rustix::io::Errno;

use super::open_regular;

/// Marks the file as open here until it is closed. False where it is open elsewhere.
pub fn lock(file: &File) -> bool {
    let locked = rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive);
    // A file system that knows no locks is no reason not to play.
    locked != Err(Errno::WOULDBLOCK)
}

/// The same for a game that may have been left a moment ago and is still on its way to the disk:
/// this waits a little.
pub fn lock_with_timeout(file: &File) -> bool {
    (0..20).any(|attempt| {
        if attempt > 0 {
            thread::sleep(Duration::from_millis(50));
        }
        lock(file)
    })
}

/// Whether the file exists and no process holds its lock.
pub fn is_unlocked(path: &Path) -> bool {
    // With the file, the mark goes at once.
    open_regular(path).is_ok_and(|file| lock(&file))
}

/// Takes the mark off a file, even where another thread still has it open.
pub fn unlock(file: &File) {
    // Where that fails, the mark goes when the file is closed.
    rustix::fs::flock(file, FlockOperation::Unlock).ok();
}
