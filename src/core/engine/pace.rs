//! How fast a player that is a program plays: what it may spend of its clock, and how long a person would
//! hesitate.

use std::time::Duration;

use shakmaty::{Color, Position};

use super::limits::share;
use super::repertoire::OPENING;
use super::{Computer, Found, Limits};
use crate::rules::{Bonus, Clock, Game, Moment};

/// What an engine has for a move where there are no clocks.
const WITHOUT_CLOCK: Duration = Duration::from_secs(2);
/// What is kept of a clock for the way of each move to it, in milliseconds.
const RESERVE: u64 = 1_020;
/// Nobody wants to wait for an engine longer than that, however much time it has.
const LONGEST_THOUGHT: Duration = Duration::from_secs(10);
/// Nobody is made to wait longer than that for a move that has been found.
const LONGEST_PAUSE: Duration = Duration::from_secs(3);

/// How long the player to move looks for its move.
pub(super) fn limits(computer: &Computer, game: &Game, now: Moment) -> Limits {
    let of_clock = game.clock().map(|clock| of_clock(clock, game.turn(), now));
    match (computer, of_clock) {
        (Computer::Level(level), None) => level.limits(),
        (Computer::Level(level), Some((enough, most))) => Limits {
            enough: Some(enough),
            time: Some(most),
            ..level.limits()
        },
        // An engine uses up what it is given.
        (Computer::Engine(_), of_clock) => Limits {
            time: Some(of_clock.map_or(WITHOUT_CLOCK, |(enough, _)| enough.min(LONGEST_THOUGHT))),
            ..Limits::default()
        },
    }
}

/// What a side may spend on this move: in the usual case, and at most.
fn of_clock(clock: &Clock, side: Color, now: Moment) -> (Duration, Duration) {
    let (increment, free) = match clock.control().side(side).bonus {
        Bonus::None => (0, 0),
        Bonus::Fischer(ms) | Bonus::Bronstein(ms) => (ms, 0),
        // Of what costs nothing some is left for the way to the clock.
        Bonus::SimpleDelay(_) => (0, clock.delay_left(now) / 2),
    };
    // One move more than has to be made: the last one shall not take all that is left.
    let moves = moves_to_go(clock, side).map(|moves| moves + 1);
    let (enough, most) = share(clock.left(side, now), increment, moves, RESERVE);
    // An engine that is given no time at all may not answer.
    let free = Duration::from_millis(free.max(1));
    (enough + free, most + free)
}

/// How many moves are left until more time comes; `None` where none comes.
fn moves_to_go(clock: &Clock, side: Color) -> Option<u64> {
    let made = u64::from(*clock.reading().moves.get(side));
    let allowance = clock.control().side(side);
    let mut due = 0;
    for number in 0.. {
        due += u64::from(allowance.period(number).moves?);
        if due > made {
            break;
        }
    }
    Some(due - made)
}

/// How long a person would hesitate before this move: hardly where there is nothing to choose, longer where
/// much is at stake, and never so long that the clock suffers. `chance` is from 0 to 1, `surprised` says that
/// things are not what they seemed a move ago.
pub(super) fn pause(
    game: &Game,
    found: &Found,
    now: Moment,
    surprised: bool,
    chance: f64,
) -> Duration {
    let position = game.position();
    let choice = position.legal_moves().len();
    let recaptures = game.plies().last().is_some_and(|last| {
        last.captured().is_some() && found.best().is_some_and(|best| best.to() == last.mv.to())
    });
    let ms = if choice == 1 {
        350
    } else if recaptures || game.plies().len() < OPENING {
        600
    } else {
        let stake = if surprised || position.is_check() {
            700
        } else {
            0
        };
        900 + 20 * choice.min(40) + stake
    };
    // Nobody is a metronome.
    let person = Duration::from_millis(ms as u64).mul_f64(0.7 + 0.6 * chance);
    let most = game
        .clock()
        .map(|clock| of_clock(clock, game.turn(), now).0);
    person.min(LONGEST_PAUSE).min(most.unwrap_or(LONGEST_PAUSE))
}
