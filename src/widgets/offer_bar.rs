//! An offer, put to the player who must answer it.

use std::cell::{OnceCell, RefCell};

use gettextrs::gettext;
use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Action, Color};

use crate::model;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::OfferBar)]
    pub struct OfferBar {
        pub text: gtk::Label,
        pub accept: gtk::Button,
        pub decline: gtk::Button,
        pub following: OnceCell<glib::SignalGroup>,
        /// The game in which something may be offered.
        #[property(get, set = Self::set_game, nullable, explicit_notify)]
        pub game: RefCell<Option<model::Game>>,
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

    #[glib::derived_properties]
    impl ObjectImpl for OfferBar {
        fn constructed(&self) {
            self.parent_constructed();
            let bar = self.obj();
            bar.set_orientation(gtk::Orientation::Vertical);
            bar.set_spacing(10);
            bar.set_visible(false);
            self.text.set_wrap(true);
            self.text.set_wrap_mode(pango::WrapMode::WordChar);
            self.text.set_justify(gtk::Justification::Center);
            let answers = gtk::Box::builder().spacing(12).homogeneous(true).build();
            for (button, label, class, action) in [
                (&self.decline, gettext("Decline"), None, Action::Decline),
                (
                    &self.accept,
                    gettext("Accept"),
                    Some("suggested-action"),
                    Action::Accept,
                ),
            ] {
                button.set_label(&label);
                button.set_hexpand(true);
                if let Some(class) = class {
                    button.add_css_class(class);
                }
                button.connect_clicked(glib::clone!(
                    #[weak]
                    bar,
                    move |_| {
                        if let Some(game) = bar.game() {
                            // A refusal is said by the status line.
                            game.act(action.clone()).ok();
                        }
                    }
                ));
                answers.append(button);
            }
            bar.append(&self.text);
            bar.append(&answers);
        }
    }

    impl WidgetImpl for OfferBar {}
    impl BoxImpl for OfferBar {}

    impl OfferBar {
        fn set_game(&self, game: Option<model::Game>) {
            let bar = self.obj();
            let following = self.following.get_or_init(|| {
                model::following::<model::Game, super::OfferBar>(
                    &bar,
                    &[("changed", super::OfferBar::refresh)],
                )
            });
            following.set_target(game.as_ref());
            self.game.replace(game);
            bar.refresh();
            bar.notify_game();
        }
    }
}

glib::wrapper! {
    /// An offer with its two answers, hidden while nothing is offered.
    pub struct OfferBar(ObjectSubclass<imp::OfferBar>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl OfferBar {
    /// Who must answer; `None` while nothing is offered.
    pub fn asked(&self) -> Option<Color> {
        Some(self.game()?.offer()?.by().other())
    }

    fn refresh(&self) {
        let game = self.game();
        let offer = game.as_ref().and_then(model::Game::offer);
        if let (Some(game), Some(offer)) = (game, offer) {
            let (by, to) = (game.player(offer.by()), game.player(offer.by().other()));
            let text = words::offer(offer, &by, &to);
            self.imp().text.set_label(&text);
            self.update_property(&[gtk::accessible::Property::Label(&text)]);
        }
        self.set_visible(offer.is_some());
    }
}
