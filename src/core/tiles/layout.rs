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
