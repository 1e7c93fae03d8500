//! What the user chooses, by the names that settings give it.

/// Which colour the first player takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
    /// Every choice, in the order in which it is offered.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Random];

    /// The name in settings.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Random => "random",
        }
    }
}

/// How the board turns for the player to move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Turning {
    /// It stays as it is.
    #[default]
    Never,
    /// The player to move always sits below.
    EachMove,
    /// It stays, and what belongs to the far player stands on its head.
    FaceToFace,
}

impl Turning {
    /// Every way, in the order in which it is offered.
    pub const ALL: [Self; 3] = [Self::Never, Self::EachMove, Self::FaceToFace];

    /// The name of the way in settings and actions.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::EachMove => "each-move",
            Self::FaceToFace => "face-to-face",
        }
    }

    /// The way that a name means.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.key() == key)
    }
}

/// What is either on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Moves are written with figures of the pieces instead of letters.
    Figurines,
    /// It is shown where the selected piece may go.
    Hints,
    /// Pieces glide.
    Animations,
    /// A pawn becomes a queen without asking.
    AutoQueen,
    /// It is asked before somebody resigns.
    ConfirmResigning,
    /// The board is heard.
    Sounds,
}

impl Switch {
    /// Every switch.
    pub const ALL: [Self; 6] = [
        Self::Figurines,
        Self::Hints,
        Self::Animations,
        Self::AutoQueen,
        Self::ConfirmResigning,
        Self::Sounds,
    ];

    /// The name in settings.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Figurines => "figurines",
            Self::Hints => "hints",
            Self::Animations => "animations",
            Self::AutoQueen => "auto-queen",
            Self::ConfirmResigning => "confirm-resigning",
            Self::Sounds => "sounds",
        }
    }

    /// How it stands where nothing is remembered.
    pub(super) fn usual(self) -> bool {
        match self {
            Self::Figurines | Self::AutoQueen | Self::Sounds => false,
            Self::Hints | Self::Animations | Self::ConfirmResigning => true,
        }
    }
}
