//! What a position looks like before anything is searched: material and squares, tapered from the middle
//! game to the endgame, pawns, mobility, the safety of kings.

use shakmaty::{Bitboard, Board, Chess, Color, File, Piece, Position, Role, Square, attacks};

use super::figures as f;
use super::tapered::Tapered;

/// The worth of a position for the side to move, in hundredths of a pawn.
pub(super) fn evaluate(position: &Chess) -> i32 {
    let board = position.board();
    let sides = [Side::of(board, Color::White), Side::of(board, Color::Black)];
    let [white, black] = &sides;
    let (white_score, white_phase) = white.score(black, board);
    let (black_score, black_phase) = black.score(white, board);
    let turn = position.turn();
    let score = white_score - black_score;
    let score = turn.fold_wb(score, -score) + f::TEMPO;
    let phase = (white_phase + black_phase).min(f::WHOLE_PHASE);
    let value = (score.middle * phase + score.end * (f::WHOLE_PHASE - phase)) / f::WHOLE_PHASE;
    let ahead = if value > 0 { turn } else { !turn };
    let [ahead, behind] = ahead.fold_wb([white, black], [black, white]);
    let value = value * chances(board, ahead, behind) / 64;
    // Where nothing happens, nothing is won: the closer the fifty moves, the less it is worth.
    value * (220 - i32::try_from(position.halfmoves()).map_or(100, |plies| plies.min(100))) / 220
}

/// How much of an advantage counts, in sixty-fourths.
fn chances(board: &Board, ahead: &Side, behind: &Side) -> i32 {
    let heavy = board.rooks() | board.queens();
    if ahead.pawns.is_empty() {
        let more = ahead.exchange_worth(board) - behind.exchange_worth(board);
        // A piece more does not win without pawns, and two knights do not.
        if more <= 400 || (ahead.own & !board.knights() & !board.kings()).is_empty() {
            return 6;
        }
    }
    let bishops = (board.bishops() & ahead.own, board.bishops() & behind.own);
    let opposite = bishops.0.count() == 1
        && bishops.1.count() == 1
        && (bishops.0.first().is_some_and(Square::is_light)
            != bishops.1.first().is_some_and(Square::is_light));
    if opposite && heavy.is_empty() && board.knights().is_empty() {
        return 32;
    }
    64
}

/// What one side has.
struct Side {
    color: Color,
    own: Bitboard,
    pawns: Bitboard,
    /// The squares that its pawns attack.
    pawn_attacks: Bitboard,
    /// Those that they attack, or could after some steps.
    pawn_reach: Bitboard,
    king: Square,
}

impl Side {
    fn of(board: &Board, color: Color) -> Self {
        let own = board.by_color(color);
        let pawns = own & board.pawns();
        let pawn_attacks = pawn_attacks(pawns, color);
        let king = board.king_of(color).unwrap_or(Square::E1);
        Self {
            color,
            own,
            pawns,
            pawn_attacks,
            pawn_reach: pawn_attacks | forward_fill(pawn_attacks, color),
            king,
        }
    }

    fn exchange_worth(&self, board: &Board) -> i32 {
        let count = |role| (self.own & board.by_role(role)).count() as i32;
        count(Role::Knight) * 320
            + count(Role::Bishop) * 330
            + count(Role::Rook) * 500
            + count(Role::Queen) * 950
    }

    /// What it has for itself, and its share of the middle game.
    fn score(&self, other: &Self, board: &Board) -> (Tapered, i32) {
        let (mut score, mut phase) = (Tapered::default(), 0);
        let occupied = board.occupied();
        let zone = attacks::king_attacks(other.king).with(other.king);
        let (mut attackers, mut attack) = (0, 0);
        for square in self.own {
            let Some(role) = board.role_at(square) else {
                continue;
            };
            let kind = role as usize - 1;
            phase += f::PHASE[kind];
            score += f::MATERIAL[kind];
            let seen = self.color.fold_wb(square.flip_vertical(), square) as usize;
            let [middle, end] = &f::SQUARES[kind];
            score += Tapered::new(i32::from(middle[seen]), i32::from(end[seen]));
            if matches!(role, Role::Pawn | Role::King) {
                continue;
            }
            let piece = Piece {
                color: self.color,
                role,
            };
            // A piece reaches through those that go the same way.
            let through = match role {
                Role::Bishop => board.queens(),
                Role::Rook => (board.queens() | board.rooks()) & self.own,
                _ => Bitboard::EMPTY,
            };
            let reach = attacks::attacks(square, piece, occupied & !through);
            let free = reach & !self.own & !other.pawn_attacks;
            let (usual, each) = f::MOBILITY[kind];
            score += each.times(free.count() as i32 - usual);
            let near = (reach & zone & !other.pawn_attacks).count() as i32;
            if near > 0 {
                attackers += 1;
                attack += f::ATTACK[kind] * near.min(3);
            }
            if other.pawn_attacks.contains(square) {
                score = score - f::THREATENED_BY_PAWN;
            }
            match role {
                Role::Rook => score += self.rook(square, other),
                Role::Knight | Role::Bishop => {
                    let held = self.pawn_attacks.contains(square);
                    let far = self.rank_of(square) >= 3;
                    if held && far && !other.pawn_reach.contains(square) {
                        score += f::OUTPOST;
                    }
                }
                _ => {}
            }
        }
        if (self.own & board.bishops()).count() > 1 {
            score += f::BISHOPS;
        }
        let share = f::ATTACKERS[usize::min(attackers, f::ATTACKERS.len() - 1)];
        // A king is not mated where the queen is gone.
        let queen = (self.own & board.queens()).any();
        let danger = attack * share / if queen { 100 } else { 220 };
        score += Tapered::new(danger, danger / 8);
        score += self.structure(other, occupied);
        score += self.shelter(other);
        score += self.mop_up(other, board);
        (score, phase)
    }

