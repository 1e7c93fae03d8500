//! The process of an engine: started, listened to, started anew when it fails, and ended. A thread of its own
//! does all of this; whoever asks never waits.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::fault::Fault;
use super::inbox::{Input, Order, Shared};
use super::process::{Process, Program};
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
