//! A second account of the time, which adds everything up from the start whenever it is asked, and random time controls
//! for it.

use fastrand::Rng;
use rank_and_file_core::chess::{Allowance, Bonus, Color, TimeControl};

/// A turn as it was: whose, and how long its clock ran.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    pub side: Color,
    pub ran: u64,
}

/// The second account. It keeps no clock: only the turns, and what the control says.
#[derive(Debug)]
pub struct Account {
    pub control: TimeControl,
    /// Turns that ended with a move; the very first is the one that started the clocks.
    pub made: Vec<Turn>,
    /// How long the turn that is under way has run.
    pub running: u64,
    pub paused: bool,
}

impl Account {
    pub fn new(control: TimeControl) -> Self {
        Self {
            control,
            made: Vec::new(),
            running: 0,
            paused: false,
        }
    }

    pub fn turn(&self) -> Color {
        self.made
            .last()
            .map_or(Color::White, |turn| turn.side.other())
    }

    pub fn ticks(&self) -> bool {
        !self.made.is_empty() && !self.paused
    }

    /// Every turn of a side that is charged, the one under way included.
    fn turns(&self, side: Color) -> impl Iterator<Item = u64> + '_ {
        let made = self
            .made
            .iter()
            .skip(1)
            .filter(move |turn| turn.side == side);
        let running = (!self.made.is_empty() && self.turn() == side).then_some(self.running);
        made.map(|turn| turn.ran).chain(running)
    }

    fn ran(&self, side: Color) -> i64 {
        self.turns(side).sum::<u64>() as i64
    }

    /// What a simple delay kept from being charged.
    pub fn spared(&self, side: Color) -> i64 {
        match self.control.side(side).period(0).bonus {
            Bonus::SimpleDelay(delay) => self.turns(side).map(|ran| ran.min(delay) as i64).sum(),
            _ => 0,
        }
    }

    /// What came with time and moves: the first period, those that followed, increments.
    fn given(&self, side: Color) -> i64 {
        let allowance = self.control.side(side);
        let moves = self.made.iter().filter(|turn| turn.side == side).count();
        let mut given = allowance.period(0).time;
        let (mut due, mut number) = (0, 0);
        while let Some(more) = allowance.period(number).moves {
            due += more as usize;
            if moves < due {
                break;
            }
            number += 1;
            given += allowance.period(number).time;
        }
        let bonus = |(number, turn): (usize, &Turn)| match allowance.period(0).bonus {
            Bonus::Fischer(increment) => increment,
            // The first turn costs nothing, so that nothing comes back.
            Bonus::Bronstein(delay) if number > 0 => delay.min(turn.ran),
            _ => 0,
        };
        let made = self.made.iter().enumerate();
        let earning = made.filter(|(_, turn)| turn.side == side);
        (given + earning.map(bonus).sum::<u64>()) as i64
    }

    /// What is left: the time that was given, less what ran, plus what a delay spared. Below zero where the flag has
    /// fallen.
    pub fn left(&self, side: Color) -> i64 {
        self.given(side) - (self.ran(side) - self.spared(side))
    }
}

/// Short times, so that periods end and flags fall.
pub fn any_control(rng: &mut Rng) -> TimeControl {
    let side = |rng: &mut Rng| {
        let time = rng.u64(1..30_000);
        let bonus = match rng.u8(0..4) {
            0 => Bonus::None,
            1 => Bonus::Fischer(rng.u64(1..4_000)),
            2 => Bonus::Bronstein(rng.u64(1..4_000)),
            _ => Bonus::SimpleDelay(rng.u64(1..4_000)),
        };
        let mut allowance = Allowance::new(time, bonus);
        for _ in 0..rng.u8(0..3) {
            allowance = allowance.then_after(rng.u32(1..6), rng.u64(0..20_000));
        }
        allowance
    };
    match rng.bool() {
        true => TimeControl::equal(side(rng)),
        // A last period with a number of moves comes again and again.
        false => {
            let repeating = format!("{}/{}", rng.u32(1..5), rng.u32(1..20));
            let [one, other] = [
                side(rng),
                super::control(&repeating).side(Color::White).clone(),
            ];
            let control = TimeControl::unequal(one, other);
            if rng.bool() {
                control.swapped()
            } else {
                control
            }
        }
    }
}

/// How long something takes: often nothing at all, and often just about what is left.
pub fn any_time(rng: &mut Rng, left: i64) -> u64 {
    match rng.u8(0..10) {
        0 => 0,
        1 => u64::try_from(left).unwrap_or(0),
        2 => u64::try_from(left - 1).unwrap_or(0),
        3..6 => rng.u64(0..5),
        _ => rng.u64(0..3_000),
    }
}
