//! One move of all tiles towards a wall: shift, merge, shift.

use super::grid::{MAX_SIDE, WINNING, number_of};
use super::{Cell, Grid};

/// The wall that the tiles slide to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

    /// The name in files and protocols, the same in every language.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Left => "left",
            Self::Down => "down",
            Self::Right => "right",
        }
    }

    /// The direction with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.code() == code)
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
    #[must_use]
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
