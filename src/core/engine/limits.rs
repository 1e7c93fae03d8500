//! How long is searched, and how a search is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// When a search is over, whatever comes first. With none of them it goes on until it is stopped.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// Half-moves that are looked ahead.
    pub depth: Option<u32>,
    /// Positions that are looked at.
    pub nodes: Option<u64>,
    /// No new depth is begun after this.
    pub enough: Option<Duration>,
    /// It ends at the latest after this.
    pub time: Option<Duration>,
}

/// What a move takes beyond what is thought, on its way to the clock.
const ON_THE_WAY: Duration = Duration::from_millis(20);

/// What may be spent on a move, in the usual case and at most, of what is left on the clock: all in
/// milliseconds.
pub(super) fn share(left: u64, increment: u64, moves_to_go: Option<u64>) -> (Duration, Duration) {
    let left = Duration::from_millis(left).saturating_sub(ON_THE_WAY);
    let moves = u32::try_from(moves_to_go.unwrap_or(30).clamp(1, 30)).unwrap_or(30);
    let usual = left / moves + Duration::from_millis(increment) * 3 / 4;
    let most = (usual * 4).min(left / if moves == 1 { 1 } else { 3 });
    let shortest = Duration::from_millis(1);
    // A depth takes about as long as all before it together.
    ((usual / 2).min(most).max(shortest), most.max(shortest))
}

/// Stops a search from another thread.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the search within a few milliseconds.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it shall end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The clock of a search, in one of its threads.
pub(super) struct Watch<'a> {
    limits: Limits,
    stop: Stop,
    begun: Instant,
    /// Positions that were counted here.
    nodes: u64,
    /// What all helpers have counted.
    helped: &'a AtomicU64,
    /// As far as is known here.
    others: u64,
    helps: bool,
    over: bool,
}

/// Nodes between two looks at the clock: about a millisecond.
const BETWEEN_LOOKS: u64 = 512;

impl<'a> Watch<'a> {
    /// The clock of the thread that answers. What its helpers have counted counts.
    pub fn new(limits: Limits, stop: Stop, helped: &'a AtomicU64) -> Self {
        Self {
            limits,
            stop,
            begun: Instant::now(),
            nodes: 0,
            helped,
            others: 0,
            helps: false,
            over: false,
        }
    }

    /// The clock of a helper, which goes on until it is stopped.
    pub fn helping(stop: Stop, helped: &'a AtomicU64) -> Self {
        let mut watch = Self::new(Limits::default(), stop, helped);
        watch.helps = true;
        watch
    }

    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// How many positions have been counted.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.others
    }

    /// Counts a position. Whether there is time for it.
    pub fn count(&mut self) -> bool {
        if self.limits.nodes.is_some_and(|most| self.nodes() >= most) {
            self.over = true;
        } else if self.nodes % BETWEEN_LOOKS == 0 {
            if self.helps {
                self.helped.fetch_add(BETWEEN_LOOKS, Relaxed);
            } else {
                self.others = self.helped.load(Relaxed);
            }
            let late = self.limits.time.is_some_and(|time| self.elapsed() >= time);
            self.over |= late || self.stop.is_stopped();
        }
        self.nodes += u64::from(!self.over);
        !self.over
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether nobody has asked to go on whatever is found.
    pub fn ends_by_itself(&self) -> bool {
        self.limits.time.is_some() || self.limits.nodes.is_some()
    }

    /// Whether a search one half-move deeper than `depth` shall be begun.
    pub fn goes_deeper(&self, depth: u32) -> bool {
        !self.over
            && self.limits.depth.is_none_or(|most| depth < most)
            && self
                .limits
                .enough
                .is_none_or(|enough| self.elapsed() < enough)
    }
}