    /// 0 for its own first rank.
    fn rank_of(&self, square: Square) -> usize {
        let rank = square.rank() as usize;
        self.color.fold_wb(rank, 7 - rank)
    }

    fn rook(&self, square: Square, other: &Self) -> Tapered {
        let file = Bitboard::from_file(square.file());
        let mut score = if (file & self.pawns).any() {
            Tapered::default()
        } else if (file & other.pawns).any() {
            f::HALF_OPEN_FILE
        } else {
            f::OPEN_FILE
        };
        if self.rank_of(square) == 6 && self.rank_of(other.king) == 7 {
            score += f::SEVENTH_RANK;
        }
        score
    }

    fn structure(&self, other: &Self, occupied: Bitboard) -> Tapered {
        let mut score = Tapered::default();
        for square in self.pawns {
            let file = Bitboard::from_file(square.file());
            let beside = beside(file);
            let ahead = forward_fill(Bitboard::from_square(square), self.color);
            let rank = self.rank_of(square);
            if (ahead & self.pawns).any() {
                score += f::DOUBLED;
            }
            if (beside & self.pawns).is_empty() {
                score += f::ISOLATED;
            } else if (ahead & other.pawns).is_empty()
                && !self.pawn_reach.contains(square)
                && step(square, self.color).is_some_and(|next| other.pawn_attacks.contains(next))
            {
                score += f::BACKWARD;
            }
            let watched = ahead | pawn_attacks(ahead.with(square), self.color);
            if (watched & other.pawns).any() || (ahead & self.pawns).any() {
                continue;
            }
            score += f::PASSED[rank];
            if self.pawn_attacks.contains(square) {
                score += f::PROTECTED_PASSED;
            }
            if let Some(next) = step(square, self.color) {
                if occupied.contains(next) {
                    score += f::BLOCKADED;
                }
                let steps = |king: Square| king.distance(next).min(5) as i32;
                let gained = steps(other.king) - steps(self.king);
                let weight = (rank as i32 - 1).max(0);
                score += Tapered::new(0, gained * f::ESCORT * weight);
            }
        }
        score
    }

    /// The pawns before the king, and files on which rooks come.
    fn shelter(&self, other: &Self) -> Tapered {
        let mut score = Tapered::default();
        let file = Bitboard::from_file(self.king.file());
        let files = file | beside(file);
        let mut before = Bitboard::from_rank(self.king.rank());
        for shield in f::SHIELD {
            before = forward(before, self.color);
            score += shield.times((before & files & self.pawns).count() as i32);
        }
        for file in File::ALL {
            let squares = Bitboard::from_file(file);
            if (squares & files).any() && (squares & self.pawns).is_empty() {
                score += if (squares & other.pawns).is_empty() {
                    f::OPEN_KING_FILE
                } else {
                    f::HALF_OPEN_KING_FILE
                };
            }
        }
        score
    }

    /// Where the other side has only its king left, it is driven to the edge, and one's own comes near.
    fn mop_up(&self, other: &Self, board: &Board) -> Tapered {
        if other.own.count() > 1 || self.exchange_worth(board) < 500 {
            return Tapered::default();
        }
        let (file, rank) = (other.king.file() as i32, other.king.rank() as i32);
        let from_middle = (3 - file).max(file - 4) + (3 - rank).max(rank - 4);
        let near = 14 - self.king.distance(other.king) as i32;
        Tapered::new(0, 12 * from_middle + 5 * near)
    }
}

fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    forward(beside(pawns), color)
}

/// These squares, a step on.
fn forward(squares: Bitboard, color: Color) -> Bitboard {
    let Bitboard(squares) = squares;
    Bitboard(color.fold_wb(squares << 8, squares >> 8))
}

/// The squares to the left and to the right of these.
fn beside(squares: Bitboard) -> Bitboard {
    let not_a = squares & !Bitboard::from_file(File::A);
    let not_h = squares & !Bitboard::from_file(File::H);
    Bitboard(not_a.0 >> 1 | not_h.0 << 1)
}

/// The squares that lie before these.
fn forward_fill(squares: Bitboard, color: Color) -> Bitboard {
    let Bitboard(mut fill) = squares;
    for shift in [8, 16, 32] {
        fill |= color.fold_wb(fill << shift, fill >> shift);
    }
    forward(Bitboard(fill), color)
}

fn step(square: Square, color: Color) -> Option<Square> {
    square.offset(color.fold_wb(8, -8))
}
