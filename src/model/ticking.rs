//! How the clocks of a game tick: what they show is told at each change, and written down at each whole second.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{Action, Color, Game as Rules, Moment};
use rank_and_file_core::record::log::clock_line;
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

/// When the clocks of a game are looked at again, and what of them was written down.
#[derive(Default)]
pub struct Ticking {
    source: RefCell<Option<glib::SourceId>>,
    /// Whose clock was last written down, and the second that it showed.
    noted: Cell<Option<(Color, u64)>>,
    slept: Cell<Option<u64>>,
}

impl Ticking {
    /// Leaves them be.
    pub(super) fn stop(&self) {
        if let Some(source) = self.source.take() {
            source.remove();
        }
    }

    /// Looks at the clocks, and comes back when they show something new.
    pub(super) fn tick(&self, game: &Game) {
        self.stop();
        let Some(running) = game.clock_running() else {
            self.slept.set(None);
            return;
        };
        let flag = game.imp().played.borrow_mut().flag();
        if let Some(event) = flag {
            game.record(event);
            return;
        }
        if self.has_slept() {
            game.act(Action::Pause).ok();
            return;
        }
        let now = game.played().now();
        self.note(game, running, now);
        let wait = game.with_rules(|rules| until_change(rules, running, now.0));
        let weak = game.downgrade();
        let source = glib::timeout_add_local_once(Duration::from_millis(wait), move || {
            if let Some(game) = weak.upgrade() {
                // This source is gone with its only call.
                game.imp().ticking.source.take();
                game.imp().ticking.tick(&game);
                game.emit_by_name::<()>("ticked", &[]);
            }
        });
        self.source.replace(Some(source));
    }

    /// Writes down what the running clock shows, once for each of its seconds. What a turn begins with
    /// is written with the move.
    fn note(&self, game: &Game, running: Color, now: Moment) {
        let left = game.with_rules(|rules| Some(rules.clock()?.left(running, now)));
        let Some(left) = left else { return };
        let showing = (running, left.div_ceil(SECOND));
        let in_turn = self.noted.get().is_some_and(|(side, _)| side == running);
        if in_turn && self.noted.get() != Some(showing) {
            let line = game.with_rules(clock_line);
            let saving = game.saving();
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
