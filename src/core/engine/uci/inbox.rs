//! What comes in for the thread of an engine: orders, and the lines that the engine writes.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::talk::Asked;

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
