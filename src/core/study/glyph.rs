//! Glyphs: numbers and signs that judge a move or a position (section 10 of the PGN standard).

use std::ops::RangeInclusive;

/// A numeric annotation glyph, `$0` to `$255`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glyph(pub u8);

/// How glyphs are written otherwise (those of section 8.2.3.8, and those of books).
const SIGNS: [(&str, u8); 37] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("+/−", 16),
    ("±", 16),
    ("-/+", 17),
    ("−/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("+--", 18),
    ("-+", 19),
    ("−+", 19),
    ("--+", 19),
    ("⊙", 22),
    ("⨀", 22),
    ("→", 40),
    ("↑", 36),
    ("⇆", 132),
    ("N", 146),
];

/// The signs that books print, for those numbers that have one.
const PRINTED: [(u8, &str); 34] = [
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, "□"),
    (8, "□"),
    (10, "="),
    (11, "="),
    (12, "="),
    (13, "∞"),
    // The signs with a line below have no place in many fonts.
    (14, "+="),
    (15, "=+"),
    (16, "±"),
    (17, "∓"),
    (18, "+−"),
    (19, "−+"),
    (20, "+−"),
    (21, "−+"),
    (22, "⊙"),
    (23, "⊙"),
    (32, "⟳"),
    (33, "⟳"),
    (36, "↑"),
    (37, "↑"),
    (40, "→"),
    (41, "→"),
    (44, "=∞"),
    (45, "=∞"),
    (132, "⇆"),
    (133, "⇆"),
    (140, "∆"),
    (146, "N"),
];

/// Of these, a move or a position has one at a time: judgments of the move, and of the position.
const KINDS: [RangeInclusive<u8>; 2] = [1..=6, 10..=19];

impl Glyph {
    /// The glyph that a sign stands for, such as `!?`.
    #[must_use]
    pub fn of_sign(sign: &str) -> Option<Self> {
        let known = SIGNS.iter().find(|(known, _)| *known == sign);
        known.map(|(_, number)| Self(*number))
    }

    /// Those that judge a move.
    pub const OF_MOVES: [Self; 6] = [Self(3), Self(1), Self(5), Self(6), Self(2), Self(4)];
    /// Those that judge a position, from White's win to Black's.
    pub const OF_POSITIONS: [Self; 8] = [
        Self(18),
        Self(16),
        Self(14),
        Self(10),
        Self(13),
        Self(15),
        Self(17),
        Self(19),
    ];

    /// The sign that is printed, if it has one.
    #[must_use]
    pub fn sign(self) -> Option<&'static str> {
        let printed = PRINTED.iter().find(|(number, _)| *number == self.0);
        printed.map(|(_, sign)| *sign)
    }

    /// Whether it cannot stand beside another one.
    pub(super) fn excludes(self, other: Self) -> bool {
        let both = |kind: &RangeInclusive<u8>| kind.contains(&self.0) && kind.contains(&other.0);
        self == other || KINDS.iter().any(both)
    }
}
