//! An offer, put to the player who must answer it, in that player's strip of the table.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::Color;

use crate::model;
use crate::subclass::{subclass, template};
use crate::ui::parts::{ButtonRow, show_said};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/offer-bar.ui")]
        pub struct OfferBar {
            text: gtk::Label,
        }
    }

    impl ObjectImpl for OfferBar {}
}

subclass! {
    /// An offer with its two answers, the actions `game.accept` and `game.decline`; hidden while
    /// nothing is offered.
    pub struct OfferBar(imp::OfferBar): gtk::Box {
        template: [ButtonRow],
        css_name: "offerbar",
        accessible_role: AlertDialog,
    }
}

impl OfferBar {
    /// Shows what the player of a side must answer, if there is anything. Returns whether there is.
    pub fn show(&self, game: &model::Game, asked: Color) -> bool {
        let offer = game.question().filter(|offer| offer.by() != asked);
        if let Some(offer) = offer {
            let last = game.with_game(|rules| rules.plies().last().map(|ply| ply.san.to_string()));
            let text = words::asked(offer, game.header(), &last.unwrap_or_default());
            self.imp().text.set_tooltip_text(Some(&text));
            show_said(&self.imp().text, &text.into());
            let whole = words::offer(offer, game.header());
            self.update_property(&[gtk::accessible::Property::Label(&whole)]);
        }
        self.set_visible(offer.is_some());
        offer.is_some()
    }
}
