//! What the command `go` of the Universal Chess Interface asks for, and how much time that leaves for a move.

use std::str::FromStr;
use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move};

use super::Limits;
use super::limits::share;

/// For a move where the game has a clock, but none for the side to move.
const WITHOUT_CLOCK: Duration = Duration::from_secs(1);

/// What is kept of a clock for times when the machine is busy, in milliseconds: such a one may let a move wait for
/// hundreds, many times in a row.
const FOR_BUSY_TIMES: u64 = 600;
/// So many more moves shall be played in time, however much each of them is delayed.
const MOVES_TO_COME: u64 = 40;
/// No single move delays more than that, in milliseconds: it was something else.
const LONGEST_DELAY: u64 = 250;
/// How much the last delay counts beside those before it.
const NEWEST: f64 = 0.125;

/// How much longer moves have lately taken, by the clock of the game, than was thought about them.
#[derive(Debug, Default)]
pub(super) struct Delays {
    /// What was left at the last move, and how long was thought about it.
    last: Option<(u64, Duration)>,
    /// The usual delay, in milliseconds.
    usual: f64,
}

impl Delays {
    /// What the moves to come will be delayed together, as far as no increment gives it back.
    fn to_come(&self, increment: u64, moves_to_go: Option<u64>) -> u64 {
        let moves = moves_to_go.unwrap_or(MOVES_TO_COME).min(MOVES_TO_COME);
        moves.saturating_mul((self.usual as u64).saturating_sub(increment))
    }

    /// Looks at the clock before a move.
    fn look(&mut self, left: u64, increment: u64) {
        let Some((before, thought)) = self.last.take() else {
            return;
        };
        let took = (before + increment).saturating_sub(left);
        let delay = took.saturating_sub(thought.as_millis() as u64);
        self.usual += NEWEST * (delay.min(LONGEST_DELAY) as f64 - self.usual);
    }

    /// A move has been told so long after it was asked for. What goes beyond what was planned is a delay.
    pub fn has_taken(&mut self, time: Duration) {
        if let Some((_, planned)) = &mut self.last {
            *planned = time.min(*planned);
        }
    }
}

/// `go …`: what shall be searched, and for how long.
#[derive(Debug, Default)]
pub(super) struct Order {
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    time: Option<u64>,
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u64>,
    /// The best move is not told before it is asked for.
    pub infinite: bool,
    /// Searches in the opponent's time, until the move that is pondered on is played.
    pub ponder: bool,
    /// The moves that are looked at; all of them where there are none.
    pub moves: Vec<UciMove>,
    /// So many half-moves are only counted.
    pub perft: Option<u32>,
}

