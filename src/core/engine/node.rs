//! A position of a search, with its hash, and how many of them there are (perft).

use shakmaty::zobrist::{Zobrist64, ZobristHash, ZobristValue};
use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, EnPassantMode, Move, MoveList, Piece, Position, Rank,
    Role, Square, attacks,
};

use super::limits::Stop;

/// In which positions a square for en passant is part of the hash.
const EN_PASSANT: EnPassantMode = EnPassantMode::Legal;

/// What a pawn becomes, the best first.
const PROMOTIONS: [Option<Role>; 4] = [
    Some(Role::Queen),
    Some(Role::Rook),
    Some(Role::Bishop),
    Some(Role::Knight),
];

/// Whether a move takes something or makes a queen, so that quiescence search looks at it.
#[inline]
pub(super) fn is_tactical(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

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

    /// The legal moves that take something or make a queen.
    pub fn tactical_moves(&self) -> MoveList {
        let position = &self.position;
        let king = position.board().king_of(position.turn());
        let Some(king) = king.filter(|_| !self.check) else {
            let mut moves = position.legal_moves();
            moves.retain(|mv| is_tactical(*mv));
            return moves;
        };
        let (board, turn) = (position.board(), position.turn());
        let (us, them, occupied) = (position.us(), position.them(), board.occupied());
        let mut moves = MoveList::new();
        for from in us & !board.pawns() & !board.kings() {
            let Some(role) = board.role_at(from) else {
                continue;
            };
            let piece = Piece { color: turn, role };
            for to in attacks::attacks(from, piece, occupied) & them {
                let capture = board.role_at(to);
                moves.push(Move::Normal {
                    role,
                    from,
                    capture,
                    to,
                    promotion: None,
                });
            }
        }
        let pawns = us & board.pawns();
        let before_last = turn.fold_wb(Rank::Seventh, Rank::Second);
        for from in pawns {
            let promotes = from.rank() == before_last;
            for to in attacks::pawn_attacks(turn, from) & them {
                let capture = board.role_at(to);
                let becomes: &[Option<Role>] = if promotes { &PROMOTIONS } else { &[None] };
                moves.extend(becomes.iter().map(|role| Move::Normal {
                    role: Role::Pawn,
                    from,
                    capture,
                    to,
                    promotion: *role,
                }));
            }
            let to = from.offset(turn.fold_wb(8, -8));
            if let Some(to) = to.filter(|to| promotes && !occupied.contains(*to)) {
                moves.push(Move::Normal {
                    role: Role::Pawn,
                    from,
                    capture: None,
                    to,
                    promotion: Some(Role::Queen),
                });
            }
        }
        let pinned = self.pinned(king);
        if pinned.any() {
            moves.retain(|mv| {
                let from = mv.from().unwrap_or(king);
                !pinned.contains(from) || attacks::aligned(from, mv.to(), king)
            });
        }
        for to in attacks::king_attacks(king) & them {
            if board
                .attacks_to(to, !turn, occupied.without(king))
                .is_empty()
            {
                let (role, capture) = (Role::King, board.role_at(to));
                moves.push(Move::Normal {
                    role,
                    from: king,
                    capture,
                    to,
                    promotion: None,
                });
            }
        }
        if position.maybe_ep_square().is_some() {
            moves.extend(position.en_passant_moves());
        }
        moves
    }

    /// One's own pieces that alone stand between the king and what would attack it.
    fn pinned(&self, king: Square) -> Bitboard {
        let (board, them) = (self.position.board(), self.position.them());
        let queens = board.queens();
        let pinners = attacks::rook_attacks(king, them) & (board.rooks() | queens)
            | attacks::bishop_attacks(king, them) & (board.bishops() | queens);
        let mut pinned = Bitboard::EMPTY;
        for pinner in pinners & them {
            let between = attacks::between(king, pinner) & board.occupied();
            if between.count() == 1 {
                pinned |= between & self.position.us();
            }
        }
        pinned
    }

    /// Whether the piece that moves gives check from where it goes.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (board, turn) = (self.position.board(), self.position.turn());
        let role = mv.promotion().unwrap_or(mv.role());
        let from = mv.from().unwrap_or(mv.to());
        let occupied = board.occupied().without(from).with(mv.to());
        let attacked = attacks::attacks(mv.to(), Piece { color: turn, role }, occupied);
        (attacked & board.kings() & self.position.them()).any()
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

/// The legal moves of a position that take something or make a queen.
pub fn tactical_moves(position: &Chess) -> MoveList {
    Node::new(position.clone()).tactical_moves()
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
