//! A position of a search, with its hash, and how many of them there are (perft).

use shakmaty::zobrist::{Zobrist64, ZobristHash, ZobristValue};
use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, EnPassantMode, Move, MoveList, Piece, Position, Rank,
    Role, Square, attacks,
};

use super::limits::Stop;
use super::terms::pawn_attacks;

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
    #[inline]
    fn may_go(&self, from: Square, to: Bitboard) -> Bitboard {
        if self.pieces.contains(from) {
            to & attacks::ray(self.king, from)
        } else {
            to
        }
    }
}

/// The squares from which pieces give check.
pub(super) struct CheckSquares([Bitboard; 6]);

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
        Self {
            hash,
            check: position.is_check(),
            position,
        }
    }

    pub fn after(&self, mv: Move) -> Self {
        self.after_moving(mv, self.hash_after_moving(mv))
    }

    /// The hash after a move, as long as that changes no right to castle or to take en passant. It is known before the
    /// position is.
    pub fn hash_after_moving(&self, mv: Move) -> u64 {
        self.hash ^ moved(self.position.turn(), mv)
    }

    /// The position after a move, for which this is its [`Self::hash_after_moving`].
    pub fn after_moving(&self, mv: Move, hash: u64) -> Self {
        let mut node = self.clone();
        node.position.play_unchecked(mv);
        node.hash = hash ^ changed_rights(&self.position, &node.position);
        node.check = node.position.is_check();
        node
    }

    /// The same position with the other side to move; `None` where that cannot be.
    pub fn after_null_move(&self) -> Option<Self> {
        let position = self.position.clone().swap_turn().ok()?;
        let Zobrist64(turn) = Zobrist64::zobrist_for_white_turn();
        Some(Self {
            hash: self.hash ^ turn ^ changed_rights(&self.position, &position),
            check: position.is_check(),
            position,
        })
    }

    /// Adds the legal moves that take something or make a queen.
    pub fn add_tactical_moves(&self, moves: &mut MoveList) {
        let position = &self.position;
        let king = position.board().king_of(position.turn());
        let Some(king) = king.filter(|_| !self.check) else {
            let legal = position.legal_moves();
            moves.extend(legal.iter().filter(|mv| is_tactical(**mv)).copied());
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
        let (diagonal, straight) = (board.bishops_and_queens(), board.rooks_and_queens());
        for from in us & !board.pawns() & !board.kings() {
            let mut attacked = Bitboard::EMPTY;
            if diagonal.contains(from) {
                attacked |= attacks::bishop_attacks(from, occupied);
            }
            if straight.contains(from) {
                attacked |= attacks::rook_attacks(from, occupied);
            }
            if board.knights().contains(from) {
                attacked = attacks::knight_attacks(from);
            }
            attacked &= them;
            let Some(role) = board.role_at(from).filter(|_| attacked.any()) else {
                continue;
            };
            for to in pinned.may_go(from, attacked) {
                add(role, from, to, None);
            }
        }
        let before_last = turn.fold_wb(Rank::Seventh, Rank::Second);
        let attackers = pawn_attacks(them, !turn);
        for from in us & board.pawns() & (attackers | Bitboard::from_rank(before_last)) {
            let promotes = from.rank() == before_last;
            for to in pinned.may_go(from, attacks::pawn_attacks(turn, from) & them) {
                let becomes: &[Option<Role>] = if promotes { &PROMOTIONS } else { &[None] };
                for promotion in becomes {
                    add(Role::Pawn, from, to, *promotion);
                }
            }
            if promotes {
                let ahead = Bitboard::from(from).shift(turn.fold_wb(8, -8));
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
            moves.extend(position.en_passant_moves().iter().copied());
        }
    }

    /// Adds the other legal moves.
    pub fn add_quiet_moves(&self, moves: &mut MoveList) {
        let position = &self.position;
        let king = position.board().king_of(position.turn());
        let Some(king) = king.filter(|_| !self.check) else {
            let legal = position.legal_moves();
            moves.extend(legal.iter().filter(|mv| !is_tactical(**mv)).copied());
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
                let from = to.offset(-step).unwrap_or(to);
                if pinned.may_go(from, to.into()).any() {
                    for promotion in promotions {
                        add(Role::Pawn, from, to, *promotion);
                    }
                }
            }
        }
        let mut add_pieces = |role, attacks: fn(Square, Bitboard) -> Bitboard| {
            for from in us & board.by_role(role) {
                for to in pinned.may_go(from, attacks(from, occupied) & !occupied) {
                    add(role, from, to, None);
                }
            }
        };
        add_pieces(Role::Knight, |from, _| attacks::knight_attacks(from));
        add_pieces(Role::Bishop, attacks::bishop_attacks);
        add_pieces(Role::Rook, attacks::rook_attacks);
        add_pieces(Role::Queen, attacks::queen_attacks);
        for to in attacks::king_attacks(king) & !occupied {
            if self.is_safe(king, to) {
                add(Role::King, king, to, None);
            }
        }
        for side in CastlingSide::ALL {
            let castles = position.castles();
            if castles.has(turn, side) && (castles.path(turn, side) & occupied).is_empty() {
                moves.extend(position.castling_moves(side).iter().copied());
            }
        }
    }

    /// Whether nothing of the other side attacks a square to which the king goes.
    fn is_safe(&self, king: Square, to: Square) -> bool {
        let (board, turn) = (self.position.board(), self.position.turn());
        let occupied = board.occupied().without(king);
        board.attacks_to(to, !turn, occupied).is_empty()
    }

    /// The squares from which pieces of the side to move give check, pawn to king.
    pub fn check_squares(&self) -> CheckSquares {
        let (board, turn) = (self.position.board(), self.position.turn());
        let Some(king) = board.king_of(!turn) else {
            return CheckSquares([Bitboard::EMPTY; 6]);
        };
        let diagonal = attacks::bishop_attacks(king, board.occupied());
        let straight = attacks::rook_attacks(king, board.occupied());
        CheckSquares([
            attacks::pawn_attacks(!turn, king),
            attacks::knight_attacks(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ])
    }

    /// Whether the piece that moves gives check from where it goes.
    #[inline]
    pub fn gives_check(&self, mv: Move, from: &CheckSquares) -> bool {
        let Some(role) = mv.promotion() else {
            return from.0[mv.role() as usize - 1].contains(mv.to());
        };
        // What a pawn becomes may give check through the square that it leaves.
        let (board, turn) = (self.position.board(), self.position.turn());
        let occupied = mv
            .from()
            .map_or(board.occupied(), |from| board.occupied().without(from));
        let attacked = attacks::attacks(mv.to(), Piece { color: turn, role }, occupied);
        (attacked & board.kings() & self.position.them()).any()
    }

    /// The pieces that the side to move has besides its king and pawns.
    pub fn pieces(&self) -> Bitboard {
        let board = self.position.board();
        self.position.us() & !board.pawns() & !board.kings()
    }
}

/// By what the hash of a position changes when a piece moves and it is the other side's turn
/// (<https://www.chessprogramming.org/Zobrist_Hashing>).
fn moved(turn: Color, mv: Move) -> u64 {
    let piece = |color, role, square| Zobrist64::zobrist_for_piece(square, Piece { color, role }).0;
    let own = |role, square| piece(turn, role, square);
    let pieces = match mv {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            let captured = capture.map_or(0, |role| piece(!turn, role, to));
            own(role, from) ^ own(promotion.unwrap_or(role), to) ^ captured
        }
        Move::EnPassant { from, to } => {
            let captured = Square::from_coords(to.file(), from.rank());
            own(Role::Pawn, from) ^ own(Role::Pawn, to) ^ piece(!turn, Role::Pawn, captured)
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            let gone = own(Role::King, king) ^ own(Role::Rook, rook);
            gone ^ own(Role::King, side.king_to(turn)) ^ own(Role::Rook, side.rook_to(turn))
        }
        Move::Put { role, to } => own(role, to),
    };
    pieces ^ Zobrist64::zobrist_for_white_turn().0
}

/// By what the hash changes with the rights to castle and to take en passant.
fn changed_rights(before: &Chess, after: &Chess) -> u64 {
    let mut hash = Zobrist64::default();
    let castles = [before, after].map(|position| position.castles());
    if castles[0].castling_rights() != castles[1].castling_rights() {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if castles[0].has(color, side) != castles[1].has(color, side) {
                    hash ^= Zobrist64::zobrist_for_castling_right(color, side);
                }
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

/// Tells this number for each root move, and gives the sum; `None` where it was stopped before.
pub(super) fn divide(
    position: &Chess,
    depth: u32,
    stop: &Stop,
    mut tell: impl FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let root = Node::new(position.clone());
    let mut sum = 0;
    for mv in position.legal_moves() {
        let ways = count(&root.after(mv), depth - 1, stop);
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
