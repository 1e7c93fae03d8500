//! What the command `go` of the Universal Chess Interface asks for, and how much time that leaves for a move.

use std::str::FromStr;
use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move};

use super::Limits;
use super::limits::share;

/// For a move where the game has a clock, but none for the side to move.
const WITHOUT_CLOCK: Duration = Duration::from_secs(1);

/// What is kept of a clock for times when the machine is busy, at least and at most, in milliseconds: such a one
/// may let a search of a few of them wait for a hundred.
const FOR_BUSY_TIMES: (u64, u64) = (300, 1_000);

/// How much longer moves have lately taken, by the clock of the game, than was planned.
#[derive(Debug, Default)]
pub struct Delays {
    /// What was left at the last move, and what it was to take at most.
    last: Option<(u64, u64)>,
    /// The longest of them, which counts for less from move to move.
    longest: u64,
}

impl Delays {
    /// What is to be kept of a clock.
    fn reserve(&self) -> u64 {
        let (least, most) = FOR_BUSY_TIMES;
        (self.longest * 4).clamp(least, most)
    }

    /// Looks at the clock before a move.
    fn look(&mut self, left: u64, increment: u64) {
        let Some((before, planned)) = self.last.take() else {
            return;
        };
        let took = (before + increment).saturating_sub(left);
        let (_, most) = FOR_BUSY_TIMES;
        let delay = took.saturating_sub(planned).min(most / 4);
        self.longest = delay.max(self.longest * 7 / 8);
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
        if let Some(time) = self.time {
            limits.time = Some(Duration::from_millis(time));
        } else if let Some(left) = self.left[side] {
            let increment = self.increment[side];
            delays.look(left, increment);
            let reserve = overhead + delays.reserve();
            let (enough, most) = share(left, increment, self.moves_to_go, reserve);
            delays.last = Some((left, most.as_millis() as u64));
            (limits.enough, limits.time) = (Some(enough), Some(most));
        } else if (self.ponder || self.left[1 - side].is_some()) && !has_other_end {
            limits.time = Some(WITHOUT_CLOCK);
        }
        limits
    }
}
