//! Where the squares of the board lie, and what lies over them. May import `gtk`, `board`, `rules`.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::Board;
use super::square::Square;
use crate::board::{Geometry, Input};
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

    pub(super) fn place(&self, width: i32, height: i32) {
        let imp = self.imp();
        let geometry = Geometry::fit(f64::from(width), f64::from(height), self.turned());
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
