//! What is marked on a board, by the game and by the players who draw arrows and circles, and how each square
//! appears.

use strum::{Display, EnumString, VariantArray};

use crate::chess::{Piece, Square};

/// What is said of the square below a piece that hangs from the pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Below {
    /// The piece would be put down here; whether it may is not shown.
    Untold,
    /// It may be put down here.
    Allowed,
    /// It may not.
    Refused,
}

/// What marks a square besides what stands on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// The last move began or ended here.
    pub last_move: bool,
    /// The selected piece stands here.
    pub selected: bool,
    /// The selected piece may go here.
    pub target: bool,
    /// A king in check stands here.
    pub check: bool,
    /// The square shows why a move was refused.
    pub refused: bool,
    /// A piece stands here that is in danger.
    pub attacked: bool,
    /// A piece hangs over the square.
    pub below: Option<Below>,
}

/// Which coordinates stand inside a square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// The letter of the file, in the lower right corner.
    pub file: bool,
    /// The number of the rank, in the upper left corner.
    pub rank: bool,
}

/// Everything that decides how one square looks. Equal cells look the same at the same size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The square, or one that looks the same.
    square: Square,
    /// What stands there.
    pub piece: Option<Piece>,
    /// How it is marked.
    pub marks: Marks,
    /// Which coordinates it bears.
    pub coordinates: Coordinates,
    /// Whether the piece stands on its head, for a player who sits at the far side.
    pub upside_down: bool,
    /// Whether the piece lies on its side, as a king does that has lost.
    pub fallen: bool,
}

impl Cell {
    /// The square whose color, and whose coordinates where it bears any, are shown.
    pub fn square(&self) -> Square {
        self.square
    }

    /// The cell of a square.
    pub fn new(
        square: Square,
        piece: Option<Piece>,
        marks: Marks,
        coordinates: Coordinates,
    ) -> Self {
        Self {
            square,
            piece,
            marks,
            coordinates,
            upside_down: false,
            fallen: false,
        }
    }

    /// The square of sixteen from whose piece of wood this one is cut: on the two lowest ranks, and
    /// of the same color. Those that are cut from the same piece lie well apart.
    pub fn plank(&self) -> Square {
        let (file, rank) = (u32::from(self.square.file()), u32::from(self.square.rank()));
        let index = rank % 2 * 8 + (file + rank / 2 * 4) % 8;
        Square::try_from(index).unwrap_or(self.square)
    }

    /// The cell that stands for all that look the same, on a board with or without the grain of wood.
    pub fn typical(self, grained: bool) -> Self {
        let square = if self.coordinates != Coordinates::default() {
            self.square
        } else if grained {
            self.plank()
        } else if self.square.is_light() {
            Square::B1
        } else {
            Square::A1
        };
        Self { square, ..self }
    }

    /// The same with the piece on its head.
    pub fn with_upside_down(self, upside_down: bool) -> Self {
        Self {
            upside_down: upside_down && self.piece.is_some(),
            ..self
        }
    }

    /// The same with the piece laid down.
    pub fn laid_down(self, fallen: bool) -> Self {
        Self {
            fallen: fallen && self.piece.is_some(),
            ..self
        }
    }
}

/// The color of a drawing. Players have the first four; the others are for what is pointed out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum DrawingColor {
    /// Without a key.
    #[default]
    Green,
    /// With Shift.
    Red,
    /// With Ctrl.
    Blue,
    /// With both.
    Yellow,
    /// For discovered checks.
    Purple,
    /// For double checks.
    Gray,
}

impl DrawingColor {
    /// The color that two modifier keys choose.
    pub fn of(shift: bool, control: bool) -> Self {
        match (shift, control) {
            (false, false) => Self::Green,
            (true, false) => Self::Red,
            (false, true) => Self::Blue,
            (true, true) => Self::Yellow,
        }
    }

    /// Its place among the colors of a palette.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// An arrow from one square to another, or a circle around one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// Where it begins.
    pub from: Square,
    /// Where it ends; the same square for a circle.
    pub to: Square,
    /// Its color.
    pub color: DrawingColor,
}

impl Drawing {
    /// Whether it goes around one square.
    pub fn is_circle(&self) -> bool {
        self.from == self.to
    }
}

/// What is drawn, and what is just being drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawings {
    done: Vec<Drawing>,
    begun: Option<Drawing>,
}

impl Drawings {
    /// Begins to draw at a square.
    pub fn begin(&mut self, square: Square, color: DrawingColor) {
        self.begun = Some(Drawing {
            from: square,
            to: square,
            color,
        });
    }

    /// Draws on to another square. Returns whether that looks different.
    pub fn draw_to(&mut self, square: Square) -> bool {
        let drawing = self.begun.as_mut();
        drawing.is_some_and(|drawing| std::mem::replace(&mut drawing.to, square) != square)
    }

    /// Ends what is being drawn. The same in the same color is rubbed out by being drawn again; another color takes its
    /// place.
    pub fn end(&mut self) {
        let Some(drawing) = self.begun.take() else {
            return;
        };
        let same = |old: &Drawing| (old.from, old.to) == (drawing.from, drawing.to);
        let again = self.done.contains(&drawing);
        self.done.retain(|old| !same(old));
        if !again {
            self.done.push(drawing);
        }
    }

    /// Lays this in the place of what is drawn.
    pub fn lay(&mut self, done: Vec<Drawing>) {
        self.done = done;
    }

    /// Gives up what is being drawn.
    pub fn give_up(&mut self) {
        self.begun = None;
    }

    /// Where it began, while something is being drawn.
    pub fn begun(&self) -> Option<Square> {
        self.begun.map(|drawing| drawing.from)
    }

    /// Rubs everything out. Returns whether there was anything.
    pub fn clear(&mut self) -> bool {
        std::mem::take(self) != Self::default()
    }

    /// What is to be seen.
    pub fn all(&self) -> impl Iterator<Item = &Drawing> {
        self.done.iter().chain(&self.begun)
    }
}

/// The colors of the squares and of all that marks them.
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
    /// The colors.
    pub theme: Theme,
    /// The name of the set of pieces, that of a folder, or of the program's own.
    pub pieces: String,
    /// The coordinates.
    pub lettering: Lettering,
    /// Whether pieces glide, as far as the desktop animates anything.
    pub animated: bool,
    /// Whether pieces fill more of their squares, and marks have thicker lines.
    pub large: bool,
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
            large: false,
        }
    }
}
