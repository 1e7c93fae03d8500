//! The process of an engine, and the program that supervises it and ends it with this one.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, nice, set_child_subreaper,
    wait,
};

use crate::engine::question::Input;

/// No line is longer; what follows is passed over.
const LONGEST_LINE: u64 = 16 << 10;

/// A supervisor ends its engine within much less.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is said to a supervisor besides, where everything else on the machine comes first.
const PATIENT: &str = "--patient";

/// How an engine is started.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its file.
    pub path: PathBuf,
    /// The program that supervises it, which takes this argument and the file; see
    /// [`supervise`]. Without one an engine that does not end by itself may outlive the app.
    pub supervisor: Option<(PathBuf, String)>,
    /// Whether everything else on the machine comes first. Only a supervisor can see to that.
    pub patient: bool,
    /// What its options shall be, where it has them.
    pub settings: Vec<(String, String)>,
    /// How long it is waited for.
    pub deadlines: Deadlines,
}

/// How long is waited for an engine.
#[derive(Debug, Clone, Copy)]
pub struct Deadlines {
    /// It has so long to introduce itself, and to be ready.
    pub to_start: Duration,
    /// So long to give its move when it is told to stop, or when its time is up.
    pub to_stop: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            to_start: Duration::from_secs(10),
            to_stop: Duration::from_secs(3),
        }
    }
}

/// A process that is killed and reaped when it is dropped.
pub(super) struct Process {
    child: Child,
    supervised: bool,
    /// Has something for each line that waits to be heard.
    waiting: Receiver<()>,
}

/// An engine that says more before it is heard waits.
const MOST_WAITING: usize = 256;

impl Process {
    /// Starts a program. What it says is sent with this number.
    pub fn start(program: &Program, inputs: &Sender<Input>, number: u64) -> io::Result<Self> {
        let mut command = match &program.supervisor {
            Some((supervisor, argument)) => {
                let mut command = Command::new(supervisor);
                command
                    .arg(argument)
                    .arg(&program.path)
                    .args(program.patient.then_some(PATIENT))
                    .stderr(Stdio::piped());
                command
            }
            None => {
                let mut command = Command::new(&program.path);
                command.stderr(Stdio::null());
                command
            }
        };
        let folder = program.path.parent().filter(|folder| folder.is_dir());
        if let Some(folder) = folder {
            // Engines look for what belongs to them where they lie.
            command.current_dir(folder);
            // Some are scripts that call a program beside them, which need not be among those that are found.
            let found = std::env::var_os("PATH").unwrap_or_default();
            let folders = std::env::split_paths(&found).chain([folder.to_owned()]);
            if let Ok(folders) = std::env::join_paths(folders) {
                command.env("PATH", folders);
            }
        }
        let mut child = command
            // Ctrl+C in a terminal is for us; the supervisor goes on until the engine has ended, too.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take();
        let inputs = inputs.clone();
        let (heard, waiting) = sync_channel(MOST_WAITING);
        if let Some(output) = output {
            thread::Builder::new()
                .name("engine output".to_owned())
                .spawn(move || listen(BufReader::new(output), &inputs, number, &heard))?;
        }
        Ok(Self {
            child,
            supervised: program.supervisor.is_some(),
            waiting,
        })
    }

    /// One of its lines waits no longer.
    pub fn has_been_heard(&self) {
        self.waiting.try_recv().ok();
    }

    pub fn say(&mut self, line: &str) -> io::Result<()> {
        match &mut self.child.stdin {
            Some(input) => {
                input.write_all(format!("{line}\n").as_bytes())?;
                input.flush()
            }
            None => Ok(()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.stdin.take();
        if self.supervised {
            // The supervisor notices that it is not listened to, ends the engine and itself.
            self.child.stderr.take();
            self.wait_for_supervisor();
        } else {
            self.child.kill().ok();
        }
        self.child.wait().ok();
    }
}

impl Process {
    /// Waits until the supervisor has ended, but not for long: the engine may have stopped it, and stop it
    /// again whenever it goes on.
    fn wait_for_supervisor(&mut self) {
        let supervisor = Pid::from_child(&self.child);
        let deadline = Instant::now() + PATIENCE;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() >= deadline {
                end_supervisor(supervisor);
                return;
            }
            kill_process(supervisor, Signal::CONT).ok();
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Hears an engine out. Its lines wait until they are taken.
fn listen(mut output: impl BufRead, inputs: &Sender<Input>, number: u64, waiting: &SyncSender<()>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut output)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        let ended = !matches!(read, Ok(read) if read > 0);
        let whole = bytes.last() == Some(&b'\n');
        if !whole && !ended {
            // What is left of a line that is too long is passed over.
            output.skip_until(b'\n').ok();
        }
        let line = whole.then(|| String::from_utf8_lossy(&bytes).trim().to_owned());
        if ended {
            inputs.send(Input::Gone(number)).ok();
            return;
        }
        // Once the process is let go, nothing that it has said waits.
        let sent =
            |line| waiting.send(()).is_ok() && inputs.send(Input::Line(number, line)).is_ok();
        if !line.is_none_or(sent) {
            return;
        }
    }
}

/// How much less important an engine is than everything else on the machine, where it is patient.
const NICENESS: i32 = 19;

/// Runs an engine until it ends, or until the other end of standard error is closed:
/// so the process that has started the supervisor keeps that end open as long as the engine is wanted.
///
/// # Errors
/// Where the engine cannot be started.
pub fn supervise(engine: &OsStr, patient: bool) -> io::Result<ExitCode> {
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

/// Ends all processes that this one has inherited, and those that it inherits when these end.
fn end_all() {
    loop {
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        let left = children_of(getpid());
        if left.is_empty() {
            return;
        }
        for child in left {
            kill_process(child, Signal::KILL).ok();
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Ends a supervisor that does not end by itself, and all that it supervises: an engine may have stopped it.
pub(super) fn end_supervisor(supervisor: Pid) {
    // As long as it is stopped nothing else ends what the engine has started.
    kill_process(supervisor, Signal::STOP).ok();
    let mut all = vec![supervisor];
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
