//! What the evaluation counts, and what each of that is worth: fitted by `build-aux/fit-evaluation` to games of the searcher
//! against itself.

use std::ops::{Add, AddAssign};

/// How much of the middle game a piece stands for, pawn to king; all of them together are [`MAX_PHASE`].
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase of the first position.
pub const MAX_PHASE: i32 = 24;

/// A piece has one of so many weights by the number of squares it can go to: 0, 1, 2 … 21; more count as 21.
pub const MOBILITY_COUNTS: usize = 22;
/// An attack on the king has one of so many weights by its danger: 0, 1, 2 … 39; more counts as 39.
pub const DANGER_COUNTS: usize = 40;
/// What a piece weighs that aims at the squares beside the king, pawn to king; each of these squares weighs 1, up to 3.
pub const ATTACKER: [usize; 6] = [0, 2, 2, 3, 4, 0];
/// What it weighs if such a piece can give check where nothing takes it.
pub const SAFE_CHECK: [usize; 6] = [0, 6, 4, 7, 5, 0];

// Where in `WEIGHTS` what begins.

/// Pawn to queen.
pub const MATERIAL: usize = 0;
/// Pawn to king, and the square as its side sees it, from a1 on.
pub const SQUARES: usize = MATERIAL + 5;
/// Knight to queen, and how many squares it can go to.
pub const MOBILITY: usize = SQUARES + 6 * 64;
pub const BISHOP_PAIR: usize = MOBILITY + 4 * MOBILITY_COUNTS;
/// A knight, and a bishop, that a pawn protects and no pawn can ever attack, beyond the third rank.
pub const OUTPOST: usize = BISHOP_PAIR + 1;
/// A rook on a file without pawns, and on one without pawns of its own.
pub const OPEN_FILE: usize = OUTPOST + 2;
/// A rook before the king's last rank.
pub const SEVENTH_RANK: usize = OPEN_FILE + 2;
/// For each pawn on squares of the bishop's color.
pub const PAWNS_ON_BISHOPS_COLOR: usize = SEVENTH_RANK + 1;
/// A knight or bishop right behind a pawn of its own.
pub const BEHIND_PAWN: usize = PAWNS_ON_BISHOPS_COLOR + 1;
/// For each of its own pawns: a knight, and a rook.
pub const BY_PAWNS: usize = BEHIND_PAWN + 1;
/// By pawn, by knight or bishop, by rook: on knight to queen.
pub const THREAT: usize = BY_PAWNS + 2;
/// A piece that is attacked and not protected, or attacked by two and protected by one.
pub const LOOSE: usize = THREAT + 3 * 4;
pub const LOOSE_PAWN: usize = LOOSE + 1;
/// A piece that a pawn would attack after a step.
pub const THREAT_OF_PAWN_STEP: usize = LOOSE_PAWN + 1;
/// By what the attack on the other king weighs.
pub const DANGER: usize = THREAT_OF_PAWN_STEP + 1;
pub const DANGER_WITHOUT_QUEEN: usize = DANGER + DANGER_COUNTS;
/// On a file beside the king and on its own: by the rank of the nearest pawn of its own, 0 for none.
pub const SHELTER: usize = DANGER_WITHOUT_QUEEN + DANGER_COUNTS;
/// By the rank of the other side's nearest pawn: one that goes on, and one that a pawn stops.
pub const STORM: usize = SHELTER + 2 * 8;
pub const DOUBLED: usize = STORM + 2 * 8;
/// A pawn with none on the files beside it: on an open file, and with one of the other side before it.
pub const ISOLATED: usize = DOUBLED + 1;
/// A pawn that no pawn can ever protect, and that cannot step on: as above.
pub const BACKWARD: usize = ISOLATED + 2;
/// A pawn beside another, by rank.
pub const PHALANX: usize = BACKWARD + 2;
/// A pawn that a pawn protects, by rank.
pub const SUPPORTED: usize = PHALANX + 8;
/// A passed pawn by its rank; what follows, too.
pub const PASSED: usize = SUPPORTED + 8;
/// Its next square is taken.
pub const BLOCKADED: usize = PASSED + 8;
/// Its next square is empty, and nothing attacks it.
pub const FREE_TO_STEP: usize = BLOCKADED + 8;
/// For each step of its own king from its next square, up to five.
pub const OWN_KING_FAR: usize = FREE_TO_STEP + 8;
/// For each step of the other king.
pub const OTHER_KING_FAR: usize = OWN_KING_FAR + 8;
/// A passed pawn with a rook of its own behind it.
pub const ROOK_BEHIND: usize = OTHER_KING_FAR + 8;
/// For the side whose turn it is.
pub const TEMPO: usize = ROOK_BEHIND + 1;
/// How many weights there are.
pub const COUNT: usize = TEMPO + 1;

