//! The built-in engine in a thread of its own, and engines of either kind as one that takes question after
//! question.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use rustix::process::nice;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use super::searcher::Report;
use super::uci::{self, Fault, Program};
use super::{Level, Limits, Searcher, Stop, Table};

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
        searcher.share_among(self.threads);
        searcher.see_as(self.level);
        searcher
    }
}

/// After so long without a question it forgets what it has seen, and its memory is free.
const IDLE: Duration = Duration::from_secs(60);
/// How much less important a patient search is than everything else on the machine.
const NICENESS: i32 = 19;

/// The built-in searcher. Its thread ends with it.
pub struct BuiltInEngine(Arc<Shared>);

#[derive(Default)]
struct Shared {
    orders: Mutex<Orders>,
    changed: Condvar,
}

#[derive(Default)]
struct Orders {
    wanted: Option<(u64, Question)>,
    /// Stops what runs.
    running: Stop,
    ended: bool,
}

impl BuiltInEngine {
    pub fn new(
        options: EngineOptions,
        report: impl Fn(Report) + Send + 'static,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let own = Self(shared.clone());
        thread::Builder::new()
            .name("searcher".to_owned())
            .spawn(move || shared.answer(options, report))?;
        Ok(own)
    }

    pub fn ask(&self, number: u64, question: Question) {
        self.0
            .order(|orders| orders.wanted = Some((number, question)));
    }

    pub fn stop(&self) {
        self.0.order(|orders| orders.wanted = None);
    }
}

impl Drop for BuiltInEngine {
    fn drop(&mut self) {
        // The thread is done within milliseconds; nobody need wait for it.
        self.0.order(|orders| orders.ended = true);
    }
}

impl Shared {
    fn orders(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what is wanted from now on, in place of what runs.
    fn order(&self, say: impl FnOnce(&mut Orders)) {
        let mut orders = self.orders();
        say(&mut orders);
        orders.running.stop();
        drop(orders);
        self.changed.notify_all();
    }

    /// The next question, and what stops it; `None` at the end. After a while without one this is told.
    fn next(&self, idle: impl FnOnce()) -> Option<(u64, Question, Stop)> {
        let mut idle = Some(idle);
        let since = Instant::now();
        let mut orders = self.orders();
        loop {
            if orders.ended {
                return None;
            }
            if let Some((number, question)) = orders.wanted.take() {
                orders.running = Stop::default();
                return Some((number, question, orders.running.clone()));
            }
            let left = IDLE.saturating_sub(since.elapsed());
            if left.is_zero() {
                if let Some(idle) = idle.take() {
                    idle();
                }
            }
            orders = match &idle {
                Some(_) => {
                    let waited = self.changed.wait_timeout(orders, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => {
                    let waited = self.changed.wait(orders);
                    waited.unwrap_or_else(PoisonError::into_inner)
                }
            };
        }
    }

    fn answer(&self, options: EngineOptions, report: impl Fn(Report)) {
        if options.patient {
            // On Linux this is of the thread alone.
            nice(NICENESS).ok();
        }
        let mut searcher = None;
        while let Some((number, question, stop)) = self.next(|| searcher = None) {
            let (positions, limits) = (question.positions(), question.limits);
            let searching = || {
                let searcher = searcher.get_or_insert_with(|| options.searcher());
                searcher.search(&positions, question.lines, limits, stop, |found| {
                    report(Report::Found(number, found.clone()));
                })
            };
            // Whoever asks hears of a bug in it, too, and the next question finds it as new.
            report(match catch_unwind(AssertUnwindSafe(searching)) {
                Ok(found) => Report::Answer(number, found),
                Err(_) => {
                    searcher = None;
                    Report::GivenUp(Fault::Gone)
                }
            });
        }
    }
}

/// An engine that takes questions. Nothing runs while nothing is asked.
pub struct Thinker {
    mind: Mind,
    asked: AtomicU64,
}

enum Mind {
    BuiltIn(BuiltInEngine),
    Other(uci::Engine),
}

impl Thinker {
    /// The built-in searcher.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn built_in(
        options: EngineOptions,
        report: impl Fn(Report) + Send + 'static,
    ) -> io::Result<Self> {
        let own = BuiltInEngine::new(options, report)?;
        Ok(Self::with(Mind::BuiltIn(own)))
    }

    /// An engine of somebody else's, which is started at the first question at the latest.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn program(program: Program, report: impl Fn(Report) + Send + 'static) -> io::Result<Self> {
        let engine = uci::Engine::new(program, report)?;
        Ok(Self::with(Mind::Other(engine)))
    }

    fn with(mind: Mind) -> Self {
        Self {
            mind,
            asked: AtomicU64::new(0),
        }
    }

    /// Gets ready, so that the first question need not wait for an engine that starts.
    pub fn prepare(&self) {
        if let Mind::Other(engine) = &self.mind {
            engine.prepare();
        }
    }

    /// Asks something, in place of what was asked before. Gives the number by which it is answered.
    pub fn ask(&self, question: Question) -> u64 {
        let number = self.asked.fetch_add(1, Relaxed) + 1;
        match &self.mind {
            Mind::BuiltIn(own) => own.ask(number, question),
            Mind::Other(engine) => engine.ask(number, question),
        }
        number
    }

    /// Wants nothing any more; what has been found is answered.
    pub fn stop(&self) {
        match &self.mind {
            Mind::BuiltIn(own) => own.stop(),
            Mind::Other(engine) => engine.stop(),
        }
    }
}

/// A position that a game has come to, and how it is to be looked at.
#[derive(Debug, Clone)]
pub struct Question {
    /// Where the game began.
    pub start: Chess,
    /// What has been played in it; each legal where it was played.
    pub moves: Vec<Move>,
    /// How many lines are wanted.
    pub lines: usize,
    /// For how long.
    pub limits: Limits,
}

impl Question {
    /// All positions of the game, the one that is asked about last.
    pub fn positions(&self) -> Vec<Chess> {
        positions(&self.start, &self.moves)
    }

    /// The position that is asked about.
    pub fn position(&self) -> Chess {
        let mut at = self.start.clone();
        for mv in &self.moves {
            at.play_unchecked(*mv);
        }
        at
    }
}

/// A position, and those to which these legal moves lead one after the other.
pub(crate) fn positions(start: &Chess, moves: &[Move]) -> Vec<Chess> {
    let mut positions = vec![start.clone()];
    let mut at = start.clone();
    for mv in moves {
        at.play_unchecked(*mv);
        positions.push(at.clone());
    }
    positions
}

/// As many of these moves as are legal one after the other. Castling may be written as the king's move or
/// as its capture of the rook.
pub(super) fn legal_line<'a>(from: &Chess, moves: impl IntoIterator<Item = &'a str>) -> Vec<Move> {
    let mut at = from.clone();
    let mut legal = Vec::new();
    for word in moves {
        let mv = UciMove::from_str(word)
            .ok()
            .and_then(|mv| mv.to_move(&at).ok());
        let Some(mv) = mv else { break };
        at.play_unchecked(mv);
        legal.push(mv);
    }
    legal
}
