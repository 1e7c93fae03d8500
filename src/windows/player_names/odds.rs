//! The start that is shown above the names: a position that was asked for, or odds, which say who has
//! which colour, too.

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Color, fen_of};

use super::PlayerNamesPage;
use crate::model::FirstColor;
use crate::words;

impl PlayerNamesPage {
    /// Shows what the game starts from, and with odds who plays which colour.
    pub(super) fn follow_odds(&self) {
        let imp = self.imp();
        let odds = imp.rules.odds();
        if let Some((odds, first_gives)) = odds {
            let first_has_white = (odds.giver() == Color::White) == first_gives;
            let color = match first_has_white {
                true => FirstColor::White,
                false => FirstColor::Black,
            };
            self.toggle(color).set_active(true);
        }
        imp.colors.set_sensitive(odds.is_none());
        let asked = imp.asked.borrow().clone();
        let start = odds.map(|(odds, _)| fen_of(&odds.start())).or(asked);
        imp.start_text.set_label(&match odds {
            Some((odds, _)) => words::odds_start(odds),
            None => gettext("The game starts from this position."),
        });
        imp.start_position.set_visible(start.is_some());
        imp.start_board.set_fen(start.unwrap_or_default());
        self.offer_to_alternate();
    }
}
