//! Where the squares of the board lie, what lies over them, and the coordinates beside them.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{graphene, gsk, pango};
use rank_and_file_core::board::{Geometry, Input, Lettering, Room};
use rank_and_file_core::rules;

use super::super::scale::{origin, scale};
use super::super::textures::Textures;
use super::Board;
use super::showing::has_room;
use super::square::Square;

/// How strong the letters are beside the pieces.
const STRENGTH: f32 = 0.75;

impl Board {
    pub(super) fn set_up_squares(&self) {
        // Row by row from the upper left, which is also the order in which a reader meets them.
        let squares: Vec<Square> = (0..8)
            .rev()
            .flat_map(|rank| (0..8).map(move |file| rank * 8 + file))
            .filter_map(|index: u32| rules::Square::try_from(index).ok())
            .map(Square::new)
            .collect();
        for widget in &squares {
            widget.set_parent(self);
            widget.connect_clicked(glib::clone!(
                #[weak(rename_to = board)]
                self,
                move |widget| board.take(Input::Activate(widget.square()))
            ));
            widget.connect_has_focus_notify(glib::clone!(
                #[weak(rename_to = board)]
                self,
                move |widget| {
                    if widget.has_focus() {
                        board.imp().last_focus.set(Some(widget.square()));
                        board.draw_on(widget.square());
                    }
                }
            ));
        }
        self.imp().squares.set(squares).ok();
    }

    /// The side of the board without a rest, where it is given so much room.
    pub fn side_within(&self, side: i32) -> i32 {
        let room = self.room(side, side);
        (ceiling(room.square() * 8.0) + self.lettering_margin()).max(8)
    }

    fn room(&self, width: i32, height: i32) -> Room {
        Room {
            margin: f64::from(self.lettering_margin()),
            scale: scale(self),
            ..Room::plain(f64::from(width), f64::from(height))
        }
    }

    /// Lays the squares out anew where the board has come to lie elsewhere between the device's
    /// pixels, which nobody tells a widget that keeps its size.
    pub fn settle(&self) {
        let (width, height) = (self.width(), self.height());
        let geometry = Geometry::within(&self.room(width, height), origin(self), self.turned());
        if geometry != self.imp().geometry.get() {
            self.place(width, height);
        }
    }

    pub(super) fn place(&self, width: i32, height: i32) {
        let imp = self.imp();
        let geometry = Geometry::within(&self.room(width, height), origin(self), self.turned());
        let before = imp.geometry.replace(geometry);
        let side = ceiling(geometry.square);
        for widget in self.squares() {
            widget.set_side(geometry.square);
            let corner = geometry.corner(widget.square());
            widget.allocate(side, side, -1, Some(at(corner)));
        }
        imp.overlay
            .size_allocate(&gtk::Allocation::new(0, 0, width, height), -1);
        imp.bubble.place(&geometry, (width, height));
        if let Some((_, to)) = imp.interaction.get().promoting() {
            let (x, y) = geometry.corner(to);
            let (_, row) = geometry.column_row(to);
            let top = if row == 0 {
                y
            } else {
                y - 3.0 * geometry.square
            };
            // GTK wants every child measured before it is placed.
            imp.promotion.measure(gtk::Orientation::Horizontal, -1);
            let height = ceiling(4.0 * geometry.square);
            imp.promotion.allocate(side, height, -1, Some(at((x, top))));
        }
        if has_room(&before) == has_room(&geometry) {
            self.refresh_overlay();
        } else {
            self.refresh();
        }
    }

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

/// Widgets are of whole logical pixels: they reach beyond a length that is not.
fn ceiling(length: f64) -> i32 {
    (length - 1e-6).ceil() as i32
}

fn at((x, y): (f64, f64)) -> gsk::Transform {
    gsk::Transform::new().translate(&graphene::Point::new(x as f32, y as f32))
}
