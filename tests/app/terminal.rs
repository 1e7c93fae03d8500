//! The program in a terminal of its own, with a folder of its own: one line in, one answer out.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// A folder for games, away from those of the user who runs the tests.
pub struct Home {
    folder: TempDir,
}

impl Home {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder }
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.command_of(env!("CARGO_BIN_EXE_rank-and-file"));
        command.args(arguments);
        command
    }

    /// Another program, in the same surroundings.
    pub fn command_of(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env("XDG_DATA_HOME", self.folder.path())
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"))
            .env("LC_ALL", "C.UTF-8")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        command
    }

    /// Runs the program without any input, to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        let mut command = self.command(arguments);
        command.stdin(Stdio::null()).output().expect("it runs")
    }

    /// Runs the program with `input`, to its end; what it says and what it complains of stay apart.
    pub fn run_apart(&self, arguments: &[&str], input: &[u8]) -> Output {
        fed(self.command(arguments), input)
    }

    pub fn open(&self, arguments: &[&str]) -> Terminal {
        opened(self.command(arguments))
    }

    /// The same, with all signals as in the foreground of a shell: the process that starts the tests may ignore some.
    pub fn open_in_foreground(&self, arguments: &[&str]) -> Terminal {
        let mut command = self.command_of("env");
        command
            .arg("--default-signal=HUP,INT,TERM")
            .arg(env!("CARGO_BIN_EXE_rank-and-file"))
            .args(arguments);
        opened(command)
    }

    /// Runs the program, which succeeds without a complaint. Each of its lines is an object.
    pub fn answers(&self, arguments: &[&str]) -> Vec<Value> {
        let done = self.run_apart(arguments, b"");
        assert_eq!(
            (done.status.code(), &done.stderr[..]),
            (Some(0), &b""[..]),
            "{arguments:?}"
        );
        let text = String::from_utf8(done.stdout).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Everything that the program may write is in here.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The folder of games, which need not be there yet.
    pub fn games(&self) -> PathBuf {
        self.path().join("rank-and-file/games")
    }

    /// Every log in the folder.
    pub fn logs(&self) -> Vec<PathBuf> {
        let Ok(listing) = std::fs::read_dir(self.games()) else {
            return Vec::new();
        };
        listing.map(|file| file.expect("a file").path()).collect()
    }

    /// The only log, and its id.
    pub fn log(&self) -> (PathBuf, String) {
        let logs = self.logs();
        assert_eq!(logs.len(), 1, "{logs:?}");
        (logs[0].clone(), id_of(&logs[0]))
    }
}

/// Runs a command with `input`, to its end.
pub fn fed(mut command: Command, input: &[u8]) -> Output {
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut typed = child.stdin.take().expect("its input");
    // Who needs no input may be gone before it has come.
    typed.write_all(input).ok();
    drop(typed);
    child.wait_with_output().expect("it ends")
}

/// Starts a command that is talked with.
fn opened(mut command: Command) -> Terminal {
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    let input = child.stdin.take();
    let output = BufReader::new(child.stdout.take().expect("its output"));
    Terminal {
        child,
        input,
        output,
    }
}

pub fn id_of(log: &Path) -> String {
    let id = log.file_stem().expect("a name");
    id.to_string_lossy().into_owned()
}

pub struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Terminal {
    /// Types a line and reads the answer.
    pub fn ask(&mut self, line: &str) -> Value {
        self.say(line);
        self.hear()
    }

    /// Types a line.
    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input");
        writeln!(input, "{line}").expect("it listens");
    }

    /// Reads what it says next.
    pub fn hear(&mut self) -> Value {
        let answer = self.line();
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer:?}: {error}"))
    }

    /// Reads the next line of what it says, in whatever form.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).expect("it answers");
        assert!(read > 0, "it has ended");
        line
    }

    /// Sends it a signal and waits for its end. Returns its exit status.
    pub fn told(mut self, signal: Signal) -> i32 {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
        let status = self.child.wait().expect("it ends");
        status.code().unwrap_or_else(|| panic!("{status}"))
    }

    /// Ends it as a power cut would.
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        let status = self.child.wait().expect("it ends");
        assert!(!status.success());
    }

    /// Ends its input and waits for it.
    pub fn leave(self) {
        self.leave_and_listen();
    }

    /// The same; returns what it has said on standard error.
    pub fn leave_and_listen(mut self) -> String {
        drop(self.input.take());
        let mut said = String::new();
        let errors = self.child.stderr.as_mut().expect("its complaints");
        errors.read_to_string(&mut said).expect("it is text");
        assert!(self.child.wait().expect("it ends").success(), "{said}");
        said
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed leaves no process behind.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// What both clocks show in an answer, White's first.
pub fn clocks(answer: &Value) -> (i64, i64) {
    let side = |name: &str| answer["clock"][name].as_i64();
    let both = side("white_ms").zip(side("black_ms"));
    both.unwrap_or_else(|| panic!("no clocks in {answer}"))
}
