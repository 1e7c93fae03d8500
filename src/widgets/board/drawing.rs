//! Arrows and circles: drawn with the right button, or with Ctrl and Space from square to square.

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::board::Pen;
use rank_and_file_core::rules::Square;

use super::Board;

impl Board {
    pub(super) fn drawing_gesture(&self) -> gtk::GestureDrag {
        let gesture = gtk::GestureDrag::builder()
            .button(gdk::BUTTON_SECONDARY)
            .propagation_phase(gtk::PropagationPhase::Capture)
            .build();
        gesture.connect_drag_begin(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |gesture, x, y| {
                let square = board.geometry().square_at(x, y);
                let Some(square) = square.filter(|_| board.game().is_some()) else {
                    gesture.set_state(gtk::EventSequenceState::Denied);
                    return;
                };
                gesture.set_state(gtk::EventSequenceState::Claimed);
                let keys = gesture.current_event_state();
                board.imp().drawings.borrow_mut().begin(square, pen(keys));
                board.refresh_overlay();
            }
        ));
        gesture.connect_drag_update(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |gesture, dx, dy| {
                let start = gesture.start_point();
                let at = start.and_then(|(x, y)| board.geometry().square_at(x + dx, y + dy));
                let different =
                    at.is_some_and(|square| board.imp().drawings.borrow_mut().draw_to(square));
                if different {
                    board.refresh_overlay();
                }
            }
        ));
        gesture.connect_drag_end(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |_, _, _| {
                board.imp().drawings.borrow_mut().end();
                board.refresh();
            }
        ));
        gesture.connect_cancel(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |_, _| {
                board.imp().drawings.borrow_mut().give_up();
                board.refresh();
            }
        ));
        gesture
    }

    /// Puts the pen down on a square, or, where it is down, draws from there and lifts it.
    pub(super) fn draw_by_key(&self, square: Square, keys: gdk::ModifierType) {
        {
            let mut drawings = self.imp().drawings.borrow_mut();
            if drawings.begun().is_some() {
                drawings.draw_to(square);
                drawings.end();
            } else {
                drawings.begin(
                    square,
                    pen(keys.difference(gdk::ModifierType::CONTROL_MASK)),
                );
            }
        }
        self.refresh();
    }

    /// The pen that has been put down by a key follows the focus.
    pub(super) fn draw_on(&self, square: Square) {
        if self.imp().drawings.borrow_mut().draw_to(square) {
            self.refresh();
        }
    }

    /// Rubs out what is drawn. Returns whether there was anything.
    pub(super) fn rub_out(&self) -> bool {
        self.imp().drawings.borrow_mut().clear()
    }

    /// Where the arrows lead that begin on a square; nothing for a circle around it.
    pub(super) fn drawn_at(&self, square: Square) -> Vec<Option<Square>> {
        let drawings = self.imp().drawings.borrow();
        let here = drawings.all().filter(|drawing| drawing.from == square);
        here.map(|drawing| (!drawing.is_circle()).then_some(drawing.to))
            .collect()
    }
}

fn pen(keys: gdk::ModifierType) -> Pen {
    Pen::of(
        keys.contains(gdk::ModifierType::SHIFT_MASK),
        keys.contains(gdk::ModifierType::CONTROL_MASK),
    )
}
