//! An annotated game on a page: its text broken into columns of even length, with diagrams.

use std::ops::Range;

use rank_and_file_core::chess::Color;

use super::annotated::DEEPEST;
use super::pages::Picture;
use super::paragraphs::{
    ABOVE, CAPTIONED, CLOCK, Kind, Line, MOVE, Paragraph, Part, Plan, ROW, Setter, Style,
    TABLE_HEAD,
};
use super::scoresheet::{Due, Entry, Mark};
use crate::words;

const MOVES: Style = Style::new(10.0).bold();
const TEXT: Style = Style::new(9.5);
/// Side lines in side lines.
const SMALL: Style = Style::new(9.0);
/// From one line to the next, of letters of such a size.
const LEADING: f64 = 1.36;
/// How much of that lies above the base line.
const ABOVE_BASE: f64 = 0.76;
/// Side lines stand so much further to the right, for each line around them, …
const INDENT: f64 = 11.0;
/// … and no further than such a part of the column.
const FURTHEST: f64 = 0.25;
/// The space above moves of the game, and above other paragraphs.
const SPACE: (f64, f64) = (6.0, 2.5);
/// The space above a diagram, and above what follows its caption.
const AROUND: (f64, f64) = (9.0, 5.0);
/// A diagram in a text is not wider, with its coordinates.
const DIAGRAM: f64 = 170.0;

/// What fills a slot.
enum Item<'a> {
    Line { line: Line, x: f64, grey: f64 },
    Diagram(&'a Picture),
}

impl Setter<'_> {
    /// The text of every page; where it begins on the first one, and on those that follow.
    pub(super) fn text_pages(&self, first: f64, others: f64) -> Vec<Vec<Mark>> {
        let (across, bottom) = (self.grid.text_columns, self.grid.bottom());
        let (_, width) = self.grid.column(0, across);
        let (slots, items) = self.items(width);
        let columns = break_into(&slots, across, (bottom - first, bottom - others));
        let mut pages: Vec<Vec<Mark>> = Vec::new();
        for (index, column) in columns.into_iter().enumerate() {
            let (page, place) = (index / across, index % across);
            if place == 0 {
                pages.push(Vec::new());
            }
            let Some(marks) = pages.last_mut() else { break };
            let (left, width) = self.grid.column(place, across);
            let mut y = if page == 0 { first } else { others };
            let begin = column.start;
            for index in column {
                let slot = &slots[index];
                y += if index == begin { 0.0 } else { slot.above };
                match &items[index] {
                    Item::Line { line, x, grey } => marks.push(Mark::Line {
                        line: line.clone(),
                        x: left + x,
                        base: y + slot.height * ABOVE_BASE,
                        grey: *grey,
                    }),
                    Item::Diagram(picture) => {
                        let wide = self.text_diagram(width);
                        // The board itself stands in the middle.
                        let x = left + (width - wide - COORDINATES) / 2.0;
                        self.picture(picture, x.max(left), y, wide, marks);
                    }
                }
                y += slot.height;
            }
        }
        pages
    }

    fn text_diagram(&self, column: f64) -> f64 {
        self.grid.fitting_diagram(column).min(DIAGRAM)
    }

    /// Every line and every diagram, in order.
    fn items(&self, width: f64) -> (Vec<Slot>, Vec<Item<'_>>) {
        let (mut slots, mut items): (Vec<Slot>, Vec<Item>) = (Vec::new(), Vec::new());
        let mut parts = self.sheet.text.iter().peekable();
        let mut after_diagram = false;
        while let Some(part) = parts.next() {
            let next = parts.peek();
            match part {
                Part::Diagram(picture) => {
                    slots.push(Slot {
                        above: AROUND.0,
                        height: self.text_diagram(width) + CAPTIONED,
                        keeps: false,
                    });
                    items.push(Item::Diagram(picture));
                }
                Part::Paragraph(paragraph) => {
                    let (x, style) = look(paragraph, width);
                    let lines = self.letters.lines(
                        &paragraph.text,
                        style,
                        paragraph.letter,
                        &paragraph.whole,
                        width - x,
                    );
                    let count = lines.len();
                    let tied = is_tied(paragraph, next);
                    for (number, line) in lines.into_iter().enumerate() {
                        // No line of a paragraph stands alone at the end of a column or at the top of one.
                        let second_last = number + 2 == count;
                        let last = number + 1 == count;
                        slots.push(Slot {
                            above: match number {
                                0 if after_diagram => AROUND.1,
                                0 => space_above(paragraph.kind),
                                _ => 0.0,
                            },
                            height: line.height.max(style.size * LEADING),
                            keeps: !last && (number == 0 || second_last) || last && tied,
                        });
                        items.push(Item::Line {
                            line,
                            x,
                            grey: style.grey,
                        });
                    }
                }
            }
            after_diagram = matches!(part, Part::Diagram(_));
        }
        (slots, items)
    }
}

/// How far to the right a paragraph stands, and its letters.
fn look(paragraph: &Paragraph, width: f64) -> (f64, Style) {
    match paragraph.kind {
        Kind::Moves => (0.0, MOVES),
        Kind::Comment => (0.0, TEXT),
        Kind::Line(depth) => {
            let indent = INDENT * depth.min(DEEPEST) as f64;
            let style = if depth > 1 { SMALL } else { TEXT };
            (indent.min(width * FURTHEST), style)
        }
    }
}

fn space_above(kind: Kind) -> f64 {
    match kind {
        Kind::Moves => SPACE.0,
        Kind::Comment | Kind::Line(_) => SPACE.1,
    }
}

