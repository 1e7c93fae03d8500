//! What a position looks like before anything is searched: material and squares, tapered from the middle
//! game to the endgame, pawns, mobility, the safety of kings.

use std::ops::{Add, AddAssign, Neg, Sub};

use shakmaty::{Bitboard, Board, Chess, Color, File, Piece, Position, Role, Square, attacks};
use strum::VariantArray;

use super::score::PAWN;
use super::see::piece_value;

/// By what a search values positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// By all that is known of them.
    Positional,
    /// By nothing but the material that is won: how much more White has than this, in hundredths of a pawn. No move is
    /// pruned by what a position seems to be worth, so that nothing is won to which there is an answer.
    Material {
        /// How much more White had before.
        before: i32,
    },
}

impl Evaluation {
    /// What so much material is worth, given in hundredths of a pawn.
    pub(super) fn of_material(self, material: i32) -> i32 {
        match self {
            Self::Positional => material * PAWN / 100,
            Self::Material { .. } => material,
        }
    }

    /// The worth of a position for the side to move, in centipawns; of material alone, in hundredths of a pawn.
    pub(super) fn of(self, position: &Chess) -> i32 {
        match self {
            Self::Positional => static_eval(position),
            Self::Material { before } => {
                let won = material_score(position.board(), Color::White) - before;
                position.turn().fold_wb(won, -won)
            }
        }
    }
}

/// The static evaluation of a position for the side to move, in centipawns.
pub fn static_eval(position: &Chess) -> i32 {
    let (board, turn) = (position.board(), position.turn());
    let (terms, phase) = compared(board, turn);
    let value = terms.into_iter().fold(TEMPO, Add::add).at(phase);
    let value = value * chances(board, if value > 0 { turn } else { !turn }) / 64;
    // Where nothing happens, nothing is won: the closer the fifty moves, the less it is worth.
    let plies = i32::try_from(position.halfmoves()).map_or(100, |plies| plies.min(100));
    value * (220 - plies) / 220 * PAWN / 100
}

/// How much of an advantage counts, in sixty-fourths.
fn chances(board: &Board, ahead: Color) -> i32 {
    let own = board.by_color(ahead);
    if (own & board.pawns()).is_empty() {
        let more = exchange_worth(board, ahead) - exchange_worth(board, !ahead);
        // A piece more does not win without pawns, and two knights do not.
        if more <= 400 || (own & !board.knights() & !board.kings()).is_empty() {
            return 6;
        }
    }
    let heavy = board.rooks() | board.queens() | board.knights();
    let bishops = Color::ALL.map(|color| board.bishops() & board.by_color(color));
    let alone = bishops.map(|bishops| bishops.single_square().map(Square::is_light));
    match alone {
        [Some(one), Some(other)] if one != other && heavy.is_empty() => 32,
        _ => 64,
    }
}

/// What a side's pieces are worth without pawns and king.
fn exchange_worth(board: &Board, side: Color) -> i32 {
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let count = |role| (board.by_role(role) & board.by_color(side)).count() as i32;
    roles
        .iter()
        .map(|role| count(*role) * piece_value(*role))
        .sum()
}

/// How much more a side has on the board than the other, in hundredths of a pawn. A bishop has the value of a knight: to
/// exchange them wins nothing.
pub(crate) fn material_score(board: &Board, side: Color) -> i32 {
    let roles = Role::ALL.into_iter().filter(|role| *role != Role::King);
    let worth = |role| pieces_ahead(board, side, role) * material_value(role);
    roles.map(worth).sum()
}

/// How many pieces of a kind a side has more than the other.
pub(crate) fn pieces_ahead(board: &Board, side: Color, role: Role) -> i32 {
    let pieces = board.by_role(role);
    let count = |side| (pieces & board.by_color(side)).count() as i32;
    count(side) - count(!side)
}

/// What a piece counts for in the balance of material, in hundredths of a pawn.
pub(crate) fn material_value(role: Role) -> i32 {
    match role {
        Role::Bishop => piece_value(Role::Knight),
        role => piece_value(role),
    }
}

