//! What stands above a page: the players and the result, or both names in small.

use rank_and_file_core::rules::{Color, Role};

use super::lettering::{Style, ascent, measure};
use super::marks::Mark;
use super::measures::RUNNING;
use super::setter::Setter;

const NAME: Style = Style::new(17.0).bold();
const STANDING: Style = Style::new(10.5).bold();
const DETAILS: Style = Style::new(9.5).dim();

impl Setter<'_> {
    /// The players with their points, how it ended, when it was; and where that ends.
    pub(super) fn title(&self) -> (Vec<Mark>, f64) {
        let (left, width) = (self.grid.margin, self.grid.content());
        let mut marks = Vec::new();
        let mut y = self.grid.margin;
        for color in Color::ALL {
            let icon = 20.0;
            let points = self.letters.line(self.sheet.points.get(color), NAME);
            let room = width - icon - 8.0 - measure(&points).0 - 12.0;
            let name = self
                .letters
                .block(self.sheet.names.get(color), NAME, room, 2);
            let base = y + ascent(&name);
            let piece = Role::King.of(color);
            marks.push(Mark::Piece {
                piece,
                x: left,
                y: base - icon + 3.5,
                size: icon,
            });
            let height = measure(&name).1;
            marks.push(Mark::text(name, NAME.grey, left + icon + 8.0, base));
            marks.push(Mark::ending(points, NAME.grey, left + width, base));
            y += height + 3.0;
        }
        y += 5.0;
        for (text, style) in [
            (&self.sheet.standing, STANDING),
            (&self.sheet.details, DETAILS),
        ] {
            if !text.is_empty() {
                let layout = self.letters.block(text, style, width, 2);
                let height = measure(&layout).1;
                let base = y + ascent(&layout);
                marks.push(Mark::text(layout, style.grey, left, base));
                y += height + 1.5;
            }
        }
        y += 9.0;
        marks.push(Mark::Rule {
            x: left,
            y,
            width,
            thick: 0.9,
            grey: 0.2,
        });
        (marks, y + 12.0)
    }

    pub(super) fn running_head(&self) -> Vec<Mark> {
        let (left, width) = (self.grid.margin, self.grid.content());
        let title = self.letters.block(&self.sheet.title, RUNNING, width, 1);
        let base = self.grid.margin + ascent(&title);
        let y = base + 7.0;
        vec![
            Mark::text(title, RUNNING.grey, left, base),
            Mark::Rule {
                x: left,
                y,
                width,
                thick: 0.5,
                grey: 0.6,
            },
        ]
    }
}
