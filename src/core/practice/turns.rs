//! Two at one table, who take puzzles by turns: what one misses goes over to the other, once.

/// Whose turn it is, and how they stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Turns {
    /// How many each has found.
    pub points: [u32; 2],
    /// Who has, or had, the puzzle first.
    first: usize,
    /// The puzzle that the first one has missed.
    passed: Option<String>,
}

impl Turns {
    /// Whose turn it is: 0 or 1.
    #[must_use]
    pub fn who(&self) -> usize {
        match self.passed {
            Some(_) => 1 - self.first,
            None => self.first,
        }
    }

    /// The puzzle that one has missed and the other one may find now.
    #[must_use]
    pub fn passed(&self) -> Option<&str> {
        self.passed.as_deref()
    }

    /// Somebody has found a puzzle, or missed it.
    pub fn tried(&mut self, who: usize, puzzle: &str, found: bool) {
        let who = who.min(1);
        let second = self.passed.as_deref() == Some(puzzle) && who != self.first;
        if !second {
            // Whoever goes on elsewhere with another one begins there.
            self.first = who;
        }
        self.points[who] += u32::from(found);
        if found || second {
            self.first = 1 - self.first;
            self.passed = None;
        } else {
            self.passed = Some(puzzle.to_owned());
        }
    }
}
