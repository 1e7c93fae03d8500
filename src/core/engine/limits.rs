//! How long is searched: limits, the time on the clock that a move is allotted, and how a search is stopped.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use super::score::Score;

/// The limits of a search, which ends at the first that it reaches. With none of them it goes on until it is stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Half-moves that are looked ahead.
    pub depth: Option<u32>,
    /// Positions that are looked at; a first depth may take more.
    pub nodes: Option<u64>,
    /// No new depth is begun after this.
    pub soft_time: Option<Duration>,
    /// It ends at the latest after this.
    pub hard_time: Option<Duration>,
    /// A mate in so many moves is good enough, for whichever side.
    pub mate: Option<u32>,
}

/// With less to spend an increment is not counted upon in full.
const SCARCE: Duration = Duration::from_millis(400);

/// Where nothing is to be spent, a move still gets this part of what is left: it makes much better moves than none.
const LEAST_PART: u32 = 300;

/// How much of the time left on the clock a move may take, in the usual case and at most; the arguments are in
/// milliseconds. The reserve is left out, but for a small part: it is for the time that a move needs to reach the
/// clock, and for a busy machine that lets a search wait. Where nothing at all is left a search ends with its first
/// depth.
pub(super) fn allot_time(
    left: u64,
    increment: u64,
    moves_to_go: Option<u64>,
    reserve: u64,
) -> (Duration, Duration) {
    let least = Duration::from_millis(left) / LEAST_PART;
    let left = Duration::from_millis(left.saturating_sub(reserve));
    let moves = u32::try_from(moves_to_go.unwrap_or(30).clamp(1, 30)).unwrap_or(30);
    let sure = left.div_duration_f64(SCARCE).min(1.0);
    let bonus = Duration::from_millis(increment).mul_f64(0.75 * sure);
    let usual = (left / moves + bonus).max(least);
    let most = (usual * 4).min(left / if moves == 1 { 1 } else { 3 });
    let most = most.max(least);
    // A depth takes about as long as all before it together.
    ((usual / 2).min(most), most)
}

/// Stops a search from another thread.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<Signals>);

#[derive(Debug, Default)]
struct Signals {
    stopped: AtomicBool,
    pondering: AtomicBool,
}

impl Stop {
    /// For a search in the opponent's time: its limits of time count from [`Stop::ponderhit`] on.
    pub(super) fn pondering() -> Self {
        let stop = Self::default();
        stop.0.pondering.store(true, Relaxed);
        stop
    }

    /// The move that was pondered on has been played: the time of the search begins.
    pub(super) fn ponderhit(&self) {
        self.0.pondering.store(false, Relaxed);
    }

    pub(super) fn is_pondering(&self) -> bool {
        self.0.pondering.load(Relaxed)
    }

    /// Ends the search within a few milliseconds.
    pub fn stop(&self) {
        self.0.stopped.store(true, Relaxed);
    }

    /// Whether it shall end.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Relaxed)
    }
}

/// Says how long one thread of a search goes on, by its clock and by what it counts.
pub(super) struct TimeManager<'a> {
    limits: Limits,
    stop: Stop,
    /// What time it is.
    now: fn() -> Instant,
    begun: Instant,
    /// Since when the time counts; `None` while it does not.
    running_since: Option<Instant>,
    /// Positions that were counted here.
    nodes: u64,
    /// What all threads have counted.
    counted: &'a AtomicU64,
    /// What the others have counted, as far as is known here.
    others: u64,
    /// Whether there is anything to answer yet; a helper answers nothing.
    found: bool,
    over: bool,
}

/// Nodes between two looks at the clock: a fraction of a millisecond.
const BETWEEN_LOOKS: u64 = 128;
/// However little time or however few nodes there are, so many nodes may be looked at until a first depth is done.
const FIRST_DEPTH: u64 = 5_000;

impl<'a> TimeManager<'a> {
    /// That of the thread that answers, by this clock. What its helpers have counted counts.
    pub fn new(now: fn() -> Instant, limits: Limits, stop: Stop, counted: &'a AtomicU64) -> Self {
        let begun = now();
        Self {
            limits,
            now,
            running_since: (!stop.is_pondering()).then_some(begun),
            stop,
            begun,
            nodes: 0,
            counted,
            others: 0,
            found: false,
            over: false,
        }
    }

    /// That of a helper, which goes on until it is stopped or all together have counted enough.
    pub fn helping(limits: Limits, stop: Stop, counted: &'a AtomicU64) -> Self {
        let limits = Limits {
            nodes: limits.nodes,
            ..Limits::default()
        };
        let mut time_manager = Self::new(Instant::now, limits, stop, counted);
        time_manager.found = true;
        time_manager
    }

    pub fn elapsed(&self) -> Duration {
        (self.now)().saturating_duration_since(self.begun)
    }

    /// How many positions have been counted.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.others
    }

    /// Counts a position. Whether there is time for it.
    pub fn count(&mut self) -> bool {
        if self.over {
            return false;
        }
        if self.limits.nodes.is_some_and(|most| self.nodes() >= most) && self.may_end() {
            self.over = true;
        } else if self.nodes % BETWEEN_LOOKS == 0 {
            let before = self.counted.fetch_add(BETWEEN_LOOKS, Relaxed);
            self.others = before.saturating_sub(self.nodes);
            if self.running_since.is_none() && !self.stop.is_pondering() {
                self.running_since = Some((self.now)());
            }
            let ended = self.has_run(self.limits.hard_time) || self.stop.is_stopped();
            self.over |= ended && self.may_end();
        }
        self.nodes += u64::from(!self.over);
        !self.over
    }

    /// Whether there is something to answer, or has been enough time to find it.
    fn may_end(&self) -> bool {
        self.found || self.nodes >= FIRST_DEPTH
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    /// From now on there is something to answer.
    pub fn has_found(&mut self) {
        self.found = true;
    }

    fn has_run(&self, time: Option<Duration>) -> bool {
        let since = self.running_since.zip(time);
        since.is_some_and(|(since, time)| (self.now)().saturating_duration_since(since) >= time)
    }

    /// Whether time or nodes limit the search; without these limits it goes on, no matter what is found.
    pub fn ends_by_itself(&self) -> bool {
        self.limits.hard_time.is_some() || self.limits.nodes.is_some()
    }

    /// Whether the mate that was asked for has been found.
    pub fn wants_no_better(&self, score: Score) -> bool {
        let Score::Mate(moves) = score else {
            return false;
        };
        self.limits
            .mate
            .is_some_and(|most| moves.unsigned_abs() <= most)
    }

    /// Whether a search one half-move deeper than `depth` shall be begun.
    pub fn goes_deeper(&self, depth: u32) -> bool {
        !self.over
            && self.limits.depth.is_none_or(|most| depth < most)
            && !self.has_run(self.limits.soft_time)
    }
}
