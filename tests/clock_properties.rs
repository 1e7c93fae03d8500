//! Random schedules of moves, pauses, a sleeping machine and takebacks, against a second account
//! of the time that adds everything up from the start at every look.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod timed;

use fastrand::Rng;
use rank_and_file::rules::{
    Action, Allowance, Bonus, Clock, Color, Moment, Reading, Reason, TimeControl,
};

use timed::{Kept, left, shown};

/// A turn as it was: whose, and how long its clock ran.
#[derive(Debug, Clone, Copy)]
struct Turn {
    side: Color,
    ran: u64,
}

/// The second account. It keeps no clock: only the turns, and what the control says.
#[derive(Debug)]
struct Account {
    control: TimeControl,
    /// Turns that ended with a move; the very first is the one that started the clocks.
    made: Vec<Turn>,
    /// How long the turn that is under way has run.
    running: u64,
    paused: bool,
}

impl Account {
    fn new(control: TimeControl) -> Self {
        Self {
            control,
            made: Vec::new(),
            running: 0,
            paused: false,
        }
    }

    fn turn(&self) -> Color {
        self.made
            .last()
            .map_or(Color::White, |turn| turn.side.other())
    }

    fn ticks(&self) -> bool {
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
    fn spared(&self, side: Color) -> i64 {
        match self.control.side(side).bonus {
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
        let bonus = |turn: &Turn| match allowance.bonus {
            Bonus::None | Bonus::SimpleDelay(_) => 0,
            Bonus::Fischer(increment) => increment,
            Bonus::Bronstein(delay) => delay.min(turn.ran),
        };
        let earning = self.made.iter().skip(1).filter(|turn| turn.side == side);
        (given + earning.map(bonus).sum::<u64>()) as i64
    }

    /// What is left, by the law of conservation: given - (what ran - what a delay spared). Below
    /// zero where the flag has fallen.
    fn left(&self, side: Color) -> i64 {
        self.given(side) - (self.ran(side) - self.spared(side))
    }
}

/// Short times, so that periods end and flags fall.
fn any_control(rng: &mut Rng) -> TimeControl {
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
                timed::control(&repeating).side(Color::White).clone(),
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
fn any_time(rng: &mut Rng, left: i64) -> u64 {
    match rng.u8(0..10) {
        0 => 0,
        1 => u64::try_from(left).unwrap_or(0),
        2 => u64::try_from(left - 1).unwrap_or(0),
        3..6 => rng.u64(0..5),
        _ => rng.u64(0..3_000),
    }
}

/// What was seen over all schedules, so that no kind of step is missing.
#[derive(Debug, Default)]
struct Seen {
    moves: u32,
    pauses: u32,
    naps: u32,
    takebacks: u32,
    to_the_start: u32,
    flags: u32,
    periods: u32,
}

fn agree(clock: &Clock, account: &Account, now: u64, context: &str) {
    let both = left(clock, now);
    for side in Color::ALL {
        let shows = side.fold_wb(both.0, both.1);
        let counted = account.left(side);
        assert_eq!(shows as i64, counted.max(0), "{side}: {context}");
        if counted <= 0 && clock.flag(Moment(now)) != Some(side) {
            panic!("{side} has nothing left and goes on: {context}");
        }
    }
    let running = account.ticks().then(|| account.turn());
    assert_eq!(clock.running(), running, "{context}");
    let paused = account.paused && !account.made.is_empty();
    assert_eq!(clock.is_paused(), paused, "{context}");
}

fn schedule(seed: u64, seen: &mut Seen) {
    let mut rng = Rng::with_seed(seed);
    let control = any_control(&mut rng);
    let mut clock = Clock::new(control.clone());
    let mut account = Account::new(control);
    let mut readings: Vec<Reading> = Vec::new();
    let mut now = rng.u64(0..1_000_000);
    for step in 0..rng.u8(5..40) {
        let context = format!("seed {seed}, step {step}: {account:?}");
        let time = any_time(&mut rng, account.left(account.turn()));
        let waiting = left(&clock, now);
        now += time;
        if account.ticks() {
            account.running += time;
        }
        agree(&clock, &account, now, &context);
        // Only the running side is charged.
        let (waits, waited) = (account.turn().other(), left(&clock, now));
        let of = |both: (u64, u64)| waits.fold_wb(both.0, both.1);
        assert_eq!(of(waiting), of(waited), "{context}");
        if !account.made.is_empty() && account.left(account.turn()) <= 0 {
            assert_eq!(clock.flag(Moment(now)), Some(account.turn()), "{context}");
            clock.stop(Moment(now));
            assert_eq!(left(&clock, now + 5_000), waited, "{context}");
            assert_eq!(clock.flag(Moment(now)), None, "{context}");
            seen.flags += 1;
            return;
        }
        assert_eq!(clock.flag(Moment(now)), None, "{context}");
        match rng.u8(0..20) {
            0..12 => {
                let side = account.turn();
                let before = clock.reading().left;
                clock.press(side, Moment(now));
                let ran = account.running;
                account.made.push(Turn { side, ran });
                (account.running, account.paused) = (0, false);
                readings.push(clock.reading());
                assert_eq!(
                    before.get(side.other()),
                    clock.reading().left.get(side.other())
                );
                seen.moves += 1;
                seen.periods +=
                    u32::from(clock.left(side, Moment(now)) > *before.get(side) + 4_000);
            }
            12..15 => {
                if account.paused {
                    clock.go_on(Moment(now));
                } else {
                    clock.pause(Moment(now));
                }
                account.paused = !account.paused && !account.made.is_empty();
                seen.pauses += 1;
            }
            // The machine sleeps: its clock that never goes back does not go on either. Nothing
            // is done, and nothing may change at the next look.
            15..18 => seen.naps += 1,
            _ => {
                let plies = rng.usize(1..=2);
                if plies > account.made.len() {
                    continue;
                }
                account.made.truncate(account.made.len() - plies);
                readings.truncate(account.made.len());
                account.running = 0;
                let full = || Clock::new(account.control.clone()).reading();
                let reading = readings.last().cloned().unwrap_or_else(full);
                account.paused &= !account.made.is_empty();
                clock.put_back(reading, account.turn(), Moment(now));
                seen.takebacks += 1;
                seen.to_the_start += u32::from(account.made.is_empty());
            }
        }
        agree(&clock, &account, now, &context);
    }
}

#[test]
fn time_is_conserved_to_the_millisecond() {
    let mut seen = Seen::default();
    for seed in 0..100_000 {
        schedule(seed, &mut seen);
    }
    for (what, count) in [
        ("moves", seen.moves),
        ("pauses", seen.pauses),
        ("naps", seen.naps),
        ("takebacks", seen.takebacks),
        ("takebacks to the start", seen.to_the_start),
        ("flags", seen.flags),
        ("periods", seen.periods),
    ] {
        assert!(count > 5_000, "hardly any {what}: {seen:?}");
    }
}

/// Whole games with their rules and logs, left and taken up again in the midst of turns.
#[test]
fn games_and_logs_conserve_time() {
    let (mut flags, mut reloads, mut takebacks) = (0, 0, 0);
    for seed in 0..1_500 {
        let mut rng = Rng::with_seed(seed);
        let control = any_control(&mut rng);
        let mut kept = Kept::start(&control.to_string());
        let mut account = Account::new(control);
        let mut now = 0;
        for step in 0..rng.u8(5..30) {
            let context = format!("seed {seed}, step {step}: {account:?}");
            let time = any_time(&mut rng, account.left(account.turn()));
            now += time;
            if account.ticks() {
                account.running += time;
            }
            let side = account.turn();
            let fallen = !account.made.is_empty() && account.left(side) <= 0;
            let action = match rng.u8(0..20) {
                14 if account.ticks() => Action::Pause,
                15 if account.paused => Action::GoOn,
                16 if !account.made.is_empty() => Action::TakeBack(1),
                17.. if account.ticks() && !fallen => {
                    kept.reload(now);
                    // A delay that was not over is granted anew.
                    if account.spared(side) > 0
                        && kept.game.clock().unwrap().delay_left(Moment(0)) > 0
                    {
                        account.running = 0;
                    }
                    reloads += 1;
                    continue;
                }
                _ => {
                    let legal = kept.game.legal_plies();
                    Action::Write(legal[rng.usize(..legal.len())].uci())
                }
            };
            kept.act(action.clone(), now);
            if fallen {
                let reason = kept.game.outcome().map(|outcome| outcome.reason);
                let by_time = [Some(Reason::Time), Some(Reason::TimeNoMatingMaterial)];
                assert!(by_time.contains(&reason), "{reason:?}: {context}");
                flags += 1;
            } else {
                match action {
                    Action::Write(_) => {
                        let ran = account.running;
                        account.made.push(Turn { side, ran });
                        (account.running, account.paused) = (0, false);
                    }
                    Action::TakeBack(plies) => {
                        account.made.truncate(account.made.len() - plies);
                        account.running = 0;
                        account.paused &= !account.made.is_empty();
                        takebacks += 1;
                    }
                    _ => account.paused = !account.paused,
                }
            }
            let counted = Color::ALL.map(|side| account.left(side).max(0) as u64);
            assert_eq!(shown(&kept.game), counted.into(), "{action:?}, {context}");
            assert_eq!(
                shown(&kept.loaded().game),
                counted.into(),
                "{action:?}, {context}"
            );
            if kept.game.outcome().is_some() {
                break;
            }
        }
    }
    let enough = flags > 100 && reloads > 500 && takebacks > 200;
    assert!(
        enough,
        "{flags} flags, {reloads} reloads, {takebacks} takebacks"
    );
}
