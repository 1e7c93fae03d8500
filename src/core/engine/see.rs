//! Static exchange evaluation: what a move wins on its square when both sides go on taking there.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

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
pub(crate) fn see_ge(position: &Chess, mv: Move, least: i32) -> bool {
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
    // The side to take may stop; then the other one stands well.
    loop {
        attackers &= occupied;
        let own = attackers & board.by_color(side);
        let Some((role, square)) = least_of(board, own) else {
            return side != position.turn();
        };
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            return side != position.turn();
        }
        next = role;
        occupied.discard(square);
        attackers |= sliders(board, to, occupied);
        balance = -balance - 1 - piece_value(next);
        if balance >= 0 {
            return side == position.turn();
        }
        side = !side;
    }
}

/// What a capture wins on its square by static exchange evaluation, 0 where it wins nothing.
pub(crate) fn see(position: &Chess, mv: Move) -> i32 {
    see_within(position, mv, 0, material_gain(mv).max(0))
}

/// The same for any move, where it is known to lie between these.
pub(super) fn see_within(position: &Chess, mv: Move, mut least: i32, mut most: i32) -> i32 {
    while least < most {
        let middle = (least + most + 1).div_euclid(2);
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
    let pawns = Color::ALL.map(|color| attacks::pawn_attacks(!color, to) & board.by_color(color));
    (pawns[0] | pawns[1]) & board.pawns()
        | attacks::knight_attacks(to) & board.knights()
        | attacks::king_attacks(to) & board.kings()
        | sliders(board, to, occupied)
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
