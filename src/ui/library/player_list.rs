//! A list of players that makes rows only for those who can be seen.

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::player_row::PlayerRow;
use crate::model::{PlayerResults, callback_with, weak};
use crate::subclass::{signals, subclass, template};
use crate::ui::parts::leave_keys_to_row;

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::PlayerList)]
        #[template(file = "../../../resources/ui/player-list.ui")]
        pub struct PlayerList {
            view: gtk::ListView,
        } and {
            /// Whether the players are the opponents of one player, whose scores are shown.
            #[property(get, set, construct_only)]
            pub against: Cell<bool>,
            /// What the list is called, for those who hear it.
            #[property(get, set = Self::set_label)]
            pub label: RefCell<String>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for PlayerList {
        signals!["opened" => String];

        fn constructed(&self) {
            self.parent_constructed();
            self.view.set_factory(Some(&self.obj().factory()));
        }
    }

    impl PlayerList {
        fn set_label(&self, label: String) {
            self.view
                .update_property(&[gtk::accessible::Property::Label(&label)]);
            self.label.replace(label);
        }
    }
}

subclass! {
    /// A list of players. Signal `opened`, with the name of the player that was chosen.
    pub struct PlayerList(imp::PlayerList): adw::Bin { template: [], css_name: "playerlist" }
}

impl PlayerList {
    fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(weak!(self, |list, _, item| {
            let Some(item) = item.downcast_ref::<gtk::ListItem>() else {
                return;
            };
            let row = PlayerRow::new(list.against());
            item.bind_property("item", &row, "player").build();
            row.connect_clicked(callback_with(&list, |list, row: &PlayerRow| {
                if let Some(player) = row.player() {
                    list.emit_by_name::<()>("opened", &[&player.player().name]);
                }
            }));
            leave_keys_to_row(item);
            item.set_child(Some(&row));
        }));
        factory
    }

    /// Shows these players from now on.
    pub fn set_results(&self, results: &PlayerResults) {
        let players = gtk::NoSelection::new(Some(results.clone()));
        self.imp().view.set_model(Some(&players));
    }

    /// Calls back with the name of a player who was chosen.
    pub fn connect_opened(&self, opened: impl Fn(String) + 'static) {
        self.connect_closure(
            "opened",
            false,
            glib::closure_local!(move |_: Self, name: String| opened(name)),
        );
    }
}
