//! Which way a finger or a pointer was drawn.

use crate::twenty48::Direction;

/// So many times as far along one axis as along the other is a clear direction.
const CLEAR: f64 = 1.3;

/// The direction of a stroke that went `dx` to the right and `dy` down, once it is `long` enough
/// and not too slanting to tell.
#[must_use]
pub fn swipe(dx: f64, dy: f64, long: f64) -> Option<Direction> {
    let (across, along) = (dx.abs(), dy.abs());
    if across >= long && across >= along * CLEAR {
        Some(if dx > 0.0 {
            Direction::Right
        } else {
            Direction::Left
        })
    } else if along >= long && along >= across * CLEAR {
        Some(if dy > 0.0 {
            Direction::Down
        } else {
            Direction::Up
        })
    } else {
        None
    }
}
