//! Where the squares of the board lie, and what lies over them.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{graphene, gsk};
use rank_and_file_core::board::{Geometry, Input, Room};
use rank_and_file_core::rules;

use super::super::scale::{origin, scale};
use super::Board;
use super::square::Square;

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

    /// Where the squares are. A board that has been turned is laid out only with the next frame.
    pub(super) fn geometry(&self) -> Geometry {
        Geometry {
            turned: self.turned(),
            ..self.imp().geometry.get()
        }
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
        imp.geometry.set(geometry);
        let side = ceiling(geometry.square);
        for widget in self.squares() {
            widget.set_side(geometry.square);
            let corner = geometry.corner(widget.square());
            widget.allocate(side, side, -1, Some(at(corner)));
        }
        imp.overlay
            .size_allocate(&gtk::Allocation::new(0, 0, width, height), -1);
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
        self.refresh_overlay();
    }
}

/// Widgets are of whole logical pixels: they reach beyond a length that is not.
fn ceiling(length: f64) -> i32 {
    (length - 1e-6).ceil() as i32
}

fn at((x, y): (f64, f64)) -> gsk::Transform {
    gsk::Transform::new().translate(&graphene::Point::new(x as f32, y as f32))
}
