//! What is done a little later: when eyes have followed, or when more has come together.

use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static TIMES: Cell<u32> = const { Cell::new(1) };
}

/// Calls back on the main loop when this time has passed.
pub fn after(time: Duration, then: impl FnOnce() + 'static) -> glib::SourceId {
    glib::timeout_add_local_once(time / TIMES.get(), then)
}

/// Lets what is to be done later from now on come so many times as soon, for tests. Returns how many times that
/// was before.
pub fn hasten(times: u32) -> u32 {
    TIMES.replace(times.max(1))
}
