//! The board: a square of cells, each empty or with a number.

use super::Refusal;

/// The largest side of a board, and so the distance of two rows in memory.
pub(super) const MAX_SIDE: usize = 8;
/// The power of two that wins.
pub(super) const WINNING: u8 = 11;
/// Larger powers of two are not kept: every reader of JSON knows the numbers up to here.
const LARGEST_KEPT: u8 = 53;

/// The side of a board, in cells: 4 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

impl Size {
    /// The usual board.
    pub const USUAL: Self = Self(4);
    /// Every size, the smallest first.
    pub const ALL: [Self; 5] = [Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// A board of so many cells a side.
    ///
    /// # Errors
    /// [`Refusal::Size`] where there is no such board.
    pub fn new(side: usize) -> Result<Self, Refusal> {
        let found = Self::ALL.into_iter().find(|size| size.side() == side);
        found.ok_or(Refusal::Size(side))
    }

    /// How many cells a side has.
    #[must_use]
    pub fn side(self) -> usize {
        usize::from(self.0)
    }

    /// The largest power of two that fits: a 4 on the last empty cell may set off a merge of all
    /// the others.
    pub(super) fn largest_power(self) -> u8 {
        (self.0 * self.0 + 1).min(LARGEST_KEPT)
    }
}

/// A place on the board. Rows count from the top, columns from the left, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 on the left.
    pub column: u8,
}

/// A board with its numbers. Each cell is a byte: 0 where it is empty, else the power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    size: Size,
    pub(super) powers: [u8; MAX_SIDE * MAX_SIDE],
}

impl Grid {
    /// An empty board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            powers: [0; MAX_SIDE * MAX_SIDE],
        }
    }

    /// A board with these rows, 0 for an empty cell. `None` where it is no square of 4 to 8 cells a
    /// side, or a number is none that play can bring about on it.
    #[must_use]
    pub fn from_rows(rows: &[Vec<u64>]) -> Option<Self> {
        let size = Size::new(rows.len()).ok()?;
        let mut grid = Self::new(size);
        for (line, numbers) in grid.powers.chunks_exact_mut(MAX_SIDE).zip(rows) {
            if numbers.len() != size.side() {
                return None;
            }
            for (power, number) in line.iter_mut().zip(numbers) {
                *power = match number {
                    0 => 0,
                    number => power_of(*number).filter(|power| *power <= size.largest_power())?,
                };
            }
        }
        // No two tiles of the largest number: they could not have been made.
        (grid.sum() >> size.largest_power() < 2).then_some(grid)
    }

    /// The numbers row by row, the top row first; 0 for an empty cell.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<u64>> {
        let side = self.size.side();
        let lines = self.powers.chunks_exact(MAX_SIDE).take(side);
        let numbers = |line: &[u8]| line[..side].iter().copied().map(number_of).collect();
        lines.map(numbers).collect()
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number on a cell; 0 where it is empty, or not on the board.
    #[must_use]
    pub fn number(&self, cell: Cell) -> u64 {
        if cell.row.max(cell.column) < self.size.0 {
            number_of(self.powers[at(cell)])
        } else {
            0
        }
    }

    /// Every cell of the board, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.size.0;
        (0..side * side).map(move |index| Cell {
            row: index / side,
            column: index % side,
        })
    }

    /// The largest number on the board; 0 where it is empty.
    #[must_use]
    pub fn largest(&self) -> u64 {
        number_of(self.powers.iter().copied().max().unwrap_or(0))
    }

    /// The sum of all numbers.
    #[must_use]
    pub fn sum(&self) -> u64 {
        let sum = |sum: u64, power: &u8| sum.saturating_add(number_of(*power));
        self.powers.iter().fold(0, sum)
    }

    /// How many tiles are on the board. What is in memory beside the board is empty.
    pub(super) fn tiles(&self) -> usize {
        self.powers.iter().filter(|power| **power > 0).count()
    }

    /// How many cells are empty.
    pub(super) fn empty_cells(&self) -> usize {
        self.size.side() * self.size.side() - self.tiles()
    }

    /// The empty cell before which there are `index` others, row by row.
    pub(super) fn empty_cell(&self, index: usize) -> Option<Cell> {
        let mut empty = self.cells().filter(|cell| self.powers[at(*cell)] == 0);
        empty.nth(index)
    }

    /// Whether no direction changes anything: the board is full, and no two neighbours are equal.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        let side = self.size.0;
        self.empty_cells() == 0
            && self.cells().all(|cell| {
                let index = at(cell);
                let power = self.powers[index];
                (cell.column + 1 == side || self.powers[index + 1] != power)
                    && (cell.row + 1 == side || self.powers[index + MAX_SIDE] != power)
            })
    }
}

/// Where a cell is in memory.
pub(super) fn at(cell: Cell) -> usize {
    usize::from(cell.row) * MAX_SIDE + usize::from(cell.column)
}

/// The number that is shown for a power of two; 0 for none.
pub(super) fn number_of(power: u8) -> u64 {
    match power {
        0 => 0,
        power => 1 << power,
    }
}

/// The power of a number that can stand on a board: 1 for 2, 2 for 4.
fn power_of(number: u64) -> Option<u8> {
    let power = number.trailing_zeros();
    (number.is_power_of_two() && power > 0)
        .then_some(power)
        .and_then(|power| u8::try_from(power).ok())
}
