//! How the board of 2048 is handled: where its cells lie, how tiles move, which way a finger swiped.

mod layout;
mod motion;
mod swipe;

pub use layout::Layout;
pub use motion::{Motion, Sprite, still};
pub use swipe::swipe;
