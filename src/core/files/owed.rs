//! What is on its way to the disk, in whatever thread of the process.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How much is on its way.
static OWED: Mutex<usize> = Mutex::new(0);
static ONE_LESS: Condvar = Condvar::new();

fn owed() -> MutexGuard<'static, usize> {
    OWED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that the disk does not have yet, as long as this lives.
#[derive(Debug)]
pub struct Owed(());

impl Owed {
    /// Counts it.
    #[must_use]
    pub fn count() -> Self {
        *owed() += 1;
        Self(())
    }
}

impl Drop for Owed {
    fn drop(&mut self) {
        *owed() -= 1;
        ONE_LESS.notify_all();
    }
}

/// Waits until nothing is owed to the disk, `patience` at the most. For the end of the process.
/// Returns whether it is so.
#[must_use]
pub fn finish_writing(patience: Duration) -> bool {
    let result = ONE_LESS.wait_timeout_while(owed(), patience, |owed| *owed > 0);
    let (owed, _) = result.unwrap_or_else(PoisonError::into_inner);
    *owed == 0
}
