//! An offer, put to the player who must answer it, in that player's strip of the table.

use gettextrs::gettext;
use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::Color;

use super::ButtonRow;
use crate::model;
use crate::words;

/// The words of an offer take more lines rather than less room than so many letters.
const NARROWEST: i32 = 9;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct OfferBar {
        pub text: gtk::Label,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for OfferBar {
        const NAME: &'static str = "RfOfferBar";
        type Type = super::OfferBar;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("offerbar");
            class.set_accessible_role(gtk::AccessibleRole::AlertDialog);
        }
    }

    impl ObjectImpl for OfferBar {
        fn constructed(&self) {
            self.parent_constructed();
            let bar = self.obj();
            bar.set_visible(false);
            self.text.set_wrap(true);
            self.text.set_wrap_mode(pango::WrapMode::WordChar);
            self.text.set_lines(4);
            self.text.set_ellipsize(pango::EllipsizeMode::End);
            self.text.set_width_chars(NARROWEST);
            self.text.set_xalign(0.0);
            self.text.set_hexpand(true);
            let row = ButtonRow::squeezing([self.text.upcast_ref()]);
            row.set_hexpand(true);
            for (label, action, class) in [
                (gettext("Decline"), "game.decline", None),
                (gettext("Accept"), "game.accept", Some("suggested-action")),
            ] {
                let button = gtk::Button::builder()
                    .label(label)
                    .action_name(action)
                    .valign(gtk::Align::Center)
                    .build();
                if let Some(class) = class {
                    button.add_css_class(class);
                }
                button.set_parent(&row);
            }
            bar.append(&row);
        }
    }

    impl WidgetImpl for OfferBar {}
    impl BoxImpl for OfferBar {}
}

glib::wrapper! {
    /// An offer with its two answers, the actions `game.accept` and `game.decline`; hidden while
    /// nothing is offered.
    pub struct OfferBar(ObjectSubclass<imp::OfferBar>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Default for OfferBar {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl OfferBar {
    /// Shows what the player of a side must answer, if there is anything. Returns whether there is.
    pub fn show(&self, game: &model::Game, asked: Color) -> bool {
        let offer = game.question().filter(|offer| offer.by() != asked);
        if let Some(offer) = offer {
            let last = game.with_rules(|rules| rules.plies().last().map(|ply| ply.san.to_string()));
            let text = words::asked(offer, game.header(), &last.unwrap_or_default());
            self.imp().text.set_label(&text);
            self.imp().text.set_tooltip_text(Some(&text));
            let whole = words::offer(offer, game.header());
            self.update_property(&[gtk::accessible::Property::Label(&whole)]);
        }
        self.set_visible(offer.is_some());
        offer.is_some()
    }
}
