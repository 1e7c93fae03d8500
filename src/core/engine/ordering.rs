//! In which order moves are tried: the sooner the best one, the less has to be searched.

use shakmaty::{Color, Move, MoveList, Position, Role};

use super::exchange::{gain, wins, worth};
use super::node::{Node, is_noisy};
use super::table::Packed;

/// Half-moves from the root for which killers are remembered.
pub(super) const MOST_DEPTH: usize = 128;
/// No history weighs more.
const MOST_HISTORY: i32 = 16_384;

const FIRST: i32 = 1 << 30;
const WINNING: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const LOSING: i32 = -(1 << 28);

type BySquares = [[i32; 64]; 6];

/// What quiet moves have done elsewhere in the search: killers, answers, and history.
pub(super) struct Memory {
    killers: [[Option<Move>; 2]; MOST_DEPTH],
    /// What was best after a move, by the piece that had moved and its square.
    answers: Box<[[[Option<Move>; 64]; 6]; 2]>,
    history: Box<[BySquares; 2]>,
}

impl Memory {
    pub fn new() -> Self {
        Self {
            killers: [[None; 2]; MOST_DEPTH],
            answers: Box::new([[[None; 64]; 6]; 2]),
            history: Box::new([[[0; 64]; 6]; 2]),
        }
    }

    /// What is remembered counts for less when another search begins.
    pub fn fade(&mut self) {
        self.killers = [[None; 2]; MOST_DEPTH];
        for weight in self.history.iter_mut().flatten().flatten() {
            *weight /= 8;
        }
    }

    pub fn history(&self, turn: Color, mv: Move) -> i32 {
        self.history[turn as usize][mv.role() as usize - 1][mv.to() as usize]
    }

    fn weigh(&mut self, turn: Color, mv: Move, bonus: i32) {
        let weight = &mut self.history[turn as usize][mv.role() as usize - 1][mv.to() as usize];
        *weight += bonus - *weight * bonus.abs() / MOST_HISTORY;
    }

    /// Remembers that a quiet move refuted the one before it, and these that were tried first did not.
    pub fn refuted(&mut self, at: &At<'_>, depth: i32, by: Move, tried: &[Move]) {
        let killers = &mut self.killers[at.ply];
        if killers[0] != Some(by) {
            *killers = [Some(by), killers[0]];
        }
        let turn = at.node.position.turn();
        if let Some(last) = at.last {
            self.answers[turn as usize][last.role() as usize - 1][last.to() as usize] = Some(by);
        }
        let bonus = (depth * depth * 16).min(1_600);
        self.weigh(turn, by, bonus);
        for mv in tried {
            self.weigh(turn, *mv, -bonus);
        }
    }

    fn answer(&self, turn: Color, last: Option<Move>) -> Option<Move> {
        let last = last?;
        self.answers[turn as usize][last.role() as usize - 1][last.to() as usize]
    }
}

/// Where in the search moves are to be put in order.
pub(super) struct At<'a> {
    pub node: &'a Node,
    pub ply: usize,
    /// The move that led here.
    pub last: Option<Move>,
    /// The move that the table knows as best.
    pub best: Option<Packed>,
}

/// Moves, to be taken one by one, the most promising first.
pub(super) struct Ordered {
    moves: MoveList,
    weights: [i32; 256],
    next: usize,
}

impl Ordered {
    pub fn new(moves: MoveList, at: &At<'_>, memory: &Memory) -> Self {
        let turn = at.node.position.turn();
        let answer = memory.answer(turn, at.last);
        let [first, second] = memory.killers[at.ply];
        let mut weights = [0; 256];
        for (mv, weight) in moves.iter().zip(&mut weights) {
            *weight = if at.best == Some(Packed::of(*mv)) {
                FIRST
            } else if is_noisy(*mv) {
                let order = gain(*mv) * 64 - worth(mv.role()) / 16;
                if wins(&at.node.position, *mv, 0) {
                    WINNING + order
                } else {
                    LOSING + order
                }
            } else if mv.promotion().is_some_and(|role| role != Role::Queen) {
                LOSING
            } else if first == Some(*mv) {
                KILLER + 2
            } else if second == Some(*mv) {
                KILLER + 1
            } else if answer == Some(*mv) {
                KILLER
            } else {
                memory.history(turn, *mv)
            };
        }
        Self {
            moves,
            weights,
            next: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }
}

impl Iterator for Ordered {
    /// A move, and whether it takes something and loses by it.
    type Item = (Move, bool);

    fn next(&mut self) -> Option<(Move, bool)> {
        let left = self.next..self.moves.len();
        let best = left.max_by_key(|index| (self.weights[*index], std::cmp::Reverse(*index)))?;
        self.moves.swap(self.next, best);
        self.weights.swap(self.next, best);
        let taken = self.next;
        self.next += 1;
        Some((self.moves[taken], self.weights[taken] <= LOSING / 2))
    }
}
