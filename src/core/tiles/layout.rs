//! Where the cells of the board lie, in whole device pixels.

use crate::twenty48::{Cell, Size};

/// So many times as wide as a gap is a cell.
const CELL_TO_GAP: u32 = 9;

/// A board: its cells, with a gap around each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout {
    /// How many cells a side has.
    pub size: Size,
    /// The side of a cell, in device pixels.
    pub cell: u32,
    /// The room between two cells, and between a cell and the edge, in device pixels.
    pub gap: u32,
}

impl Layout {
    /// The largest board that is no wider than `pixels`. There is always one, if only of a pixel
    /// a cell.
    #[must_use]
    pub fn within(pixels: u32, size: Size) -> Self {
        let side = size.side() as u32;
        let parts = side * CELL_TO_GAP + side + 1;
        let gap = ((pixels + parts / 2) / parts).max(1);
        let cell = pixels.saturating_sub(gap * (side + 1)) / side;
        Self {
            size,
            cell: cell.max(1),
            gap,
        }
    }

    /// The side of the whole board, in device pixels.
    #[must_use]
    pub fn side(&self) -> u32 {
        let side = self.size.side() as u32;
        side * self.cell + (side + 1) * self.gap
    }

    /// How far the cells of a row begin from the left edge, or those of a column from the top, in
    /// device pixels. Between two places lies what is between two cells.
    #[must_use]
    pub fn along(&self, place: f64) -> f64 {
        f64::from(self.gap) + place * f64::from(self.cell + self.gap)
    }

    /// The upper left corner of a cell, in device pixels from that of the board.
    #[must_use]
    pub fn corner(&self, cell: Cell) -> (f64, f64) {
        (
            self.along(f64::from(cell.column)),
            self.along(f64::from(cell.row)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_fills_its_room_up_to_a_pixel_a_cell() {
        for size in Size::ALL {
            for pixels in 60..2000 {
                let layout = Layout::within(pixels, size);
                let rest = pixels - layout.side();
                assert!(rest < size.side() as u32, "{pixels}: {layout:?}");
                assert!(layout.cell >= 4 * layout.gap, "{pixels}: {layout:?}");
            }
        }
    }

    #[test]
    fn the_last_cell_ends_a_gap_before_the_edge() {
        let layout = Layout::within(487, Size::USUAL);
        let last = Cell { row: 3, column: 3 };
        let (x, y) = layout.corner(last);
        let edge = f64::from(layout.side() - layout.gap - layout.cell);
        assert_eq!((x, y), (edge, edge));
        assert_eq!(
            layout.corner(Cell { row: 0, column: 0 }).0,
            f64::from(layout.gap)
        );
    }

    #[test]
    fn no_room_is_too_small() {
        for pixels in 0..20 {
            let layout = Layout::within(pixels, Size::ALL[4]);
            assert!(layout.cell > 0 && layout.gap > 0);
        }
    }
}
