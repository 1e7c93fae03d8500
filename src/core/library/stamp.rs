//! What tells whether a file is still the one that was read.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A file system keeps times in steps; what was written within that long of being read may have
/// been written again without a trace.
pub(super) const COARSEST_STEP: Duration = Duration::from_secs(2);

/// The size of a file and when it, and what is known of it, last changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    pub size: i64,
    /// In nanoseconds since 1970.
    pub modified: i64,
    /// In nanoseconds since 1970. Setting the time of modification back changes this.
    pub changed: i64,
}

impl Stamp {
    pub(super) fn of(file: &Metadata) -> Self {
        let ns =
            |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: i64::try_from(file.len()).unwrap_or(i64::MAX),
            modified: ns(file.mtime(), file.mtime_nsec()),
            changed: ns(file.ctime(), file.ctime_nsec()),
        }
    }

    /// Whether the file had been left alone for so long, the step of its clock, that this stamp will
    /// tell of every later change.
    pub(super) fn is_settled(self, step: Duration) -> bool {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let now = i64::try_from(now.as_nanos()).unwrap_or(i64::MAX);
        self.modified
            .max(self.changed)
            .saturating_add(i64::try_from(step.as_nanos()).unwrap_or(i64::MAX))
            < now
    }
}
