//! How the clocks of a game tick: what they show is told at each change, and written down at each whole second. And when
//! the time is over that a move of a correspondence game may take.

use std::cell::Cell;
use std::time::Duration;

use glib::clone::{Downgrade, Upgrade};
use gtk::glib;
use rank_and_file_core::chess::{Color, Game as Rules, LOW_TIME, MonotonicTime};
use rank_and_file_core::play::PlayedGame;
use rank_and_file_core::record::log::{clock_line, now};
use rustix::time::{ClockId, clock_gettime};

use super::callbacks::Timer;
use super::saving::Saving;

/// A second, in milliseconds.
const SECOND: u64 = 1_000;
/// How often it is tried again to save a game, by the seconds of its running clock.
const TRIED_EVERY: u64 = 10;
/// A machine that lost more than this between its two clocks has slept, in milliseconds.
const NAP: u64 = 1_000;

/// So long after a deadline has passed it is told.
const A_LITTLE: Duration = Duration::from_secs(1);
/// A deadline further away than this is looked at again then.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// When the clocks of a game are looked at again, and what of them was written down.
#[derive(Default)]
pub struct Ticking {
    /// Set until what they show has changed.
    pub(super) timer: Timer,
    /// Whose clock was last written down, and the second that it showed.
    noted: Cell<Option<(Color, u64)>>,
    slept: Cell<Option<u64>>,
}

/// How the clocks stand when they are looked at.
pub enum Tick {
    /// None runs.
    Stands,
    /// One ran while the machine slept.
    Slept,
    /// What they show stays so long.
    Lasts(Duration),
}

impl Ticking {
    /// Looks at the clocks of a game, and writes down what they show.
    pub(super) fn look<Shown>(&self, played: &PlayedGame, saving: &Saving<Shown>) -> Tick {
        let (rules, now) = (played.game(), played.now());
        let Some(running) = rules.clock().and_then(|clock| clock.running()) else {
            self.slept.set(None);
            return Tick::Stands;
        };
        if self.has_slept() {
            return Tick::Slept;
        }
        self.note(rules, running, now, saving);
        Tick::Lasts(Duration::from_millis(until_change(rules, running, now)))
    }

    /// Writes down what the running clock shows, once for each of its seconds. What a turn begins with
    /// is written with the move.
    fn note<Shown>(
        &self,
        rules: &Rules,
        running: Color,
        now: MonotonicTime,
        saving: &Saving<Shown>,
    ) {
        let Some(clock) = rules.clock() else { return };
        let showing = (running, clock.left(running, now).div_ceil(SECOND));
        let in_turn = self.noted.get().is_some_and(|(side, _)| side == running);
        if in_turn && self.noted.get() != Some(showing) {
            let line = clock_line(rules);
            let failed = !saving.trouble().is_empty();
            if failed && showing.1 % TRIED_EVERY == 0 {
                saving.write(line);
            } else if !saving.note(line) {
                return;
            }
        }
        self.noted.set(Some(showing));
    }

    /// Whether the machine has slept since the last tick: one of its clocks counts that, the other
    /// does not.
    fn has_slept(&self) -> bool {
        let milliseconds = |id| {
            let time = clock_gettime(id);
            i128::from(time.tv_sec) * 1000 + i128::from(time.tv_nsec) / 1_000_000
        };
        let slept = milliseconds(ClockId::Boottime) - milliseconds(ClockId::Monotonic);
        let slept = u64::try_from(slept).unwrap_or_default();
        let before = self.slept.replace(Some(slept));
        before.is_some_and(|before| slept > before + NAP)
    }
}

/// Waits for the end of the time that the player to move has in a correspondence game.
#[derive(Default)]
pub struct Deadline(Timer);

impl Deadline {
    /// Calls `look` when the deadline of a game has passed, or a day from now if it is further away; not where it has
    /// passed already, or there is none.
    pub(super) fn wait<O>(&self, owner: &O, played: &PlayedGame, look: fn(&O))
    where
        O: Downgrade<Weak: Upgrade<Strong = O>> + 'static,
    {
        let deadline = played.deadline().filter(|_| !played.is_overdue());
        let Some(deadline) = deadline else {
            return self.0.stop();
        };
        let left = Duration::try_from(deadline.duration_since(now())).unwrap_or_default();
        self.0.set(owner, left.min(A_DAY) + A_LITTLE, look);
    }
}

/// Milliseconds until the running clock shows something else.
fn until_change(rules: &Rules, running: Color, now: MonotonicTime) -> u64 {
    let Some(clock) = rules.clock() else {
        return SECOND;
    };
    let (left, delay) = (clock.left(running, now), clock.delay_left(now));
    let step = if left <= LOW_TIME { 100 } else { SECOND };
    // The face is rounded up, so it changes just below each whole step.
    let rest = left.saturating_sub(1) % step + 1;
    (rest + delay).max(1)
}
