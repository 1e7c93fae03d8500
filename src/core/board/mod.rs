//! How a board is handled: where its squares lie, what marks them, how pieces get from one position
//! to the next, and the state machine from presses to intents.

mod appearance;
mod cell;
mod drawings;
mod geometry;
mod interaction;
mod motion;

pub use appearance::{Appearance, Lettering, Theme};
pub use cell::{Cell, Coordinates, Marks};
pub use drawings::{Drawing, Drawings, Pen};
pub use geometry::{Geometry, Room, snapped};
pub use interaction::{Crowning, Input, Intent, Interaction};
pub use motion::Motion;
