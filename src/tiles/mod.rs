//! How the board of 2048 looks and is handled: where its cells lie, how tiles move, which way a
//! finger swiped, which colours numbers have, and how all of it is painted.
//!
//! Pure but for Cairo: no widgets, no main loop, no words.
//! May import `twenty48`, `board` for what a colour is, and `cairo`.

mod layout;
mod motion;
mod paint;
mod shades;
mod swipe;

pub use layout::Layout;
pub use motion::{Motion, Sprite, still};
pub use paint::{paint_ground, paint_ring, paint_tile};
pub use shades::{Look, Shades, Tint};
pub use swipe::swipe;
