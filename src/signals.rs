//! The signals by which the program is told to end.

use std::fs;

use rustix::process::Signal;

/// What tells a program to end.
const ENDS: [Signal; 3] = [Signal::HUP, Signal::INT, Signal::TERM];

/// The signals that end the program. What was ignored from the start, as `nohup` and shells in the
/// background have it, stays so.
pub fn that_end() -> Vec<Signal> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut signals = ENDS.to_vec();
    signals.retain(|signal| !ignores(&status, *signal));
    signals
}

/// The exit status after a signal, as shells tell of what was ended by one.
pub fn exit_status(signal: Signal) -> u8 {
    128 + signal.as_raw() as u8
}

/// Whether a process of which the system tells this, in its file `/proc/…/status`, ignores a signal.
pub fn ignores(status: &str, signal: Signal) -> bool {
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| (mask >> (signal.as_raw() - 1)) & 1 == 1)
}
