//! How a board is handled: where its squares lie, what marks them, how pieces get from one position
//! to the next, and the state machines from presses to intents and to edits.

mod editor;
mod geometry;
mod interaction;
mod marks;

pub use editor::{Edited, Editor, Tool};
pub use geometry::{Geometry, Motion, Room, snapped};
pub use interaction::{Input, Intent, Interaction, PromotionChoice};
pub use marks::{
    Appearance, Below, Cell, Coordinates, Drawing, DrawingColor, Drawings, Lettering, Marks, Theme,
};
