//! What pawns and kings come to wherever the other pieces stand, and a table that remembers it: in a search they
//! seldom move (<https://www.chessprogramming.org/Pawn_Hash_Table>).

use shakmaty::{Bitboard, Board, File, Role, Square};

use super::terms::{
    Counted, Side, Sides, Tally, Term, Total, beside, file_fill, forward, forward_fill,
    relative_rank, relative_square, step,
};
use super::weights::*;
use crate::chess::HASH_MULTIPLIER;

/// What is known of the pawns and kings of a position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PawnEntry {
    /// What they come to for White.
    pub value: Tapered,
    /// The passed pawns of both sides.
    pub passed: Bitboard,
}

impl PawnEntry {
    pub fn of(board: &Board) -> Self {
        let mut total = Total::default();
        let passed = Sides::of(board).compare_pawns(&mut total);
        Self {
            value: total.0,
            passed,
        }
    }
}

/// Where pawns and kings stand.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Key {
    pawns: Bitboard,
    kings: Bitboard,
    /// Those of them that are White's.
    white: Bitboard,
}

impl Key {
    #[inline]
    fn of(board: &Board) -> Self {
        let (pawns, kings) = (board.pawns(), board.kings());
        Self {
            pawns,
            kings,
            white: (pawns | kings) & board.white(),
        }
    }

    #[inline]
    fn index(&self) -> usize {
        let squares = [self.pawns, self.kings, self.white];
        let mix = |hash: u64, Bitboard(squares)| (hash ^ squares).wrapping_mul(HASH_MULTIPLIER);
        let hash = squares
            .into_iter()
            .fold(0, |hash, next| mix(hash, next).rotate_left(32));
        (hash % ENTRIES as u64) as usize
    }
}

/// How many entries a table has.
const ENTRIES: usize = 1 << 12;

/// Remembers the pawns and kings of positions.
pub(super) struct PawnTable(Box<[(Key, PawnEntry)]>);

impl PawnTable {
    pub fn new() -> Self {
        Self(vec![Default::default(); ENTRIES].into_boxed_slice())
    }

    /// What is known of a position, which is remembered.
    #[inline]
    pub fn get(&mut self, board: &Board) -> PawnEntry {
        let key = Key::of(board);
        let place = &mut self.0[key.index()];
        if place.0 != key {
            *place = (key, PawnEntry::of(board));
        }
        place.1
    }
}

impl Sides {
    /// Takes down what White's pawns and king come to, and less what Black's do. Tells the passed pawns.
    pub fn compare_pawns(&self, tally: &mut impl Tally) -> Bitboard {
        let (white, black) = (&self.white, &self.black);
        white.count_pawns(black, &mut Counted::<_, true>(tally))
            | black.count_pawns(white, &mut Counted::<_, false>(tally))
    }
}

impl Side {
    fn count_pawns<T: Tally, const WHITE: bool>(
        &self,
        other: &Self,
        counted: &mut Counted<'_, T, WHITE>,
    ) -> Bitboard {
        let color = Counted::<T, WHITE>::COLOR;
        let pawn = Role::Pawn as usize - 1;
        counted.add(Term::Material, MATERIAL + pawn, self.pawn_count);
        for square in self.pawns {
            counted.add_at(
                square,
                Term::Pawns,
                SQUARES + pawn * 64 + relative_square(square, color),
                1,
            );
        }
        let king = SQUARES + (Role::King as usize - 1) * 64 + relative_square(self.king, color);
        counted.add(Term::King, king, 1);
        self.shelter(other, counted);
        self.structure(other, counted)
    }

    /// Counts the pawns before the king, and those of the other side that come near.
    fn shelter<T: Tally, const WHITE: bool>(
        &self,
        other: &Self,
        counted: &mut Counted<'_, T, WHITE>,
    ) {
        let color = Counted::<T, WHITE>::COLOR;
        let rank = Bitboard::from_rank(self.king.rank());
        let before = forward_fill(rank, color) | rank;
        let middle = Bitboard::from_file(self.king.file());
        let files = middle | beside(middle);
        // The rank of the pawn that is nearest to its side, 0 where there is none.
        let nearest = |pawns: Bitboard| {
            let nearest = color.fold_wb(pawns.first(), pawns.last());
            nearest.map_or(0, |pawn| relative_rank(pawn, color))
        };
        for file in File::ALL {
            let squares = Bitboard::from_file(file);
            if (files & squares).is_empty() {
                continue;
            }
            let own_file = usize::from(squares == middle);
            let own = nearest(squares & before & self.pawns);
            let others = nearest(squares & before & other.pawns);
            counted.add(Term::King, SHELTER + own_file * 8 + own, 1);
            let blocked = usize::from(own != 0 && own + 1 == others);
            counted.add(Term::King, STORM + blocked * 8 + others, 1);
        }
    }

    /// Counts what is good and bad about the pawns, and tells the passed ones.
    fn structure<T: Tally, const WHITE: bool>(
        &self,
        other: &Self,
        counted: &mut Counted<'_, T, WHITE>,
    ) -> Bitboard {
        let color = Counted::<T, WHITE>::COLOR;
        let (pawns, others) = (self.pawns, other.pawns);
        // Those that have one of the other side before them, and one of their own.
        let opposed = pawns & forward_fill(others, !color);
        let doubled = pawns & forward_fill(pawns, !color);
        let isolated = pawns & !file_fill(beside(pawns));
        let stopped = forward(other.pawn_attacks, !color);
        let backward = pawns & !isolated & !self.pawn_reach & stopped;
        let passed = pawns & !doubled & !forward_fill(others | beside(others), !color);
        counted.add_each(Term::Pawns, DOUBLED, doubled);
        for (weight, pawns) in [(ISOLATED, isolated), (BACKWARD, backward)] {
            counted.add_each(Term::Pawns, weight, pawns & !opposed);
            counted.add_each(Term::Pawns, weight + 1, pawns & opposed);
        }
        let (phalanx, supported) = (pawns & beside(pawns), pawns & self.pawn_attacks);
        for (weight, pawns) in [(PHALANX, phalanx), (SUPPORTED, supported), (PASSED, passed)] {
            for square in pawns {
                counted.add_at(
                    square,
                    Term::Pawns,
                    weight + relative_rank(square, color),
                    1,
                );
            }
        }
        for square in passed {
            let rank = relative_rank(square, color);
            if let Some(next) = step(square, color) {
                let far = [king_steps(self.king, next), king_steps(other.king, next)];
                counted.add_at(square, Term::Pawns, OWN_KING_FAR + rank, far[0]);
                counted.add_at(square, Term::Pawns, OTHER_KING_FAR + rank, far[1]);
            }
        }
        passed
    }
}

/// How many moves a king has to a square, as far as it matters.
fn king_steps(king: Square, to: Square) -> usize {
    king.distance(to).min(5) as usize
}
