//! The guard: a process of ours between the app and an engine. Whatever happens to the app, the engine, and
//! all that the engine has started, end with it.

use std::ffi::OsStr;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, nice, set_child_subreaper,
    wait,
};

/// How much less important an engine is than everything else on the machine, where it is patient.
const NICENESS: i32 = 19;

/// Runs an engine until it ends, or until nobody listens any more at the other end of standard error:
/// so whoever has started the guard keeps that end open as long as the engine is wanted.
///
/// # Errors
/// Where the engine cannot be started.
pub fn guard(engine: &OsStr, patient: bool) -> io::Result<ExitCode> {
    // What an engine starts and leaves behind comes to us.
    set_child_subreaper(Some(getpid()))?;
    if patient {
        nice(NICENESS).ok();
    }
    let mut child = Command::new(engine)
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    let group = Pid::from_child(&child);
    let ended = thread::spawn(move || child.wait());
    let errors = io::stderr();
    while !ended.is_finished() {
        let mut fds = [PollFd::from_borrowed_fd(errors.as_fd(), PollFlags::empty())];
        let patience = rustix::time::Timespec {
            tv_sec: 0,
            tv_nsec: 50_000_000,
        };
        let deaf = poll(&mut fds, Some(&patience)).is_ok_and(|ready| ready > 0);
        if deaf {
            break;
        }
    }
    kill_process_group(group, Signal::KILL).ok();
    let status = ended.join().ok().and_then(Result::ok);
    end_all();
    Ok(match status.and_then(|status| status.code()) {
        Some(0) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Ends whatever has been left to us, and what that leaves.
fn end_all() {
    loop {
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        let left = children();
        if left.is_empty() {
            return;
        }
        for child in left {
            kill_process(child, Signal::KILL).ok();
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Ends a guard that does not end by itself, and all that it guards: an engine may have stopped it.
pub(super) fn end_guard(guard: Pid) {
    // As long as it is stopped nothing else ends what the engine has started.
    kill_process(guard, Signal::STOP).ok();
    let mut all = vec![guard];
    let mut next = 0;
    while let Some(parent) = all.get(next) {
        let children = children_of(*parent);
        next += 1;
        all.extend(
            children
                .into_iter()
                .take(MOST_LEFT.saturating_sub(all.len())),
        );
    }
    for process in all.into_iter().rev() {
        kill_process(process, Signal::KILL).ok();
    }
}

/// More processes than an engine starts.
const MOST_LEFT: usize = 10_000;

fn children() -> Vec<Pid> {
    children_of(getpid())
}

fn children_of(parent: Pid) -> Vec<Pid> {
    let parent = parent.as_raw_nonzero();
    let tasks = std::fs::read_dir(format!("/proc/{parent}/task"));
    let lists = tasks
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let all = lists.collect::<Vec<_>>().join(" ");
    all.split_ascii_whitespace()
        .filter_map(|pid| Pid::from_raw(pid.parse().ok()?))
        .collect()
}
