//! What stands on a page below its heading where the game is annotated: a text in columns, with diagrams.

use super::body::COORDINATES;
use super::columns::{Slot, break_into};
use super::lettering::{Line, Style};
use super::marks::Mark;
use super::measures::CAPTIONED;
use super::outline::DEEPEST;
use super::paragraphs::{Kind, Paragraph, Part};
use super::picture::Picture;
use super::setter::Setter;

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
