//! How well the built-in engine plays: levels, each like people of a rating.

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The ratings of the levels, as lichess counts them.
const RATINGS: [u32; 10] = [
    600, 780, 960, 1_140, 1_320, 1_500, 1_680, 1_860, 2_040, 2_200,
];

/// What stands before the number of a level in a name.
const NAME: &str = "Computer, level ";

impl Level {
    /// The weakest.
    pub const FIRST: Self = Self(1);
    /// The strongest.
    pub const LAST: Self = Self(10);

    /// The level of this number, 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then_some(Self(number))
    }

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The level whose rating is nearest to this one.
    pub fn rated(rating: u32) -> Self {
        let mut nearest = Self(1);
        for level in (2..=10).map(Self) {
            if level.rating().abs_diff(rating) < nearest.rating().abs_diff(rating) {
                nearest = level;
            }
        }
        nearest
    }

    /// The rating at lichess of the people it plays like: 600 to 2200.
    pub fn rating(self) -> u32 {
        RATINGS[usize::from(self.0 - 1)]
    }

    /// What the player of this level is called.
    pub(super) fn name(self) -> String {
        format!("{NAME}{}", self.0)
    }

    /// The level of the player who has this name.
    pub fn named(name: &str) -> Option<Self> {
        let number = name.strip_prefix(NAME)?;
        let level = Self::new(number.parse().ok()?)?;
        // Other ways to write the number are other names.
        (level.number().to_string() == number).then_some(level)
    }
}
