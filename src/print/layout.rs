//! How a page is filled: its margins and columns, text broken into columns of even length, and moves with diagrams.

use std::ops::Range;

/// A page narrower than this (the width of A7, ISO 216) is laid out as if it were this wide, and then scaled down.
const SMALLEST: f64 = 210.0;
/// The margin is such a part of the shorter side, …
const MARGIN: f64 = 0.075;
/// … but no narrower than this, where many printers do not print, and no wider than that.
const MARGINS: (f64, f64) = (24.0, 54.0);
/// Between two columns, and between two diagrams.
const GUTTER: f64 = 22.0;
/// A column is at least so wide, without and with clocks.
const COLUMN: (f64, f64) = (148.0, 190.0);
/// A column of text is at least so wide.
const TEXT: f64 = 200.0;
/// A diagram is at least so wide with its coordinates, …
const DIAGRAM: f64 = 148.0;
/// … and at most.
const WIDEST_DIAGRAM: f64 = 240.0;

/// Where things lie on the pages of one size. Lengths in points of the drawn page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// How much of its true size everything is drawn in: 1, or less on very small paper.
    pub scale: f64,
    /// The width and height of the page.
    pub page: (f64, f64),
    /// From each edge to what is printed.
    pub margin: f64,
    /// The columns of the table that fit.
    pub columns: usize,
    /// The columns of text that fit.
    pub text_columns: usize,
    /// The diagrams that fit side by side.
    pub across: usize,
}

impl Grid {
    /// The grid of paper of this width and height, in points of 1/72 inch, for a table with or without clocks.
    pub fn new(width: f64, height: f64, clocks: bool) -> Self {
        let (width, height) = (width.max(1.0), height.max(1.0));
        let scale = (width.min(height) / SMALLEST).min(1.0);
        let page = (width / scale, height / scale);
        let margin = (page.0.min(page.1) * MARGIN).clamp(MARGINS.0, MARGINS.1);
        let content = page.0 - 2.0 * margin;
        let fitting = |least: f64| (((content + GUTTER) / (least + GUTTER)) as usize).max(1);
        Self {
            scale,
            page,
            margin,
            columns: fitting(if clocks { COLUMN.1 } else { COLUMN.0 }),
            text_columns: fitting(TEXT),
            across: fitting(DIAGRAM),
        }
    }

    /// The width between the margins.
    pub fn content(&self) -> f64 {
        self.page.0 - 2.0 * self.margin
    }

    /// The lower end of what is printed above the page number.
    pub fn bottom(&self) -> f64 {
        self.page.1 - self.margin - 16.0
    }

    /// The left edge and the width of one of `count` columns.
    pub fn column(&self, index: usize, count: usize) -> (f64, f64) {
        let count = count.max(1) as f64;
        let width = (self.content() - GUTTER * (count - 1.0)) / count;
        (self.margin + index as f64 * (width + GUTTER), width)
    }

    /// The left edge of one of `count` columns, and the width from there to the right margin.
    pub fn rest(&self, index: usize, count: usize) -> (f64, f64) {
        let (left, _) = self.column(index, count);
        (left, self.page.0 - self.margin - left)
    }

    /// The width of a diagram with its coordinates where there are so many side by side.
    pub fn diagram(&self, across: usize) -> f64 {
        self.fitting_diagram(self.column(0, across).1)
    }

    /// The width of a diagram with its coordinates where there is room of such a width.
    pub fn fitting_diagram(&self, width: f64) -> f64 {
        // On paper that is wider than high, a diagram still leaves room for what is above it.
        let height = (self.bottom() - self.margin) * 0.5;
        width.min(WIDEST_DIAGRAM).min(height)
    }
}

/// A line of text, or a diagram. Lengths in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// The space above it, but at the top of a column.
    pub above: f64,
    /// Its own height.
    pub height: f64,
    /// Whether the next one must stand in the same column.
    pub keeps: bool,
}

/// A column of a text is not made shorter than this for the sake of having more of them.
const SHORTEST_COLUMN: f64 = 90.0;
/// Columns of the same page are level to so much.
const LEVEL: f64 = 1.0;

/// Breaks a text into columns, so many on a page. `space` is their height on the first page and on those that
/// follow. Those of the last page are about as long as each other.
///
/// What cannot be kept together, because it is longer than a column, is broken where the column ends. What is higher
/// than a column of the first page leaves that empty, and what is higher than the others, too, stands in one of its
/// own.
pub fn break_into(slots: &[Slot], across: usize, space: (f64, f64)) -> Vec<Range<usize>> {
    let across = across.max(1);
    let mut columns = Vec::new();
    let mut from = 0;
    while from < slots.len() {
        let height = if columns.len() < across {
            space.0
        } else {
            space.1
        };
        if columns.len() % across == 0 {
            if let Some(last) = last_page(&slots[from..], across, height) {
                columns.extend(last.into_iter().map(|one| one.start + from..one.end + from));
                break;
            }
        }
        let is_carried = slots[from].height > height && slots[from].height <= space.1;
        let end = match is_carried && columns.len() < across {
            true => from,
            false => from + column(&slots[from..], height),
        };
        columns.push(from..end);
        from = end;
    }
    columns
}

