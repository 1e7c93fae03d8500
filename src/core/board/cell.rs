//! What one square of a board shows, whatever paints it.

use crate::rules::{Piece, Square};

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
    /// The square where its coordinates show, else any square of its colour.
    square: Square,
    /// What stands there.
    pub piece: Option<Piece>,
    /// How it is marked.
    pub marks: Marks,
    /// Which coordinates it bears.
    pub coordinates: Coordinates,
    /// Whether the piece stands on its head, for somebody who sits at the far side.
    pub upside_down: bool,
}

impl Cell {
    /// The square whose colour, and whose coordinates where it bears any, are shown.
    #[must_use]
    pub fn square(&self) -> Square {
        self.square
    }

    /// The cell of a square.
    #[must_use]
    pub fn new(
        square: Square,
        piece: Option<Piece>,
        marks: Marks,
        coordinates: Coordinates,
    ) -> Self {
        let same_look = if coordinates != Coordinates::default() {
            square
        } else if square.is_light() {
            Square::B1
        } else {
            Square::A1
        };
        Self {
            square: same_look,
            piece,
            marks,
            coordinates,
            upside_down: false,
        }
    }

    /// The same with the piece on its head.
    #[must_use]
    pub fn turned(self, upside_down: bool) -> Self {
        Self {
            upside_down: upside_down && self.piece.is_some(),
            ..self
        }
    }
}
