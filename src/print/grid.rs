//! The grid of a page: margins, columns, sizes of letters.

/// Paper smaller than this (A7, ISO 216, across) is drawn on as if it were so large, and smaller.
const SMALLEST: f64 = 210.0;
/// The margin is such a part of the shorter side, …
const MARGIN: f64 = 0.075;
/// … but no narrower than this, where many printers do not print, and no wider than that.
const MARGINS: (f64, f64) = (24.0, 54.0);
/// Between two columns, and between two diagrams.
pub(super) const GUTTER: f64 = 22.0;
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
    #[must_use]
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
    #[must_use]
    pub fn content(&self) -> f64 {
        self.page.0 - 2.0 * self.margin
    }

    /// The lower end of what is printed above the page number.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.page.1 - self.margin - 16.0
    }

    /// The left edge and the width of one of `count` columns.
    #[must_use]
    pub fn column(&self, index: usize, count: usize) -> (f64, f64) {
        let count = count.max(1) as f64;
        let width = (self.content() - GUTTER * (count - 1.0)) / count;
        (self.margin + index as f64 * (width + GUTTER), width)
    }

    /// The left edge of one of `count` columns, and the width from there to the right margin.
    #[must_use]
    pub fn rest(&self, index: usize, count: usize) -> (f64, f64) {
        let (left, _) = self.column(index, count);
        (left, self.page.0 - self.margin - left)
    }

    /// The width of a diagram with its coordinates where there are so many side by side.
    #[must_use]
    pub fn diagram(&self, across: usize) -> f64 {
        self.fitting_diagram(self.column(0, across).1)
    }

    /// The width of a diagram with its coordinates where there is room of such a width.
    #[must_use]
    pub fn fitting_diagram(&self, width: f64) -> f64 {
        // On paper that is wider than high, a diagram still leaves room for what is above it.
        let height = (self.bottom() - self.margin) * 0.5;
        width.min(WIDEST_DIAGRAM).min(height)
    }
}
