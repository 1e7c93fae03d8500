//! What stands on a page below its heading: the moves in columns, and the diagrams.

use rank_and_file_core::rules::Color;

use super::breaks::{Fill, Share};
use super::lettering::Style;
use super::marks::Mark;
use super::measures::{ABOVE, CLOCK, MOVE, ROW, TABLE_HEAD};
use super::picture::Picture;
use super::scoresheet::{Due, Entry};
use super::setter::{Plan, Setter};
use crate::words;

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
