//! Whether White can mate behind a wall of pawns, proven by brute force: by a list of all positions that can be
//! reached, or by a series of legal moves that mates.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rank_and_file_core::chess::{Bitboard, Board, Chess, Color, Move, Position, Role, Square};
use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::attacks;

/// What was proven.
#[derive(Debug)]
pub enum Proven {
    /// White cannot mate by any series of moves. `closed`: nothing is taken but the piece of White.
    Helpless { closed: bool },
    /// White mates with these moves.
    Mates(Vec<Move>),
}

/// Proves one position after another of one wall, and one kind of piece, remembering what it saw.
#[derive(Default)]
pub struct Prover {
    /// Whether nothing happens after a position of [`Closed`], by its number.
    dull: Vec<bool>,
    /// Positions on the way to a mate, and the move to be played there.
    ways: FxHashMap<Key, Move>,
}

type Key = (Board, Color, Option<Square>);

fn key(position: &Chess) -> Key {
    let board = position.board().clone();
    (board, position.turn(), position.legal_ep_square())
}

impl Prover {
    /// What is so of a position.
    pub fn prove(&mut self, start: &Chess) -> Proven {
        if Closed::new(start).is_some_and(|closed| closed.is_dull(start, &mut self.dull)) {
            return Proven::Helpless { closed: true };
        }
        // The short way first: Black's king alone moves, and pawns become queens.
        match self.mate(start, true).or_else(|| self.mate(start, false)) {
            Some(moves) => Proven::Mates(moves),
            None => Proven::Helpless { closed: false },
        }
    }

    /// Looks at everything that can come, what seems to be nearest to a mate first.
    fn mate(&mut self, start: &Chess, narrow: bool) -> Option<Vec<Move>> {
        let mut seen = FxHashSet::from_iter([key(start)]);
        let mut nodes: Vec<(Chess, usize, Option<Move>)> = vec![(start.clone(), 0, None)];
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((_, index))) = open.pop() {
            let position = nodes[index].0.clone();
            if let Some(rest) = self.rest(&position) {
                let mut moves = Vec::new();
                let mut at = index;
                while let Some(mv) = nodes[at].2 {
                    at = nodes[at].1;
                    self.ways.insert(key(&nodes[at].0), mv);
                    moves.push(mv);
                }
                moves.reverse();
                moves.extend(rest);
                return Some(moves);
            }
            let white = position.turn() == Color::White;
            for mv in position.legal_moves() {
                let odd = match mv.promotion() {
                    _ if !white => mv.role() != Role::King,
                    promotion => promotion.is_some_and(|role| role != Role::Queen),
                };
                if narrow && odd {
                    continue;
                }
                let mut next = position.clone();
                next.play_unchecked(mv);
                // A king alone cannot mate.
                if next.board().by_color(Color::White).count() > 1 && seen.insert(key(&next)) {
                    open.push(Reverse((distance(next.board()), nodes.len())));
                    nodes.push((next, index, Some(mv)));
                }
            }
        }
        None
    }

    /// The moves from here to a mate, where they are known.
    fn rest(&self, position: &Chess) -> Option<Vec<Move>> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        while !(position.is_checkmate() && position.turn() == Color::Black) {
            let mv = *self.ways.get(&key(&position))?;
            position.play_unchecked(mv);
            moves.push(mv);
        }
        Some(moves)
    }
}

