//! What the user chooses, by the names that settings and actions give it.

use strum::{Display, EnumString, VariantArray};

/// Which colour the first player takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Display, EnumString, VariantArray)]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Display, EnumString, VariantArray)]
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
