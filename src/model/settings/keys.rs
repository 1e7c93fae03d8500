//! Every key of the settings, declared once with its type, and what is chosen by names; its default stands in the schema
//! alone.

use std::fmt::Display;
use std::str::FromStr;

use glib::Variant;
use glib::prelude::*;
use strum::{Display as Named, EnumString, VariantArray};

/// A key of the schema whose value is a `T`.
pub struct Key<T> {
    /// Its name in the schema.
    pub name: &'static str,
    pub(super) read: fn(&Variant) -> Option<T>,
    pub(super) write: fn(&T) -> Variant,
}

impl<T: FromVariant + ToVariant> Key<T> {
    /// A key whose value GLib has a type for.
    const fn plain(name: &'static str) -> Self {
        Self {
            name,
            read: T::from_variant,
            write: T::to_variant,
        }
    }
}

impl<T: FromStr + Display> Key<T> {
    /// A key whose value is kept as a word.
    const fn word(name: &'static str) -> Self {
        Self {
            name,
            read: |value| value.str()?.parse().ok(),
            write: |value| value.to_string().to_variant(),
        }
    }
}

/// A key by its name, and whether a value could be its own.
pub(super) type Known = (&'static str, fn(&Variant) -> bool);

macro_rules! keys {
    ($($name:ident: $type:ty = $kind:ident($key:literal);)*) => {
        $(
            #[doc = concat!("The key `", $key, "`, which the schema describes.")]
            pub const $name: Key<$type> = Key::$kind($key);
        )*
        /// All of them: each by its name, and whether a value could be its own.
        pub const ALL: &[Known] =
            &[$(($key, |value| ($name.read)(value).is_some())),*];
    };
}

/// What is chosen in the preferences, and put back to its default together.
pub mod preferences {
    use rank_and_file_core::chess::DrawRule;
    use rank_and_file_core::chess::board::{Lettering, Theme};

    use super::{Key, Known, Turning};
    use crate::words::SpokenMoves;

    keys! {
        THEME: Theme = word("theme");
        PIECES: String = plain("pieces");
        COORDINATES: Lettering = word("coordinates");
        TURNING: Turning = word("turning");
        DRAWS: DrawRule = word("draws");
        FIGURINES: bool = plain("figurines");
        HINTS: bool = plain("hints");
        ANIMATIONS: bool = plain("animations");
        // Larger pieces and marks.
        LARGE: bool = plain("large-pieces");
        CONFIRM_MOVES: bool = plain("confirm-moves");
        AUTO_QUEEN: bool = plain("auto-queen");
        CONFIRM_RESIGNING: bool = plain("confirm-resigning");
        SOUNDS: bool = plain("sounds");
        SPEECH: bool = plain("speech");
        SPOKEN_MOVES: SpokenMoves = word("spoken-moves");
        // The name or the path of an engine; empty for the built-in one.
        ENGINE: String = plain("engine");
        // As UCI_Elo; 0 is as well as it can.
        ENGINE_STRENGTH: i32 = plain("engine-strength");
        ENGINE_MEMORY: i32 = plain("engine-memory");
        ANALYSIS: bool = plain("analysis");
    }
}

/// What is remembered, but is no preference.
pub mod remembered {
    use super::{FirstColor, Key, Known};

    keys! {
        WINDOW_WIDTH: i32 = plain("window-width");
        WINDOW_HEIGHT: i32 = plain("window-height");
        WINDOW_MAXIMIZED: bool = plain("window-maximized");
        TWENTY48_WIDTH: i32 = plain("twenty48-width");
        TWENTY48_HEIGHT: i32 = plain("twenty48-height");
        TWENTY48_WELCOMED: bool = plain("twenty48-welcomed");
        // Whether two practice at one table, and what: the motif and the level by name, empty for any.
        PRACTICE_TWO: bool = plain("practice-two");
        PRACTICE_MOTIF: String = plain("practice-motif");
        PRACTICE_LEVEL: String = plain("practice-level");
        PRACTICE_CONTINUES: bool = plain("practice-continues");
        FIRST_PLAYER: String = plain("first-player");
        SECOND_PLAYER: String = plain("second-player");
        FIRST_COLOUR: FirstColor = word("first-colour");
        // Whether the second player is the computer, and at which level, 1 to 10; 11 for the chosen engine.
        COMPUTER_PLAYS: bool = plain("computer-plays");
        COMPUTER_LEVEL: i32 = plain("computer-level");
        COMPUTER_TIPS: bool = plain("computer-tips");
        OPENINGS_SHOWN: bool = plain("openings-shown");
        ANALYSIS_SHOWN: bool = plain("analysis-shown");
        ANALYSIS_LINES: i32 = plain("analysis-lines");
        // What was typed to search for games, the last one first.
        SAVED_SEARCHES: Vec<String> = plain("saved-searches");
        // The files of engines that were added.
        ENGINES: Vec<String> = plain("engines");
        // The files and folders of collections, the last one first.
        COLLECTIONS: Vec<String> = plain("collections");
        // In the form of PGN; empty for a game without clocks.
        TIME_CONTROL: String = plain("time-control");
    }
}

/// What belongs to the machine: sizes of windows, and which programs are run, which is not for a file to say.
const OF_THE_MACHINE: [&str; 7] = [
    remembered::WINDOW_WIDTH.name,
    remembered::WINDOW_HEIGHT.name,
    remembered::WINDOW_MAXIMIZED.name,
    remembered::TWENTY48_WIDTH.name,
    remembered::TWENTY48_HEIGHT.name,
    remembered::ENGINES.name,
    preferences::ENGINE.name,
];

/// All that may go to another machine.
pub(super) fn portable() -> impl Iterator<Item = &'static Known> {
    let all = [preferences::ALL, remembered::ALL].into_iter().flatten();
    all.filter(|(key, _)| !OF_THE_MACHINE.contains(key))
}

/// Which colour the first player takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Named, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum FirstColor {
    /// The white pieces.
    #[default]
    White,
    /// The black pieces.
    Black,
    /// Drawn by lot.
    Random,
}

impl FirstColor {
    /// The colour that the second player takes.
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
            Self::Random => Self::Random,
        }
    }
}

/// How the board turns for the player to move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Named, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Turning {
    /// It stays as it is.
    #[default]
    Never,
    /// The player to move always sits below.
    EachMove,
    /// It stays, and what belongs to the far player stands on its head.
    FaceToFace,
}
