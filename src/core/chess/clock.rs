//! Two clocks, of which one runs at the most: arithmetic on instants that are handed in.

use shakmaty::{ByColor, Color};

use super::time_control::{Bonus, TimeControl};

/// With less than this a player's time is short, and clocks show tenths; in milliseconds.
pub const LOW_TIME: u64 = 20_000;

/// A moment on a clock that never goes back, in milliseconds since some beginning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct MonotonicTime(pub u64);

impl MonotonicTime {
    fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// What each side has left, in milliseconds, and how many moves each has made. One is kept for
/// every ply, so that a takeback can put the clocks back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockReading {
    /// What is left.
    pub left: ByColor<u64>,
    /// Moves made.
    pub moves: ByColor<u32>,
    /// The period that each side is in.
    period: ByColor<usize>,
}

impl ClockReading {
    /// Gives a side more time.
    pub(super) fn give(&mut self, side: Color, more: u64) {
        let left = self.left.get_mut(side);
        *left = left.saturating_add(more);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Turn {
    side: Color,
    /// What passed in this turn before the last start or pause.
    passed: u64,
    /// When the clock was last started; `None` while it is paused.
    running_since: Option<MonotonicTime>,
}

/// The clocks of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    reading: ClockReading,
    /// No turn is timed before the first move and after the end.
    turn: Option<Turn>,
}

impl Clock {
    /// Full clocks that stand still. The first move starts them.
    pub fn new(control: TimeControl) -> Self {
        let left = ByColor::new_with(|color| control.side(color).period(0).time);
        let reading = ClockReading {
            left,
            moves: ByColor::new_with(|_| 0),
            period: ByColor::new_with(|_| 0),
        };
        Self {
            control,
            reading,
            turn: None,
        }
    }

    /// The time control.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// What a move of this side brings in the period that it is in.
    pub fn bonus(&self, side: Color) -> Bonus {
        let period = *self.reading.period.get(side);
        self.control.side(side).period(period).bonus
    }

    /// Whose time is running.
    pub fn running(&self) -> Option<Color> {
        self.turn
            .filter(|turn| turn.running_since.is_some())
            .map(|turn| turn.side)
    }

    /// Whether a turn is under way whose time stands still.
    pub fn is_paused(&self) -> bool {
        self.turn.is_some_and(|turn| turn.running_since.is_none())
    }

    /// What a side has left, in milliseconds.
    pub fn left(&self, color: Color, now: MonotonicTime) -> u64 {
        let left = *self.reading.left.get(color);
        match self.turn {
            Some(turn) if turn.side == color => left.saturating_sub(self.charge(turn, now)),
            _ => left,
        }
    }

    /// How long until the next millisecond is charged to the side whose time runs: what is left of
    /// its delay. 0 without a delay.
    pub fn delay_left(&self, now: MonotonicTime) -> u64 {
        match self.turn {
            Some(turn) => match self.bonus(turn.side) {
                Bonus::SimpleDelay(delay) => delay.saturating_sub(passed(turn, now)),
                _ => 0,
            },
            None => 0,
        }
    }

    /// The side whose flag has fallen (Article 6.8).
    pub fn flag(&self, now: MonotonicTime) -> Option<Color> {
        self.turn
            .map(|turn| turn.side)
            .filter(|side| self.left(*side, now) == 0)
    }

    /// The reading to be put back by a takeback.
    pub fn reading(&self) -> ClockReading {
        self.reading.clone()
    }

    /// `mover` has moved: its time is charged, it gets its bonus, and the other side's time runs.
    /// The first move costs no time, for it starts the clocks, but it has its increment as every
    /// other. A move also ends a pause.
    pub fn press(&mut self, mover: Color, now: MonotonicTime) {
        let turn = self.turn.filter(|turn| turn.side == mover);
        let charge = turn.map_or(0, |turn| self.charge(turn, now));
        let spent = turn.map_or(0, |turn| passed(turn, now));
        let earned = match self.bonus(mover) {
            Bonus::None | Bonus::SimpleDelay(_) => 0,
            Bonus::Fischer(increment) => increment,
            Bonus::Bronstein(delay) => delay.min(spent),
        };
        let left = self.reading.left.get_mut(mover);
        *left = left.saturating_sub(charge).saturating_add(earned);
        self.count_move(mover);
        self.turn = Some(Turn {
            side: mover.other(),
            passed: 0,
            running_since: Some(now),
        });
    }

