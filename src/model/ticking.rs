//! The clocks of the observable game: they tick as seldom as they can, stop the game when a flag
//! falls, and stand still when the machine has slept.
//!
//! What the running clock shows is appended to the log at each of its whole seconds, so that a kill gives
//! back at most a second, of what had been shown: the game goes on with the last record. No disk is woken
//! for it. Where the app ends by itself, or is told to end, the clock is stopped and written to the
//! millisecond. A delay is not charged, so nothing tells how much of it had passed: it is granted anew.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::log::clock_line;
use rank_and_file_core::rules::{Action, Color, Game as Rules, Moment};
use rustix::time::{ClockId, clock_gettime};

use super::Game;
use super::saving::Saved;

/// Below this a clock shows tenths, in milliseconds.
const TENTHS: u64 = 20_000;
/// A second, in milliseconds.
const SECOND: u64 = 1_000;
/// How often it is tried again to save a game, by the seconds of its running clock.
const TRIED_EVERY: u64 = 10;
/// A machine that lost more than this between its two clocks has slept, in milliseconds.
const NAP: u64 = 1_000;

/// What the game needs to know to tick.
#[derive(Default)]
pub struct Ticking {
    /// From when on the clocks count.
    begun: Cell<Option<Instant>>,
    source: RefCell<Option<glib::SourceId>>,
    /// Whose clock was last written down, and the second that it showed.
    noted: Cell<Option<(Color, u64)>>,
    slept: Cell<Option<u64>>,
}

impl Game {
    /// The moment by which the clocks are read.
    pub(super) fn now(&self) -> Moment {
        let begun = self.imp().ticking.begun.get().unwrap_or_else(|| {
            let now = Instant::now();
            self.imp().ticking.begun.set(Some(now));
            now
        });
        Moment(u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// What a side has left, in milliseconds; while a game that is over is looked through, what it
    /// had then. `None` for a game without clocks.
    #[must_use]
    pub fn clock_left(&self, color: Color) -> Option<u64> {
        let now = self.now();
        self.with_rules(|rules| {
            let clock = rules.clock()?;
            let viewed = self.viewed_ply() as usize;
            let earlier = rules
                .plies()
                .get(viewed.wrapping_sub(1))
                .filter(|_| self.is_closed() && viewed < rules.plies().len());
            Some(match earlier.and_then(|ply| ply.reading.as_ref()) {
                Some(reading) => *reading.left.get(color),
                None => clock.left(color, now),
            })
        })
    }

    /// Whose clock is running.
    #[must_use]
    pub fn clock_running(&self) -> Option<Color> {
        self.with_rules(|rules| rules.clock()?.running())
    }

    /// Whether a clock was running and stands still.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.with_rules(|rules| {
            rules
                .clock()
                .is_some_and(rank_and_file_core::rules::Clock::is_paused)
        })
    }

    /// Leaves the clocks standing, as the game is left.
    pub fn suspend(&self) {
        if self.clock_running().is_some() && !self.read_only() {
            // That the clocks stand already is no reason to speak.
            self.act(Action::Pause).ok();
        }
        self.stop_ticking();
    }

    fn stop_ticking(&self) {
        if let Some(source) = self.imp().ticking.source.take() {
            source.remove();
        }
    }

    /// Looks at the clocks, and comes back when they show something new.
    pub(super) fn tick(&self) {
        self.stop_ticking();
        let ticking = &self.imp().ticking;
        let Some(running) = self.clock_running() else {
            ticking.slept.set(None);
            return;
        };
        let now = self.now();
        let flag = self.imp().rules.borrow_mut().flag_at(now);
        if let Some(event) = flag {
            self.record(event);
            return;
        }
        if self.has_slept() {
            self.act(Action::Pause).ok();
            return;
        }
        self.note_clock(running, now);
        let wait = self.with_rules(|rules| until_change(rules, running, now.0));
        let weak = self.downgrade();
        let source = glib::timeout_add_local_once(Duration::from_millis(wait), move || {
            if let Some(game) = weak.upgrade() {
                // This source is gone with its only call.
                game.imp().ticking.source.take();
                game.tick();
                game.emit_by_name::<()>("ticked", &[]);
            }
        });
        ticking.source.replace(Some(source));
    }

    /// Writes down what the running clock shows, once for each of its seconds. What a turn begins with
    /// is written with the move.
    fn note_clock(&self, running: Color, now: Moment) {
        let left = self.with_rules(|rules| Some(rules.clock()?.left(running, now)));
        let Some(left) = left else { return };
        let showing = (running, left.div_ceil(SECOND));
        let noted = &self.imp().ticking.noted;
        let in_turn = noted.get().is_some_and(|(side, _)| side == running);
        if in_turn && noted.get() != Some(showing) {
            let line = self.with_rules(clock_line);
            let saving = self.saving();
            let failed = !saving.trouble().is_empty();
            if failed && showing.1 % TRIED_EVERY == 0 {
                saving.write(line);
            } else if !saving.note(line) {
                return;
            }
        }
        noted.set(Some(showing));
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
        let before = self.imp().ticking.slept.replace(Some(slept));
        before.is_some_and(|before| slept > before + NAP)
    }
}

/// Milliseconds until the running clock shows something else.
fn until_change(rules: &Rules, running: Color, now: u64) -> u64 {
    let moment = Moment(now);
    let Some(clock) = rules.clock() else {
        return SECOND;
    };
    let (left, delay) = (clock.left(running, moment), clock.delay_left(moment));
    let step = if left <= TENTHS { 100 } else { SECOND };
    // The face is rounded up, so it changes just below each whole step.
    let rest = left.saturating_sub(1) % step + 1;
    (rest + delay).max(1)
}
