//! An engine that runs: started, listened to, started anew when it fails, ended, and remembered by its options.
//! A thread of its own does all of this; nothing that asks has to wait.

use std::collections::VecDeque;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::process::{Fault, Process, Program};
use super::talk::{Asked, Outcome, State, Talk};
use crate::engine::{Question, Report};

/// So often in a row it is started anew when it fails, before it is given up.
const MOST_STARTS: u32 = 3;

/// An engine of somebody's. It runs only while something is asked, and some time after.
pub struct Engine {
    shared: Arc<Shared>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Engine {
    /// An engine that is started at the first question. What it reports comes from a thread of its own.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn new(
        program: Program,
        report: impl Fn(Report) + Send + 'static,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let host = Host {
            shared: shared.clone(),
            program,
            report: Box::new(report),
            process: None,
            starts: 0,
            number: 0,
        };
        let thread = thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || host.run())?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Starts it before anything is asked.
    pub fn prepare(&self) {
        self.shared.order(Order::Prepare);
    }

    /// Asks something, in place of what was asked before.
    pub fn ask(&self, number: u64, question: Question) {
        let asked = Asked::new(number, question);
        self.shared.order(Order::Ask(Box::new(asked)));
    }

    /// Wants nothing any more; what has been found is answered.
    pub fn stop(&self) {
        self.shared.order(Order::Stop);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.shared.order(Order::End);
        if let Some(thread) = self.thread.take() {
            // It kills the process and is done at once.
            thread.join().ok();
        }
    }
}

/// After so long without a question the process is ended.
const IDLE: Duration = Duration::from_secs(60);

struct Host {
    shared: Arc<Shared>,
    program: Program,
    report: Box<dyn Fn(Report) + Send>,
    process: Option<(Process, Talk)>,
    /// How often it was started since it has answered.
    starts: u32,
    number: u64,
}

impl Host {
    fn run(mut self) {
        let mut idle_since = Instant::now();
        loop {
            let deadline = match &self.process {
                Some((_, talk)) if talk.state() == State::Idle => Some(idle_since + IDLE),
                Some((_, talk)) => talk.deadline(),
                None => None,
            };
            let input = self.shared.wait(self.process.is_some(), deadline);
            let now = Instant::now();
            let outcomes = match input {
                Input::Order(Order::End) => return,
                Input::Order(Order::Prepare) => {
                    self.prepare(now);
                    Vec::new()
                }
                Input::Order(Order::Ask(asked)) => self.ask(*asked, now),
                Input::Order(Order::Stop) => self.with_talk(|talk| talk.stop(now)),
                Input::Line(line) => self.with_talk(|talk| talk.hear(&line, now)),
                Input::Gone => vec![Outcome::Fault(Fault::Gone)],
                Input::Nothing => {
                    let idle = |(_, talk): &(Process, Talk)| talk.state() == State::Idle;
                    if self.process.as_ref().is_some_and(idle) && now >= idle_since + IDLE {
                        self.process = None;
                    }
                    self.with_talk(|talk| talk.tick(now))
                }
            };
            if !matches!(&self.process, Some((_, talk)) if talk.state() == State::Idle) {
                idle_since = now;
            }
            self.follow(outcomes, now);
        }
    }

    fn with_talk(&mut self, tell: impl FnOnce(&mut Talk) -> Vec<Outcome>) -> Vec<Outcome> {
        self.process
            .as_mut()
            .map_or_else(Vec::new, |(_, talk)| tell(talk))
    }

    fn ask(&mut self, asked: Asked, now: Instant) -> Vec<Outcome> {
        self.prepare(now);
        self.with_talk(|talk| talk.ask(asked, now))
    }

    /// Starts it where it does not run.
    fn prepare(&mut self, now: Instant) {
        if self.process.is_some() {
            return;
        }
        self.starts += 1;
        match self.start(now) {
            Ok(outcomes) => self.follow(outcomes, now),
            Err(error) => {
                tracing::warn!("{}: {error}", self.program.path.display());
                self.starts = 0;
                (self.report)(Report::GivenUp(Fault::Missing));
            }
        }
    }

    fn start(&mut self, now: Instant) -> std::io::Result<Vec<Outcome>> {
        self.number += 1;
        self.shared.begin(self.number);
        let process = Process::start(&self.program, &self.shared, self.number)?;
        let (talk, outcomes) =
            Talk::begin(now, self.program.settings.clone(), self.program.deadlines);
        self.process = Some((process, talk));
        Ok(outcomes)
    }

