//! What is noted of a game: each position that it reached, and the move with which it went on.

use shakmaty::zobrist::{Zobrist64, ZobristHash};
use shakmaty::{EnPassantMode, Role, Square};

use crate::chess::{Bitboard, Chess, Game, Move, Position};

/// What is noted of a position, in bytes: its hash, and the move.
pub(super) const STEP: usize = 9;
/// Stands for no move: no position has so many.
const NO_MOVE: u8 = u8::MAX;

/// The positions of a game from the first to the last, also those that came again. What was taken
/// back is not among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Trace {
    bytes: Vec<u8>,
}

impl Trace {
    /// Notes a game.
    pub(super) fn of(game: &Game) -> Self {
        let mut bytes = Vec::with_capacity((game.plies().len() + 1) * STEP);
        for ply in 0..=game.plies().len() {
            let position = game.position_at(ply);
            let next = game.plies().get(ply);
            bytes.extend_from_slice(&hash(position).to_le_bytes());
            bytes.push(next.map_or(NO_MOVE, |next| number(position, next.mv)));
        }
        Self { bytes }
    }

    /// What it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// By what a position is known: placement, turn, castling rights, and en passant where it is legal.
pub(super) fn hash(position: &Chess) -> u64 {
    let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::Legal);
    // Rights count there by their sides; in Chess960 a side may have two rooks that could have one.
    let rooks = position.castles().castling_rights() & !Bitboard::CORNERS;
    hash ^ u64::from(rooks).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The number of a legal move: how many come before it in the order of [`order`]. It does not
/// depend on the order in which moves happen to be found.
pub(super) fn number(position: &Chess, mv: Move) -> u8 {
    let moves = position.legal_moves();
    let before = moves.iter().filter(|other| order(**other) < order(mv));
    // There are 218 at most.
    u8::try_from(before.count()).unwrap_or(NO_MOVE)
}

/// The order in which the legal moves of a position have their numbers: by their squares, and by
/// what a pawn becomes.
pub(super) fn order(mv: Move) -> (Option<Square>, Square, Option<Role>) {
    (mv.from(), mv.to(), mv.promotion())
}
