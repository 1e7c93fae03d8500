//! The built-in searcher in a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use async_channel::Sender;
use rustix::process::nice;

use super::question::{EngineReport, Fault, Input};
use super::{Level, Searcher, Table};

/// How the built-in searcher goes about it.
#[derive(Debug, Clone, Copy)]
pub struct EngineOptions {
    /// The level that it plays at, with a number by which it overlooks other things in each game; as well as
    /// it can without one.
    pub level: Option<(Level, u64)>,
    /// MiB for what it has seen.
    pub memory: usize,
    /// In how many threads it searches. Only in a single one does it find the same each time.
    pub threads: usize,
    /// Whether everything else on the machine comes first.
    pub patient: bool,
}

impl EngineOptions {
    fn searcher(self) -> Searcher {
        let mut searcher = Searcher::new(Arc::new(Table::new(self.memory)));
        searcher.set_threads(self.threads);
        searcher.set_strength(self.level);
        searcher
    }
}

/// After so long without a question it forgets what it has seen, and its memory is free.
const IDLE: Duration = Duration::from_secs(60);
/// How much less important a patient search is than everything else on the machine.
const NICENESS: i32 = 19;

/// Answers what is asked, until nothing can be asked any more.
pub(super) fn answer(
    options: EngineOptions,
    inputs: &Receiver<Input>,
    reports: &Sender<EngineReport>,
) {
    if options.patient {
        // On Linux this is of the thread alone.
        nice(NICENESS).ok();
    }
    let mut searcher = None;
    loop {
        let input = match &searcher {
            Some(_) => inputs.recv_timeout(IDLE),
            None => inputs.recv().map_err(RecvTimeoutError::from),
        };
        let (number, question, stop) = match input {
            Ok(Input::Ask(number, question, stop)) => (number, question, stop),
            // What runs is stopped by the handle.
            Ok(_) => continue,
            Err(RecvTimeoutError::Timeout) => {
                searcher = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if stop.is_stopped() {
            continue;
        }
        let searching = || {
            let searcher = searcher.get_or_insert_with(|| options.searcher());
            let (positions, limits) = (question.positions(), question.limits);
            searcher.search(&positions, question.lines, limits, stop, |found| {
                reports
                    .try_send(EngineReport::Found(number, found.clone()))
                    .ok();
            })
        };
        // The one who asks hears of a bug in it, too, and the next question finds it as new.
        let report = match catch_unwind(AssertUnwindSafe(searching)) {
            Ok(found) => EngineReport::Answer(number, found),
            Err(_) => {
                searcher = None;
                EngineReport::GivenUp(Fault::Exited)
            }
        };
        reports.try_send(report).ok();
    }
}
