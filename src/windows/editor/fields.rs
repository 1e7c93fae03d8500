//! What belongs to a position besides its pieces: who is to move, the rights, the counters, the whole of
//! it as FEN.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::pgettext;
use rank_and_file_core::rules::{Color, Edit, Square};

use super::{EditorPage, RIGHTS};
use crate::widgets::tell_focus;
use crate::words;

impl EditorPage {
    fn rights(&self) -> [&gtk::CheckButton; 4] {
        let imp = self.imp();
        [
            &imp.white_king_side,
            &imp.white_queen_side,
            &imp.black_king_side,
            &imp.black_queen_side,
        ]
    }

    /// What is done in the fields is done to the position.
    pub(super) fn set_up_fields(&self) {
        let imp = self.imp();
        let page = self.downgrade();
        let act = move |edit: &dyn Fn(&Self) -> Option<Edit>| {
            let page = page.upgrade().filter(|page| !page.imp().filling.get());
            if let Some((page, edit)) = page.and_then(|page| edit(&page).map(|edit| (page, edit))) {
                page.editing().act(edit);
            }
        };
        for (button, color) in [
            (&imp.white_to_move, Color::White),
            (&imp.black_to_move, Color::Black),
        ] {
            let act = act.clone();
            button.connect_toggled(move |button| {
                act(&|_| button.is_active().then_some(Edit::Turn(color)));
            });
        }
        for (button, (color, side)) in self.rights().into_iter().zip(RIGHTS) {
            let name = words::castling_right(color, side);
            button.update_property(&[gtk::accessible::Property::Label(&name)]);
            let act = act.clone();
            button.connect_toggled(move |button| {
                act(&|_| Some(Edit::Castling(color, side, button.is_active())));
            });
        }
        let chosen = act.clone();
        imp.en_passant.connect_selected_notify(move |row| {
            let index = (row.selected() as usize).checked_sub(1);
            chosen(&|page| {
                let squares = page.possible_squares();
                Some(Edit::EnPassant(
                    index.and_then(|index| squares.get(index).copied()),
                ))
            });
        });
        let counted = act.clone();
        imp.halfmoves.connect_value_changed(move |spin| {
            counted(&|_| Some(Edit::Halfmoves(whole(spin))));
        });
        imp.fullmoves.connect_value_changed(move |spin| {
            act(&|_| Some(Edit::Fullmoves(whole(spin))));
        });
        tell_focus(&imp.fen);
        imp.fen.connect_apply(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |row| page.take(&row.text())
        ));
    }

    fn possible_squares(&self) -> Vec<Square> {
        self.editing()
            .with(|editor| editor.draft().possible_en_passant())
    }

    /// Offers the squares that a pawn may just have passed.
    fn offer_squares(&self, squares: &[Square]) {
        let imp = self.imp();
        // Translators: beside squares: no pawn has passed any of them
        let none = pgettext("en passant", "None");
        let names: Vec<String> = std::iter::once(none)
            .chain(squares.iter().map(ToString::to_string))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        imp.en_passant
            .set_model(Some(&gtk::StringList::new(&names)));
        imp.passable.replace(Some(squares.to_vec()));
    }

    /// Shows what belongs to the position.
    pub(super) fn fill_in(&self) {
        let imp = self.imp();
        let draft = self.editing().with(|editor| editor.draft().clone());
        imp.filling.set(true);
        let turn = match draft.turn() {
            Color::White => &imp.white_to_move,
            Color::Black => &imp.black_to_move,
        };
        turn.set_active(true);
        for (button, (color, side)) in self.rights().into_iter().zip(RIGHTS) {
            button.set_sensitive(draft.can_have_right(color, side));
            button.set_active(draft.has_right(color, side));
        }
        let squares = draft.possible_en_passant();
        // The choice that is being made is not taken away.
        if imp.passable.borrow().as_ref() != Some(&squares) {
            self.offer_squares(&squares);
        }
        let passed = squares
            .iter()
            .position(|square| Some(*square) == draft.en_passant());
        let index = passed.map_or(0, |index| index + 1);
        let index = u32::try_from(index).unwrap_or_default();
        if imp.en_passant.selected() != index {
            imp.en_passant.set_selected(index);
        }
        imp.en_passant.set_sensitive(!squares.is_empty());
        imp.fullmoves.set_value(f64::from(draft.fullmoves()));
        imp.halfmoves.set_value(f64::from(draft.halfmoves()));
        let fen = draft.fen();
        if imp.fen.text() != fen {
            // What is only shown has not been typed: there is nothing to be applied.
            imp.fen.set_show_apply_button(false);
            imp.fen.set_text(&fen);
            imp.fen.set_show_apply_button(true);
        }
        imp.filling.set(false);
    }
}

fn whole(spin: &gtk::SpinButton) -> u32 {
    u32::try_from(spin.value_as_int()).unwrap_or_default()
}
