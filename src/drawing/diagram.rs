//! A position as a picture of its own: PNG, SVG or PDF, as the painter paints it.

use std::path::Path;

use cairo::{Context, Format, ImageSurface, PdfSurface, SvgSurface};
use rank_and_file_core::chess::board::{Cell, Coordinates, Geometry, Marks};
use rank_and_file_core::chess::{Board, Square};

use super::painter::{fill, ground};
use super::{Palette, PieceError, PieceSet};

/// The side of a diagram: in pixels for PNG, in points for SVG and PDF.
const SIDE: f64 = 720.0;

/// The kind of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagramFormat {
    /// Pixels.
    Png,
    /// Shapes, for the web and for drawing programs.
    Svg,
    /// A page of the size of the board.
    Pdf,
}

impl DiagramFormat {
    /// The kind that the name of a file asks for.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "png" => Some(Self::Png),
            "svg" => Some(Self::Svg),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }
}

/// The bytes of a picture of the position with coordinates, White below unless it is flipped.
///
/// # Errors
/// Where Cairo or the renderer fails.
pub fn diagram(board: &Board, flipped: bool, format: DiagramFormat) -> Result<Vec<u8>, PieceError> {
    match format {
        DiagramFormat::Png => {
            let side = SIDE as i32;
            let surface = ImageSurface::create(Format::ARgb32, side, side)?;
            paint(&Context::new(&surface)?, board, flipped)?;
            let mut bytes = Vec::new();
            surface
                .write_to_png(&mut bytes)
                .map_err(|error| PieceError::Render(error.to_string()))?;
            Ok(bytes)
        }
        DiagramFormat::Svg => {
            let surface = SvgSurface::for_stream(SIDE, SIDE, Vec::new())?;
            paint(&Context::new(&surface)?, board, flipped)?;
            bytes_of(&surface)
        }
        DiagramFormat::Pdf => {
            let surface = PdfSurface::for_stream(SIDE, SIDE, Vec::new())?;
            paint(&Context::new(&surface)?, board, flipped)?;
            bytes_of(&surface)
        }
    }
}

/// What was written into the bytes that a surface was made for.
///
/// # Errors
/// Where Cairo has failed.
pub fn bytes_of(surface: &cairo::Surface) -> Result<Vec<u8>, PieceError> {
    let bytes = surface
        .finish_output_stream()
        .map_err(|error| PieceError::Render(error.error.to_string()))?;
    let bytes = bytes.downcast::<Vec<u8>>();
    bytes
        .map(|bytes| *bytes)
        .map_err(|_| PieceError::Render("the picture is lost".to_owned()))
}

fn paint(cr: &Context, board: &Board, flipped: bool) -> Result<(), PieceError> {
    let geometry = Geometry::fit(SIDE, SIDE, flipped);
    draw_position(
        cr,
        board,
        &PieceSet::club()?,
        &Palette::PLAIN,
        &geometry,
        true,
    )
}

/// Draws a position where `geometry` says, with or without coordinates inside the squares. Every
/// piece is drawn as the shape it is, not as a picture of one size, so that the drawing can be
/// scaled.
///
/// # Errors
/// Where Cairo or the renderer fails.
pub fn draw_position(
    cr: &Context,
    board: &Board,
    pieces: &PieceSet,
    palette: &Palette,
    geometry: &Geometry,
    coordinates: bool,
) -> Result<(), PieceError> {
    // One ground for all, so that what lies below cannot shine through between two squares.
    cr.save()?;
    cr.translate(geometry.x, geometry.y);
    fill(cr, palette.light, geometry.square * 8.0)?;
    cr.restore()?;
    for square in Square::ALL {
        let (column, row) = geometry.column_row(square);
        let coordinates = Coordinates {
            file: coordinates && row == 7,
            rank: coordinates && column == 0,
        };
        let cell = Cell::new(square, None, Marks::default(), coordinates);
        let (x, y) = geometry.corner(square);
        cr.save()?;
        cr.translate(x, y);
        ground(cr, &cell, palette, geometry.square)?;
        if let Some(piece) = board.piece_at(square) {
            pieces.draw(cr, piece, 0.0, 0.0, geometry.square)?;
        }
        cr.restore()?;
    }
    Ok(())
}
