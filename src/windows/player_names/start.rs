//! Where the game starts, shown above the names: a position that was asked for, one of Chess960, or odds,
//! which say who has which colour, too.

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{Chess, Chess960, Color, fen_of};

use super::PlayerNamesPage;
use crate::model::FirstColor;
use crate::widgets::FirstPosition;
use crate::words;

impl PlayerNamesPage {
    /// Shows what the game starts from, and with odds who plays which colour.
    pub(super) fn follow_start(&self) {
        let imp = self.imp();
        let chosen = imp.first_position.chosen();
        let asked = imp.asked.borrow().clone();
        // Odds belong to the usual position.
        let usual = chosen == FirstPosition::Usual && asked.is_none();
        imp.rules.allow_odds(usual);
        let odds = imp.rules.odds();
        imp.first_position.set_sensitive(odds.is_none());
        if let Some((odds, first_gives)) = odds {
            let first_has_white = (odds.giver() == Color::White) == first_gives;
            let color = match first_has_white {
                true => FirstColor::White,
                false => FirstColor::Black,
            };
            self.toggle(color).set_active(true);
        }
        imp.colors.set_sensitive(odds.is_none());
        let (start, text) = match (odds, chosen) {
            (Some((odds, _)), _) => (Some(fen_of(&odds.start())), words::odds_start(odds)),
            (None, FirstPosition::Usual) => (asked, gettext("The game starts from this position.")),
            (None, FirstPosition::Drawn) => (
                None,
                gettext("Chess960: the first position is drawn when the game starts."),
            ),
            (None, FirstPosition::Numbered(number)) => {
                (Some(fen_of(&number.start())), words::chess960(Some(number)))
            }
        };
        imp.start_text.set_label(&text);
        imp.start_board.set_visible(start.is_some());
        imp.start_position
            .set_visible(start.is_some() || chosen == FirstPosition::Drawn);
        imp.start_board.set_fen(start.unwrap_or_default());
        self.offer_to_alternate();
    }

    /// The game with its first position, where that is chosen here. What is drawn by lot is drawn now.
    pub(super) fn with_start(&self, header: Header) -> (Header, Option<Chess>) {
        let imp = self.imp();
        let number = match imp.first_position.chosen() {
            FirstPosition::Usual => {
                let odds = imp.rules.odds();
                return (header, odds.map(|(odds, _)| odds.start()));
            }
            FirstPosition::Numbered(number) => Some(number),
            FirstPosition::Drawn => {
                let lot = glib::random_int_range(0, i32::from(Chess960::COUNT));
                u16::try_from(lot).ok().and_then(Chess960::new)
            }
        };
        let start = number.unwrap_or(Chess960::USUAL).start();
        (header.with_chess960(), Some(start))
    }
}
