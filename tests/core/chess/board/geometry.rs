//! Squares and pixels: both ways, on every device, and where a board fits.

use rank_and_file_core::chess::Square;
use rank_and_file_core::chess::board::{Geometry, Room};

/// Among them one of those that Wayland, which counts in 120ths, makes of what is asked for.
const SCALES: [f64; 9] = [1.0, 1.1, 1.25, 179.0 / 120.0, 1.5, 1.75, 2.0, 2.5, 3.0];

#[test]
fn squares_are_of_whole_device_pixels_at_every_scale() {
    for scale in SCALES {
        let whole = |length: f64| (length * scale - (length * scale).round()).abs() < 1e-9;
        for width in 192..400 {
            for origin in 0..5 {
                for margin in [0.0, 20.0] {
                    let origin = f64::from(origin);
                    let room = Room {
                        width: f64::from(width),
                        height: f64::from(width + 31),
                        margin,
                        scale,
                    };
                    let geometry = Geometry::within(&room, (origin, 2.0 * origin), false);
                    assert!(whole(geometry.square), "{geometry:?} at {scale}");
                    assert!(whole(geometry.x + origin), "{geometry:?} at {scale}");
                    assert!(whole(geometry.y + 2.0 * origin), "{geometry:?} at {scale}");
                    // To lie there it may begin half a device pixel beside the middle.
                    let half = 0.5 / scale + 1e-9;
                    let used = geometry.square * 8.0;
                    assert!(geometry.x >= margin - half && geometry.y >= -half);
                    assert!(geometry.x + used <= room.width + half);
                    assert!(geometry.y + used <= room.height - margin + half);
                    // What is lost is less than a device pixel a square.
                    assert!((room.width - margin - used) * scale < 8.0);
                }
            }
        }
    }
}

#[test]
fn what_is_whole_on_the_device_is_not_cut() {
    for scale in SCALES {
        for pixels in 1..400 {
            let side = f64::from(8 * pixels) / scale;
            let room = Room {
                scale,
                ..Room::plain(side, side)
            };
            let square = (room.square() * scale).round();
            assert_eq!(square, f64::from(pixels), "at {scale}");
        }
    }
}

#[test]
fn squares_and_pixels_agree_both_ways() {
    for flipped in [false, true] {
        let geometry = Geometry::fit(437.0, 300.0, flipped);
        assert_eq!(geometry.square, 37.0);
        for square in Square::ALL {
            let (x, y) = geometry.center(square);
            assert_eq!(geometry.square_at(x, y), Some(square));
            let (x, y) = geometry.corner(square);
            assert_eq!(geometry.square_at(x, y), Some(square));
            assert_eq!(geometry.square_at(x + 36.9, y + 36.9), Some(square));
        }
    }
}

#[test]
fn white_sits_below_unless_flipped() {
    let geometry = Geometry::fit(80.0, 80.0, false);
    assert_eq!(geometry.corner(Square::A1), (0.0, 70.0));
    let flipped = Geometry::fit(80.0, 80.0, true);
    assert_eq!(flipped.corner(Square::A1), (70.0, 0.0));
}

#[test]
fn outside_there_is_no_square() {
    let geometry = Geometry::fit(100.0, 80.0, false);
    for (x, y) in [
        (9.0, 5.0),
        (90.5, 5.0),
        (20.0, -0.1),
        (20.0, 80.0),
        (f64::NAN, 1.0),
    ] {
        assert_eq!(geometry.square_at(x, y), None, "{x} {y}");
    }
    assert_eq!(Geometry::fit(0.0, 0.0, false).square_at(0.0, 0.0), None);
}
