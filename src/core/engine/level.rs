//! Ten levels, from a child's first week to a strong club player.

use super::limits::Limits;
use super::sight::Sight;

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level can do: how far it looks ahead, and how much it overlooks.
const ABILITIES: [(u32, f64); 10] = [
    (1, 8.0),
    (1, 5.0),
    (1, 3.5),
    (1, 2.0),
    (1, 1.2),
    (2, 0.76),
    (3, 0.53),
    (4, 0.34),
    (5, 0.2),
    (6, 0.11),
];

impl Level {
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

    fn ability(self) -> (u32, f64) {
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
