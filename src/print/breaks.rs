//! Where the pages of a scoresheet break: which moves and which diagrams stand on which page.
//! Arithmetic alone.

use std::ops::Range;

/// How the moves and the diagrams of a page fill it. Lengths in points.
#[derive(Debug, Clone, Copy)]
pub struct Fill {
    /// The columns of the table.
    pub columns: usize,
    /// The height of what stands above the moves in each column.
    pub head: f64,
    /// The height of a line of moves.
    pub row: f64,
    /// Diagrams side by side.
    pub across: usize,
    /// The height of a line of diagrams with their captions, and of the space above it.
    pub strip: f64,
}

/// What stands on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The lines of moves, by their index.
    pub rows: Range<usize>,
    /// The diagrams, by their index.
    pub pictures: Range<usize>,
}

/// A column of the table is not made shorter than this for the sake of having more of them.
const SHORTEST: usize = 5;

impl Fill {
    /// Into how many columns so many lines of moves go, so that none is a mere stub.
    #[must_use]
    pub fn columns_for(&self, rows: usize) -> usize {
        rows.div_ceil(SHORTEST).clamp(1, self.columns.max(1))
    }

    /// How many lines of moves the longest column has.
    #[must_use]
    pub fn longest(&self, rows: usize) -> usize {
        rows.div_ceil(self.columns_for(rows))
    }

    /// The height of the table.
    #[must_use]
    pub fn table(&self, rows: usize) -> f64 {
        match self.longest(rows) {
            0 => 0.0,
            longest => self.head + self.row * longest as f64,
        }
    }

    /// How many lines so many diagrams make.
    #[must_use]
    pub fn strips(&self, pictures: usize) -> usize {
        pictures.div_ceil(self.across)
    }

    /// Breaks the game into pages. `after` says after how many lines of moves each diagram is due,
    /// in order; `space` is the height of the first page and of each that follows. There is always a
    /// page.
    ///
    /// A diagram stands below the moves that lead to it. One for which the page has no room is
    /// carried to the next, and moves take its place, so that no page but the last is left empty.
    #[must_use]
    pub fn pages(&self, rows: usize, after: &[usize], space: (f64, f64)) -> Vec<Share> {
        let mut pages = Vec::new();
        let (mut row, mut picture) = (0, 0);
        loop {
            let height = if pages.is_empty() { space.0 } else { space.1 };
            let (moves, shown) = self.share(rows, after, row, picture, height);
            pages.push(Share {
                rows: row..row + moves,
                pictures: picture..picture + shown,
            });
            row += moves;
            picture += shown;
            // A page too small for anything ends the game rather than the program.
            if (row == rows && picture == after.len()) || moves + shown == 0 {
                return pages;
            }
        }
    }

    /// How many lines of moves and how many diagrams come onto the page that begins with these.
    fn share(
        &self,
        rows: usize,
        after: &[usize],
        row: usize,
        picture: usize,
        height: f64,
    ) -> (usize, usize) {
        let left = rows - row;
        let at_most = left.min(self.columns * (height / self.row).max(0.0) as usize);
        let due = |moves: usize| {
            let due = after.partition_point(|due| *due <= row + moves);
            due.saturating_sub(picture)
        };
        let most_strips = (height / self.strip).max(0.0) as usize;
        let fits =
            |moves: usize, strips: usize| self.table(moves) + self.strip * strips as f64 <= height;
        let most = |strips: &dyn Fn(usize) -> usize| {
            (0..=at_most)
                .rev()
                .find(|moves| fits(*moves, strips(*moves)))
                .unwrap_or(0)
        };
        // As many moves as fit with all that is due after them …
        let with_all = most(&|moves| self.strips(due(moves)));
        let strips = self.strips(due(with_all)).min(most_strips);
        // … and then those that fit when what is due after them is carried.
        let mut moves = most(&|_| strips);
        // The last page shall not begin with a line or two.
        let stub = SHORTEST * self.columns;
        let finished = moves == left && due(moves) <= strips * self.across;
        if !finished && left - moves < stub && moves > 2 * stub {
            moves = left - stub;
        }
        (moves, due(moves).min(strips * self.across))
    }
}