    fn follow(&mut self, outcomes: Vec<Outcome>, now: Instant) {
        for outcome in outcomes {
            match outcome {
                Outcome::Say(line) => {
                    if let Some((process, _)) = &mut self.process {
                        // Who does not hear is gone, which is noticed.
                        process.say(&line).ok();
                    }
                }
                Outcome::Started { name, options } => {
                    (self.report)(Report::Started(name, options));
                }
                Outcome::Found(number, found) => (self.report)(Report::Found(number, found)),
                Outcome::Answer(number, found) => {
                    self.starts = 0;
                    (self.report)(Report::Answer(number, found));
                }
                Outcome::Fault(fault) => {
                    self.fail(fault, now);
                    return;
                }
            }
        }
    }

    /// Ends an engine that has failed. What was asked of it is asked again, but not for ever.
    fn fail(&mut self, fault: Fault, now: Instant) {
        tracing::warn!("{}: {fault}", self.program.path.display());
        let Some((process, talk)) = self.process.take() else {
            return;
        };
        drop(process);
        let (found, unanswered) = talk.end();
        match (found, unanswered) {
            (Some((number, found)), None) if !found.lines.is_empty() => {
                (self.report)(Report::Answer(number, found));
            }
            (_, Some(asked)) if self.starts < MOST_STARTS => {
                (self.report)(Report::Failed(fault));
                let outcomes = self.ask(asked, now);
                self.follow(outcomes, now);
            }
            (None, None) => {}
            _ => {
                self.starts = 0;
                (self.report)(Report::GivenUp(fault));
            }
        }
    }
}

/// Lines that wait to be heard; an engine that says more waits.
const MOST_WAITING: usize = 256;

/// What is wanted of an engine.
pub(super) enum Order {
    Prepare,
    Ask(Box<Asked>),
    Stop,
    End,
}

/// What has come in for the thread.
#[derive(Default)]
struct Inbox {
    orders: VecDeque<Order>,
    lines: VecDeque<String>,
    /// Of which start the lines are.
    start: u64,
    gone: bool,
}

#[derive(Default)]
pub(super) struct Shared {
    inbox: Mutex<Inbox>,
    changed: Condvar,
}

/// The next thing that comes in.
pub(super) enum Input {
    Order(Order),
    Line(String),
    Gone,
    Nothing,
}

impl Shared {
    fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn order(&self, order: Order) {
        self.inbox().orders.push_back(order);
        self.changed.notify_all();
    }

    /// From now on only lines of the process of this number count.
    pub fn begin(&self, number: u64) {
        let mut inbox = self.inbox();
        (inbox.start, inbox.gone) = (number, false);
        inbox.lines.clear();
        drop(inbox);
        // The listener of a process that is no more may be waiting.
        self.changed.notify_all();
    }

    /// Takes a line of the process of this number, or that it is gone. Waits while there are too many. Whether
    /// more is wanted.
    pub fn take(&self, number: u64, line: Option<String>) -> bool {
        let mut inbox = self.inbox();
        while inbox.start == number && inbox.lines.len() >= MOST_WAITING {
            let waited = self.changed.wait(inbox);
            inbox = waited.unwrap_or_else(PoisonError::into_inner);
        }
        if inbox.start != number {
            return false;
        }
        let goes_on = line.is_some();
        match line {
            Some(line) => inbox.lines.push_back(line),
            None => inbox.gone = true,
        }
        drop(inbox);
        self.changed.notify_all();
        goes_on
    }

    /// The next thing that comes in; commands before what an engine says.
    pub fn wait(&self, runs: bool, deadline: Option<Instant>) -> Input {
        let mut inbox = self.inbox();
        loop {
            if let Some(order) = inbox.orders.pop_front() {
                return Input::Order(order);
            }
            if let Some(line) = inbox.lines.pop_front().filter(|_| runs) {
                self.changed.notify_all();
                return Input::Line(line);
            }
            if runs && inbox.gone {
                inbox.gone = false;
                return Input::Gone;
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            inbox = match left {
                Some(Duration::ZERO) => return Input::Nothing,
                Some(left) => {
                    let waited = self.changed.wait_timeout(inbox, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => {
                    let waited = self.changed.wait(inbox);
                    waited.unwrap_or_else(PoisonError::into_inner)
                }
            };
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
pub fn is_known(engine: &str) -> bool {
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
