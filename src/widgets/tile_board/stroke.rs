//! Swipes of a finger and strokes of the pointer over the board.

use std::cell::Cell;

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::tiles::swipe;
use rank_and_file_core::twenty48::Action;

use super::TileBoard;

/// So many times as long as what begins a drag is a stroke.
const STROKE: f64 = 3.0;

/// The stroke that is being made.
#[derive(Default)]
pub struct Stroke {
    /// Whether it has moved the tiles: one stroke moves them once.
    made: Cell<bool>,
}

impl TileBoard {
    pub(super) fn set_up_strokes(&self) {
        let gesture = gtk::GestureDrag::builder()
            .button(gdk::BUTTON_PRIMARY)
            .propagation_phase(gtk::PropagationPhase::Capture)
            .build();
        gesture.connect_drag_begin(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |gesture, _, _| {
                gesture.set_state(gtk::EventSequenceState::Claimed);
                board.imp().stroke.made.set(false);
                board.grab_focus();
            }
        ));
        gesture.connect_drag_update(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |_, dx, dy| board.pull(dx, dy)
        ));
        self.add_controller(gesture);
    }

    fn pull(&self, dx: f64, dy: f64) {
        let made = &self.imp().stroke.made;
        let long = f64::from(self.settings().gtk_dnd_drag_threshold()) * STROKE;
        let Some(direction) = swipe(dx, dy, long).filter(|_| !made.get()) else {
            return;
        };
        made.set(true);
        if let Some(game) = self.game() {
            game.act(Action::Move(direction));
        }
    }
}
