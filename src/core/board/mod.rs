//! How a board is handled: where its squares lie, what marks them, how pieces get from one position
//! to the next, and the state machines from presses to intents and to edits.

mod appearance;
mod editor;
mod geometry;
mod interaction;
mod marks;
mod motion;

pub use appearance::{Appearance, Lettering, Theme};
pub use editor::{Edited, Editor, Tool};
pub use geometry::{Geometry, Room, snapped};
pub use interaction::{Crowning, Input, Intent, Interaction};
pub use marks::{Below, Cell, Coordinates, Drawing, Drawings, Marks, Pen};
pub use motion::Motion;
