//! The tag `Variant`, which the standard does not know: by which rules a game was played.

use crate::log::CHESS960;

/// The rules of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    /// The Laws of Chess.
    Standard,
    /// The same from another first position (Guidelines II of the Laws).
    Chess960,
    /// Others.
    Other,
}

/// How programs call the usual game.
const STANDARD: [&str; 10] = [
    "standard",
    "chess",
    "from position",
    "fromposition",
    "normal",
    "regular",
    "classical",
    "orthodox",
    "?",
    "-",
];
/// How programs and people call Chess960, without blanks and signs.
const SHUFFLED: [&str; 9] = [
    "chess960",
    "960",
    "frc",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "freestyle",
    "freestylechess",
];

impl Variant {
    /// Reads a tag.
    pub(super) fn of(name: &str) -> Self {
        let name = name.to_lowercase();
        let bare: String = name.chars().filter(|sign| sign.is_alphanumeric()).collect();
        if STANDARD.contains(&name.as_str()) {
            Self::Standard
        } else if SHUFFLED.contains(&bare.as_str()) {
            Self::Chess960
        } else {
            Self::Other
        }
    }

    /// A tag as it is kept: Chess960 has one name.
    pub(super) fn kept(name: &str) -> &str {
        match Self::of(name) {
            Self::Chess960 => CHESS960,
            Self::Standard | Self::Other => name,
        }
    }
}
