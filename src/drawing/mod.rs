//! How boards look: colours, pieces, marks and tiles, and the curve of a game, painted with Cairo.

mod course;
mod diagram;
mod grain;
mod letters;
mod lines;
mod marks;
mod painter;
mod palette;
mod piece_sets;
mod pieces;
mod shades;
mod svg;
mod tiles;

pub use course::{CourseArea, CourseLook, CoursePlace, paint_course};
pub use diagram::{DiagramFormat, diagram, draw_position};
pub use letters::{LETTERED, letter_color, letter_size};
pub use lines::{drawing, ray, tried};
pub use marks::EDGE;
pub use painter::{LIFTED, Painter};
pub use palette::{Palette, Rgba};
pub use piece_sets::PieceSets;
pub use pieces::{PieceError, PieceSet, SetSource};
pub use shades::{Look, Shades, Tint};
pub use svg::Refused;
pub use tiles::{paint_ground, paint_ring, paint_tile};
