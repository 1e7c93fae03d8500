//! What a search remembers of moves and positions from other places in the tree: killers, the history of quiet moves
//! and of captures, and by how much static evaluations were wrong.

use shakmaty::{Color, Move, Position, Role};

use super::network::Accumulators;
use super::node::Node;
use super::pawns::PawnTable;
use crate::chess::{HASH_MULTIPLIER, PackedMove};

/// Plies from the root that are searched at most.
pub(super) const MAX_PLY: usize = 128;
/// No move weighs more.
pub(super) const MAX_WEIGHT: i32 = 16_384;

/// The moves of a color: what the piece is, and where it goes.
const MOVES: usize = 6 * 64;
/// Positions whose errors are kept apart, of each kind.
const CORRECTIONS: usize = 1 << 14;
/// By how much errors are finer than centipawns.
const GRAIN: i32 = 64;
/// No static evaluation is corrected by more, in centipawns.
const MAX_CORRECTION: i32 = 60;

/// What a search remembers of moves in all positions
/// (<https://www.chessprogramming.org/History_Heuristic>, <https://www.chessprogramming.org/Killer_Heuristic>).
pub(super) struct History {
    pub killers: [[Option<Move>; 2]; MAX_PLY + 2],
    /// By color, and by the squares from and to.
    quiet: Box<[i16]>,
    /// By color, by what moves where, and by what it takes.
    captures: Box<[i16]>,
    /// By color, and by where the pawns, White's pieces and Black's pieces stand.
    corrections: [Box<[i16]>; 3],
    pub pawns: PawnTable,
    pub accumulators: Accumulators,
}

/// Where in the search moves are tried.
pub(super) struct Context<'a> {
    pub node: &'a Node,
    pub ply: usize,
    /// The best move that the table knows.
    pub hash_move: Option<PackedMove>,
}

impl Context<'_> {
    pub fn turn(&self) -> Color {
        self.node.position.turn()
    }
}

/// Where a move stands among those of its color.
#[inline]
fn piece_and_square(mv: Move) -> usize {
    (mv.role() as usize - 1) * 64 + mv.to() as usize
}

/// Draws a weight towards its limit: the nearer it is, the less (gravity).
#[inline]
fn weigh(weight: &mut i16, bonus: i32) {
    let before = i32::from(*weight);
    *weight = (before + bonus - before * bonus.abs() / MAX_WEIGHT) as i16;
}

fn zeros(count: usize) -> Box<[i16]> {
    vec![0; count].into_boxed_slice()
}

impl History {
    pub fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY + 2],
            quiet: zeros(2 * 64 * 64),
            captures: zeros(2 * MOVES * 6),
            corrections: std::array::from_fn(|_| zeros(2 * CORRECTIONS)),
            pawns: PawnTable::new(),
            accumulators: Accumulators::default(),
        }
    }

    /// Another search begins: what refuted moves at a ply of the last one says nothing of this one.
    pub fn forget_killers(&mut self) {
        self.killers = [[None; 2]; MAX_PLY + 2];
    }

    /// The weight of a quiet move.
    #[inline]
    pub fn quiet(&self, at: &Context<'_>, mv: Move) -> i32 {
        i32::from(self.quiet[quiet_index(at.turn(), mv)])
    }

    /// The weight of a capture.
    #[inline]
    pub fn capture(&self, at: &Context<'_>, mv: Move) -> i32 {
        i32::from(self.captures[capture_index(at.turn(), mv)])
    }

    /// Remembers that a move refuted the ones before it, and that those that were tried first did not.
    pub fn reward(&mut self, at: &Context<'_>, depth: i32, best: Move, tried: &[Move]) {
        let turn = at.turn();
        let bonus = (320 * depth - 60).min(3_200);
        if best.is_capture() {
            weigh(&mut self.captures[capture_index(turn, best)], bonus);
        } else {
            let killers = &mut self.killers[at.ply];
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            weigh(&mut self.quiet[quiet_index(turn, best)], bonus);
        }
        for mv in tried {
            if mv.is_capture() {
                weigh(&mut self.captures[capture_index(turn, *mv)], -bonus);
            } else if !best.is_capture() {
                weigh(&mut self.quiet[quiet_index(turn, *mv)], -bonus);
            }
        }
    }

    /// By how much the static evaluation of such positions was too low, in centipawns
    /// (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>).
    pub fn correction(&self, node: &Node) -> i32 {
        let entries = self.corrections.iter().zip(correction_indices(node));
        let sum: i32 = entries
            .map(|(errors, index)| i32::from(errors[index]))
            .sum();
        (sum / (2 * GRAIN)).clamp(-MAX_CORRECTION, MAX_CORRECTION)
    }

    /// Remembers by how much the static evaluation was too low, in centipawns.
    pub fn correct(&mut self, node: &Node, depth: i32, error: i32) {
        let error = error.clamp(-2 * MAX_CORRECTION, 2 * MAX_CORRECTION) * GRAIN;
        let share = (depth + 1).min(16);
        for (errors, index) in self.corrections.iter_mut().zip(correction_indices(node)) {
            let before = i32::from(errors[index]);
            errors[index] = ((before * (256 - share) + error * share) / 256) as i16;
        }
    }
}

#[inline]
fn quiet_index(turn: Color, mv: Move) -> usize {
    let from = mv.from().map_or(0, usize::from);
    (turn as usize * 64 + from) * 64 + mv.to() as usize
}

#[inline]
fn capture_index(turn: Color, mv: Move) -> usize {
    let taken = mv.capture().map_or(0, |role| role as usize - 1);
    (turn as usize * MOVES + piece_and_square(mv)) * 6 + taken
}

/// Where errors are kept for the pawns of a position, for White's pieces, and for Black's.
fn correction_indices(node: &Node) -> [usize; 3] {
    let board = node.position.board();
    let pieces = |color| {
        let roles = [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ];
        let squares = roles.map(|role| u64::from(board.by_role(role) & board.by_color(color)));
        squares.into_iter().fold(0, mixed)
    };
    let pawns = [board.white(), board.black()].map(|side| u64::from(board.pawns() & side));
    let keys = [
        pawns.into_iter().fold(0, mixed),
        pieces(Color::White),
        pieces(Color::Black),
    ];
    let turn = node.position.turn() as usize * CORRECTIONS;
    keys.map(|key| turn + (key >> 50) as usize)
}

/// A hash, with these squares in it.
#[inline]
fn mixed(hash: u64, squares: u64) -> u64 {
    let mixed = (hash ^ squares).wrapping_mul(HASH_MULTIPLIER);
    mixed ^ (mixed >> 29)
}
