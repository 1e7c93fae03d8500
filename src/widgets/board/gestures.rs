//! Pointer, touch and keys on the board: turned into inputs, or into arrows and circles, which are
//! drawn with the right button, or with Ctrl and Space from square to square.

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::board::{Input, Pen};
use rank_and_file_core::rules;

use super::Board;
use super::square::Square;

/// Whether somebody holds a key to be asked what a pawn becomes.
fn asks(held: gdk::ModifierType) -> bool {
    held.intersects(gdk::ModifierType::SHIFT_MASK | gdk::ModifierType::ALT_MASK)
}

impl Board {
    pub(super) fn set_up_gestures(&self) {
        self.add_controller(self.pointer_gesture());
        self.add_controller(self.drawing_gesture());
        self.add_controller(self.keys());
        self.set_up_drops();
    }

    /// Press, drag and release of the pointer. It claims the sequence before the squares see it:
    /// their own click is for the keyboard and for assistive technology.
    fn pointer_gesture(&self) -> gtk::GestureDrag {
        let gesture = gtk::GestureDrag::builder()
            .button(gdk::BUTTON_PRIMARY)
            .propagation_phase(gtk::PropagationPhase::Capture)
            .build();
        gesture.connect_drag_begin(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |gesture, x, y| board.press(gesture, x, y)
        ));
        gesture.connect_drag_update(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |gesture, dx, dy| {
                if let Some((x, y)) = gesture.start_point() {
                    board.pull((x + dx, y + dy), dx.hypot(dy));
                }
            }
        ));
        gesture.connect_drag_end(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |gesture, dx, dy| {
                let at = gesture
                    .start_point()
                    .and_then(|(x, y)| board.imp().geometry.get().square_at(x + dx, y + dy));
                board.take_with(Input::Release(at), asks(gesture.current_event_state()));
            }
        ));
        gesture.connect_cancel(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |_, _| board.give_up_press()
        ));
        gesture
    }

    fn press(&self, gesture: &gtk::GestureDrag, x: f64, y: f64) {
        let imp = self.imp();
        let on_chooser = imp.promotion.is_visible()
            && self
                .pick(x, y, gtk::PickFlags::DEFAULT)
                .is_some_and(|widget| {
                    widget.is_ancestor(&imp.promotion) || widget == imp.promotion
                });
        let square = imp.geometry.get().square_at(x, y);
        let Some(square) = square.filter(|_| !on_chooser) else {
            gesture.set_state(gtk::EventSequenceState::Denied);
            return;
        };
        gesture.set_state(gtk::EventSequenceState::Claimed);
        imp.pointer.set((x, y));
        self.focus_square(square);
        self.take_with(Input::Press(square), asks(gesture.current_event_state()));
    }

    fn pull(&self, pointer: (f64, f64), distance: f64) {
        let imp = self.imp();
        imp.pointer.set(pointer);
        let below = imp.geometry.get().square_at(pointer.0, pointer.1);
        let same = imp.below.replace(below) == below;
        if self.dragged().is_some() {
            if same {
                self.refresh_overlay();
            } else {
                self.refresh();
            }
        } else if distance >= f64::from(self.settings().gtk_dnd_drag_threshold()) {
            self.take(Input::Drag);
        }
    }

    fn keys(&self) -> gtk::EventControllerKey {
        let keys = gtk::EventControllerKey::new();
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = board)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, modifiers| {
                let control = modifiers.contains(gdk::ModifierType::CONTROL_MASK);
                let draws = control && board.game().is_some();
                if draws && matches!(key, gdk::Key::space | gdk::Key::Return) {
                    if let Some(square) = board.imp().last_focus.get() {
                        board.draw_by_key(square, modifiers);
                    }
                    return glib::Propagation::Stop;
                }
                let plain = !modifiers.intersects(
                    gdk::ModifierType::CONTROL_MASK
                        | gdk::ModifierType::ALT_MASK
                        | gdk::ModifierType::SUPER_MASK,
                );
                let heard =
                    || board.key(key) || board.put_down(key, modifiers) || board.edit_by_key(key);
                if plain && heard() {
                    glib::Propagation::Stop
                } else {
                    glib::Propagation::Proceed
                }
            }
        ));
        keys
    }

    /// Enter and Space are heard by the square itself, but not with Shift.
    fn put_down(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> bool {
        use gdk::Key as K;
        let enter = matches!(key, K::Return | K::KP_Enter | K::ISO_Enter | K::space);
        let at = self.focus_child().and_downcast::<Square>();
        let Some(at) = at.filter(|_| enter && asks(modifiers)) else {
            return false;
        };
        self.take_with(Input::Activate(at.square()), true);
        true
    }

    /// Arrows walk the squares as they lie on the screen; Escape lets go.
    fn key(&self, key: gdk::Key) -> bool {
        let (right, down) = match key {
            gdk::Key::Left | gdk::Key::KP_Left => (-1, 0),
            gdk::Key::Right | gdk::Key::KP_Right => (1, 0),
            gdk::Key::Up | gdk::Key::KP_Up => (0, -1),
            gdk::Key::Down | gdk::Key::KP_Down => (0, 1),
            gdk::Key::Escape => return self.let_go(),
            _ => return false,
        };
        let imp = self.imp();
        if imp.promotion.is_visible() {
            return false;
        }
        let Some(at) = imp.last_focus.get() else {
            return false;
        };
        let geometry = imp.geometry.get();
        let (column, row) = geometry.column_row(at);
        let next = column
            .checked_add_signed(right)
            .zip(row.checked_add_signed(down))
            .and_then(|(column, row)| geometry.at(column, row));
        // At the edge the focus stays: arrows never leave the board.
        next.is_none_or(|square| self.focus_square(square))
    }

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
                board.drawn();
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
    pub(super) fn draw_by_key(&self, square: rules::Square, keys: gdk::ModifierType) {
        let ends = {
            let mut drawings = self.imp().drawings.borrow_mut();
            let ends = drawings.begun().is_some();
            if ends {
                drawings.draw_to(square);
                drawings.end();
            } else {
                drawings.begin(
                    square,
                    pen(keys.difference(gdk::ModifierType::CONTROL_MASK)),
                );
            }
            ends
        };
        if ends {
            self.drawn();
        } else {
            self.refresh();
        }
    }

    /// The pen that has been put down by a key follows the focus.
    pub(super) fn draw_on(&self, square: rules::Square) {
        if self.imp().drawings.borrow_mut().draw_to(square) {
            self.refresh();
        }
    }
}

fn pen(keys: gdk::ModifierType) -> Pen {
    Pen::of(
        keys.contains(gdk::ModifierType::SHIFT_MASK),
        keys.contains(gdk::ModifierType::CONTROL_MASK),
    )
}