/// How far off a mate seems to be.
fn distance(board: &Board) -> u32 {
    let white = board.by_color(Color::White);
    let kings = Color::ALL.map(|color| board.king_of(color).expect("a king"));
    let [_, king] = kings;
    let apart = kings[0].distance(kings[1]);
    let heavy = white & (board.queens() | board.rooks());
    let pawns = board.pawns() & white;
    if heavy.any() {
        let beside = attacks::king_attacks(king) & !board.by_color(Color::Black);
        let without = board.occupied().without(king);
        let free = |square: &Square| (board.attacks_to(*square, Color::White, without)).is_empty();
        let flights = beside.into_iter().filter(free).count() as u32;
        let left = (board.pawns() & !white).count() as u32;
        return 4 * flights + 2 * apart + 3 * left;
    }
    let ahead = |pawn: Square| {
        let ranks = pawn.rank() as u32 + 1..8;
        ranks.map(move |rank| Square::from_coords(pawn.file(), shakmaty::Rank::new(rank)))
    };
    let way = |pawn: Square| {
        let in_way = ahead(pawn).filter(|square| board.occupied().contains(*square));
        ahead(pawn).count() as u32 + 12 * in_way.count() as u32
    };
    let way = pawns.into_iter().map(way).min().unwrap_or(100);
    100 + 3 * way + hunt(board)
}

/// The fewest moves after which a man of White could take a pawn, were Black not to move.
fn hunt(board: &Board) -> u32 {
    let black = board.by_color(Color::Black) & board.pawns();
    let white = board.by_color(Color::White) & !board.pawns();
    let guarded = black.into_iter().fold(Bitboard::EMPTY, |all, pawn| {
        all | attacks::pawn_attacks(Color::Black, pawn)
    });
    let moves = |man: Square| {
        let piece = board.piece_at(man).expect("a man");
        let barred = match piece.role {
            Role::King => guarded | board.pawns(),
            _ => board.pawns(),
        };
        let prey = match piece.role {
            Role::King => black & !guarded,
            _ => black,
        };
        let (mut reach, mut count) = (Bitboard::from_square(man), 1);
        loop {
            let hits = reach.into_iter().fold(Bitboard::EMPTY, |all, from| {
                all | attacks::attacks(from, piece, board.pawns())
            });
            let next = reach | (hits & !barred);
            if (hits & prey).any() {
                return count;
            } else if next == reach {
                return 30;
            }
            (reach, count) = (next, count + 1);
        }
    };
    white.into_iter().map(moves).min().unwrap_or(30)
}

/// The squares, by number, of White's king, of Black's king and of White's piece, if it has one; and whether White is
/// to move.
type Placing = (u8, u8, Option<u8>, bool);

/// Two kings and a piece of White among pawns, as long as no pawn moves, takes or is taken. Moves are generated here
/// from files and ranks alone.
struct Closed {
    /// The pawns of White and of Black.
    pawns: [u64; 2],
    /// Where they take.
    hits: [u64; 2],
    role: Role,
    /// The squares around each.
    around: [u64; 64],
}

/// A number for each placing, and how many there are.
fn number((white, black, piece, white_moves): Placing) -> usize {
    let squares = [white, black, piece.unwrap_or(64)].map(usize::from);
    ((squares[2] * 64 + squares[1]) * 64 + squares[0]) * 2 + usize::from(white_moves)
}
const PLACINGS: usize = 65 * 64 * 64 * 2;

/// The numbers of the squares in a set.
fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (first < 64).then_some(first)
    })
}

const fn bit(square: u8) -> u64 {
    1 << square
}

/// The square so many files and ranks away.
fn beside(square: u8, (file, rank): (i8, i8)) -> Option<u8> {
    let (file, rank) = (square as i8 % 8 + file, square as i8 / 8 + rank);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as u8)
}

const AROUND: [(i8, i8); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];
const JUMPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

fn around(square: u8, ways: &[(i8, i8)]) -> u64 {
    let squares = ways.iter().filter_map(|way| beside(square, *way));
    squares.fold(0, |all, square| all | bit(square))
}

