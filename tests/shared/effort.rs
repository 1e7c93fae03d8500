//! How long something takes, even on a busy machine: time in which it could not run, as other processes had all cores,
//! does not count.

use std::fs;
use std::time::{Duration, Instant};

/// Does it, in this thread, and measures how long that worked or waited for something.
pub fn took<T>(act: impl FnOnce() -> T) -> (T, Duration) {
    let (begun, queued) = (Instant::now(), queued());
    let done = act();
    let took = begun.elapsed();
    (
        done,
        took.saturating_sub(self::queued().saturating_sub(queued)),
    )
}

/// How long this thread could have run and had no core, as far as the system counts that.
fn queued() -> Duration {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let waited = counted.split_whitespace().nth(1);
    Duration::from_nanos(waited.and_then(|text| text.parse().ok()).unwrap_or(0))
}