/// Whether a paragraph is followed by something that it must not be parted from: a diagram, or what is said of
/// its last move.
fn is_tied(paragraph: &Paragraph, next: Option<&&Part>) -> bool {
    match next {
        Some(Part::Diagram(_)) => true,
        Some(Part::Paragraph(next)) => paragraph.kind == Kind::Moves && next.kind != Kind::Moves,
        None => false,
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

const HEAD: Style = Style::new(7.5).dim();
const NUMBER: Style = Style::new(8.5).dim();
const CAPTION: Style = Style::new(8.5);
const COORDINATE: Style = Style::new(6.0).dim();
/// Lines that part what belongs together.
const HAIRLINE: f64 = 0.86;
/// The room for the coordinates beside a diagram and below it.
pub(super) const COORDINATES: f64 = 9.0;
/// A number with its gap, at the left of a column.
const NUMBERED: f64 = 27.0;

impl Setter<'_> {
    /// The moves of a page, down one column and then the next.
    pub(super) fn table(&self, fill: &Fill, share: &Share, top: f64, marks: &mut Vec<Mark>) {
        let longest = fill.longest(share.rows.len());
        if longest == 0 {
            return;
        }
        let rows = &self.sheet.rows[share.rows.clone()];
        for (index, column) in rows.chunks(longest).enumerate() {
            let (left, width) = self.grid.column(index, self.grid.columns);
            let half = (width - NUMBERED) / 2.0;
            let (white, black) = (left + NUMBERED, left + NUMBERED + half);
            let base = top + 8.0;
            for (x, color) in [(white, Color::White), (black, Color::Black)] {
                let head = self.letters.block(&words::color(color), HEAD, half, 1);
                marks.push(Mark::text(head, HEAD.grey, x, base));
            }
            let mut y = top + TABLE_HEAD - 3.5;
            marks.push(Mark::Rule {
                x: left,
                y,
                width,
                thick: 0.5,
                grey: 0.45,
            });
            for row in column {
                let base = y + ROW - 4.1;
                let number = self.letters.line(&row.number, NUMBER);
                marks.push(Mark::ending(number, NUMBER.grey, white - 9.0, base));
                self.entry(&row.white, white, half, base, marks);
                if let Some(entry) = &row.black {
                    self.entry(entry, black, half, base, marks);
                }
                y += ROW;
                marks.push(Mark::Rule {
                    x: left,
                    y,
                    width,
                    thick: 0.35,
                    grey: HAIRLINE,
                });
            }
        }
    }

    /// A move with its clock at the right end of its half of the column.
    fn entry(&self, entry: &Entry, x: f64, width: f64, base: f64, marks: &mut Vec<Mark>) {
        marks.push(Mark::text(
            self.letters.line(&entry.san, MOVE),
            MOVE.grey,
            x,
            base,
        ));
        if !entry.clock.is_empty() {
            let clock = self.letters.line(&entry.clock, CLOCK);
            let right = x + self.clock_end.min(width - 8.0);
            marks.push(Mark::ending(clock, CLOCK.grey, right, base));
        }
    }

    /// The diagrams of a page: below the moves, or beside a table that leaves columns free.
    pub(super) fn pictures(&self, plan: &Plan, share: &Share, top: f64, marks: &mut Vec<Mark>) {
        let shown = &self.sheet.pictures[share.pictures.clone()];
        let rows = share.rows.len();
        let columns = self.grid.columns;
        let used = if rows == 0 {
            0
        } else {
            plan.fill.columns_for(rows)
        };
        if let ([due], true) = (shown, used < columns) {
            let (x, room) = self.grid.rest(used, columns);
            self.picture(
                &due.picture,
                x,
                top + 2.0,
                self.grid.fitting_diagram(room),
                marks,
            );
            return;
        }
        let beside = used + shown.len() <= columns;
        for (index, Due { picture, .. }) in shown.iter().enumerate() {
            if beside {
                let (x, width) = self.grid.column(used + index, columns);
                self.picture(picture, x, top + 2.0, width.min(plan.diagram), marks);
            } else {
                let across = plan.fill.across;
                let (strip, place) = (index / across, index % across);
                let (x, _) = self.grid.column(place, across);
                let y = top + plan.fill.table(rows) + plan.fill.strip * strip as f64 + ABOVE;
                self.picture(picture, x, y, plan.diagram, marks);
            }
        }
    }

    /// A diagram of such a width with its coordinates, and its caption.
    pub(super) fn picture(
        &self,
        picture: &Picture,
        x: f64,
        y: f64,
        width: f64,
        marks: &mut Vec<Mark>,
    ) {
        let side = width - COORDINATES;
        let square = side / 8.0;
        let x = x + COORDINATES;
        let (grey, style) = (COORDINATE.grey, COORDINATE);
        for index in 0..8_u8 {
            let middle = (f64::from(index) + 0.5) * square;
            let rank = self.letters.line(&(8 - index).to_string(), style);
            marks.push(Mark::ending(rank, grey, x - 3.5, y + middle + 2.2));
            let file = self
                .letters
                .line(&char::from(b'a' + index).to_string(), style);
            marks.push(Mark::centred(file, grey, x + middle, y + side + 7.5));
        }
        let caption = self.letters.block(&picture.caption, CAPTION, side, 1);
        let base = y + side + COORDINATES + 10.0;
        marks.push(Mark::text(caption, CAPTION.grey, x, base));
        marks.push(Mark::Diagram {
            board: picture.board.clone(),
            drawings: picture.drawings.clone(),
            x,
            y,
            side,
        });
    }
}
