//! How well the built-in engine plays, and how: levels, each like people of a rating, and the openings that each likes.

use std::fmt;
use std::ops::RangeInclusive;

use crate::chess::openings::Opening;

/// How well the computer plays: at one of ten levels, or like people of any rating between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level {
    number: u8,
    rating: u32,
}

/// The rating of each level, as lichess counts it, and which openings it likes. The ratings stand so far apart that each level
/// does about as well against the one below (`steps.md`).
const LEVELS: [(u32, Style); 10] = [
    (600, Style::Open),
    (820, Style::Any),
    (1_070, Style::Closed),
    (1_260, Style::Gambits),
    (1_420, Style::Flank),
    (1_610, Style::Open),
    (1_750, Style::Closed),
    (1_850, Style::Gambits),
    (1_920, Style::Flank),
    (2_200, Style::Any),
];

/// What stands before the number of a level in a name.
const NAME: &str = "Computer, level ";
/// The same before a rating.
const RATED: &str = "Computer, rating ";

impl Level {
    /// The weakest.
    pub const FIRST: Self = Self::known(1);
    /// The strongest.
    pub const LAST: Self = Self::known(10);
    /// The ratings at which it can play.
    const RATINGS: RangeInclusive<u32> = Self::FIRST.rating..=Self::LAST.rating;

    const fn known(number: u8) -> Self {
        let (rating, _) = LEVELS[number as usize - 1];
        Self { number, rating }
    }

    /// The level of this number, 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then(|| Self::known(number))
    }

    /// The level whose rating is nearest to this one.
    pub fn rated(rating: u32) -> Self {
        let levels = (1..=10).map(Self::known);
        let nearest = levels.min_by_key(|level| level.rating.abs_diff(rating));
        nearest.unwrap_or(Self::FIRST)
    }

    /// Like people of exactly this rating, 600 to 2200, and in all else as the nearest level.
    pub fn exactly(rating: u32) -> Option<Self> {
        let number = Self::rated(rating).number;
        Self::RATINGS
            .contains(&rating)
            .then_some(Self { number, rating })
    }

    /// 1 to 10: the level itself, or the nearest one.
    pub fn number(self) -> u8 {
        self.number
    }

    /// The rating at lichess of the people it plays like: 600 to 2200.
    pub fn rating(self) -> u32 {
        self.rating
    }

    /// Whether it is none of the ten, but has a rating of its own.
    pub fn is_between(self) -> bool {
        self != Self::known(self.number)
    }

    /// Which openings it likes.
    pub fn style(self) -> Style {
        LEVELS[usize::from(self.number - 1)].1
    }

    /// What the player of this level is called.
    pub(super) fn name(self) -> String {
        match self.is_between() {
            true => format!("{RATED}{}", self.rating),
            false => format!("{NAME}{}", self.number),
        }
    }

    /// The level of the player who has this name.
    pub fn named(name: &str) -> Option<Self> {
        let level = match name.strip_prefix(RATED) {
            Some(rating) => Self::exactly(rating.parse().ok()?),
            None => Self::new(name.strip_prefix(NAME)?.parse().ok()?),
        };
        // Other ways to write the number are other names.
        level.filter(|level| level.name() == name)
    }
}

/// The number of the level, or the rating.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.is_between() {
            true => self.rating.fmt(f),
            false => self.number.fmt(f),
        }
    }
}

/// Which openings a player likes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Open games, in which the king's pawns meet.
    Open,
    /// Closed ones: the queen's pawn, and for Black walls of pawns on c6 or e6.
    Closed,
    /// Gambits: a pawn is given for an attack.
    Gambits,
    /// Beginnings from the wings: the c-pawn, or a bishop on the long diagonal.
    Flank,
    /// All of them.
    Any,
}

impl Style {
    /// Whether a player of this style likes a move that leads from one opening to another, or from the start of the game.
    pub(super) fn likes(self, from: Option<&Opening>, to: &Opening) -> bool {
        let first = |name: &str| from.is_none() && to.name == name;
        match self {
            Self::Open => first("King's Pawn Game") || ("C20".."D00").contains(&to.eco),
            Self::Closed => {
                let caro_kann_or_french =
                    ("B10".."B20").contains(&to.eco) || ("C00".."C20").contains(&to.eco);
                let reversed = ["A06", "A11", "A13"].contains(&to.eco);
                first("Queen's Pawn Game") || caro_kann_or_french || reversed || to.eco >= "D00"
            }
            Self::Gambits => {
                let gambits =
                    |opening: &Opening| opening.name.to_lowercase().matches("gambit").count();
                // A side that accepts or declines a gambit has not offered it.
                first("King's Pawn Game") || gambits(to) > from.map_or(0, gambits)
            }
            Self::Flank => {
                let begins = to.eco == "A01" || ("A10".."A40").contains(&to.eco);
                let sicilian = ("B20".."C00").contains(&to.eco);
                let fianchetto = ["Hungarian", "Grünfeld", "King's Indian"];
                begins || sicilian || fianchetto.iter().any(|family| to.name.contains(family))
            }
            Self::Any => false,
        }
    }
}
