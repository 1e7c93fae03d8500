//! Who plays where nobody sits.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::level::Level;
use super::uci::{engine_name, is_known};

/// A player that is a program. As a text, it is the number of a level, `3`, or what finds an engine: the name
/// of a known one, `stockfish`, or the whole path of its file.
///
/// ```
/// use rank_and_file_core::engine::Computer;
///
/// let third: Computer = "3".parse().unwrap();
/// assert_eq!(third.name(), "Computer, level 3");
/// assert_eq!("/opt/deep/blue".parse::<Computer>().unwrap().name(), "blue");
/// assert!("11".parse::<Computer>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Computer {
    /// The built-in searcher, at a level.
    Level(Level),
    /// An engine of somebody else's.
    Engine(String),
}

/// What is no player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("that is neither a level from 1 to 10 nor an engine")]
pub struct NoComputer;

/// What stands before the number of a level in a name.
const LEVEL: &str = "Computer, level ";

impl Computer {
    /// Whether it is the built-in searcher or a known engine, and not just some file. What comes from others, such as
    /// a log, must not choose which programs are started.
    #[must_use]
    pub fn is_known(&self) -> bool {
        match self {
            Self::Level(_) => true,
            Self::Engine(engine) => is_known(engine),
        }
    }

    /// What it is called in logs and in other programs.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Level(level) => format!("{LEVEL}{}", level.number()),
            Self::Engine(engine) => engine_name(engine),
        }
    }
}

impl Level {
    /// The level of the player who has this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let number = name.strip_prefix(LEVEL)?;
        let level = Self::new(number.parse().ok()?)?;
        // Other ways to write the number are other names.
        (level.number().to_string() == number).then_some(level)
    }
}

impl fmt::Display for Computer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Level(level) => level.number().fmt(f),
            Self::Engine(engine) => engine.fmt(f),
        }
    }
}

impl FromStr for Computer {
    type Err = NoComputer;

    fn from_str(text: &str) -> Result<Self, NoComputer> {
        if let Ok(number) = text.parse::<i64>() {
            let level = u8::try_from(number).ok().and_then(Level::new);
            return level.map(Self::Level).ok_or(NoComputer);
        }
        let is_name = !text.is_empty() && !text.contains('/');
        let is_engine = is_name || (Path::new(text).is_absolute() && !text.ends_with('/'));
        let readable = !text.chars().any(char::is_control);
        (is_engine && readable)
            .then(|| Self::Engine(text.to_owned()))
            .ok_or(NoComputer)
    }
}
