//! What an evaluation counts: its terms, what each side has of them, and the sets of squares by which that is found
//! (<https://www.chessprogramming.org/Evaluation>).

use shakmaty::{Bitboard, Board, Color, File, Square, attacks};
use strum::VariantArray;

use super::weights::*;

/// What the worth of a position is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, VariantArray)]
#[strum(serialize_all = "camelCase")]
pub enum Term {
    /// What the pieces are worth wherever they stand.
    Material,
    /// Where the pieces stand.
    Placement,
    /// How many squares the pieces can go to.
    Mobility,
    /// How safe the king is: where it stands as long as pieces can attack it, the pawns before it, and what is aimed at it.
    King,
    /// How well the king stands where it has little to fear.
    ActiveKing,
    /// How strong the pawns are.
    Pawns,
}

/// Takes down what a position has: so many of what a weight is for.
pub(super) trait Tally {
    fn add(&mut self, term: Term, weight: usize, count: i32);

    /// The same of what a side does to the other one, whose share it makes smaller.
    fn add_against(&mut self, term: Term, weight: usize, count: i32) {
        self.add(term, weight, count);
    }

    /// The same of what the piece or pawn on this square has there.
    #[inline]
    fn add_at(&mut self, _: Square, term: Term, weight: usize, count: i32) {
        self.add(term, weight, count);
    }

    /// The same of what is so of each of these squares.
    #[inline]
    fn add_each(&mut self, squares: Bitboard, term: Term, weight: usize, sign: i32) {
        self.add(term, weight, sign * squares.count() as i32);
    }
}

/// What all terms come to.
#[derive(Default)]
pub(super) struct Total(pub Tapered);

impl Tally for Total {
    #[inline]
    fn add(&mut self, _: Term, weight: usize, count: i32) {
        self.0 += WEIGHTS[weight].times(count);
    }
}

/// Counts for White what it has, for Black less.
pub(super) struct Counted<'a, T: Tally, const WHITE: bool>(pub &'a mut T);

impl<T: Tally, const WHITE: bool> Counted<'_, T, WHITE> {
    pub const COLOR: Color = if WHITE { Color::White } else { Color::Black };
    const SIGN: i32 = if WHITE { 1 } else { -1 };

    #[inline]
    pub fn add(&mut self, term: Term, weight: usize, count: usize) {
        self.0.add(term, weight, Self::SIGN * count as i32);
    }

    /// Counts what the piece or pawn on this square has there.
    #[inline]
    pub fn add_at(&mut self, square: Square, term: Term, weight: usize, count: usize) {
        self.0
            .add_at(square, term, weight, Self::SIGN * count as i32);
    }

    /// Counts what is so of each of these squares, which mostly are none.
    #[inline]
    pub fn add_each(&mut self, term: Term, weight: usize, squares: Bitboard) {
        if squares.any() {
            self.0.add_each(squares, term, weight, Self::SIGN);
        }
    }

    /// Counts what it does to the other side.
    #[inline]
    pub fn add_against(&mut self, term: Term, weight: usize) {
        self.0.add_against(term, weight, Self::SIGN);
    }
}

/// What one side has.
pub(super) struct Side {
    pub own: Bitboard,
    pub pawns: Bitboard,
    pub pawn_count: usize,
    /// The squares that its pawns attack.
    pub pawn_attacks: Bitboard,
    /// Those that they attack, or could after some steps.
    pub pawn_reach: Bitboard,
    pub king: Square,
    /// The king, and the squares beside it.
    pub zone: Bitboard,
}

/// What both sides have.
pub(super) struct Sides {
    pub white: Side,
    pub black: Side,
}

impl Sides {
    pub fn of(board: &Board) -> Self {
        Self {
            white: Side::of(board, Color::White),
            black: Side::of(board, Color::Black),
        }
    }
}

impl Side {
    #[inline]
    fn of(board: &Board, color: Color) -> Self {
        let own = board.by_color(color);
        let pawns = own & board.pawns();
        let pawn_attacks = pawn_attacks(pawns, color);
        let king = board.king_of(color).unwrap_or(Square::E1);
        Self {
            own,
            pawns,
            pawn_count: pawns.count(),
            pawn_attacks,
            pawn_reach: pawn_attacks | forward_fill(pawn_attacks, color),
            king,
            zone: attacks::king_attacks(king).with(king),
        }
    }
}

/// The square as its side sees it, from its own first rank on.
#[inline]
pub fn relative_square(square: Square, color: Color) -> usize {
    color.fold_wb(square, square.flip_vertical()) as usize
}

/// 0 for a side's own first rank.
#[inline]
pub(super) fn relative_rank(square: Square, color: Color) -> usize {
    relative_square(square, color) / 8
}

/// The squares that these pawns attack.
#[inline]
pub(super) fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    forward(beside(pawns), color)
}

/// These squares, a step on.
#[inline]
pub(super) fn forward(squares: Bitboard, color: Color) -> Bitboard {
    let Bitboard(squares) = squares;
    Bitboard(color.fold_wb(squares << 8, squares >> 8))
}

/// The squares to the left and to the right of these.
#[inline]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    let not_a = squares & !Bitboard::from_file(File::A);
    let not_h = squares & !Bitboard::from_file(File::H);
    Bitboard((not_a.0 >> 1) | (not_h.0 << 1))
}

/// The squares that lie before these.
#[inline]
pub(super) fn forward_fill(squares: Bitboard, color: Color) -> Bitboard {
    let Bitboard(mut fill) = squares;
    for shift in [8, 16, 32] {
        fill |= color.fold_wb(fill << shift, fill >> shift);
    }
    forward(Bitboard(fill), color)
}

/// The files of these squares.
#[inline]
pub(super) fn file_fill(squares: Bitboard) -> Bitboard {
    squares | forward_fill(squares, Color::White) | forward_fill(squares, Color::Black)
}

#[inline]
pub(super) fn step(square: Square, color: Color) -> Option<Square> {
    square.offset(color.fold_wb(8, -8))
}
