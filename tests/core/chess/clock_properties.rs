//! Random schedules of moves, pauses, a sleeping machine and takebacks, against a second account of the time, which
//! adds everything up from the start whenever it is asked.

use fastrand::Rng;
use rank_and_file_core::chess::{Action, Clock, ClockReading, Color, MonotonicTime, Reason};

use crate::timed::account::{Account, Turn, any_control, any_time};
use crate::timed::{Kept, left, shown};

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

fn agree(clock: &Clock, account: &Account, now: u64, context: (u64, u8)) {
    let both = left(clock, now);
    for side in Color::ALL {
        let shows = side.fold_wb(both.0, both.1);
        let counted = account.left(side);
        assert_eq!(
            shows as i64,
            counted.max(0),
            "{side}: {context:?}: {account:?}"
        );
        if counted <= 0 && clock.flag(MonotonicTime(now)) != Some(side) {
            panic!("{side} has nothing left and goes on: {context:?}: {account:?}");
        }
    }
    let running = account.ticks().then(|| account.turn());
    assert_eq!(clock.running(), running, "{context:?}: {account:?}");
    let paused = account.paused && !account.made.is_empty();
    assert_eq!(clock.is_paused(), paused, "{context:?}: {account:?}");
}

fn schedule(seed: u64, seen: &mut Seen) {
    let mut rng = Rng::with_seed(seed);
    let control = any_control(&mut rng);
    let mut clock = Clock::new(control.clone());
    let mut account = Account::new(control);
    let mut readings: Vec<ClockReading> = Vec::new();
    let mut now = rng.u64(0..1_000_000);
    for step in 0..rng.u8(5..40) {
        let context = (seed, step);
        let time = any_time(&mut rng, account.left(account.turn()));
        let waiting = left(&clock, now);
        now += time;
        if account.ticks() {
            account.running += time;
        }
        agree(&clock, &account, now, context);
        // Only the running side is charged.
        let (waits, waited) = (account.turn().other(), left(&clock, now));
        let of = |both: (u64, u64)| waits.fold_wb(both.0, both.1);
        assert_eq!(of(waiting), of(waited), "{context:?}: {account:?}");
        if !account.made.is_empty() && account.left(account.turn()) <= 0 {
            assert_eq!(
                clock.flag(MonotonicTime(now)),
                Some(account.turn()),
                "{context:?}: {account:?}"
            );
            clock.stop(MonotonicTime(now));
            assert_eq!(
                left(&clock, now + 5_000),
                waited,
                "{context:?}: {account:?}"
            );
            assert_eq!(
                clock.flag(MonotonicTime(now)),
                None,
                "{context:?}: {account:?}"
            );
            seen.flags += 1;
            return;
        }
        assert_eq!(
            clock.flag(MonotonicTime(now)),
            None,
            "{context:?}: {account:?}"
        );
        match rng.u8(0..20) {
            0..12 => {
                let side = account.turn();
                let before = clock.reading().left;
                clock.press(side, MonotonicTime(now));
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
                    u32::from(clock.left(side, MonotonicTime(now)) > *before.get(side) + 4_000);
            }
            12..15 => {
                if account.paused {
                    clock.go_on(MonotonicTime(now));
                } else {
                    clock.pause(MonotonicTime(now));
                }
                account.paused = !account.paused && !account.made.is_empty();
                seen.pauses += 1;
            }
            // The machine sleeps, and its monotonic clock stands still. Nothing is done, and the clocks may show
            // nothing new at the next look.
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
                clock.put_back(reading, account.turn(), MonotonicTime(now));
                seen.takebacks += 1;
                seen.to_the_start += u32::from(account.made.is_empty());
            }
        }
        agree(&clock, &account, now, context);
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
                15 if account.paused => Action::Resume,
                16 if !account.made.is_empty() => Action::TakeBack(1),
                17.. if account.ticks() && !fallen => {
                    kept.reload(now);
                    // A delay that was not over is granted anew.
                    if account.spared(side) > 0
                        && kept.game.clock().unwrap().delay_left(MonotonicTime(0)) > 0
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