impl Closed {
    /// None where other men stand there.
    fn new(start: &Chess) -> Option<Self> {
        let board = start.board();
        let white = board.by_color(Color::White);
        let rest = board.occupied() & !board.pawns() & !board.kings();
        if rest.count() > 1 || !rest.is_subset(white) || start.legal_ep_square().is_some() {
            return None;
        }
        let pawns = [board.pawns() & white, board.pawns() & !white].map(u64::from);
        let hits = [(0, 1), (1, -1)].map(|(side, rank)| {
            each(pawns[side]).fold(0, |all, pawn| all | around(pawn, &[(-1, rank), (1, rank)]))
        });
        let role = rest.first().and_then(|square| board.role_at(square));
        let role = role.unwrap_or(Role::Knight);
        let mut by_square = [0; 64];
        each(u64::MAX).for_each(|from| by_square[usize::from(from)] = around(from, &AROUND));
        matches!(role, Role::Knight | Role::Bishop).then_some(Self {
            pawns,
            hits,
            role,
            around: by_square,
        })
    }

    /// Whether all positions that can come from `start` are known, and in none of them a king is mated, or a pawn can
    /// move, take or be taken.
    fn is_dull(&self, start: &Chess, dull: &mut Vec<bool>) -> bool {
        let board = start.board();
        let square = |color| board.king_of(color).map(|king| king as u8).expect("a king");
        let rest = board.occupied() & !board.pawns() & !board.kings();
        let start = (
            square(Color::White),
            square(Color::Black),
            rest.first().map(|piece| piece as u8),
            start.turn() == Color::White,
        );
        dull.resize(PLACINGS, false);
        let mut seen = dull.clone();
        let mut open = vec![start];
        while let Some(placing) = open.pop() {
            if std::mem::replace(&mut seen[number(placing)], true) {
                continue;
            }
            let Some(next) = self.after(placing) else {
                return false;
            };
            open.extend(next);
        }
        *dull = seen;
        true
    }

    /// What can be hit from the square of the piece, by what stands in its way.
    fn hits_of_piece(&self, from: u8, kings: u64) -> u64 {
        if self.role == Role::Knight {
            return around(from, &JUMPS);
        }
        let mut all = 0;
        for way in DIAGONALS {
            let mut at = from;
            while let Some(next) = beside(at, way) {
                all |= bit(next);
                if (self.pawns[0] | self.pawns[1] | kings) & bit(next) != 0 {
                    break;
                }
                at = next;
            }
        }
        all
    }

    /// Everything that can be played; `None` where that changes the pawns, or Black is mated.
    fn after(&self, (white, black, piece, white_moves): Placing) -> Option<Vec<Placing>> {
        let [ours, theirs] = self.pawns;
        let men = ours | theirs | bit(white) | bit(black) | piece.map_or(0, bit);
        if ((ours << 8) | (theirs >> 8)) & !men != 0
            || self.hits[0] & theirs != 0
            || self.hits[1] & ours != 0
        {
            return None;
        }
        let mut next = Vec::new();
        if white_moves {
            let around = |square: u8| self.around[usize::from(square)];
            let barred = self.hits[1] | around(black) | ours | piece.map_or(0, bit);
            for to in each(around(white) & !barred) {
                if theirs & bit(to) != 0 {
                    return None;
                }
                next.push((to, black, piece, false));
            }
            // Pawns and kings block the way of the piece. Whether White is in check is not looked at: the proof may
            // allow more moves than are legal.
            let hits = piece.map_or(0, |piece| {
                self.hits_of_piece(piece, bit(white) | bit(black))
            });
            for to in each(hits & !ours & !bit(white) & !bit(black)) {
                if theirs & bit(to) != 0 {
                    return None;
                }
                next.push((white, black, Some(to), false));
            }
            return Some(next);
        }
        if piece.is_some_and(|piece| self.hits[1] & bit(piece) != 0) {
            return None;
        }
        let by_piece = piece.map_or(0, |piece| self.hits_of_piece(piece, bit(white)));
        let around = |square: u8| self.around[usize::from(square)];
        let hits = self.hits[0] | around(white) | by_piece;
        for to in each(around(black) & !theirs & !hits) {
            if ours & bit(to) != 0 {
                return None;
            }
            let left = piece.filter(|piece| *piece != to);
            next.push((white, to, left, true));
        }
        let mate = next.is_empty() && hits & bit(black) != 0;
        (!mate).then_some(next)
    }
}