/// How many of these come into a column of such a height; at least one.
fn column(slots: &[Slot], height: f64) -> usize {
    let mut used = 0.0;
    let mut end = 0;
    for (index, slot) in slots.iter().enumerate() {
        used += slot.height + if index == 0 { 0.0 } else { slot.above };
        if index > 0 && used > height {
            // Before the first place where they may be parted, they must be parted anywhere.
            return if end == 0 { index } else { end };
        }
        if !slot.keeps {
            end = index + 1;
        }
    }
    slots.len()
}

/// The columns of a page on which all of these fit.
fn last_page(slots: &[Slot], across: usize, height: f64) -> Option<Vec<Range<usize>>> {
    let most = height * across as f64;
    let mut total = 0.0;
    for slot in slots {
        total += slot.above + slot.height;
        // The spaces at the tops of columns do not count.
        if total > 1.2 * most {
            return None;
        }
    }
    let across = ((total / SHORTEST_COLUMN).ceil() as usize).clamp(1, across);
    let filled = |height: f64| {
        let mut columns = Vec::new();
        let mut from = 0;
        while from < slots.len() {
            let end = from + column(&slots[from..], height);
            columns.push(from..end);
            from = end;
        }
        columns
    };
    // What is higher than a column stands in one all the same.
    let fits = |columns: &Vec<Range<usize>>, height: f64| {
        columns.len() <= across
            && columns
                .iter()
                .all(|one| self::height(&slots[one.clone()]) <= height)
    };
    let (mut short, mut long) = (0.0, height);
    let mut best = Some(filled(long)).filter(|columns| fits(columns, long))?;
    while long - short > LEVEL {
        let middle = (short + long) / 2.0;
        let columns = filled(middle);
        if fits(&columns, middle) {
            (best, long) = (columns, middle);
        } else {
            short = middle;
        }
    }
    Some(best)
}

/// The height of a column of these.
fn height(slots: &[Slot]) -> f64 {
    let above: f64 = slots.iter().skip(1).map(|slot| slot.above).sum();
    above + slots.iter().map(|slot| slot.height).sum::<f64>()
}

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
pub struct PageRows {
    /// The lines of moves, by their index.
    pub rows: Range<usize>,
    /// The diagrams, by their index.
    pub pictures: Range<usize>,
}

/// A column of the table is not made shorter than this for the sake of having more of them.
const SHORTEST: usize = 5;

impl Fill {
    /// Into how many columns so many lines of moves go, so that none is a mere stub.
    pub fn columns_for(&self, rows: usize) -> usize {
        rows.div_ceil(SHORTEST).clamp(1, self.columns.max(1))
    }

    /// How many lines of moves the longest column has.
    pub fn longest(&self, rows: usize) -> usize {
        rows.div_ceil(self.columns_for(rows))
    }

    /// The height of the table.
    pub fn table(&self, rows: usize) -> f64 {
        match self.longest(rows) {
            0 => 0.0,
            longest => self.head + self.row * longest as f64,
        }
    }

    /// How many lines so many diagrams make.
    pub fn strips(&self, pictures: usize) -> usize {
        pictures.div_ceil(self.across)
    }

    /// Breaks the game into pages. `after` says after how many lines of moves each diagram is due,
    /// in order; `space` is the height of the first page and of each that follows. There is always a
    /// page.
    ///
    /// A diagram stands below the moves that lead to it. One for which the page has no room is
    /// carried to the next, and moves take its place, so that no page but the last is left empty.
    pub fn pages(&self, rows: usize, after: &[usize], space: (f64, f64)) -> Vec<PageRows> {
        let mut pages = Vec::new();
        let (mut row, mut picture) = (0, 0);
        loop {
            let height = if pages.is_empty() { space.0 } else { space.1 };
            let (moves, shown) = self.share(rows, after, row, picture, height);
            pages.push(PageRows {
                rows: row..row + moves,
                pictures: picture..picture + shown,
            });
            row += moves;
            picture += shown;
            // A page too small for anything ends the game rather than the program, but where those that follow have
            // more room.
            let is_stuck = moves + shown == 0 && height >= space.1;
            if (row == rows && picture == after.len()) || is_stuck {
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
