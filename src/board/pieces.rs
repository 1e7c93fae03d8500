//! The drawings of the pieces, and their pictures at one size.
//! May import `rules`, `cairo` and `librsvg_rebind`.

use librsvg_rebind::prelude::HandleExt;
use librsvg_rebind::{Handle, Rectangle};

use crate::rules::{ByColor, ByRole, Color, Piece, Role};

/// Why a piece cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PieceError {
    /// The drawing is no SVG.
    #[error("the drawing of {piece} is no SVG")]
    NoSvg {
        /// The letter of the piece.
        piece: char,
    },
    /// Cairo could not paint.
    #[error("cannot paint: {0}")]
    Cairo(#[from] cairo::Error),
    /// The renderer could not render.
    #[error("cannot render a drawing: {0}")]
    Render(String),
}

macro_rules! drawing {
    ($name:literal) => {
        include_bytes!(concat!("../../resources/pieces/club/", $name, ".svg"))
    };
}

/// The drawing of a piece in the set that comes with the program.
fn drawing(piece: Piece) -> &'static [u8] {
    match (piece.color, piece.role) {
        (Color::White, Role::King) => drawing!("wK"),
        (Color::White, Role::Queen) => drawing!("wQ"),
        (Color::White, Role::Rook) => drawing!("wR"),
        (Color::White, Role::Bishop) => drawing!("wB"),
        (Color::White, Role::Knight) => drawing!("wN"),
        (Color::White, Role::Pawn) => drawing!("wP"),
        (Color::Black, Role::King) => drawing!("bK"),
        (Color::Black, Role::Queen) => drawing!("bQ"),
        (Color::Black, Role::Rook) => drawing!("bR"),
        (Color::Black, Role::Bishop) => drawing!("bB"),
        (Color::Black, Role::Knight) => drawing!("bN"),
        (Color::Black, Role::Pawn) => drawing!("bP"),
    }
}

/// A set of pieces as drawings.
#[derive(Debug)]
pub struct PieceSet {
    handles: ByColor<ByRole<Handle>>,
}

impl PieceSet {
    /// The set that comes with the program.
    ///
    /// # Errors
    /// Where a drawing is no SVG.
    pub fn club() -> Result<Self, PieceError> {
        let load = |color: Color, role: Role| {
            let piece = Piece { color, role };
            match Handle::from_data(drawing(piece)) {
                Ok(Some(handle)) => Ok(handle),
                _ => Err(PieceError::NoSvg {
                    piece: piece.char(),
                }),
            }
        };
        let side = |color| -> Result<_, PieceError> {
            Ok(ByRole {
                pawn: load(color, Role::Pawn)?,
                knight: load(color, Role::Knight)?,
                bishop: load(color, Role::Bishop)?,
                rook: load(color, Role::Rook)?,
                queen: load(color, Role::Queen)?,
                king: load(color, Role::King)?,
            })
        };
        Ok(Self {
            handles: ByColor {
                black: side(Color::Black)?,
                white: side(Color::White)?,
            },
        })
    }

    /// Draws a piece into the square at `x`, `y` with sides of length `size`.
    ///
    /// # Errors
    /// Where the renderer fails.
    pub fn draw(
        &self,
        cr: &cairo::Context,
        piece: Piece,
        x: f64,
        y: f64,
        size: f64,
    ) -> Result<(), PieceError> {
        // The drawings stand on their base line; a little higher and larger they sit in the
        // middle of the square.
        let (grow, lift) = (size * 0.03, size * 0.025);
        let place = Rectangle::new(
            x - grow,
            y - grow - lift,
            size + 2.0 * grow,
            size + 2.0 * grow,
        );
        self.handles
            .piece(piece)
            .render_document(cr, &place)
            .map_err(|error| PieceError::Render(error.to_string()))
    }
}
