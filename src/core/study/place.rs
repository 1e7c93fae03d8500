//! Names for the positions of a study.

use std::num::NonZeroU32;

/// A position in a study, named by the move that leads there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// After so many plies of the game; 0 is its first position.
    Main(usize),
    /// After a move of a side line.
    Side(SideMove),
}

/// A move of a side line. It keeps its name as long as the study is in memory, also while it is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SideMove(NonZeroU32);

impl SideMove {
    /// The name of the move at this index of the arena, which is none of the last.
    pub(super) fn at(index: usize) -> Option<Self> {
        let number = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(Self)
    }

    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}
