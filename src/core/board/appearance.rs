//! What a person chooses about the look of a board, by the names that settings give it.

use strum::{Display, EnumString, VariantArray};

/// The colours of the squares and of all that marks them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Display, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Theme {
    /// Flat and quiet, at home in the desktop.
    #[default]
    Plain,
    /// The tones of wood.
    Wood,
    /// Blue.
    Blue,
    /// Black on white, every mark outlined.
    HighContrast,
}

/// Where the letters of the files and the numbers of the ranks stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Display, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Lettering {
    /// Inside the squares at the edge.
    #[default]
    Inside,
    /// Beside the board.
    Outside,
    /// Nowhere.
    Off,
}

/// How boards look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appearance {
    /// The colours.
    pub theme: Theme,
    /// The name of the set of pieces, that of a folder, or of the program's own.
    pub pieces: String,
    /// The coordinates.
    pub lettering: Lettering,
    /// Whether pieces glide, as far as the desktop animates anything.
    pub animated: bool,
}

impl Appearance {
    /// The name of the usual set of pieces.
    pub const USUAL_PIECES: &'static str = "club";
}

impl Default for Appearance {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            pieces: Self::USUAL_PIECES.to_owned(),
            lettering: Lettering::default(),
            animated: true,
        }
    }
}
