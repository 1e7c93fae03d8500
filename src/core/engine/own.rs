//! The built-in searcher in a thread of its own, which takes one question after another.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::nice;

use super::report::Report;
use super::uci::Fault;
use super::{Level, Question, Searcher, Stop, Table};

/// How the built-in searcher goes about it.
#[derive(Debug, Clone, Copy)]
pub struct Ways {
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

impl Ways {
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
pub struct Own(Arc<Shared>);

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

impl Own {
    pub fn new(ways: Ways, report: impl Fn(Report) + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let own = Self(shared.clone());
        thread::Builder::new()
            .name("searcher".to_owned())
            .spawn(move || shared.answer(ways, report))?;
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

impl Drop for Own {
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

    fn answer(&self, ways: Ways, report: impl Fn(Report)) {
        if ways.patient {
            // On Linux this is of the thread alone.
            nice(NICENESS).ok();
        }
        let mut searcher = None;
        while let Some((number, question, stop)) = self.next(|| searcher = None) {
            let (positions, limits) = (question.positions(), question.limits);
            let searching = || {
                let searcher = searcher.get_or_insert_with(|| ways.searcher());
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
