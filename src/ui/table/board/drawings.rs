//! Arrows and circles: those that go with the next move, and those that belong to a position of a game
//! that is over, where they are kept. They are drawn with the right button, or with Ctrl and Space from square to square.

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::Square;
use rank_and_file_core::chess::board::{Drawing, DrawingColor};
use rank_and_file_core::record::study::StudyAction;

use super::Board;
use crate::model::{self, weak};

impl Board {
    /// What is drawn, and what the game points at.
    pub fn all_drawings(&self) -> Vec<Drawing> {
        let pointed = self.game().map(|game| match game.viewer().pointed() {
            Some(pointed) => pointed.drawings,
            None => game.pointed_at(),
        });
        let drawn = self.imp().drawings.borrow();
        let pointed = pointed.into_iter().flatten();
        pointed.chain(drawn.all().copied()).collect()
    }

    /// Whether what is drawn belongs to the position, and is there again whenever that is shown.
    pub(super) fn keeps_drawings(&self) -> bool {
        self.game().is_some_and(|game| game.is_closed())
    }

    /// Shows what was drawn in the position that is shown of a game that is over.
    pub(super) fn take_up_drawings(&self, game: &model::Game) {
        let node = game.viewer().node();
        let kept = game.with_study(|study, _| study.notes(node).drawings.clone());
        self.imp().drawings.borrow_mut().lay(kept);
    }

    /// Points out a square, or the way from one to another, if there is anything, until another position is shown.
    pub fn point_out(&self, drawing: Option<Drawing>) {
        if let Some(drawing) = drawing {
            self.imp().drawings.borrow_mut().lay(vec![drawing]);
            self.refresh();
        }
    }

    /// Takes note of what has been drawn.
    pub(super) fn drawn(&self) {
        let drawn = self.imp().drawings.borrow().all().copied().collect();
        let kept = |game: &model::Game| {
            let viewer = game.viewer();
            game.can_be_studied() && viewer.ahead().is_none() && viewer.tried_at().is_none()
        };
        if let Some(game) = self.game().filter(kept) {
            let action = StudyAction::SetDrawings(game.viewer().node(), drawn);
            // A position that is shown takes them.
            game.annotate(action).ok();
        }
        self.refresh();
    }

    /// Lets go of what is being drawn and, where that is not kept, of what is drawn. Returns whether
    /// there was anything.
    pub(super) fn let_go_of_drawings(&self) -> bool {
        if !self.game().is_some_and(|game| game.can_be_studied()) {
            return self.rub_out();
        }
        let mut drawings = self.imp().drawings.borrow_mut();
        let begun = drawings.begun().is_some();
        drawings.give_up();
        begun
    }

    /// Rubs out what is drawn. Returns whether there was anything.
    pub(super) fn rub_out(&self) -> bool {
        self.imp().drawings.borrow_mut().clear()
    }

    pub(super) fn drawing_gesture(&self) -> gtk::GestureDrag {
        let gesture = gtk::GestureDrag::builder()
            .button(gdk::BUTTON_SECONDARY)
            .propagation_phase(gtk::PropagationPhase::Capture)
            .build();
        gesture.connect_drag_begin(weak!(self, |board, gesture, x, y| {
            let square = board.geometry().square_at(x, y);
            let Some(square) = square.filter(|_| board.game().is_some()) else {
                gesture.set_state(gtk::EventSequenceState::Denied);
                return;
            };
            gesture.set_state(gtk::EventSequenceState::Claimed);
            let keys = gesture.current_event_state();
            board.imp().drawings.borrow_mut().begin(square, color(keys));
            board.refresh_overlay();
        }));
        gesture.connect_drag_update(weak!(self, |board, gesture, dx, dy| {
            let start = gesture.start_point();
            let at = start.and_then(|(x, y)| board.geometry().square_at(x + dx, y + dy));
            let different =
                at.is_some_and(|square| board.imp().drawings.borrow_mut().draw_to(square));
            if different {
                board.refresh_overlay();
            }
        }));
        gesture.connect_drag_end(weak!(self, |board, _, _, _| {
            board.imp().drawings.borrow_mut().end();
            board.drawn();
        }));
        gesture.connect_cancel(weak!(self, |board, _, _| {
            board.imp().drawings.borrow_mut().give_up();
            board.refresh();
        }));
        gesture
    }

    /// Begins to draw at a square, or ends there what was begun.
    pub(super) fn draw_by_key(&self, square: Square, keys: gdk::ModifierType) {
        let ends = {
            let mut drawings = self.imp().drawings.borrow_mut();
            let ends = drawings.begun().is_some();
            if ends {
                drawings.draw_to(square);
                drawings.end();
            } else {
                drawings.begin(square, color(keys - gdk::ModifierType::CONTROL_MASK));
            }
            ends
        };
        if ends {
            self.drawn();
        } else {
            self.refresh();
        }
    }

    /// What was begun by a key follows the focus.
    pub(super) fn draw_on(&self, square: Square) {
        if self.imp().drawings.borrow_mut().draw_to(square) {
            self.refresh();
        }
    }
}

fn color(keys: gdk::ModifierType) -> DrawingColor {
    DrawingColor::of(
        keys.contains(gdk::ModifierType::SHIFT_MASK),
        keys.contains(gdk::ModifierType::CONTROL_MASK),
    )
}