/// What the worth of a position is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, VariantArray)]
#[strum(serialize_all = "camelCase")]
pub enum Term {
    /// What the pieces are worth wherever they stand.
    Material,
    /// Where the pieces stand.
    Placement,
    /// How many squares the pieces can go to.
    Mobility,
    /// How safe the king is, and how much the other one is attacked.
    King,
    /// How strong the pawns are.
    Pawns,
}

/// What each term gives one side, in the order of the terms.
type Terms = [Tapered; Term::VARIANTS.len()];

/// How much more each term gives a side than the other, in hundredths of a pawn.
pub(crate) fn terms(position: &Chess, side: Color) -> Vec<(Term, i32)> {
    let (terms, phase) = compared(position.board(), side);
    let terms = Term::VARIANTS.iter().zip(terms);
    terms.map(|(term, more)| (*term, more.at(phase))).collect()
}

/// How much more each term gives a side than the other, and the phase of the game.
fn compared(board: &Board, side: Color) -> (Terms, i32) {
    let [own, other] = [side, !side].map(|color| Side::of(board, color));
    let (mut terms, own_phase) = own.terms(&other, board);
    let (others, other_phase) = other.terms(&own, board);
    for (own, other) in terms.iter_mut().zip(others) {
        *own = *own - other;
    }
    (terms, (own_phase + other_phase).min(MAX_PHASE))
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

    /// What it has for itself, and its share of the middle game.
    fn terms(&self, other: &Self, board: &Board) -> (Terms, i32) {
        let mut material = Tapered::default();
        let [mut placement, mut mobility, mut king, mut pawns] = [Tapered::default(); 4];
        let mut phase = 0;
        let occupied = board.occupied();
        let zone = attacks::king_attacks(other.king).with(other.king);
        let (mut attackers, mut attack) = (0, 0);
        for role in Role::ALL {
            let kind = role as usize - 1;
            let pieces = self.own & board.by_role(role);
            let count = pieces.count() as i32;
            phase += PHASE[kind] * count;
            material += MATERIAL[kind].times(count);
            // A piece reaches through those that go the same way.
            let through = match role {
                Role::Bishop => board.queens(),
                Role::Rook => (board.queens() | board.rooks()) & self.own,
                _ => Bitboard::EMPTY,
            };
            let piece = Piece {
                color: self.color,
                role,
            };
            let [middle, end] = &PIECE_SQUARE_TABLES[kind];
            for square in pieces {
                let seen = self.color.fold_wb(square.flip_vertical(), square) as usize;
                let stands = Tapered::new(i32::from(middle[seen]), i32::from(end[seen]));
                match role {
                    Role::Pawn => pawns += stands,
                    Role::King => king += stands,
                    _ => placement += stands,
                }
                if matches!(role, Role::Pawn | Role::King) {
                    continue;
                }
                let reach = attacks::attacks(square, piece, occupied & !through);
                let free = reach & !self.own & !other.pawn_attacks;
                let (usual, each) = MOBILITY[kind];
                mobility += each.times(free.count() as i32 - usual);
                let near = (reach & zone & !other.pawn_attacks).count() as i32;
                if near > 0 {
                    attackers += 1;
                    attack += ATTACK[kind] * near.min(3);
                }
                if other.pawn_attacks.contains(square) {
                    placement = placement - THREATENED_BY_PAWN;
                }
                match role {
                    Role::Rook => placement += self.rook(square, other),
                    Role::Knight | Role::Bishop => {
                        let held = self.pawn_attacks.contains(square);
                        let far = self.rank_of(square) >= 3;
                        if held && far && !other.pawn_reach.contains(square) {
                            placement += OUTPOST;
                        }
                    }
                    _ => {}
                }
            }
        }
        if (self.own & board.bishops()).count() > 1 {
            material += BISHOP_PAIR;
        }
        let share = ATTACKERS[usize::min(attackers, ATTACKERS.len() - 1)];
        // A king is not mated where the queen is gone.
        let queen = (self.own & board.queens()).any();
        let danger = attack * share / if queen { 100 } else { 220 };
        king += Tapered::new(danger, danger / 8);
        king += self.shelter(other);
        pawns += self.structure(other, occupied);
        material += self.mop_up(other, board);
        ([material, placement, mobility, king, pawns], phase)
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
            HALF_OPEN_FILE
        } else {
            OPEN_FILE
        };
        if self.rank_of(square) == 6 && self.rank_of(other.king) == 7 {
            score += SEVENTH_RANK;
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
                score += DOUBLED;
            }
            if (beside & self.pawns).is_empty() {
                score += ISOLATED;
            } else if (ahead & other.pawns).is_empty()
                && !self.pawn_reach.contains(square)
                && step(square, self.color).is_some_and(|next| other.pawn_attacks.contains(next))
            {
                score += BACKWARD;
            }
            let watched = ahead | pawn_attacks(ahead.with(square), self.color);
            if (watched & other.pawns).any() || (ahead & self.pawns).any() {
                continue;
            }
            score += PASSED[rank];
            if self.pawn_attacks.contains(square) {
                score += PROTECTED_PASSED;
            }
            if let Some(next) = step(square, self.color) {
                if occupied.contains(next) {
                    score += BLOCKADED;
                }
                let steps = |king: Square| king.distance(next).min(5) as i32;
                let gained = steps(other.king) - steps(self.king);
                let weight = (rank as i32 - 1).max(0);
                score += Tapered::new(0, gained * ESCORT * weight);
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
        for shield in PAWN_SHIELD {
            before = forward(before, self.color);
            score += shield.times((before & files & self.pawns).count() as i32);
        }
        for file in File::ALL {
            let squares = Bitboard::from_file(file);
            if (squares & files).any() && (squares & self.pawns).is_empty() {
                score += if (squares & other.pawns).is_empty() {
                    OPEN_KING_FILE
                } else {
                    HALF_OPEN_KING_FILE
                };
            }
        }
        score
    }

    /// Where the other side has only its king left, it is driven to the edge, and one's own comes near.
    fn mop_up(&self, other: &Self, board: &Board) -> Tapered {
        if other.own.count() > 1 || exchange_worth(board, self.color) < 500 {
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
    Bitboard((not_a.0 >> 1) | (not_h.0 << 1))
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

/// A score for the middle game and one for the endgame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tapered {
    pub middle: i32,
    pub end: i32,
}

impl Tapered {
    pub const fn new(middle: i32, end: i32) -> Self {
        Self { middle, end }
    }

    pub fn times(self, factor: i32) -> Self {
        Self::new(self.middle * factor, self.end * factor)
    }

    /// The score in a phase between the endgame, 0, and the middle game.
    fn at(self, phase: i32) -> i32 {
        (self.middle * phase + self.end * (MAX_PHASE - phase)) / MAX_PHASE
    }
}

impl Add for Tapered {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.middle + other.middle, self.end + other.end)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Tapered {
    type Output = Self;

    fn neg(self) -> Self {
        self.times(-1)
    }
}

impl Sub for Tapered {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

const fn t(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}

/// Pawn to king.
pub const MATERIAL: [Tapered; 6] = [
    t(82, 94),
    t(337, 281),
    t(365, 297),
    t(477, 512),
    t(1025, 936),
    t(0, 0),
];

/// How much of the middle game a piece stands for; all of them together are [`MAX_PHASE`].
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase of the first position.
pub const MAX_PHASE: i32 = 24;

/// For each square that a piece may go to beyond its usual number: knight, bishop, rook, queen.
pub const MOBILITY: [(i32, Tapered); 6] = [
    (0, t(0, 0)),
    (4, t(4, 4)),
    (6, t(4, 5)),
    (7, t(2, 4)),
    (13, t(1, 4)),
    (0, t(0, 0)),
];
/// What an attack on the squares around a king weighs: knight, bishop, rook, queen.
pub const ATTACK: [i32; 6] = [0, 20, 20, 40, 80, 0];
/// The share of [`ATTACK`], in hundredths, that counts with so many attackers.
pub const ATTACKERS: [i32; 8] = [0, 0, 50, 75, 88, 94, 97, 99];

pub const BISHOP_PAIR: Tapered = t(24, 50);
pub const DOUBLED: Tapered = t(-8, -20);
pub const ISOLATED: Tapered = t(-12, -14);
/// A pawn that no pawn can ever protect, on a file that is open for rooks of the other side.
pub const BACKWARD: Tapered = t(-8, -8);
/// A passed pawn by its rank, seen from its side.
pub const PASSED: [Tapered; 8] = [
    t(0, 0),
    t(0, 8),
    t(2, 14),
    t(6, 30),
    t(18, 54),
    t(40, 96),
    t(70, 150),
    t(0, 0),
];
/// For each step by which the other king is farther from a passed pawn's next square than one's own.
pub const ESCORT: i32 = 5;
/// A passed pawn whose next square is taken.
pub const BLOCKADED: Tapered = t(-6, -24);
pub const PROTECTED_PASSED: Tapered = t(8, 14);
pub const OPEN_FILE: Tapered = t(28, 8);
pub const HALF_OPEN_FILE: Tapered = t(12, 8);
pub const SEVENTH_RANK: Tapered = t(10, 22);
pub const OUTPOST: Tapered = t(22, 12);
/// For each pawn right before the king, and one step farther.
pub const PAWN_SHIELD: [Tapered; 2] = [t(12, 0), t(6, 0)];
/// A file at the king without a pawn of either side, and without one's own.
pub const OPEN_KING_FILE: Tapered = t(-20, 0);
pub const HALF_OPEN_KING_FILE: Tapered = t(-10, 0);
/// A piece that a pawn attacks.
pub const THREATENED_BY_PAWN: Tapered = t(40, 30);
/// For the side whose turn it is.
pub const TEMPO: Tapered = t(14, 8);

type Table = [i16; 64];

/// Middle game and endgame, pawn to king.
pub const PIECE_SQUARE_TABLES: [[Table; 2]; 6] = [
    [
        [
            0, 0, 0, 0, 0, 0, 0, 0, 98, 134, 61, 95, 68, 126, 34, -11, -6, 7, 26, 31, 65, 56, 25,
            -20, -14, 13, 6, 21, 23, 12, 17, -23, -27, -2, -5, 12, 17, 6, 10, -25, -26, -4, -4,
            -10, 3, 3, 33, -12, -35, -1, -20, -23, -15, 24, 38, -22, 0, 0, 0, 0, 0, 0, 0, 0,
        ],
        [
            0, 0, 0, 0, 0, 0, 0, 0, 178, 173, 158, 134, 147, 132, 165, 187, 94, 100, 85, 67, 56,
            53, 82, 84, 32, 24, 13, 5, -2, 4, 17, 17, 13, 9, -3, -7, -7, -8, 3, -1, 4, 7, -6, 1, 0,
            -5, -1, -8, 13, 8, 8, 10, 13, 0, 2, -7, 0, 0, 0, 0, 0, 0, 0, 0,
        ],
    ],
    [
        [
            -167, -89, -34, -49, 61, -97, -15, -107, -73, -41, 72, 36, 23, 62, 7, -17, -47, 60, 37,
            65, 84, 129, 73, 44, -9, 17, 19, 53, 37, 69, 18, 22, -13, 4, 16, 13, 28, 19, 21, -8,
            -23, -9, 12, 10, 19, 17, 25, -16, -29, -53, -12, -3, -1, 18, -14, -19, -105, -21, -58,
            -33, -17, -28, -19, -23,
        ],
        [
            -58, -38, -13, -28, -31, -27, -63, -99, -25, -8, -25, -2, -9, -25, -24, -52, -24, -20,
            10, 9, -1, -9, -19, -41, -17, 3, 22, 22, 22, 11, 8, -18, -18, -6, 16, 25, 16, 17, 4,
            -18, -23, -3, -1, 15, 10, -3, -20, -22, -42, -20, -10, -5, -2, -20, -23, -44, -29, -51,
            -23, -15, -22, -18, -50, -64,
        ],
    ],
    [
        [
            -29, 4, -82, -37, -25, -42, 7, -8, -26, 16, -18, -13, 30, 59, 18, -47, -16, 37, 43, 40,
            35, 50, 37, -2, -4, 5, 19, 50, 37, 37, 7, -2, -6, 13, 13, 26, 34, 12, 10, 4, 0, 15, 15,
            15, 14, 27, 18, 10, 4, 15, 16, 0, 7, 21, 33, 1, -33, -3, -14, -21, -13, -12, -39, -21,
        ],
        [
            -14, -21, -11, -8, -7, -9, -17, -24, -8, -4, 7, -12, -3, -13, -4, -14, 2, -8, 0, -1,
            -2, 6, 0, 4, -3, 9, 12, 9, 14, 10, 3, 2, -6, 3, 13, 19, 7, 10, -3, -9, -12, -3, 8, 10,
            13, 3, -7, -15, -14, -18, -7, -1, 4, -9, -15, -27, -23, -9, -23, -5, -9, -16, -5, -17,
        ],
    ],
    [
        [
            32, 42, 32, 51, 63, 9, 31, 43, 27, 32, 58, 62, 80, 67, 26, 44, -5, 19, 26, 36, 17, 45,
            61, 16, -24, -11, 7, 26, 24, 35, -8, -20, -36, -26, -12, -1, 9, -7, 6, -23, -45, -25,
            -16, -17, 3, 0, -5, -33, -44, -16, -20, -9, -1, 11, -6, -71, -19, -13, 1, 17, 16, 7,
            -37, -26,
        ],
        [
            13, 10, 18, 15, 12, 12, 8, 5, 11, 13, 13, 11, -3, 3, 8, 3, 7, 7, 7, 5, 4, -3, -5, -3,
            4, 3, 13, 1, 2, 1, -1, 2, 3, 5, 8, 4, -5, -6, -8, -11, -4, 0, -5, -1, -7, -12, -8, -16,
            -6, -6, 0, 2, -9, -9, -11, -3, -9, 2, 3, -1, -5, -13, 4, -20,
        ],
    ],
    [
        [
            -28, 0, 29, 12, 59, 44, 43, 45, -24, -39, -5, 1, -16, 57, 28, 54, -13, -17, 7, 8, 29,
            56, 47, 57, -27, -27, -16, -16, -1, 17, -2, 1, -9, -26, -9, -10, -2, -4, 3, -3, -14, 2,
            -11, -2, -5, 2, 14, 5, -35, -8, 11, 2, 8, 15, -3, 1, -1, -18, -9, 10, -15, -25, -31,
            -50,
        ],
        [
            -9, 22, 22, 27, 27, 19, 10, 20, -17, 20, 32, 41, 58, 25, 30, 0, -20, 6, 9, 49, 47, 35,
            19, 9, 3, 22, 24, 45, 57, 40, 57, 36, -18, 28, 19, 47, 31, 34, 39, 23, -16, -27, 15, 6,
            9, 17, 10, 5, -22, -23, -30, -16, -16, -23, -36, -32, -33, -28, -22, -43, -5, -32, -20,
            -41,
        ],
    ],
    [
        [
            -65, 23, 16, -15, -56, -34, 2, 13, 29, -1, -20, -7, -8, -4, -38, -29, -9, 24, 2, -16,
            -20, 6, 22, -22, -17, -20, -12, -27, -30, -25, -14, -36, -49, -1, -27, -39, -46, -44,
            -33, -51, -14, -14, -22, -46, -44, -30, -15, -27, 1, 7, -8, -64, -43, -16, 9, 8, -15,
            36, 12, -54, 8, -28, 24, 14,
        ],
        [
            -74, -35, -18, -18, -11, 15, 4, -17, -12, 17, 14, 17, 17, 38, 23, 11, 10, 17, 23, 15,
            20, 45, 44, 13, -8, 22, 24, 27, 26, 33, 26, 3, -18, -4, 21, 24, 27, 23, 9, -11, -19,
            -3, 11, 21, 23, 16, 7, -9, -27, -11, 4, 13, 14, 4, -5, -17, -53, -34, -21, -11, -28,
            -14, -24, -43,
        ],
    ],
];
