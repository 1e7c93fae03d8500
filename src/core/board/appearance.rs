//! What a person chooses about the look of a board, by the names that settings give it.

/// The colours of the squares and of all that marks them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
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

impl Theme {
    /// Every theme, in the order in which it is offered.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Wood, Self::Blue, Self::HighContrast];

    /// The name in settings.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Wood => "wood",
            Self::Blue => "blue",
            Self::HighContrast => "high-contrast",
        }
    }

    /// The theme that a name means.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.key() == key)
    }
}

/// Where the letters of the files and the numbers of the ranks stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Lettering {
    /// Inside the squares at the edge.
    #[default]
    Inside,
    /// Beside the board.
    Outside,
    /// Nowhere.
    Off,
}

impl Lettering {
    /// Every place, in the order in which it is offered.
    pub const ALL: [Self; 3] = [Self::Inside, Self::Outside, Self::Off];

    /// The name in settings.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Outside => "outside",
            Self::Off => "off",
        }
    }

    /// The place that a name means.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.key() == key)
    }
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