/// Rows in which neighbors are worth about the same: where they begin, and how long they are.
pub const ROWS: [(usize, usize); 6] = [
    (MOBILITY, MOBILITY_COUNTS),
    (MOBILITY + MOBILITY_COUNTS, MOBILITY_COUNTS),
    (MOBILITY + 2 * MOBILITY_COUNTS, MOBILITY_COUNTS),
    (MOBILITY + 3 * MOBILITY_COUNTS, MOBILITY_COUNTS),
    (DANGER, DANGER_COUNTS),
    (DANGER_WITHOUT_QUEEN, DANGER_COUNTS),
];

/// A score for the middle game and one for the endgame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tapered {
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
    pub fn at(self, phase: i32) -> i32 {
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

/// In hundredths of a pawn.
pub static WEIGHTS: [Tapered; COUNT] = {
    let mut weights = [Tapered::new(0, 0); COUNT];
    let mut number = 0;
    while number < COUNT {
        weights[number] = Tapered::new(MIDDLE[number] as i32, END[number] as i32);
        number += 1;
    }
    weights
};

// Written by `build-aux/fit-evaluation`.
const MIDDLE: [i16; COUNT] = [
    68, 390, 435, 552, 1600, 0, 0, 0, 0, 0, 0, 0, 0, -31, -11, -26, -28, -28, 17, 28, -43, -31,
    -16, -10, -14, -7, -6, 21, -28, -30, -20, -7, 0, 1, -10, -16, -36, -17, 1, 0, 7, 9, -4, -7,
    -17, 24, 33, 28, 54, 68, 37, 11, 9, 16, 10, -34, -18, -23, -14, -78, 6, 0, 0, 0, 0, 0, 0, 0, 0,
    4, -37, -16, -37, 7, -40, -31, -37, -62, -58, -28, -13, -7, 14, -33, -34, -53, -18, -10, 14, 6,
    3, 13, -24, -33, -48, 10, 17, 26, 14, 17, -20, 9, 10, 17, 37, 23, 53, 14, 38, -92, -18, -9, 27,
    62, 72, 23, 16, -61, -47, 6, 38, -31, 38, -38, -18, -183, -220, -61, -104, 13, -159, 10, -169,
    -62, 18, -21, -21, -51, -31, -55, 16, 14, 3, 18, -4, 4, 11, 28, 20, -16, 23, 6, 0, 6, 26, 18,
    4, 6, -14, 7, 13, 17, 6, 9, 11, 3, 7, 3, 40, 20, 23, 6, 26, -6, 18, 11, 23, 21, 47, 23, 23,
    -54, 9, -3, -53, -16, -6, -27, -67, -30, -60, -18, -139, -53, -21, 24, -51, -20, -11, -6, 4, 3,
    -3, -36, -27, -45, -37, -3, -1, 0, 0, -24, -106, -67, -30, -16, -31, -27, -23, -20, -23, -40,
    3, -7, 1, 0, -18, -3, -45, -30, -18, 0, 4, 9, 30, 21, -47, -14, 13, 4, 24, 38, 68, 54, 6, 3,
    18, 33, 51, 43, 58, 9, 36, -7, 18, 38, 23, 26, 57, 74, 20, 0, -24, -17, 7, 10, -4, -31, -106,
    0, 7, 10, 14, 16, 26, 0, 36, -10, 3, -3, -13, -4, 10, 34, -6, 1, -1, -11, -7, -26, 11, 20, 7,
    -23, 17, -14, -27, 38, 20, 50, 20, 6, 7, 10, 7, 31, 55, 40, 30, -18, -33, -11, -7, 17, 54, 7,
    41, -58, 3, 18, 9, 45, 122, 141, 13, -95, 7, 3, -77, -6, -53, 9, -3, -51, 6, 6, -41, -41, -27,
    -3, 6, -41, 24, 20, 21, -14, 11, 27, -20, -48, 6, 47, -17, -30, 18, 24, -20, 16, 54, 0, -17,
    -31, 31, 37, -45, -28, 17, -20, -6, -20, 71, -143, -1, -43, 44, -11, 30, 87, 10, 77, -31, 223,
    230, 47, 223, 17, 227, 31, 51, -47, -31, -20, -13, -10, -4, 4, 9, 11, 9, 7, 6, 4, 3, 3, 1, 1,
    1, 1, 1, 1, 0, -27, -16, -9, -4, 1, 6, 9, 13, 17, 20, 26, 47, 75, 84, 65, 51, 40, 33, 27, 23,
    20, 18, -34, -17, -13, -13, -9, -6, -6, -1, 0, 4, 3, 7, 13, 10, 143, 112, 89, 71, 58, 50, 44,
    41, -13, -17, -21, -23, -20, -18, -18, -16, -13, -13, -9, -11, -4, -9, -4, 0, 13, 24, 31, 61,
    248, 983, 10, 21, 30, 38, 7, -11, -1, 6, 4, 3, 68, 53, 58, 61, 18, 28, 70, 48, 4, 7, -20, 62,
    17, 10, 17, -50, -60, -74, -51, -50, -45, -41, -44, -27, -26, -24, -20, -9, 11, 10, 33, 135,
    80, 97, 170, 156, 388, 250, 395, 285, 293, 285, 308, 284, 291, 325, 349, 346, 376, 346, 339,
    325, 298, 311, 352, -143, -126, -116, -119, -118, -115, -112, -122, -115, -139, -122, -105,
    -112, -78, -97, -77, -50, -84, -41, 54, 7, -18, 41, 51, 85, 87, 158, 145, 139, 129, 209, 230,
    239, 233, 254, 258, 246, 240, 233, 233, -20, 14, 10, 0, -6, -33, -30, 0, -31, 16, 11, -9, -3,
    -26, 62, 0, -4, 41, -37, -7, -4, 9, 3, 0, 0, 0, -13, -3, 9, 6, 45, 0, -9, -16, -9, -13, 1, 0,
    3, 0, 7, 14, -3, -95, 0, 0, 0, 9, 11, 11, 24, 246, 0, 0, -53, -68, -80, -143, -285, -53, 0, 0,
    -6, -18, 6, -14, -23, -128, 0, 0, -20, -17, -23, -18, -31, -128, 0, 0, -10, 3, 20, 28, 57, 61,
    0, 0, 21, 14, 3, 10, 16, 13, 0, 10, 24,
];
const END: [i16; COUNT] = [
    102, 298, 327, 443, 771, 0, 0, 0, 0, 0, 0, 0, 0, 1, -6, -10, -13, -3, -11, -13, -21, -6, -11,
    -24, -20, -17, -17, -24, -24, 3, -7, -21, -27, -26, -18, -13, -18, 9, -9, -16, -21, -27, -17,
    -14, -13, 23, 28, 26, 16, 14, 3, 14, 14, 38, 26, 68, 45, 44, 27, 31, 16, 0, 0, 0, 0, 0, 0, 0,
    0, -77, -40, -61, -41, -54, -60, -45, -67, -74, -20, -43, -34, -26, -55, -6, -30, -30, -28,
    -20, -21, -20, -33, -47, -17, -33, -17, -16, -3, -3, -10, -30, -21, -31, -10, -10, -1, -7, -14,
    -7, -31, -9, -27, 9, -7, -24, -23, -26, -48, -33, -11, -17, -33, -21, -33, -38, -72, -55, 11,
    0, -7, -27, -20, -62, -53, -24, -74, -31, -27, -23, -31, -60, -55, -20, -45, -27, -21, -13,
    -36, -47, -65, -27, -30, -9, -7, 0, -21, -18, -21, -24, 0, 0, 4, -7, 0, -20, -40, -24, -11, 1,
    -9, 3, -21, -13, -38, -24, -17, -10, -6, -9, -11, -30, -34, -18, -23, -17, -4, -6, -30, -21,
    -44, -24, 1, -33, 3, -11, -17, -38, -3, -24, -30, -26, -28, -34, -34, -21, -37, -27, -21, -37,
    -41, -47, -44, -27, -3, 3, -20, -21, -14, -24, -33, -24, -34, -10, -18, -18, -14, -26, -20,
    -27, -18, -3, -6, -9, -13, -23, -27, -28, -7, -7, -16, -6, -17, -31, -38, -26, -17, -4, -11,
    -13, -20, -26, -37, -21, -17, 11, -9, -7, -7, -9, -20, -24, -6, -72, -30, -30, -88, -72, -114,
    -156, -112, -51, -84, -68, -67, -60, -84, -94, -165, -51, -38, -18, -1, -17, -34, -88, -91,
    -30, -37, 20, -1, 40, -34, -55, -48, -18, -47, -3, 31, -58, -7, -99, -58, -40, -36, -6, 3, 6,
    -21, -23, -80, -41, -4, 9, 11, -6, -26, -38, -88, 0, -68, -50, -27, -62, -104, -165, -38, 41,
    -9, 4, -13, -31, 0, -11, -44, -10, 7, 3, 3, 7, 9, 10, -18, 4, -10, 1, 0, 7, 4, -7, -14, 9, 7,
    0, 13, 18, 9, -1, -11, 11, 4, 21, 23, 31, 10, -1, 3, 31, 21, 18, 37, 30, -84, -68, 14, 81, 21,
    45, 23, 16, -33, 20, 41, 26, 24, 53, -24, 27, 10, 64, 34, -121, -80, -74, -62, -55, -48, -47,
    -53, -64, -50, -38, -30, -23, -18, -14, -11, -9, -7, -6, -4, -4, -4, -81, -54, -41, -34, -28,
    -28, -27, -27, -26, -34, -37, -48, -50, -85, -67, -53, -41, -33, -27, -23, -20, -18, -101, -60,
    -55, -38, -43, -36, -28, -30, -28, -27, -21, -20, -18, -18, -75, -58, -47, -37, -30, -26, -23,
    -21, -60, -74, -9, -10, -26, -24, -21, -21, -14, -6, -9, 7, -1, 3, -1, -6, -21, -27, -41, -68,
    -222, -665, 78, 10, -4, 0, 24, 37, 4, 10, 14, 30, 17, 31, 11, -41, 23, 26, -9, -9, 21, 20, -20,
    -11, 23, 48, 7, -33, -14, 4, -20, -26, -11, -9, -10, -18, -14, -20, -6, 14, -17, 27, 13, -146,
    -18, -30, -104, -41, -234, -119, -271, -112, -109, -95, -105, -105, -95, -91, -97, -104, -74,
    -77, -64, -68, -80, -65, -28, 51, 31, 14, 36, 23, 33, 28, 41, 26, 43, 34, 38, 34, 27, 33, 31,
    17, 37, 18, -6, 10, 16, -1, -7, -7, -9, -34, -45, -26, -26, -61, -67, -78, -65, -64, -43, -40,
    -26, -26, -27, 0, -14, -7, -6, 3, 24, 44, 0, 10, -16, -4, 3, 6, 11, 23, 0, 0, 10, 13, 10, 7, 0,
    1, 0, 0, 0, -14, -7, -10, -9, -27, 0, -16, -10, -9, -6, -3, 0, -1, 0, 9, 26, 34, 99, 0, 0, 0,
    3, -1, 6, 38, 13, 0, 0, 23, 33, 67, 99, 81, 51, 0, 0, -4, 7, -10, -4, -13, -10, 0, 0, 23, 20,
    27, 38, 74, 81, 0, 0, 1, -9, -18, -21, -20, -9, 0, 0, -7, 0, 9, 16, 26, 30, 0, 4, 11,
];
