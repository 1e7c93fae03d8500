//! How a board is handled: where its squares lie, what marks them, how pieces get from one position
//! to the next, and the state machine from presses to intents.

mod appearance;
mod geometry;
mod interaction;
mod marks;
mod motion;

pub use appearance::{Appearance, Lettering, Theme};
pub use geometry::{Geometry, Room, snapped};
pub use interaction::{Crowning, Input, Intent, Interaction};
pub use marks::{Below, Cell, Coordinates, Drawing, Drawings, Marks, Pen};
pub use motion::Motion;
