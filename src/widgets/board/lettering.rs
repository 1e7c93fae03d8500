//! The coordinates beside the board.

use gtk::prelude::*;
use gtk::{graphene, pango};
use rank_and_file_core::board::Lettering;
use rank_and_file_core::rules;

use super::super::textures::Textures;
use super::Board;

/// How strong the letters are beside the pieces.
const STRENGTH: f32 = 0.75;

impl Board {
    /// The room that coordinates take to the left and below, in logical pixels.
    pub(super) fn lettering_margin(&self) -> i32 {
        match Textures::shared().lettering() {
            Lettering::Outside => self.line("8").pixel_size().1 + 4,
            Lettering::Inside | Lettering::Off => 0,
        }
    }

    pub(super) fn draw_lettering(&self, snapshot: &gtk::Snapshot) {
        let margin = f64::from(self.lettering_margin());
        if margin <= 0.0 {
            return;
        }
        let geometry = self.geometry();
        let side = geometry.square;
        let color = self.style_context().color();
        let color = color.with_alpha(color.alpha() * STRENGTH);
        for square in rules::Square::ALL {
            let (column, row) = geometry.column_row(square);
            let (left, top) = geometry.corner(square);
            let write = |text: String, middle: (f64, f64)| {
                let line = self.line(&text);
                let (width, height) = line.pixel_size();
                let x = middle.0 - f64::from(width) / 2.0;
                let y = middle.1 - f64::from(height) / 2.0;
                snapshot.save();
                snapshot.translate(&graphene::Point::new(x.round() as f32, y.round() as f32));
                snapshot.append_layout(&line, &color);
                snapshot.restore();
            };
            if column == 0 {
                write(
                    square.rank().to_string(),
                    (left - margin / 2.0, top + side / 2.0),
                );
            }
            if row == 7 {
                write(
                    square.file().to_string(),
                    (left + side / 2.0, top + side + margin / 2.0),
                );
            }
        }
    }

    fn line(&self, text: &str) -> pango::Layout {
        self.create_pango_layout(Some(text))
    }
}
