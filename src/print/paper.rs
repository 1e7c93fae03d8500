//! Sizes of paper, and which of them is the usual one here.

use std::env;
use std::str::FromStr;

/// Where paper is cut in inches: the territories with US Letter in the CLDR's supplemental data
/// (`measurementData`, `paperSize type="US-Letter"`).
const LETTER_TERRITORIES: [&str; 14] = [
    "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
];

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 by 297 millimetres (ISO 216).
    #[default]
    A4,
    /// 8½ by 11 inches (ANSI Y14.1).
    Letter,
}

/// The name is neither `A4` nor `Letter`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the paper is A4 or Letter")]
pub struct ParsePaperError;

impl FromStr for Paper {
    type Err = ParsePaperError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name.to_ascii_lowercase().as_str() {
            "a4" => Ok(Self::A4),
            "letter" => Ok(Self::Letter),
            _ => Err(ParsePaperError),
        }
    }
}

impl Paper {
    /// Width and height, upright, in points of 1/72 inch.
    #[must_use]
    pub fn points(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0 / 25.4 * 72.0, 297.0 / 25.4 * 72.0),
            Self::Letter => (612.0, 792.0),
        }
    }

    /// The usual paper of the place, by the variables that name the locale (POSIX, section 8.2).
    #[must_use]
    pub fn of_locale() -> Self {
        ["LC_ALL", "LC_PAPER", "LANG"]
            .into_iter()
            .filter_map(|name| env::var(name).ok())
            .find(|value| !value.is_empty())
            .map_or(Self::default(), |locale| Self::of(&locale))
    }

    /// The usual paper where a locale such as `en_US.UTF-8` is spoken.
    #[must_use]
    pub fn of(locale: &str) -> Self {
        let territory = locale
            .split(['.', '@'])
            .next()
            .and_then(|name| name.split_once('_'));
        match territory {
            Some((_, territory)) if LETTER_TERRITORIES.contains(&territory) => Self::Letter,
            _ => Self::A4,
        }
    }
}