    /// Another move is made; the last one of a period brings the time of the next.
    fn count_move(&mut self, mover: Color) {
        let allowance = self.control.side(mover);
        let reading = &mut self.reading;
        *reading.moves.get_mut(mover) += 1;
        let number = reading.period.get_mut(mover);
        let due: u64 = (0..=*number)
            .map(|n| u64::from(allowance.period(n).moves.unwrap_or(0)))
            .sum();
        if allowance.period(*number).moves.is_some() && u64::from(*reading.moves.get(mover)) == due
        {
            *number += 1;
            let left = reading.left.get_mut(mover);
            *left = left.saturating_add(allowance.period(*number).time);
        }
    }

    /// The time stands still until [`Clock::go_on`].
    pub fn pause(&mut self, now: MonotonicTime) {
        if let Some(turn) = &mut self.turn {
            *turn = Turn {
                passed: passed(*turn, now),
                running_since: None,
                ..*turn
            };
        }
    }

    /// The time runs again.
    pub fn go_on(&mut self, now: MonotonicTime) {
        if let Some(turn) = &mut self.turn {
            turn.running_since.get_or_insert(now);
        }
    }

    /// The game is over: the clocks stop where they are.
    pub fn stop(&mut self, now: MonotonicTime) {
        if let Some(turn) = self.turn.take() {
            let charge = self.charge(turn, now);
            let left = self.reading.left.get_mut(turn.side);
            *left = left.saturating_sub(charge);
        }
    }

    /// Puts the clocks back to a reading; `side` is to move, and its turn begins anew.
    pub fn put_back(&mut self, reading: ClockReading, side: Color, now: MonotonicTime) {
        let paused = self.is_paused();
        let begun = reading.moves.white + reading.moves.black > 0;
        self.reading = reading;
        self.turn = begun.then_some(Turn {
            side,
            passed: 0,
            running_since: (!paused).then_some(now),
        });
    }

    /// Gives a side more time.
    pub fn give(&mut self, side: Color, more: u64) {
        self.reading.give(side, more);
    }

    /// Sets what is left, as a record says that was written when the turn began.
    pub fn set_left(&mut self, left: ByColor<u64>, now: MonotonicTime) {
        self.reading.left = left;
        self.set_passed(0, now);
    }

    /// Sets what is left, as a record says that was written in the midst of the turn. What is
    /// missing since the turn began has passed in it, so that a delay is not granted twice.
    pub fn set_left_in_turn(&mut self, left: ByColor<u64>, now: MonotonicTime) {
        let begun = self.reading.left;
        let charged = self.turn.and_then(|turn| {
            let (side, other) = (turn.side, turn.side.other());
            let charged = begun.get(side).checked_sub(*left.get(side))?;
            (begun.get(other) == left.get(other)).then_some((side, charged))
        });
        let Some((side, charged)) = charged else {
            return self.set_left(left, now);
        };
        let free = match self.bonus(side) {
            Bonus::SimpleDelay(delay) if charged > 0 => delay,
            _ => 0,
        };
        self.set_passed(charged.saturating_add(free), now);
    }

    fn set_passed(&mut self, passed: u64, now: MonotonicTime) {
        if let Some(turn) = &mut self.turn {
            turn.passed = passed;
            turn.running_since = turn.running_since.map(|_| now);
        }
    }

    fn charge(&self, turn: Turn, now: MonotonicTime) -> u64 {
        let passed = passed(turn, now);
        match self.bonus(turn.side) {
            Bonus::SimpleDelay(delay) => passed.saturating_sub(delay),
            _ => passed,
        }
    }
}

/// What has passed of a turn, pauses left out.
fn passed(turn: Turn, now: MonotonicTime) -> u64 {
    turn.passed
        .saturating_add(turn.running_since.map_or(0, |since| now.since(since)))
}
