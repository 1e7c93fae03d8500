//! Ten levels, from a child's first week to a strong club player.

use super::limits::Limits;
use super::sight::Sight;

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level can do: how far it looks ahead, and how much it overlooks; and about which rating that is. The
/// upper three ratings come from games against Stockfish 15 at 1350, 1600 and 1800 points of its scale; each lower
/// one from how often its level wins against the next.
const ABILITIES: [(u32, f64, u32); 10] = [
    (1, 8.0, 200),
    (1, 5.0, 300),
    (1, 3.5, 400),
    (1, 2.0, 500),
    (1, 1.2, 650),
    (2, 0.76, 800),
    (3, 0.53, 1_000),
    (4, 0.34, 1_200),
    (5, 0.2, 1_450),
    (6, 0.11, 1_600),
];

impl Level {
    /// The weakest.
    pub const FIRST: Self = Self(1);
    /// The strongest.
    pub const LAST: Self = Self(10);

    /// The level of this number, 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then_some(Self(number))
    }

    /// 1 to 10.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The level whose rating is nearest to this one.
    #[must_use]
    pub fn rated(rating: u32) -> Self {
        let mut nearest = Self(1);
        for level in (2..=10).map(Self) {
            if level.rating().abs_diff(rating) < nearest.rating().abs_diff(rating) {
                nearest = level;
            }
        }
        nearest
    }

    /// About how strong it is: 200 to 1600.
    #[must_use]
    pub fn rating(self) -> u32 {
        self.ability().2
    }

    fn ability(self) -> (u32, f64, u32) {
        ABILITIES[usize::from(self.0 - 1)]
    }

    pub(super) fn sight(self, seed: u64) -> Sight {
        Sight {
            blindness: self.ability().1,
            seed,
        }
    }

    /// How far it looks ahead, however much time there is.
    #[must_use]
    pub fn limits(self) -> Limits {
        Limits {
            depth: Some(self.ability().0),
            ..Limits::default()
        }
    }
}
