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

/// One's own pieces that alone stand between the king and what would attack it.
struct Pinned {
    pieces: Bitboard,
    king: Square,
}

impl Pinned {
    fn of(position: &Chess, king: Square) -> Self {
        let (board, them) = (position.board(), position.them());
        let pinners = attacks::rook_attacks(king, them) & board.rooks_and_queens()
            | attacks::bishop_attacks(king, them) & board.bishops_and_queens();
        let mut pieces = Bitboard::EMPTY;
        for pinner in pinners & them {
            let between = attacks::between(king, pinner) & board.occupied();
            if !between.more_than_one() {
                pieces |= between & position.us();
            }
        }
        Self { pieces, king }
    }

    /// To which of these squares a piece may go that can reach them.
    fn may_go(&self, from: Square, to: Bitboard) -> Bitboard {
        if self.pieces.contains(from) {
            to & attacks::ray(self.king, from)
        } else {
            to
        }
    }
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

    /// Adds the legal moves that take something or make a queen.
    pub fn add_tactical_moves(&self, moves: &mut MoveList) {
        let position = &self.position;
        let king = position.board().king_of(position.turn());
        let Some(king) = king.filter(|_| !self.check) else {
            moves.extend(
                position
                    .legal_moves()
                    .into_iter()
                    .filter(|mv| is_tactical(*mv)),
            );
            return;
        };
        let (board, turn) = (position.board(), position.turn());
        let (us, them, occupied) = (position.us(), position.them(), board.occupied());
        let pinned = Pinned::of(position, king);
        let mut add = |role, from, to, promotion| {
            moves.push(Move::Normal {
                role,
                from,
                capture: board.role_at(to),
                to,
                promotion,
            });
        };
        for from in us & !board.pawns() & !board.kings() {
            let Some(role) = board.role_at(from) else {
                continue;
            };
            let piece = Piece { color: turn, role };
            let attacked = attacks::attacks(from, piece, occupied) & them;
            for to in pinned.may_go(from, attacked) {
                add(role, from, to, None);
            }
        }
        let before_last = turn.fold_wb(Rank::Seventh, Rank::Second);
        for from in us & board.pawns() {
            let promotes = from.rank() == before_last;
            for to in pinned.may_go(from, attacks::pawn_attacks(turn, from) & them) {
                let becomes: &[Option<Role>] = if promotes { &PROMOTIONS } else { &[None] };
                for promotion in becomes {
                    add(Role::Pawn, from, to, *promotion);
                }
            }
            if promotes {
                let ahead = from
                    .offset(turn.fold_wb(8, -8))
                    .map_or(Bitboard::EMPTY, Bitboard::from);
                for to in pinned.may_go(from, ahead & !occupied) {
                    add(Role::Pawn, from, to, Some(Role::Queen));
                }
            }
        }
        for to in attacks::king_attacks(king) & them {
            if self.is_safe(king, to) {
                add(Role::King, king, to, None);
            }
        }
        if position.maybe_ep_square().is_some() {
            moves.extend(position.en_passant_moves());
        }
    }

    /// Adds the other legal moves.
    pub fn add_quiet_moves(&self, moves: &mut MoveList) {
        let position = &self.position;
        let king = position.board().king_of(position.turn());
        let Some(king) = king.filter(|_| !self.check) else {
            moves.extend(
                position
                    .legal_moves()
                    .into_iter()
                    .filter(|mv| !is_tactical(*mv)),
            );
            return;
        };
        let (board, turn) = (position.board(), position.turn());
        let (us, occupied) = (position.us(), board.occupied());
        let pinned = Pinned::of(position, king);
        let mut add = |role, from, to, promotion| {
            moves.push(Move::Normal {
                role,
                from,
                capture: None,
                to,
                promotion,
            });
        };
        let step = turn.fold_wb(8, -8);
        let once = (us & board.pawns()).shift(step) & !occupied;
        let third = turn.fold_wb(Rank::Third, Rank::Sixth);
        let twice = (once & third).shift(step) & !occupied;
        let pawn_moves = [
            (once & !Bitboard::BACKRANKS, step, &[None][..]),
            (once & Bitboard::BACKRANKS, step, &PROMOTIONS[1..]),
            (twice, 2 * step, &[None]),
        ];
        for (squares, step, promotions) in pawn_moves {
            for to in squares {
                let from = to
                    .offset(-step)
                    .filter(|from| pinned.may_go(*from, to.into()).any());
                let moves = from
                    .into_iter()
                    .flat_map(|from| promotions.iter().map(move |p| (from, p)));
                for (from, promotion) in moves {
                    add(Role::Pawn, from, to, *promotion);
                }
            }
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let piece = Piece { color: turn, role };
            for from in us & board.by_role(role) {
                let free = attacks::attacks(from, piece, occupied) & !occupied;
                for to in pinned.may_go(from, free) {
                    add(role, from, to, None);
                }
            }
        }
        for to in attacks::king_attacks(king) & !occupied {
            if self.is_safe(king, to) {
                add(Role::King, king, to, None);
            }
        }
        if position.castles().has_color(turn) {
            for side in CastlingSide::ALL {
                moves.extend(position.castling_moves(side));
            }
        }
    }

    /// Whether nothing of the other side attacks a square to which the king goes.
    fn is_safe(&self, king: Square, to: Square) -> bool {
        let (board, turn) = (self.position.board(), self.position.turn());
        let occupied = board.occupied().without(king);
        board.attacks_to(to, !turn, occupied).is_empty()
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

    /// The pieces that the side to move has besides its king and pawns.
    pub fn pieces(&self) -> Bitboard {
        let board = self.position.board();
        self.position.us() & !board.pawns() & !board.kings()
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
    let mut moves = MoveList::new();
    Node::new(position.clone()).add_tactical_moves(&mut moves);
    moves
}

/// The others, in the order of all legal moves.
pub fn quiet_moves(position: &Chess) -> MoveList {
    let mut moves = MoveList::new();
    Node::new(position.clone()).add_quiet_moves(&mut moves);
    moves
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
