//! How a board looks and is handled, without any window: geometry, colours, pieces, painting, and
//! the state machine from presses to intents.
//!
//! Pure but for Cairo and the SVG renderer. May import `rules`, `cairo`, `librsvg_rebind`.

mod appearance;
mod diagram;
mod drawings;
mod geometry;
mod interaction;
mod marks;
mod motion;
mod paint;
mod palette;
mod piece_sets;
mod pieces;

pub use appearance::{Appearance, Lettering, Theme};
pub use diagram::{DiagramFormat, diagram, draw_position};
pub use drawings::{Drawing, Drawings, Pen};
pub use geometry::{Geometry, Room, snapped};
pub use interaction::{Crowning, Input, Intent, Interaction};
pub use marks::{drawing, ray};
pub use motion::Motion;
pub use paint::{Cell, Coordinates, LIFTED, Marks, Painter};
pub use palette::{Palette, Rgba};
pub use piece_sets::PieceSets;
pub use pieces::{PieceError, PieceSet};
