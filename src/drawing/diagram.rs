//! A position as a picture of its own: PNG, SVG or PDF, with the letters and numbers around the board.

use std::path::Path;

use cairo::{Context, FontSlant, FontWeight, Format, ImageSurface, PdfSurface, SvgSurface};
use palette::Srgb;
use palette::color_difference::Wcag21RelativeContrast;
use rank_and_file_core::board::{Below, Cell, Coordinates, Geometry, Marks};
use rank_and_file_core::rules::{Board, Square};

use super::marks::{glow_at, source};
use super::painter::{fill, ground};
use super::{Palette, PieceError, PieceSet, Rgba};

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

/// The bytes of a picture of the position with coordinates, White below unless it is turned.
///
/// # Errors
/// Where Cairo or the renderer fails.
pub fn diagram(board: &Board, turned: bool, format: DiagramFormat) -> Result<Vec<u8>, PieceError> {
    let failed = |error: &dyn std::fmt::Display| PieceError::Render(error.to_string());
    let stream = |bytes: Result<Box<dyn std::any::Any>, cairo::StreamWithError>| {
        bytes
            .map_err(|error| failed(&error.error))?
            .downcast::<Vec<u8>>()
            .map(|bytes| *bytes)
            .map_err(|_| PieceError::Render("the picture is lost".to_owned()))
    };
    match format {
        DiagramFormat::Png => {
            let side = SIDE as i32;
            let surface = ImageSurface::create(Format::ARgb32, side, side)?;
            paint(&Context::new(&surface)?, board, turned)?;
            let mut bytes = Vec::new();
            surface
                .write_to_png(&mut bytes)
                .map_err(|error| failed(&error))?;
            Ok(bytes)
        }
        DiagramFormat::Svg => {
            let surface = SvgSurface::for_stream(SIDE, SIDE, Vec::new())?;
            paint(&Context::new(&surface)?, board, turned)?;
            stream(surface.finish_output_stream())
        }
        DiagramFormat::Pdf => {
            let surface = PdfSurface::for_stream(SIDE, SIDE, Vec::new())?;
            paint(&Context::new(&surface)?, board, turned)?;
            stream(surface.finish_output_stream())
        }
    }
}

fn paint(cr: &Context, board: &Board, turned: bool) -> Result<(), PieceError> {
    let geometry = Geometry::fit(SIDE, SIDE, turned);
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

/// In smaller squares the letters would stand on the pieces.
pub const LETTERED: f64 = 44.0;
/// As far from the edge, in parts of the size, as the frames of marks reach.
const INSET: f64 = 0.36;
/// The contrast that WCAG 2.1 asks for small letters (1.4.3), and a little for what is rounded.
const READ: f32 = 4.6;
/// The colours that are tried between that of the square and black or white.
const STEPS: u32 = 24;

/// How large the letters are in a square with sides of length `side`; `None` where there is no room.
pub fn letter_size(side: f64) -> Option<f64> {
    // Larger squares are seen from farther away, but not in proportion.
    (side >= LETTERED).then(|| (side * 0.17).min(7.0 + side * 0.07).max(8.0))
}

/// The colour of the letters on a light or dark square: its own, as much darker or lighter as it takes
/// to read them, whatever marks the square.
pub fn letter_color(palette: &Palette, light: bool, marks: &Marks) -> Rgba {
    let grounds = grounds(palette, light, marks);
    let least = |color: Rgba| {
        let apart = grounds.iter().map(|ground| contrast(color, *ground));
        apart.fold(f32::INFINITY, f32::min)
    };
    let ends = [Rgba::opaque(0x0000_0000), Rgba::opaque(0x00ff_ffff)];
    let best = if least(ends[0]) >= least(ends[1]) {
        ends[0]
    } else {
        ends[1]
    };
    if palette.outlined {
        return best;
    }
    let steps = (1..STEPS).map(|step| {
        let share = f64::from(step) / f64::from(STEPS);
        best.with_alpha(share).over(grounds[0])
    });
    steps
        .into_iter()
        .find(|color| least(*color) >= READ)
        .unwrap_or(best)
}

/// The colours that lie below the letters of a square, the most of it first.
fn grounds(palette: &Palette, light: bool, marks: &Marks) -> Vec<Rgba> {
    let plain = if light { palette.light } else { palette.dark };
    let mut grounds = vec![plain];
    if let Some([on_light, on_dark]) = palette.grain {
        grounds.push(if light { on_light } else { on_dark }.over(plain));
    }
    let mut lay = |colors: &[Rgba]| {
        let laid = colors.iter();
        grounds = laid
            .flat_map(|color| grounds.iter().map(|ground| color.over(*ground)))
            .collect();
    };
    if marks.last_move {
        lay(&[palette.last_move]);
    }
    if marks.check {
        // From the edge of the square to where the letters end.
        lay(&[0.04, 0.13, 0.22].map(|part| glow_at(palette, part)));
    } else if marks.selected {
        lay(&[palette.selected]);
    }
    if marks.below == Some(Below::Allowed) {
        lay(&[palette.landing()]);
    }
    grounds
}

/// How far apart two opaque colours are by WCAG 2.1, from 1 to 21.
fn contrast(one: Rgba, other: Rgba) -> f32 {
    let seen = |color: Rgba| Srgb::new(color.red, color.green, color.blue).into_format::<f32>();
    seen(one).relative_contrast(seen(other))
}

/// Writes the coordinates of a square.
pub(super) fn letters(
    cr: &Context,
    cell: &Cell,
    palette: &Palette,
    side: f64,
) -> Result<(), cairo::Error> {
    let Some(size) = letter_size(side) else {
        return Ok(());
    };
    source(
        cr,
        letter_color(palette, cell.square().is_light(), &cell.marks),
    );
    cr.select_font_face("sans-serif", FontSlant::Normal, FontWeight::Bold);
    cr.set_font_size(size);
    let inset = size * INSET;
    if cell.coordinates.file {
        let text = cell.square().file().to_string();
        let extents = cr.text_extents(&text)?;
        cr.move_to(side - inset - extents.x_advance(), side - inset);
        cr.show_text(&text)?;
    }
    if cell.coordinates.rank {
        cr.move_to(inset, inset + size * 0.75);
        cr.show_text(&cell.square().rank().to_string())?;
    }
    Ok(())
}
