//! The drawings of the pieces.

use librsvg_rebind::prelude::HandleExt;
use librsvg_rebind::{Handle, Rectangle};
use rank_and_file_core::rules::{ByColor, ByRole, Color, Piece, Role};

use super::PieceSets;

/// Why a piece cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PieceError {
    /// The drawing is no SVG.
    #[error("the drawing of {piece} is no SVG")]
    NoSvg {
        /// The letter of the piece.
        piece: char,
    },
    /// There is no drawing, or it cannot be read.
    #[error("the drawing of {piece} cannot be read: {error}")]
    Unreadable {
        /// The letter of the piece.
        piece: char,
        /// What the system says.
        error: std::io::Error,
    },
    /// Cairo could not paint.
    #[error("cannot paint: {0}")]
    Cairo(#[from] cairo::Error),
    /// The renderer could not render.
    #[error("cannot render a drawing: {0}")]
    Render(String),
}

/// A set of pieces as drawings.
#[derive(Debug)]
pub struct PieceSet {
    handles: ByColor<ByRole<Handle>>,
}

impl PieceSet {
    /// The usual set.
    ///
    /// # Errors
    /// Where a drawing is no SVG.
    pub fn club() -> Result<Self, PieceError> {
        PieceSets::default().load(PieceSets::CLUB)
    }

    /// A set from the drawings that `read` finds.
    ///
    /// # Errors
    /// Where a drawing is missing or is no SVG.
    pub(super) fn from_drawings<Drawing: AsRef<[u8]>>(
        read: impl Fn(Piece) -> Result<Drawing, PieceError>,
    ) -> Result<Self, PieceError> {
        let load = |color: Color, role: Role| {
            let piece = Piece { color, role };
            match Handle::from_data(read(piece)?.as_ref()) {
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
