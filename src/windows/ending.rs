//! The end that comes from outside: a signal, as at the end of a session or by Ctrl+C in a terminal. Nobody can
//! be asked then, but the clocks are stopped, and what is on its way to a file still gets there.

use std::fs;

use adw::prelude::*;
use rustix::process::Signal;

use super::window::Window;

/// What tells a program to end.
const ENDS: [Signal; 3] = [Signal::HUP, Signal::INT, Signal::TERM];

/// Lets the games be left and the application end when it is told to, and `told` know by what. What was
/// ignored from the start, as `nohup` and shells in the background have it, stays so.
pub(super) fn end_when_told(app: &adw::Application, told: impl Fn(Signal) + Clone + 'static) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    for signal in ENDS {
        if ignores(&status, signal) {
            continue;
        }
        let (app, told) = (app.downgrade(), told.clone());
        glib::unix_signal_add_local(signal.as_raw(), move || {
            if let Some(app) = app.upgrade() {
                told(signal);
                for window in app.windows() {
                    if let Ok(window) = window.downcast::<Window>() {
                        window.leave_game();
                    }
                }
                app.quit();
            }
            glib::ControlFlow::Continue
        });
    }
}

/// Whether a process of which the system tells this ignores a signal.
fn ignores(status: &str, signal: Signal) -> bool {
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ignored_is_read_from_what_the_system_tells() {
        let nohup = "Name:\tsh\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
        assert!(ignores(nohup, Signal::HUP));
        assert!(!ignores(nohup, Signal::INT) && !ignores(nohup, Signal::TERM));
        assert!(!ignores("", Signal::HUP) && !ignores("SigIgn:\tmany\n", Signal::HUP));
    }
}
