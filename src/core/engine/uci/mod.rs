//! Engines of others, which speak the Universal Chess Interface: processes that can be slow, silent, broken or
//! gone at any moment, without harm.
//!
//! A running one is started, listened to, started anew when it fails, and ended, and its options are remembered, in a
//! thread of its own.

mod client;
mod process;

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::engine::question::Input;
use crate::engine::{EngineReport, Fault};
use process::Process;

pub use client::{ClientOutput, ClientState, NumberedQuestion, UciClient};
pub use process::{Deadlines, Program, supervise};

/// So often in a row it is started anew when it fails, before it is given up.
const MOST_STARTS: u32 = 3;

/// After so long without a question the process is ended.
const IDLE: Duration = Duration::from_secs(60);

/// An engine of others, as its thread sees it. Its process runs only while something is asked, and some time after.
pub(in crate::engine) struct Host {
    program: Program,
    /// What comes in, and where what the process says is to be sent.
    inputs: (Sender<Input>, Receiver<Input>),
    reports: async_channel::Sender<EngineReport>,
    process: Option<(Process, UciClient)>,
    /// How often it was started since it has answered.
    starts: u32,
    /// How often it was started at all.
    number: u64,
}

impl Host {
    pub fn new(
        program: Program,
        inputs: (Sender<Input>, Receiver<Input>),
        reports: async_channel::Sender<EngineReport>,
    ) -> Self {
        Self {
            program,
            inputs,
            reports,
            process: None,
            starts: 0,
            number: 0,
        }
    }

    /// Does what is ordered, until the end.
    pub fn run(mut self) {
        let mut idle_since = Instant::now();
        loop {
            let deadline = if self.is_idle() {
                Some(idle_since + IDLE)
            } else {
                let client = self.process.as_ref().map(|(_, client)| client);
                client.and_then(UciClient::deadline)
            };
            let inputs = &self.inputs.1;
            let input = match deadline {
                // One that prints without a pause is not waited for any longer either.
                Some(deadline) if deadline <= Instant::now() => Err(RecvTimeoutError::Timeout),
                Some(deadline) => {
                    inputs.recv_timeout(deadline.saturating_duration_since(Instant::now()))
                }
                None => inputs.recv().map_err(RecvTimeoutError::from),
            };
            let now = Instant::now();
            if !self.is_idle() {
                idle_since = now;
            }
            let outputs = match input {
                Ok(Input::End) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Input::Prepare) => {
                    self.prepare(now);
                    Vec::new()
                }
                Ok(Input::Ask(number, question, _)) => {
                    self.ask(NumberedQuestion::new(number, *question), now)
                }
                Ok(Input::Stop) => self.with_client(|client| client.stop(now)),
                // What another process has said before this one was started is nothing.
                Ok(Input::Line(start, _) | Input::Gone(start)) if start != self.number => continue,
                Ok(Input::Line(_, line)) => {
                    if let Some((process, _)) = &self.process {
                        process.has_been_heard();
                    }
                    self.with_client(|client| client.hear(&line, now))
                }
                Ok(Input::Gone(_)) => vec![ClientOutput::Fault(Fault::Exited)],
                Err(RecvTimeoutError::Timeout) if self.is_idle() => {
                    self.process = None;
                    Vec::new()
                }
                Err(RecvTimeoutError::Timeout) => self.with_client(|client| client.tick(now)),
            };
            self.follow(outputs, now);
        }
    }

    /// Whether its process runs and waits.
    fn is_idle(&self) -> bool {
        matches!(&self.process, Some((_, client)) if client.state() == ClientState::Idle)
    }

    fn report(&self, report: EngineReport) {
        // Once the engine is let go this cannot be sent.
        self.reports.try_send(report).ok();
    }

    fn with_client(
        &mut self,
        tell: impl FnOnce(&mut UciClient) -> Vec<ClientOutput>,
    ) -> Vec<ClientOutput> {
        self.process
            .as_mut()
            .map_or_else(Vec::new, |(_, client)| tell(client))
    }

    fn ask(&mut self, asked: NumberedQuestion, now: Instant) -> Vec<ClientOutput> {
        self.prepare(now);
        self.with_client(|client| client.ask(asked, now))
    }

    /// Starts it where it does not run.
    fn prepare(&mut self, now: Instant) {
        if self.process.is_some() {
            return;
        }
        self.starts += 1;
        match self.start(now) {
            Ok(outputs) => self.follow(outputs, now),
            Err(error) => {
                tracing::warn!("{}: {error}", self.program.path.display());
                self.starts = 0;
                self.report(EngineReport::GivenUp(Fault::CannotStart));
            }
        }
    }

    fn start(&mut self, now: Instant) -> io::Result<Vec<ClientOutput>> {
        self.number += 1;
        let process = Process::start(&self.program, &self.inputs.0, self.number)?;
        let (client, outputs) =
            UciClient::begin(now, self.program.settings.clone(), self.program.deadlines);
        self.process = Some((process, client));
        Ok(outputs)
    }

    fn follow(&mut self, outputs: Vec<ClientOutput>, now: Instant) {
        for output in outputs {
            match output {
                ClientOutput::Say(line) => {
                    if let Some((process, _)) = &mut self.process {
                        // A process that cannot be written to has ended or will not answer; both are noticed.
                        process.say(&line).ok();
                    }
                }
                ClientOutput::Report(report) => {
                    if matches!(report, EngineReport::Answer(..)) {
                        self.starts = 0;
                    }
                    self.report(report);
                }
                ClientOutput::Fault(fault) => {
                    self.fail(fault, now);
                    return;
                }
            }
        }
    }

    /// Ends an engine that has failed. What was asked of it is asked again, but not for ever.
    fn fail(&mut self, fault: Fault, now: Instant) {
        // Without a process it was ended here, and nothing has failed.
        let Some((process, client)) = self.process.take() else {
            return;
        };
        tracing::warn!("{}: {fault}", self.program.path.display());
        drop(process);
        let (found, unanswered) = client.end();
        match (found, unanswered) {
            (Some((number, found)), None) if !found.lines.is_empty() => {
                self.report(EngineReport::Answer(number, found));
            }
            (_, Some(asked)) if self.starts < MOST_STARTS => {
                self.report(EngineReport::Failed(fault));
                let outputs = self.ask(asked, now);
                self.follow(outputs, now);
            }
            (None, None) => {}
            _ => {
                self.starts = 0;
                self.report(EngineReport::GivenUp(fault));
            }
        }
    }
}

