//! Walls: pawns that stand still for good, and men that never come through (Articles 5.2.2 and 6.9).
//! What is proven here holds for any series of legal moves, for it takes no turns: every man is
//! anywhere that it could ever come to, as if all others but the pawns were away.

use shakmaty::{Bitboard, Board, ByColor, Chess, Color, Piece, Position, Role, Square, attacks};

/// Whether a wall proves that `winner` never gives mate: no pawn can ever move, take or be taken,
/// and what `winner` has never checks the other king, or leaves it a square to go to. `false` says
/// nothing.
#[must_use]
pub(crate) fn is_sealed(position: &Chess, winner: Color) -> bool {
    let board = position.board();
    let stands = stands_still(board) && position.legal_ep_square().is_none();
    stands && !position.is_check() && Wall::new(board).is_sealed(winner)
}

/// Whether no pawn can move ahead as long as all of them stand.
pub(super) fn are_pawns_blocked(board: &Board) -> bool {
    let pawns = board.pawns();
    let [white, black] = Color::ALL.map(|color| pawns & board.by_color(color));
    (white.shift(8) | black.shift(-8)).is_subset(pawns)
}

/// Whether the same is so, and no pawn can take another.
fn stands_still(board: &Board) -> bool {
    let pawns = board.pawns();
    let peaceful = |color: Color| {
        (guarded_by(board, color) & pawns & board.by_color(color.other())).is_empty()
    };
    are_pawns_blocked(board) && Color::ALL.into_iter().all(peaceful)
}

/// The squares on which pawns of `color` could take.
fn guarded_by(board: &Board, color: Color) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    union(pawns, |pawn| attacks::pawn_attacks(color, pawn))
}

fn union(squares: Bitboard, of: impl Fn(Square) -> Bitboard) -> Bitboard {
    squares
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | of(square))
}

/// Pawns that stand still, and what is between them.
struct Wall<'a> {
    board: &'a Board,
    /// Where pawns of each side could take.
    guarded: ByColor<Bitboard>,
}

/// A man among the pawns: where it could ever come to, and what it could take from there.
struct Man {
    piece: Piece,
    reach: Bitboard,
    attacks: Bitboard,
}

impl<'a> Wall<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            guarded: ByColor::new_with(|color| guarded_by(board, color)),
        }
    }

    fn man(&self, square: Square, piece: Piece) -> Man {
        let pawns = self.board.pawns();
        let mut barred = pawns;
        if piece.role == Role::King {
            barred |= *self.guarded.get(piece.color.other());
        }
        let mut reach = Bitboard::from_square(square);
        loop {
            let attacks = union(reach, |from| attacks::attacks(from, piece, pawns));
            let next = reach | (attacks & !barred);
            if next == reach {
                return Man {
                    piece,
                    reach,
                    attacks,
                };
            }
            reach = next;
        }
    }

    fn is_sealed(&self, winner: Color) -> bool {
        let others = self.board.occupied() & !self.board.pawns();
        let men = others.into_iter().filter_map(|square| {
            let piece = self.board.piece_at(square)?;
            Some(self.man(square, piece))
        });
        let men: Vec<Man> = men.collect();
        men.iter().all(|man| self.leaves_pawns_alone(man)) && self.never_mates(&men, winner)
    }

    /// Whether a man never takes a pawn, and no pawn ever takes it.
    fn leaves_pawns_alone(&self, man: &Man) -> bool {
        let enemy = man.piece.color.other();
        let pawns = self.board.pawns() & self.board.by_color(enemy);
        let guarded = *self.guarded.get(enemy);
        if man.piece.role == Role::King {
            // It may not take what is guarded, and nothing takes a king.
            return (man.attacks & pawns & !guarded).is_empty();
        }
        (man.attacks & pawns).is_empty() && (man.reach & guarded).is_empty()
    }

    /// Whether no king of the other side is ever mated, where no pawn ever moves. A king that is not
    /// in check by a pawn never will be, for it may not go there.
    fn never_mates(&self, men: &[Man], winner: Color) -> bool {
        let is_king = |man: &&Man| man.piece.role == Role::King;
        let of = |color: Color| men.iter().filter(move |man| man.piece.color == color);
        let reach = |color: Color| {
            let kings = of(color).filter(is_king);
            kings.fold(Bitboard::EMPTY, |all, king| all | king.reach)
        };
        let loser = reach(winner.other());
        let pieces: Vec<&Man> = of(winner).filter(|man| !is_king(man)).collect();
        let checks = |man: &&&Man| (man.attacks & loser).any();
        if !pieces.iter().any(|man| checks(&man)) {
            return true;
        }
        // Bishops on squares of one colour leave those of the other colour to a king that is alone.
        let bishops = pieces.iter().all(|man| man.piece.role == Role::Bishop);
        let ours = pieces
            .iter()
            .fold(Bitboard::EMPTY, |all, man| all | man.reach);
        let theirs = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES]
            .into_iter()
            .find(|color| (*color & ours).is_empty());
        let alone = of(winner.other()).all(|man| is_king(&man));
        let Some(theirs) = theirs.filter(|_| bishops && alone) else {
            return false;
        };
        let safe = loser & theirs & !union(reach(winner), attacks::king_attacks);
        let checked = pieces
            .iter()
            .fold(Bitboard::EMPTY, |all, man| all | man.attacks);
        (checked & loser)
            .into_iter()
            .all(|square| (attacks::king_attacks(square) & safe).any())
    }
}
