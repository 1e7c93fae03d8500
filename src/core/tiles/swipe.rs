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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_are_told_apart() {
        for (stroke, direction) in [
            ((40.0, 3.0), Some(Direction::Right)),
            ((-40.0, -30.0), Some(Direction::Left)),
            ((5.0, 24.0), Some(Direction::Down)),
            ((20.0, -90.0), Some(Direction::Up)),
            ((23.0, 0.0), None),
            ((0.0, -23.0), None),
            ((50.0, 50.0), None),
            ((-50.0, 40.0), None),
            ((0.0, 0.0), None),
        ] {
            assert_eq!(swipe(stroke.0, stroke.1, 24.0), direction, "{stroke:?}");
        }
    }
}
