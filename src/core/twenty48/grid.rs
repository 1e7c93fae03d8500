//! The board of 2048: a square of cells, each empty or with a number, how its tiles slide, and the chance by
//! which new ones come.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::RngCore;
use strum::{EnumString, IntoStaticStr};

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
    pub const STANDARD: Self = Self(4);
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
    pub fn new(size: Size) -> Self {
        Self {
            size,
            powers: [0; MAX_SIDE * MAX_SIDE],
        }
    }

    /// A board with these rows, 0 for an empty cell. `None` where it is no square of 4 to 8 cells a
    /// side, or a number is none that play can bring about on it.
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
    pub fn rows(&self) -> Vec<Vec<u64>> {
        let side = self.size.side();
        let lines = self.powers.chunks_exact(MAX_SIDE).take(side);
        let numbers = |line: &[u8]| line[..side].iter().copied().map(number_of).collect();
        lines.map(numbers).collect()
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number on a cell; 0 where it is empty, or not on the board.
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
    pub fn largest(&self) -> u64 {
        number_of(self.powers.iter().copied().max().unwrap_or(0))
    }

    /// The sum of all numbers.
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

    /// Whether no direction changes anything: the board is full, and no two neighbors are equal.
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

/// The wall that the tiles slide to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Direction {
    /// To the top.
    Up,
    /// To the left.
    Left,
    /// To the bottom.
    Down,
    /// To the right.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Down, Self::Right];

    /// The name in files and protocols, the same in every language. It can be parsed.
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Where in memory a line begins, at the wall, and how far its cells are apart.
    fn line(self, line: usize, side: usize) -> (usize, isize) {
        let (row, last) = (MAX_SIDE as isize, side - 1);
        match self {
            Self::Left => (line * MAX_SIDE, 1),
            Self::Right => (line * MAX_SIDE + last, -1),
            Self::Up => (line, row),
            Self::Down => (last * MAX_SIDE + line, -row),
        }
    }
}

/// What becomes of one tile in a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slide {
    /// Where the tile stood.
    pub from: Cell,
    /// Where it is now: the same cell where it stays.
    pub to: Cell,
    /// The number that it had.
    pub number: u64,
    /// Whether it becomes one tile of twice the number with another that goes to the same cell.
    pub merges: bool,
}

/// What becomes of the whole board in a move, before a new number comes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Slid {
    /// Every tile that was on the board, those that stay included: line by line, from the top or
    /// from the left, and in each line from the wall. The two of a pair follow one another.
    pub slides: Vec<Slide>,
    /// The numbers that merges made, in the order of the slides.
    pub merged: Vec<u64>,
    /// Whether anything changed.
    pub changed: bool,
    /// Whether a merge made 2048 or more.
    pub(super) winning: bool,
}

impl Slid {
    /// What the merges add to the score: the sum of what they made.
    pub fn gained(&self) -> u64 {
        self.merged.iter().sum()
    }
}

impl Grid {
    /// Slides all tiles to a wall. Each merges once at most, the pair nearest to the wall first.
    pub fn slide(&mut self, direction: Direction) -> Slid {
        let side = self.size().side();
        let mut slid = Slid {
            slides: Vec::with_capacity(self.tiles()),
            ..Slid::default()
        };
        for line in 0..side {
            self.slide_line(direction.line(line, side), &mut slid);
        }
        slid
    }

    fn slide_line(&mut self, (start, step): (usize, isize), slid: &mut Slid) {
        let side = self.size().side();
        let index = |place: usize| start.wrapping_add_signed(place as isize * step);
        // Where the next tile goes, and whether the one before it can still merge.
        let (mut free, mut open) = (0, false);
        for place in 0..side {
            let from = index(place);
            let power = self.powers[from];
            if power == 0 {
                continue;
            }
            let merges = open && self.powers[index(free - 1)] == power;
            let to = index(if merges { free - 1 } else { free });
            if to != from {
                self.powers[from] = 0;
                slid.changed = true;
            }
            self.powers[to] = power + u8::from(merges);
            if merges {
                slid.merged.push(number_of(power + 1));
                slid.winning |= power + 1 >= WINNING;
                if let Some(other) = slid.slides.last_mut() {
                    other.merges = true;
                }
            } else {
                free += 1;
            }
            open = !merges;
            slid.slides.push(Slide {
                from: cell(from),
                to: cell(to),
                number: number_of(power),
                merges,
            });
        }
    }
}

fn cell(index: usize) -> Cell {
    // An index is less than 64.
    Cell {
        row: (index / MAX_SIDE) as u8,
        column: (index % MAX_SIDE) as u8,
    }
}

/// A seed is drawn below this, so that every reader of JSON knows the number.
pub const SEEDS: u64 = 1 << 53;
/// The stream of PCG that its author proposes.
const STREAM: u64 = 0x0a02_bdbf_7bb3_c0a7;
/// One new number in so many is a 4, the others are 2.
const FOURS: u32 = 10;

/// A number that came up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spawn {
    /// Where.
    pub cell: Cell,
    /// 2 or 4.
    pub number: u64,
}

/// A sequence of random numbers: PCG-XSH-RR 64/32 (M. E. O'Neill, 2014), which is the same in every
/// version. Its state is the seed and how many numbers were drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    seed: u64,
    drawn: u64,
    numbers: Pcg32,
}

impl Chance {
    /// The sequence of a seed, after so many numbers.
    pub fn new(seed: u64, drawn: u64) -> Self {
        let mut numbers = Pcg32::new(seed, STREAM);
        numbers.advance(drawn);
        Self {
            seed,
            drawn,
            numbers,
        }
    }

    /// The number that it began with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many numbers were drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// A new number on an empty cell, all of them equally likely; `None` on a full board.
    pub fn spawn(&mut self, grid: &mut Grid) -> Option<Spawn> {
        let empty = u32::try_from(grid.empty_cells()).ok()?;
        let index = self.below(empty)?;
        let power = if self.below(FOURS)? == 0 { 2 } else { 1 };
        let cell = grid.empty_cell(index as usize)?;
        grid.powers[at(cell)] = power;
        Some(Spawn {
            cell,
            number: number_of(power),
        })
    }

    /// A number below `limit`, all of them equally likely (D. Lemire, 2019); `None` below 0.
    pub fn below(&mut self, limit: u32) -> Option<u32> {
        let too_few = limit.wrapping_neg().checked_rem(limit)?;
        loop {
            self.drawn = self.drawn.wrapping_add(1);
            let product = u64::from(self.numbers.next_u32()) * u64::from(limit);
            if product as u32 >= too_few {
                return Some((product >> 32) as u32);
            }
        }
    }
}

/// Why something cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Refusal {
    /// The text is no command.
    #[error("this is no command")]
    Unreadable,
    /// There are boards of 4 to 8 cells a side only.
    #[error("a board has 4 to 8 cells a side, not {0}")]
    Size(usize),
    /// Nothing would move in this direction.
    #[error("nothing moves {}", .0.code())]
    NothingMoves(Direction),
    /// The board is full, and nothing merges.
    #[error("the board is full and nothing merges")]
    #[strum(serialize = "game-over")]
    Over,
    /// 2048 is reached, and the player has not said to keep going.
    #[error("the game is won")]
    Won,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// The game is not won, or is kept going already.
    #[error("the game goes on anyway")]
    GoesOn,
}

impl Refusal {
    /// The name in protocols, the same in every language.
    pub fn code(self) -> &'static str {
        self.into()
    }
}
