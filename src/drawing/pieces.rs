//! The drawings of the pieces.

use cairo::{Content, Context, Filter, Format, ImageSurface, RecordingSurface, Surface};
use librsvg_rebind::prelude::HandleExt;
use librsvg_rebind::{Handle, Rectangle};
use rank_and_file_core::rules::{ByColor, ByRole, Color, Piece, Role};

use super::svg::admit;
use super::{PieceSets, Refused};

/// Why a piece cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PieceError {
    /// The drawing is no SVG.
    #[error("the drawing of {piece} is no SVG")]
    NoSvg {
        /// The letter of the piece.
        piece: char,
    },
    /// The drawing is not let in.
    #[error("the drawing of {piece} {why}")]
    Refused {
        /// The letter of the piece.
        piece: char,
        /// Why not.
        why: Refused,
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

/// How wide the pictures of somebody else's pieces are, in pixels: as a square on a large screen.
const SIDE: i32 = 384;

/// What a set is made of. Unlike the set itself, it can be read in another thread.
pub enum SetSource {
    /// Drawings of the program.
    BuiltIn(fn(Piece) -> &'static [u8]),
    /// The pixels of drawings of somebody else's, which were checked and drawn where nobody waits.
    Pictures(Box<ByColor<ByRole<Vec<u8>>>>),
}

/// A set of pieces.
#[derive(Debug)]
pub struct PieceSet {
    pieces: Pieces,
}

#[derive(Debug)]
enum Pieces {
    Drawings(ByColor<ByRole<Handle>>),
    /// Of pixels, or of the shapes that were drawn.
    Pictures(ByColor<ByRole<Surface>>),
}

impl PieceSet {
    /// The usual set.
    ///
    /// # Errors
    /// Where a drawing is no SVG.
    pub fn club() -> Result<Self, PieceError> {
        PieceSets::default().load(PieceSets::CLUB)
    }

    /// A set from what it is made of.
    ///
    /// # Errors
    /// Where a drawing is no SVG.
    pub fn of(source: SetSource) -> Result<Self, PieceError> {
        let pieces = match source {
            SetSource::BuiltIn(drawing) => {
                Pieces::Drawings(for_each(|piece| handle(piece, drawing(piece)))?)
            }
            SetSource::Pictures(mut pictures) => Pieces::Pictures(for_each(|piece| {
                let pixels = std::mem::take(pictures.get_mut(piece.color).get_mut(piece.role));
                let picture =
                    ImageSurface::create_for_data(pixels, Format::ARgb32, SIDE, SIDE, SIDE * 4);
                Ok(Surface::clone(&*picture?))
            })?),
        };
        Ok(Self { pieces })
    }

    /// The same set for a document that shows its pieces many times: each is rendered once, and kept
    /// as the shapes it is.
    ///
    /// # Errors
    /// Where Cairo or the renderer fails.
    pub fn recorded(self) -> Result<Self, PieceError> {
        let Pieces::Drawings(handles) = &self.pieces else {
            return Ok(self);
        };
        let square = Rectangle::new(0.0, 0.0, f64::from(SIDE), f64::from(SIDE));
        let pieces = Pieces::Pictures(for_each(|piece| {
            let bounds = cairo::Rectangle::new(0.0, 0.0, square.width(), square.height());
            let recording = RecordingSurface::create(Content::ColorAlpha, Some(bounds))?;
            render(handles.piece(piece), &Context::new(&recording)?, &square)?;
            Ok(Surface::clone(&recording))
        })?);
        Ok(Self { pieces })
    }

    /// Draws a piece into the square at `x`, `y` with sides of length `size`.
    ///
    /// # Errors
    /// Where the renderer fails.
    pub fn draw(
        &self,
        cr: &Context,
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
        match &self.pieces {
            Pieces::Drawings(handles) => render(handles.piece(piece), cr, &place),
            Pieces::Pictures(pictures) => {
                let scale = place.width() / f64::from(SIDE);
                cr.save()?;
                cr.translate(place.x(), place.y());
                cr.scale(scale, scale);
                cr.set_source_surface(pictures.piece(piece), 0.0, 0.0)?;
                cr.source().set_filter(Filter::Best);
                cr.paint()?;
                Ok(cr.restore()?)
            }
        }
    }
}

/// Checks and draws somebody else's drawings. This may take its time.
///
/// # Errors
/// Where one is missing, is not let in or cannot be drawn.
pub(super) fn pictures(
    read: impl Fn(Piece) -> Result<Vec<u8>, PieceError>,
) -> Result<SetSource, PieceError> {
    let picture = |piece: Piece| {
        let drawing = read(piece)?;
        let letter = piece.char();
        let admitted = admit(&drawing).map_err(|why| PieceError::Refused { piece: letter, why })?;
        let handle = handle(piece, admitted.as_bytes())?;
        let mut surface = ImageSurface::create(Format::ARgb32, SIDE, SIDE)?;
        let side = f64::from(SIDE);
        render(
            &handle,
            &Context::new(&surface)?,
            &Rectangle::new(0.0, 0.0, side, side),
        )?;
        let pixels = surface
            .data()
            .map_err(|error| PieceError::Render(error.to_string()))?;
        Ok(pixels.to_vec())
    };
    Ok(SetSource::Pictures(Box::new(for_each(picture)?)))
}

fn handle(piece: Piece, drawing: &[u8]) -> Result<Handle, PieceError> {
    match Handle::from_data(drawing) {
        Ok(Some(handle)) => Ok(handle),
        _ => Err(PieceError::NoSvg {
            piece: piece.char(),
        }),
    }
}

fn render(handle: &Handle, cr: &Context, place: &Rectangle) -> Result<(), PieceError> {
    handle
        .render_document(cr, place)
        .map_err(|error| PieceError::Render(error.to_string()))
}

fn for_each<T>(
    mut make: impl FnMut(Piece) -> Result<T, PieceError>,
) -> Result<ByColor<ByRole<T>>, PieceError> {
    let mut side = |color| -> Result<_, PieceError> {
        let mut make = |role| make(Piece { color, role });
        Ok(ByRole {
            pawn: make(Role::Pawn)?,
            knight: make(Role::Knight)?,
            bishop: make(Role::Bishop)?,
            rook: make(Role::Rook)?,
            queen: make(Role::Queen)?,
            king: make(Role::King)?,
        })
    };
    Ok(ByColor {
        black: side(Color::Black)?,
        white: side(Color::White)?,
    })
}
