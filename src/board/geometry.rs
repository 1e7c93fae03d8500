//! Squares to pixels and back, for a board that may be turned. May import `rules`.

use crate::rules::Square;

/// Where the squares of a board lie inside a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Geometry {
    /// Left edge of the board.
    pub x: f64,
    /// Upper edge of the board.
    pub y: f64,
    /// Length of the side of a square.
    pub square: f64,
    /// Whether Black sits below.
    pub turned: bool,
}

impl Geometry {
    /// The largest board of whole-numbered squares in the middle of `width` by `height`.
    #[must_use]
    pub fn fit(width: f64, height: f64, turned: bool) -> Self {
        let square = (width.min(height) / 8.0).floor().max(0.0);
        let offset = |length: f64| ((length - 8.0 * square) / 2.0).floor().max(0.0);
        Self {
            x: offset(width),
            y: offset(height),
            square,
            turned,
        }
    }

    /// Column and row on the screen, from the upper left.
    #[must_use]
    pub fn column_row(&self, square: Square) -> (u32, u32) {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        if self.turned {
            (7 - file, rank)
        } else {
            (file, 7 - rank)
        }
    }

    /// The upper left corner of a square.
    #[must_use]
    pub fn corner(&self, square: Square) -> (f64, f64) {
        let (column, row) = self.column_row(square);
        (
            self.x + f64::from(column) * self.square,
            self.y + f64::from(row) * self.square,
        )
    }

    /// The middle of a square.
    #[must_use]
    pub fn centre(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + self.square / 2.0, y + self.square / 2.0)
    }

    /// The square at a point, if the point is on the board.
    #[must_use]
    pub fn square_at(&self, x: f64, y: f64) -> Option<Square> {
        let index = |offset: f64| {
            let index = (offset / self.square).floor();
            // A board without extent gives NaN or infinity: neither is in the range.
            (0.0..8.0).contains(&index).then_some(index as u32)
        };
        self.at(index(x - self.x)?, index(y - self.y)?)
    }

    /// The square at a column and row of the screen.
    #[must_use]
    pub fn at(&self, column: u32, row: u32) -> Option<Square> {
        if column > 7 || row > 7 {
            return None;
        }
        let (file, rank) = if self.turned {
            (7 - column, row)
        } else {
            (column, 7 - row)
        };
        Square::try_from(rank * 8 + file).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Geometry;
    use crate::rules::Square;

    #[test]
    fn squares_and_pixels_agree_both_ways() {
        for turned in [false, true] {
            let geometry = Geometry::fit(437.0, 300.0, turned);
            assert_eq!(geometry.square, 37.0);
            for square in Square::ALL {
                let (x, y) = geometry.centre(square);
                assert_eq!(geometry.square_at(x, y), Some(square));
                let (x, y) = geometry.corner(square);
                assert_eq!(geometry.square_at(x, y), Some(square));
                assert_eq!(geometry.square_at(x + 36.9, y + 36.9), Some(square));
            }
        }
    }

    #[test]
    fn white_sits_below_unless_turned() {
        let geometry = Geometry::fit(80.0, 80.0, false);
        assert_eq!(geometry.corner(Square::A1), (0.0, 70.0));
        let turned = Geometry::fit(80.0, 80.0, true);
        assert_eq!(turned.corner(Square::A1), (70.0, 0.0));
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
}
