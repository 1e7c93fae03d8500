//! How boards look: colors, pieces, marks and tiles, and the curve of a game, painted with Cairo.

mod course;
mod diagram;
mod marks;
mod painter;
mod palette;
mod pieces;
mod svg;
mod tiles;

pub use course::{CourseArea, CourseLook, CoursePlace, paint_course};
pub use diagram::{DiagramFormat, bytes_of, diagram, draw_position};
pub use marks::{EDGE, drawing, ray, tried};
pub use painter::{LETTERED, LIFTED, Painter, assemble, letter_color, letter_size};
pub use palette::{ColorScheme, Palette, Rgba, Shades, Tint};
pub use pieces::{PieceError, PieceSet, PieceSets, SetSource};
pub use svg::SvgError;
pub use tiles::{paint_ground, paint_ring, paint_tile, rounded};