impl Order {
    pub fn read<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut order = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let number = words.peek()?.parse::<i64>().ok()?;
                words.next();
                u64::try_from(number.max(0)).ok()
            };
            let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
            match word {
                "depth" => order.depth = number().map(small),
                "nodes" => order.nodes = number(),
                "mate" => order.mate = number().map(small),
                "movetime" => order.time = number(),
                "wtime" => order.left[0] = number(),
                "btime" => order.left[1] = number(),
                "winc" => order.increment[0] = number().unwrap_or(0),
                "binc" => order.increment[1] = number().unwrap_or(0),
                "movestogo" => order.moves_to_go = number(),
                "infinite" => order.infinite = true,
                "ponder" => order.ponder = true,
                "perft" => order.perft = Some(number().map_or(1, small)),
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|mv| UciMove::from_str(mv).ok()) {
                        order.moves.push(mv);
                        words.next();
                    }
                }
                _ => {}
            }
        }
        order
    }

    /// Those of the moves that shall be looked at which are legal.
    pub fn legal_moves(&self, position: &Chess) -> Vec<Move> {
        let legal = self.moves.iter().filter_map(|mv| mv.to_move(position).ok());
        legal.collect()
    }

    /// How long is searched for a side. Of its clock `overhead` milliseconds are never planned with, and some more
    /// after delays.
    pub fn limits(&self, turn: Color, overhead: u64, delays: &mut Delays) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            ..Limits::default()
        };
        let side = turn.fold_wb(0, 1);
        let has_other_end =
            self.infinite || self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        if self.left[side].is_none() || self.time.is_some() {
            delays.last = None;
        }
        if let Some(time) = self.time {
            limits.time = Some(Duration::from_millis(time));
        } else if let Some(left) = self.left[side] {
            let increment = self.increment[side];
            delays.look(left, increment);
            let lost = overhead + delays.to_come(increment, self.moves_to_go);
            let sure = left.saturating_sub(lost);
            let (enough, most) = share(sure, increment, self.moves_to_go, FOR_BUSY_TIMES);
            delays.last = Some((left, most));
            (limits.enough, limits.time) = (Some(enough), Some(most));
        } else if (self.ponder || self.left[1 - side].is_some()) && !has_other_end {
            limits.time = Some(WITHOUT_CLOCK);
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn most(words: &str, turn: Color, overhead: u64) -> Option<Duration> {
        let order = Order::read(words.split(' '));
        order.limits(turn, overhead, &mut Delays::default()).time
    }

    #[test]
    fn no_more_is_planned_than_what_is_left_but_for_the_overhead() {
        for left in [1_u64, 20, 31, 50, 200, 1_000, 60_000] {
            for increment in [0, 1, 10, 5_000] {
                for moves in [1, 2, 40] {
                    for overhead in [0, 30, 500] {
                        let words =
                            format!("wtime {left} winc {increment} movestogo {moves} btime 1");
                        let most = most(&words, Color::White, overhead);
                        let spare = Duration::from_millis(left.saturating_sub(overhead));
                        assert!(most.is_some_and(|most| most <= spare), "{words}");
                    }
                }
            }
        }
    }

    #[test]
    fn more_is_kept_after_delays_and_less_again_when_there_are_none() {
        let mut delays = Delays::default();
        let mut planned = |left: u64| {
            let order = Order::read(format!("wtime {left} winc 10").split(' '));
            let limits = order.limits(Color::White, 30, &mut delays);
            limits.time.unwrap_or_default().as_millis() as u64
        };
        let first = planned(1_000);
        // It took a fifth of a second longer than it should have.
        assert!(
            planned(1_000 + 10 - first - 200) == 0,
            "more than that is kept"
        );
        for _ in 0..40 {
            planned(800);
        }
        assert!(planned(800) > 0);
        // Another game.
        planned(3_600_000);
        planned(1_000);
        assert!(planned(2_000) > 0);
    }

    /// Thinks about each move as long as it may. What was least on the clock; `None` if it was lost on time.
    fn least_left(
        (base, increment): (u64, u64),
        moves: u64,
        delay: impl Fn(u64) -> u64,
    ) -> Option<u64> {
        let (mut delays, mut left, mut least) = (Delays::default(), base, base);
        for number in 0..moves {
            let order = Order::read(format!("wtime {left} winc {increment}").split(' '));
            let most = order.limits(Color::White, 30, &mut delays).time?;
            let took = most + Duration::from_millis(delay(number));
            delays.has_taken(took);
            left = left.checked_sub(took.as_millis() as u64)?;
            least = least.min(left);
            left += increment;
        }
        Some(least)
    }

    #[test]
    fn a_clock_outlasts_what_a_busy_machine_delays() {
        let often = |number: u64| if number % 20 == 0 { 120_u64 } else { 4 };
        let seldom = |number: u64| if number % 50 == 30 { 500_u64 } else { 0 };
        for clock in [(1_000, 10), (10_000, 100), (60_000, 0)] {
            for delay in [&often as &dyn Fn(u64) -> u64, &seldom] {
                let left = least_left(clock, 80, delay);
                assert!(left.is_some_and(|left| left >= 100), "{clock:?}: {left:?}");
            }
        }
        // So much is lost with each move, as when it has a long way to the clock.
        for delay in [10, 20, 30] {
            let left = least_left((60_000, 0), 80, |_| delay);
            assert!(left.is_some(), "{delay}");
        }
    }

    #[test]
    fn a_long_clock_is_used_as_if_nothing_were_kept() {
        let order = Order::read("wtime 60000 btime 60000".split(' '));
        let limits = order.limits(Color::White, 30, &mut Delays::default());
        let share = |time: Option<Duration>| time.unwrap_or_default().as_millis() as u64;
        let (enough, most) = (60_000 / 60, 60_000 * 4 / 30);
        assert!((enough * 98 / 100..=enough).contains(&share(limits.enough)));
        assert!((most * 98 / 100..=most).contains(&share(limits.time)));
    }

    #[test]
    fn a_low_clock_leaves_a_moment_for_each_move() {
        for left in [200, 400, 600] {
            let order = Order::read(format!("wtime {left}").split(' '));
            let limits = order.limits(Color::White, 30, &mut Delays::default());
            let time = limits.time.unwrap_or_default();
            let most = Duration::from_millis(left) / 200;
            assert!(time > Duration::ZERO && time <= most, "{left}: {time:?}");
            assert!(limits.enough.is_some_and(|enough| !enough.is_zero()));
        }
    }

    #[test]
    fn every_clock_has_an_end() {
        let second = Some(WITHOUT_CLOCK);
        for (words, white, black) in [
            ("btime 30", second, Some(Duration::ZERO)),
            ("ponder", second, second),
            ("infinite", None, None),
            ("infinite btime 30", None, Some(Duration::ZERO)),
            ("depth 3 btime 30", None, Some(Duration::ZERO)),
            ("", None, None),
        ] {
            let found = [Color::White, Color::Black].map(|turn| most(words, turn, 30));
            assert_eq!(found, [white, black], "{words}");
        }
    }
}
