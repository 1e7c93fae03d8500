//! How well the built-in engine plays, and how: levels, each like people of a rating, and the openings that each likes.

use crate::chess::openings::Opening;

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

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
        LEVELS[usize::from(self.0 - 1)].0
    }

    /// Which openings it likes.
    pub fn style(self) -> Style {
        LEVELS[usize::from(self.0 - 1)].1
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
                // Who accepts or declines a gambit has not offered it.
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
