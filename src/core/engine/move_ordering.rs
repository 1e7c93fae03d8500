//! In which order moves are tried, by the hash move, exchanges on a square, killers and history: the sooner the
//! best one, the less has to be searched.

use shakmaty::{Bitboard, Board, Chess, Color, Move, MoveList, Position, Role, Square, attacks};

use super::node::Node;
use super::table::Packed;

/// Half-moves from the root for which killers are remembered.
pub(super) const MAX_PLY: usize = 128;
/// No history weighs more.
const MOST_HISTORY: i32 = 16_384;

const FIRST: i32 = 1 << 30;
const WINNING: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const LOSING: i32 = -(1 << 28);

type BySquares = [[i32; 64]; 6];

/// What quiet moves have done elsewhere in the search: killers, countermoves, and the history heuristic
/// (<https://www.chessprogramming.org/History_Heuristic>).
pub(super) struct History {
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// What was best after a move, by the piece that had moved and its square.
    countermoves: Box<[[[Option<Move>; 64]; 6]; 2]>,
    quiet: Box<[BySquares; 2]>,
}

impl History {
    pub fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY],
            countermoves: Box::new([[[None; 64]; 6]; 2]),
            quiet: Box::new([[[0; 64]; 6]; 2]),
        }
    }

    /// What is remembered counts for less when another search begins.
    pub fn fade(&mut self) {
        self.killers = [[None; 2]; MAX_PLY];
        for weight in self.quiet.iter_mut().flatten().flatten() {
            *weight /= 8;
        }
    }

    pub fn of(&self, turn: Color, mv: Move) -> i32 {
        self.quiet[turn as usize][mv.role() as usize - 1][mv.to() as usize]
    }

    fn weigh(&mut self, turn: Color, mv: Move, bonus: i32) {
        let weight = &mut self.quiet[turn as usize][mv.role() as usize - 1][mv.to() as usize];
        *weight += bonus - *weight * bonus.abs() / MOST_HISTORY;
    }

    /// Remembers that a quiet move refuted the one before it, and these that were tried first did not.
    pub fn reward(&mut self, at: &Context<'_>, depth: i32, by: Move, tried: &[Move]) {
        let killers = &mut self.killers[at.ply];
        if killers[0] != Some(by) {
            *killers = [Some(by), killers[0]];
        }
        let turn = at.node.position.turn();
        if let Some(last) = at.last {
            self.countermoves[turn as usize][last.role() as usize - 1][last.to() as usize] =
                Some(by);
        }
        let bonus = (depth * depth * 16).min(1_600);
        self.weigh(turn, by, bonus);
        for mv in tried {
            self.weigh(turn, *mv, -bonus);
        }
    }

    fn countermove(&self, turn: Color, last: Option<Move>) -> Option<Move> {
        let last = last?;
        self.countermoves[turn as usize][last.role() as usize - 1][last.to() as usize]
    }
}

/// Where in the search moves are to be put in order.
pub(super) struct Context<'a> {
    pub node: &'a Node,
    pub ply: usize,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The move that led here.
    pub last: Option<Move>,
    /// The best move that the table knows.
    pub hash_move: Option<Packed>,
}

/// Whether a move takes something or makes a queen, so that quiescence search looks at it.
#[inline]
pub(super) fn is_tactical(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

/// Moves, to be taken one by one, the most promising first. Whether a capture loses is looked at on its turn.
pub(super) struct MovePicker<'a> {
    moves: &'a mut MoveList,
    weights: [i32; 256],
    next: usize,
    position: &'a Chess,
}

impl<'a> MovePicker<'a> {
    pub fn new(moves: &'a mut MoveList, at: &Context<'a>, history: &History) -> Self {
        let turn = at.node.position.turn();
        let countermove = history.countermove(turn, at.last);
        let [first, second] = history.killers[at.ply];
        let mut weights = [0; 256];
        for (mv, weight) in moves.iter().zip(&mut weights) {
            *weight = if at.hash_move.is_some_and(|best| best == Packed::of(*mv)) {
                FIRST
            } else if is_tactical(*mv) {
                WINNING + capture_order(*mv)
            } else if mv.promotion().is_some_and(|role| role != Role::Queen) {
                LOSING
            } else if first == Some(*mv) {
                KILLER + 2
            } else if second == Some(*mv) {
                KILLER + 1
            } else if countermove == Some(*mv) {
                KILLER
            } else {
                history.of(turn, *mv)
            };
        }
        Self {
            moves,
            weights,
            next: 0,
            position: &at.node.position,
        }
    }
}

/// The most valuable victim first, taken by the least valuable piece (<https://www.chessprogramming.org/MVV-LVA>).
#[inline]
fn capture_order(mv: Move) -> i32 {
    material_gain(mv) * 64 - piece_value(mv.role()) / 16
}

impl Iterator for MovePicker<'_> {
    /// A move, and whether it takes something and loses by it.
    type Item = (Move, bool);

    fn next(&mut self) -> Option<(Move, bool)> {
        loop {
            let weights = &self.weights;
            let heavier = |best, index| {
                if weights[index] > weights[best] {
                    index
                } else {
                    best
                }
            };
            let best = (self.next..self.moves.len()).reduce(heavier)?;
            let (mv, weight) = (self.moves[best], self.weights[best]);
            if (WINNING / 2..FIRST).contains(&weight) && !see_ge(self.position, mv, 0) {
                self.weights[best] = LOSING + capture_order(mv);
                continue;
            }
            self.moves.swap(self.next, best);
            self.weights.swap(self.next, best);
            self.next += 1;
            return Some((mv, weight <= LOSING / 2));
        }
    }
}

/// What pieces are worth when they are exchanged, pawn to king, in hundredths of a pawn.
const PIECE_VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

#[inline]
pub(crate) fn piece_value(role: Role) -> i32 {
    PIECE_VALUES[role as usize - 1]
}

/// What a move wins at once: what it takes, and what a pawn becomes.
#[inline]
pub(super) fn material_gain(mv: Move) -> i32 {
    let promoted = mv.promotion();
    mv.capture().map_or(0, piece_value)
        + promoted.map_or(0, |role| piece_value(role) - piece_value(Role::Pawn))
}

/// Whether a move wins at least so much on its square by static exchange evaluation: both sides take there with
/// what is worth least, and stop when they like. Pins are not seen
/// (<https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>).
pub(super) fn see_ge(position: &Chess, mv: Move, least: i32) -> bool {
    let Some(from) = mv.from().filter(|_| !mv.is_castle()) else {
        return least <= 0;
    };
    let (board, to) = (position.board(), mv.to());
    let mut balance = material_gain(mv) - least;
    if balance < 0 {
        return false;
    }
    let mut next = mv.promotion().unwrap_or(mv.role());
    balance -= piece_value(next);
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(from).with(to);
    if mv.is_en_passant() {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let mut attackers = attackers(board, to, occupied);
    let mut side = !position.turn();
    // The side to take may stop; `winner` is the side that stands well if it does.
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
        balance = -balance - 1 - piece_value(next);
        if balance >= 0 {
            return side == position.turn();
        }
        side = !side;
    }
}

/// What a capture wins on its square by static exchange evaluation, 0 where it wins nothing.
pub(crate) fn see(position: &Chess, mv: Move) -> i32 {
    let (mut least, mut most) = (0, material_gain(mv).max(0));
    while least < most {
        let middle = (least + most + 1) / 2;
        if see_ge(position, mv, middle) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    least
}

#[inline]
fn attackers(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    board.attacks_to(to, Color::White, occupied) | board.attacks_to(to, Color::Black, occupied)
}

#[inline]
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