/// Programs that are known to speak UCI, by the names of their files, and what they are called.
const KNOWN: [(&str, &str); 12] = [
    ("stockfish", "Stockfish"),
    ("lc0", "Leela Chess Zero"),
    ("berserk", "Berserk"),
    ("ethereal", "Ethereal"),
    ("fruit", "Fruit"),
    ("glaurung", "Glaurung"),
    ("gnuchessu", "GNU Chess"),
    ("koivisto", "Koivisto"),
    ("rubichess", "RubiChess"),
    ("texel", "Texel"),
    ("toga2", "Toga II"),
    ("igel", "Igel"),
];

/// Where programs lie. Debian has games in a folder of their own.
const FOLDERS: [&str; 5] = [
    "/usr/games",
    "/usr/bin",
    "/usr/local/games",
    "/usr/local/bin",
    "/app/bin",
];

/// The known engines of this machine, by the names of their files. Nothing is started.
pub fn known_engines() -> Vec<String> {
    engines_in(&FOLDERS)
}

/// Those that lie in these folders.
pub fn engines_in(folders: &[impl AsRef<Path>]) -> Vec<String> {
    let there = |name: &&str| find_in(name, folders).is_some();
    let names = KNOWN.iter().map(|(file, _)| *file);
    names.filter(there).map(str::to_owned).collect()
}

/// The program of an engine: of a known one by the name of its file, of any other by its whole path. `None`
/// where there is none.
pub fn find_engine(engine: &str) -> Option<PathBuf> {
    let path = Path::new(engine);
    if path.is_absolute() {
        return is_program(path).then(|| path.to_owned());
    }
    is_known(engine)
        .then(|| find_in(engine, &FOLDERS))
        .flatten()
}

/// Whether a known engine has this name, wherever it may be.
pub(super) fn is_known(engine: &str) -> bool {
    KNOWN.iter().any(|(file, _)| *file == engine)
}

/// No file has a longer name; what the settings or a log call an engine may be longer.
const LONGEST_NAME: usize = 255;

/// What people call an engine: its name where it is known, else that of its file.
pub fn engine_name(engine: &str) -> String {
    let known = KNOWN.iter().find(|(file, _)| *file == engine);
    let file = Path::new(engine).file_name().unwrap_or_default();
    known.map_or_else(
        || file.to_string_lossy().chars().take(LONGEST_NAME).collect(),
        |(_, name)| (*name).to_owned(),
    )
}

fn find_in(name: &str, folders: &[impl AsRef<Path>]) -> Option<PathBuf> {
    let mut paths = folders.iter().map(|folder| folder.as_ref().join(name));
    paths.find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
