//! What a position is worth, and the window within which that is looked for.

use shakmaty::Color;

/// A mate at once; one in `n` half-moves is `n` less.
pub(super) const MATE: i32 = 32_000;
/// Every score above this is a mate.
pub(super) const MATE_IN_MAX_PLY: i32 = MATE - 1_000;
pub(super) const INFINITE: i32 = MATE + 1;
pub(super) const DRAW: i32 = 0;

/// What a centipawn adds to the logarithm of the odds in games of people: 100 of them make odds of 64 to 36.
const EACH: f64 = 0.005_753_64;
/// No more centipawns count in games of people.
const MOST: i32 = 640;
/// What a pawn ahead is worth, all else being equal, in centipawns. Where the searcher finds a side a pawn ahead after
/// 30,000 nodes, that side makes 58 of 100 points in games of people, and more, the better it stands.
pub(super) const PAWN: i32 = 57;
/// How many centipawns are told as `cp` in UCI for a score of one here, so that the figures agree best with those of
/// Stockfish 15.1 (`steps.md`). A pawn ahead is 125 of them.
const CP: f64 = 2.2;
/// What each of these adds to the logarithm of the odds of winning, and how many count, as lichess has published it
/// (<https://lichess.org/page/accuracy>).
const EACH_CP: f64 = 0.003_682_08;
const MOST_CP: i32 = 1_000;

/// What a position is worth for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Centipawns, of which 100 are a chance of 64 % in games of people.
    Centipawns(i32),
    /// Moves until that side mates; negative: until it is mated. 0 where it is mated.
    Mate(i32),
}

impl Score {
    pub(super) fn of(value: i32) -> Self {
        if value >= MATE_IN_MAX_PLY {
            Self::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_IN_MAX_PLY {
            Self::Mate(-(MATE + value) / 2)
        } else {
            Self::Centipawns(value)
        }
    }

    /// The score that an engine tells in centipawns, as `cp` in UCI.
    pub fn from_cp(centipawns: i32) -> Self {
        Self::Centipawns((f64::from(centipawns) / CP).round() as i32)
    }

    /// In centipawns as engines tell them, to one another and to people; `None` for a mate.
    pub fn cp(self) -> Option<i32> {
        match self {
            Self::Centipawns(value) => Some((f64::from(value) * CP).round() as i32),
            Self::Mate(_) => None,
        }
    }

    /// How likely that side is to win, in percent, by the formula of lichess: 50 where neither side stands better.
    pub fn win(self) -> f64 {
        match self.cp() {
            Some(cp) => logistic(cp, MOST_CP, EACH_CP),
            None => self.expected_score(),
        }
    }

    /// What that side scores in games of people, in percent: of players of about the same strength, who overlook something.
    pub(super) fn expected_score(self) -> f64 {
        match self {
            Self::Centipawns(value) => logistic(value, MOST, EACH),
            Self::Mate(moves) if moves > 0 => 100.0,
            Self::Mate(_) => 0.0,
        }
    }

    /// The same for White, given who is to move.
    pub fn of_white(self, turn: Color) -> Self {
        match self {
            _ if turn.is_white() => self,
            Self::Centipawns(value) => Self::Centipawns(-value),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }

    /// What it comes to in material, in hundredths of a pawn: a pawn ahead, all else being equal, wins less often than a
    /// hundred centipawns. A mate is more than any material.
    pub(crate) fn in_material(self) -> i32 {
        match self {
            Self::Centipawns(value) => value * 100 / PAWN,
            Self::Mate(_) => self.value(),
        }
    }

    pub(crate) fn value(self) -> i32 {
        match self {
            Self::Centipawns(value) => value,
            Self::Mate(moves) if moves > 0 => MATE - moves * 2 + 1,
            Self::Mate(moves) => -MATE - moves * 2,
        }
    }
}

/// A chance in percent, where each of these, but no more than `most`, adds so much to the logarithm of the odds.
fn logistic(value: i32, most: i32, each: f64) -> f64 {
    100.0 / (1.0 + (-each * f64::from(value.clamp(-most, most))).exp())
}

impl Default for Score {
    fn default() -> Self {
        Self::Centipawns(DRAW)
    }
}

/// Between which bounds a score is looked for.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// As the other side sees it.
    pub fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    pub fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }
}
