//! Whether a side can still mate by any series of legal moves (Articles 5.1.2, 5.2.2 and 6.9). It cannot behind a wall
//! of pawns, nor where only a few positions can still come and none of them is a mate.

use rustc_hash::FxHashSet;
use shakmaty::{
    Bitboard, Board, ByColor, Chess, Color, MoveList, Piece, Position, Role, Square, attacks,
};

/// How far what can come is looked at. Where there is more of it, nothing is proven.
#[derive(Debug, Clone, Copy)]
struct Reach {
    /// So many positions.
    positions: usize,
    /// So many moves in each of them.
    moves: usize,
}

/// For the end of a game, which comes once.
const FAR: Reach = Reach {
    positions: 400,
    moves: usize::MAX,
};
/// After each move, where pawns stand before each other: hardly anything but the kings moves.
const WALLED: Reach = Reach {
    positions: 400,
    moves: 10,
};
/// After each move elsewhere: a line in which there is hardly a choice.
const FORCED: Reach = Reach {
    positions: 24,
    moves: 6,
};
/// With so few men a capture or two may leave too few to mate.
const FEW_MEN: usize = 6;

/// Whether it is proven that no series of legal moves ends with `winner` giving mate. `false` proves nothing: there is
/// such a series, or the search for it would take too long.
pub(super) fn cannot_mate(position: &Chess, winner: Color) -> bool {
    cannot_mate_within(position, None, winner, FAR)
}

/// Whether it is proven that no series of legal moves ends with a mate by either side: the position is
/// dead (Article 5.2.2). To be asked after every move, so most positions are passed over at a glance:
/// `moves` are the legal ones, where none is [seen at once](moves_unless_seen).
pub(super) fn is_dead(position: &Chess, moves: Option<&MoveList>) -> bool {
    let board = position.board();
    let has_few_moves = || moves.is_some_and(|moves| moves.len() <= FORCED.moves);
    let has_few_men = board.pawns().is_empty() || board.occupied().count() <= FEW_MEN;
    let reach = if board.pawns().any() && are_pawns_blocked(board) {
        WALLED
    } else if has_few_men || has_few_moves() {
        FORCED
    } else {
        return false;
    };
    let mut sides = Color::ALL.into_iter();
    sides.all(|winner| cannot_mate_within(position, moves, winner, reach))
}

fn cannot_mate_within(
    position: &Chess,
    moves: Option<&MoveList>,
    winner: Color,
    reach: Reach,
) -> bool {
    is_settled(position, winner) || none_mates(position, moves, winner, reach)
}

/// Whether that is plain without any move.
fn is_settled(position: &Chess, winner: Color) -> bool {
    position.has_insufficient_material(winner) || is_sealed(position, winner)
}

/// Looks at every position that can come, as long as there are few. `moves` are those of the first, if
/// they are known.
fn none_mates(start: &Chess, moves: Option<&MoveList>, winner: Color, reach: Reach) -> bool {
    let mut moves = match moves {
        Some(moves) => moves.clone(),
        None if sees_more_moves(start, reach.moves) => return false,
        None => start.legal_moves(),
    };
    let mut position = start.clone();
    // Equal are positions that differ in nothing but the counters of moves.
    let mut seen: FxHashSet<Chess> = FxHashSet::default();
    let mut open = Vec::new();
    loop {
        let mates = moves.is_empty() && position.is_check() && position.turn() != winner;
        if mates || moves.len() > reach.moves {
            return false;
        }
        for mv in &moves {
            let mut next = position.clone();
            next.play_unchecked(*mv);
            // Pieces that were taken do not come back, and blocked pawns stay blocked: from such a position on there is
            // no mate.
            if mv.is_zeroing() && is_settled(&next, winner) {
                continue;
            }
            // Mostly the first move leads to one with a choice.
            if sees_more_moves(&next, reach.moves) {
                return false;
            }
            if seen.is_empty() {
                seen.insert(start.clone());
            }
            if seen.insert(next.clone()) {
                if seen.len() > reach.positions {
                    return false;
                }
                open.push(next);
            }
        }
        let Some(next) = open.pop() else {
            return true;
        };
        moves = next.legal_moves();
        position = next;
    }
}

/// All legal moves; `None` where a quick look already finds one, as nearly always.
pub(super) fn moves_unless_seen(position: &Chess) -> Option<MoveList> {
    (!sees_more_moves(position, 0)).then(|| position.legal_moves())
}

/// Whether the side to move has a legal move.
pub(super) fn can_move(position: &Chess) -> bool {
    moves_unless_seen(position).is_none_or(|moves| !moves.is_empty())
}

/// Whether more than `few` legal moves are seen at once: where there is no check, what does not stand
/// in line with its own king is not pinned. `false` says nothing.
fn sees_more_moves(position: &Chess, few: usize) -> bool {
    let (board, us) = (position.board(), position.turn());
    let own = board.by_color(us);
    let Some(king) = board.king_of(us) else {
        return false;
    };
    let free = own & !attacks::queen_attacks(king, Bitboard::EMPTY);
    let pushed = (free & board.pawns()).shift(us.fold_wb(8, -8)) & !board.occupied();
    let mut seen = pushed.count();
    let mut pieces = free & !board.pawns() & !board.kings();
    while seen <= few {
        let Some(square) = pieces.pop_front() else {
            return false;
        };
        seen += (board.attacks_from(square) & !own).count();
    }
    !position.is_check()
}

/// Whether a wall proves that `winner` never gives mate: no pawn can ever move, take or be taken,
/// and what `winner` has never checks the other king, or leaves it a square to go to. `false` says
/// nothing.
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

/// Whether there are pawns, the same is so, and none can take another.
fn stands_still(board: &Board) -> bool {
    let pawns = board.pawns();
    let peaceful = |color: Color| {
        (guarded_by(board, color) & pawns & board.by_color(color.other())).is_empty()
    };
    pawns.any() && are_pawns_blocked(board) && Color::ALL.into_iter().all(peaceful)
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
        // Bishops on squares of one color leave those of the other color to a king that is alone.
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
