//! In which order moves are tried, by the hash move, exchanges on a square, killers and history: the sooner the
//! best one, the less has to be searched.

use shakmaty::{Bitboard, Board, Chess, Color, Move, MoveList, Position, Role, Square, attacks};

use super::search::{Node, is_noisy};
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

/// What pieces are worth when they are exchanged, pawn to king, in hundredths of a pawn.
const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

pub(crate) fn worth(role: Role) -> i32 {
    WORTH[role as usize - 1]
}

/// What a move brings at once: what it takes, and what a pawn becomes.
pub(super) fn gain(mv: Move) -> i32 {
    let promoted = mv.promotion();
    mv.capture().map_or(0, worth) + promoted.map_or(0, |role| worth(role) - worth(Role::Pawn))
}

/// Whether a move wins at least so much on its square, where both sides take there with what is worth least
/// and stop when they like. Pins are not seen.
pub(super) fn wins(position: &Chess, mv: Move, least: i32) -> bool {
    let Some(from) = mv.from().filter(|_| !mv.is_castle()) else {
        return least <= 0;
    };
    let (board, to) = (position.board(), mv.to());
    let mut balance = gain(mv) - least;
    if balance < 0 {
        return false;
    }
    let mut next = mv.promotion().unwrap_or(mv.role());
    balance -= worth(next);
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(from).with(to);
    if mv.is_en_passant() {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let mut attackers = attackers(board, to, occupied);
    let mut side = !position.turn();
    // Whoever is to take has the choice; `winner` is who stands well if nobody takes any more.
    let mut winner = position.turn();
    loop {
        attackers &= occupied;
        let own = attackers & board.by_color(side);
        let Some((role, square)) = least_of(board, own) else {
            return winner == position.turn();
        };
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            return winner == position.turn();
        }
        next = role;
        occupied.discard(square);
        attackers |= sliders(board, to, occupied);
        winner = side;
        balance = -balance - 1 - worth(next);
        if balance >= 0 {
            return side == position.turn();
        }
        side = !side;
    }
}

/// What a capture wins on its square, 0 where it wins nothing.
pub(crate) fn brings(position: &Chess, mv: Move) -> i32 {
    let (mut least, mut most) = (0, gain(mv).max(0));
    while least < most {
        let middle = (least + most + 1) / 2;
        if wins(position, mv, middle) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    least
}

fn attackers(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    board.attacks_to(to, Color::White, occupied) | board.attacks_to(to, Color::Black, occupied)
}

fn sliders(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    let (diagonal, straight) = (
        board.bishops() | board.queens(),
        board.rooks() | board.queens(),
    );
    attacks::bishop_attacks(to, occupied) & diagonal
        | attacks::rook_attacks(to, occupied) & straight
}

/// The piece that is worth least.
fn least_of(board: &Board, of: Bitboard) -> Option<(Role, Square)> {
    Role::ALL.into_iter().find_map(|role| {
        (of & board.by_role(role))
            .first()
            .map(|square| (role, square))
    })
}
