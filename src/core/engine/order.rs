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
pub struct Delays {
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
pub struct Order {
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
    /// Reads the words after `go`. What is not understood is passed over.
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
    #[must_use]
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
