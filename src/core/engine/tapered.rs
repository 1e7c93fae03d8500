//! A score that depends on how much of a game is left.

use std::ops::{Add, AddAssign, Neg, Sub};

/// A score for the middle game and one for the endgame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tapered {
    pub middle: i32,
    pub end: i32,
}

impl Tapered {
    pub const fn new(middle: i32, end: i32) -> Self {
        Self { middle, end }
    }

    pub fn times(self, factor: i32) -> Self {
        Self::new(self.middle * factor, self.end * factor)
    }
}

impl Add for Tapered {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.middle + other.middle, self.end + other.end)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Tapered {
    type Output = Self;

    fn neg(self) -> Self {
        self.times(-1)
    }
}

impl Sub for Tapered {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
