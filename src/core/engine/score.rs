//! What a position is worth, and the window within which that is looked for.

use shakmaty::Color;

/// A mate at once; one in `n` half-moves is `n` less.
pub(super) const MATE: i32 = 32_000;
/// Whatever is above is a mate.
pub(super) const MATE_IN_MAX_PLY: i32 = MATE - 1_000;
pub(super) const INFINITE: i32 = MATE + 1;
pub(super) const DRAW: i32 = 0;

/// What a position is worth for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
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

    /// How likely that side is to win, in percent: 50 where neither side stands better.
    pub fn win(self) -> f64 {
        match self {
            // As lichess publishes it, who measured it in the games of its players.
            Self::Centipawns(value) => {
                let value = f64::from(value.clamp(-1_000, 1_000));
                50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * value).exp()) - 1.0)
            }
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

    pub(crate) fn value(self) -> i32 {
        match self {
            Self::Centipawns(value) => value,
            Self::Mate(moves) if moves > 0 => MATE - moves * 2 + 1,
            Self::Mate(moves) => -MATE - moves * 2,
        }
    }
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
