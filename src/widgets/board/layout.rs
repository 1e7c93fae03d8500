//! Where the squares of the board lie, and what lies over them. May import `gtk`, `board`, `rules`.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::super::scale::widget_grain;
use super::Board;
use super::square::Square;
use crate::board::{Geometry, Input, Room};
use crate::rules;

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
        let margin = self.lettering_margin();
        let room = Room {
            margin: f64::from(margin),
            grain: widget_grain(self),
            ..Room::plain(f64::from(side), f64::from(side))
        };
        (room.square() as i32 * 8 + margin).max(8)
    }

    /// Where the board begins in its window.
    fn origin(&self) -> (f64, f64) {
        let native = self.native();
        let beyond = native
            .as_ref()
            .map_or((0.0, 0.0), NativeExt::surface_transform);
        let (x, y) = native
            .and_then(|native| self.translate_coordinates(&native, 0.0, 0.0))
            .unwrap_or_default();
        (x + beyond.0, y + beyond.1)
    }

    pub(super) fn place(&self, width: i32, height: i32) {
        let imp = self.imp();
        let room = Room {
            width: f64::from(width),
            height: f64::from(height),
            margin: f64::from(self.lettering_margin()),
            grain: widget_grain(self),
        };
        let geometry = Geometry::within(&room, self.origin(), self.turned());
        imp.geometry.set(geometry);
        let side = geometry.square as i32;
        for widget in self.squares() {
            let (x, y) = geometry.corner(widget.square());
            let area = gtk::Allocation::new(x as i32, y as i32, side, side);
            widget.size_allocate(&area, -1);
        }
        imp.overlay
            .size_allocate(&gtk::Allocation::new(0, 0, width, height), -1);
        if let Some((_, to)) = imp.interaction.get().promoting() {
            let (x, y) = geometry.corner(to);
            let (_, row) = geometry.column_row(to);
            let top = if row == 0 {
                y as i32
            } else {
                y as i32 - 3 * side
            };
            let area = gtk::Allocation::new(x as i32, top, side, 4 * side);
            // GTK wants every child measured before it is placed.
            imp.promotion.measure(gtk::Orientation::Horizontal, -1);
            imp.promotion.size_allocate(&area, -1);
        }
        self.refresh_overlay();
    }
}
