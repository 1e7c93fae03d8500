//! How the board turns to the players: never, after each move, or to both, face to face.

use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Color, Position};

use super::GamePage;
use crate::model::{Turning, preferences};

impl GamePage {
    /// Turns the board as the players want it: to the one to move, or to be seen from both sides.
    pub(super) fn turn_as_wanted(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let turning = self.chosen(preferences::TURNING);
        // The computer does not look at the board.
        let people = !game.header().has_computers();
        if turning == Turning::EachMove && people && !game.is_closed() && game.is_live() {
            self.turn_to(game.viewed_position().turn());
        }
        let face_to_face = turning == Turning::FaceToFace && people;
        imp.board.set_face_to_face(face_to_face);
        imp.table.set_face_to_face(face_to_face);
    }

    pub(super) fn turn_board(&self) {
        let below = Color::from_white(self.imp().board.turned());
        self.turn_to(below);
    }

    /// Turns the table so that `below` sits at the near side: board, names and what belongs to them.
    pub(super) fn turn_to(&self, below: Color) {
        let imp = self.imp();
        imp.board.set_turned(below.is_black());
        imp.bottom_bar.set_black(below.is_black());
        imp.top_bar.set_black(below.is_white());
    }
}
