//! The board on which a position is set up: the same squares, another hand over them.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, glib};
use rank_and_file_core::board::{Editor, Input};
use rank_and_file_core::rules::{Edit, Piece, Square as At};

use super::super::piece_palette::PieceInHand;
use super::Board;
use super::square::Square;
use crate::model;

impl Board {
    /// The square whose piece hangs from the pointer.
    pub(super) fn dragged(&self) -> Option<At> {
        match self.editing() {
            Some(editing) => editing.with(Editor::dragged),
            None => self.imp().interaction.get().dragged(),
        }
    }

    /// Takes what a person does with the board while a position is set up.
    pub(super) fn edit(&self, editing: &model::Editing, input: Input) {
        if !matches!(input, Input::Drag | Input::Release(_)) {
            self.skip_animation();
        }
        match (editing.with(Editor::dragged), input) {
            // Off the board it is away at once.
            (Some(_), Input::Release(None)) => self.forget_position(),
            (Some(from), Input::Release(Some(_)) | Input::Cancel) => self.drop_piece(from),
            _ => {}
        }
        editing.take(input);
        self.end_drop(false);
        self.refresh();
    }

    /// A press that nobody ends does nothing; in a game the piece stays in the hand.
    pub(super) fn give_up_press(&self) {
        self.take(match self.editing() {
            Some(_) => Input::Cancel,
            None => Input::Release(None),
        });
    }

    /// A letter of FEN puts its piece on the square that has the keyboard, Delete empties it.
    pub(super) fn edit_by_key(&self, key: gdk::Key) -> bool {
        let at = self.focus_child().and_downcast::<Square>();
        let Some((editing, at)) = self.editing().zip(at) else {
            return false;
        };
        let put = match key {
            gdk::Key::Delete | gdk::Key::KP_Delete | gdk::Key::BackSpace => None,
            key => match key.to_unicode().and_then(Piece::from_char) {
                Some(piece) => Some(piece),
                None => return false,
            },
        };
        editing.act(Edit::Put(at.square(), put));
        true
    }

    /// Takes pieces that are dragged here from the palette.
    pub(super) fn set_up_drops(&self) {
        let target = gtk::DropTarget::new(PieceInHand::static_type(), gdk::DragAction::COPY);
        target.connect_motion(glib::clone!(
            #[weak(rename_to = board)]
            self,
            #[upgrade_or]
            gdk::DragAction::empty(),
            move |_, x, y| {
                board.hover(board.geometry().square_at(x, y));
                gdk::DragAction::COPY
            }
        ));
        target.connect_leave(glib::clone!(
            #[weak(rename_to = board)]
            self,
            move |_| board.hover(None)
        ));
        target.connect_drop(glib::clone!(
            #[weak(rename_to = board)]
            self,
            #[upgrade_or]
            false,
            move |_, value, x, y| {
                board.hover(None);
                let piece = value.get::<PieceInHand>();
                let at = board.geometry().square_at(x, y);
                let (Some(editing), Ok(piece), Some(at)) = (board.editing(), piece, at) else {
                    return false;
                };
                editing.act(Edit::Put(at, Some(piece.0)));
                true
            }
        ));
        self.add_controller(target);
    }

    /// Shows over which square a piece from the palette hangs.
    fn hover(&self, over: Option<At>) {
        if self.imp().hovered.replace(over) != over {
            self.refresh();
        }
    }
}
