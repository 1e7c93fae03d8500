//! Where the next number comes up, and which: chance that can be kept and repeated.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::RngCore;

use super::Cell;
use super::grid::{Grid, at, number_of};

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
    #[must_use]
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
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many numbers were drawn.
    #[must_use]
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
