//! A position of a search, with its hash, and how many of them there are (perft).

use shakmaty::zobrist::{Zobrist64, ZobristHash, ZobristValue};
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position, Role};

use super::limits::Stop;

/// In which positions a square for en passant is part of the hash.
const EN_PASSANT: EnPassantMode = EnPassantMode::PseudoLegal;

/// A position and its hash.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub position: Chess,
    pub hash: u64,
    /// Whether the side to move is in check.
    pub check: bool,
}

impl Node {
    pub fn new(position: Chess) -> Self {
        let Zobrist64(hash) = position.zobrist_hash(EN_PASSANT);
        Self::hashed(position, hash)
    }

    fn hashed(position: Chess, hash: u64) -> Self {
        let check = position.is_check();
        Self {
            position,
            hash,
            check,
        }
    }

    pub fn after(&self, mv: Move) -> Self {
        let mut position = self.position.clone();
        position.play_unchecked(mv);
        let hash = self.hash ^ changed(&self.position, &position);
        Self::hashed(position, hash)
    }

    /// The same position with the other side to move; `None` where that cannot be.
    pub fn after_null_move(&self) -> Option<Self> {
        self.position.clone().swap_turn().ok().map(Self::new)
    }

    /// How many pieces the side to move has besides its king and pawns.
    pub fn pieces(&self) -> usize {
        let board = self.position.board();
        let pieces = board.occupied() & !board.pawns() & !board.kings();
        (pieces & self.position.us()).count()
    }
}

/// By what the hash of a position and that of the one after it differ
/// (<https://www.chessprogramming.org/Zobrist_Hashing>).
fn changed(before: &Chess, after: &Chess) -> u64 {
    let mut hash = Zobrist64::zobrist_for_white_turn();
    let (board, next) = (before.board(), after.board());
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece { color, role };
            for square in board.by_piece(piece) ^ next.by_piece(piece) {
                hash ^= Zobrist64::zobrist_for_piece(square, piece);
            }
        }
        for side in CastlingSide::ALL {
            if before.castles().has(color, side) != after.castles().has(color, side) {
                hash ^= Zobrist64::zobrist_for_castling_right(color, side);
            }
        }
    }
    let squares = [before, after].map(|position| position.ep_square(EN_PASSANT));
    for square in squares.into_iter().flatten() {
        hash ^= Zobrist64::zobrist_for_en_passant_file(square.file());
    }
    hash.0
}

/// The number of ways in which `depth` half-moves can be played, counted by the positions as a search handles
/// them.
pub fn perft(position: &Chess, depth: u32) -> u64 {
    count(&Node::new(position.clone()), depth, &Stop::default())
}

/// Tells this number for each first move, and gives the sum; `None` where it was stopped before.
pub(super) fn divide(
    position: &Chess,
    depth: u32,
    stop: &Stop,
    mut tell: impl FnMut(Move, u64),
) -> Option<u64> {
    let root = Node::new(position.clone());
    let mut sum = 0;
    for mv in position.legal_moves() {
        let ways = count(&root.after(mv), depth.saturating_sub(1), stop);
        if stop.is_stopped() {
            return None;
        }
        tell(mv, ways);
        sum += ways;
    }
    Some(sum)
}

fn count(node: &Node, depth: u32, stop: &Stop) -> u64 {
    if depth == 0 || stop.is_stopped() {
        return 1;
    }
    let moves = node.position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let ways = moves
        .iter()
        .map(|mv| count(&node.after(*mv), depth - 1, stop));
    ways.sum()
}
