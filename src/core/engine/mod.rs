//! An engine, as its callers see it: the built-in searcher, or another program. Questions go in, and reports come out.
//! Each engine has a thread of its own, so that no caller has to wait.

mod evaluation;
mod history;
pub mod human;
mod level;
mod limits;
mod move_ordering;
pub mod network;
mod node;
mod pawns;
mod player;
mod protocol;
mod question;
mod quiescence;
mod score;
mod search;
mod searcher;
mod see;
mod table;
mod terms;
pub mod uci;
mod weights;

use std::cell::{Cell, RefCell};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use async_channel::Receiver;
use rustix::process::nice;

use question::Input;
use uci::{Host, Program};

pub use evaluation::{Evaluation, PawnTrait, static_eval, trace};
pub(crate) use evaluation::{
    Shares, material_score, material_value, pawn_traits, pawns_with, pieces_ahead, placements,
    terms,
};
pub use level::{Level, Style};
pub use limits::{Limits, Stop};
pub use node::{perft, quiet_moves, tactical_moves};
pub use player::{Computer, ParseComputerError, PlayPolicy};
pub use protocol::{GoCommand, LagEstimate, run_uci};
pub use question::{EngineReport, Fault, Question, UciOption};
pub(crate) use question::{position_after, positions};
pub use score::Score;
pub use searcher::{Found, Line, Searcher};
pub(crate) use see::{piece_value, see, see_ge};
pub use table::{Bound, Entry, Table};
pub use terms::Term;
pub use weights::{COUNT as WEIGHT_COUNT, MAX_PHASE, ROWS as WEIGHT_ROWS};

/// An engine that takes questions. Nothing runs while nothing is asked. It ends with this.
pub struct Engine {
    inputs: Sender<Input>,
    reports: Receiver<EngineReport>,
    /// How much was asked.
    asked: Cell<u64>,
    /// Stops the built-in searcher at what was asked last.
    running: RefCell<Stop>,
    /// The thread that ends the process of another program.
    host: Option<thread::JoinHandle<()>>,
}

impl Engine {
    /// The built-in searcher.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn built_in(options: EngineOptions) -> io::Result<Self> {
        let (inputs, taken) = channel();
        let (sender, reports) = async_channel::unbounded();
        let name = "searcher".to_owned();
        let search = move || answer(options, &taken, &sender);
        // It is done within milliseconds of its end; nothing need wait for it.
        thread::Builder::new().name(name).spawn(search)?;
        Ok(Self::with(inputs, reports, None))
    }

    /// Another program, which is started at the first question at the latest.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn program(program: Program) -> io::Result<Self> {
        let (inputs, taken) = channel();
        let (sender, reports) = async_channel::unbounded();
        let host = Host::new(program, (inputs.clone(), taken), sender);
        let name = "engine".to_owned();
        let host = thread::Builder::new().name(name).spawn(|| host.run())?;
        Ok(Self::with(inputs, reports, Some(host)))
    }

    fn with(
        inputs: Sender<Input>,
        reports: Receiver<EngineReport>,
        host: Option<thread::JoinHandle<()>>,
    ) -> Self {
        Self {
            inputs,
            reports,
            asked: Cell::new(0),
            running: RefCell::default(),
            host,
        }
    }

    /// What it tells, one report after the other. There are no more once the engine is let go.
    pub fn reports(&self) -> &Receiver<EngineReport> {
        &self.reports
    }

    /// Gets ready, so that the first question need not wait for a program that starts.
    pub fn prepare(&self) {
        self.order(Input::Prepare);
    }

    /// Asks something, in place of what was asked before. Gives the number by which it is answered.
    pub fn ask(&self, question: Question) -> u64 {
        let number = self.asked.get() + 1;
        self.asked.set(number);
        let stop = Stop::default();
        self.running.replace(stop.clone()).stop();
        self.order(Input::Ask(number, Box::new(question), stop));
        number
    }

    /// Wants nothing any more; what has been found is answered.
    pub fn stop(&self) {
        self.running.borrow().stop();
        self.order(Input::Stop);
    }

    /// Asks something and waits for the answer; `None` where the engine was given up.
    pub fn answer(&self, question: Question) -> Option<Found> {
        let asked = self.ask(question);
        loop {
            match self.reports.recv_blocking().ok()? {
                EngineReport::Answer(number, found) if number == asked => return Some(found),
                EngineReport::GivenUp(_) => return None,
                _ => {}
            }
        }
    }

    fn order(&self, input: Input) {
        // The thread ends no sooner than this.
        self.inputs.send(input).ok();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.running.borrow().stop();
        self.order(Input::End);
        if let Some(host) = self.host.take() {
            // It kills the process and is done at once.
            host.join().ok();
        }
        self.reports.close();
        while self.reports.try_recv().is_ok() {}
    }
}

// The built-in engine, in a thread of its own.

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
        searcher.set_strength(self.level.map(|(level, seed)| (level.rating(), seed)));
        searcher
    }
}

/// After so long without a question it forgets what it has seen, and its memory is free.
const IDLE: Duration = Duration::from_secs(60);
/// How much less important a patient search is than everything else on the machine.
const NICENESS: i32 = 19;

/// Answers what is asked, until nothing can be asked any more.
fn answer(
    options: EngineOptions,
    inputs: &mpsc::Receiver<Input>,
    reports: &async_channel::Sender<EngineReport>,
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
