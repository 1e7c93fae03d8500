//! How fast a game is, by the time that its players have.

use shakmaty::Color;

use super::{Allowance, Bonus, TimeControl};

/// The three speeds of the Laws (Appendices A and B): the time for sixty moves decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Speed {
    /// Ten minutes or less (Appendix B.1).
    Blitz,
    /// More than that, but less than an hour (Appendix A.1).
    Rapid,
    /// An hour or more.
    Standard,
}

const MINUTE_MS: u64 = 60_000;
const MOVES: u32 = 60;

impl Speed {
    /// The speed of a game with this time; the player with more of it decides.
    #[must_use]
    pub fn of(control: &TimeControl) -> Self {
        let time = Color::ALL.map(|color| for_sixty_moves(control.side(color)));
        match time.into_iter().max().unwrap_or_default() {
            time if time <= 10 * MINUTE_MS => Self::Blitz,
            time if time < 60 * MINUTE_MS => Self::Rapid,
            _ => Self::Standard,
        }
    }
}

/// The time that a player may use for the first sixty moves, in milliseconds.
fn for_sixty_moves(side: &Allowance) -> u64 {
    let bonus = match side.bonus {
        Bonus::None => 0,
        Bonus::Fischer(ms) | Bonus::Bronstein(ms) | Bonus::SimpleDelay(ms) => ms,
    };
    let (mut time, mut moves) = (bonus.saturating_mul(MOVES.into()), 0_u32);
    for number in 0.. {
        let period = side.period(number);
        time = time.saturating_add(period.time);
        moves = moves.saturating_add(period.moves.unwrap_or(MOVES).max(1));
        if moves >= MOVES {
            break;
        }
    }
    time
}
