//! One player in a list: name, games, results as a bar and by color, the last day; or an opponent
//! with the score.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::results_table::ResultsBar;
use crate::model::SavedPlayer;
use crate::subclass::{subclass, template};
use crate::ui::parts::ButtonRow;
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::PlayerRow)]
        #[template(file = "../../../resources/ui/player-row.ui")]
        pub struct PlayerRow {
            name: gtk::Label,
            count: gtk::Label,
            bar: ResultsBar,
            details: gtk::Label,
            day: gtk::Label,
        } and {
            /// Whether the player is an opponent of another, whose score is shown.
            #[property(get, set, construct_only)]
            pub against: Cell<bool>,
            /// The player who is shown.
            #[property(get, set = Self::set_player, nullable)]
            pub player: RefCell<Option<SavedPlayer>>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for PlayerRow {
        fn constructed(&self) {
            self.parent_constructed();
            let class = match self.against.get() {
                true => "heading",
                false => "dim-label",
            };
            self.count.add_css_class(class);
        }
    }

    impl PlayerRow {
        fn set_player(&self, item: Option<SavedPlayer>) {
            if let Some(item) = &item {
                let player = item.player();
                let tally = &player.tally;
                let name = words::shown_name(&player.name);
                self.name.set_label(&name);
                let said = if self.against.get() {
                    self.count.set_label(&words::results(tally.total()));
                    self.details.set_label(&words::opponent_figures(tally));
                    words::opponent_said(tally)
                } else {
                    self.count.set_label(&words::games_between(tally));
                    self.details.set_label(&words::figures(tally));
                    words::player_said(player)
                };
                self.bar.show(tally.total());
                self.day.set_label(&words::last_played(tally));
                self.obj().update_property(&[
                    gtk::accessible::Property::Label(&name),
                    gtk::accessible::Property::Description(&said),
                ]);
            }
            self.player.replace(item);
        }
    }
}

subclass! {
    /// A button with one player.
    pub struct PlayerRow(imp::PlayerRow): gtk::Button { template: [ButtonRow, ResultsBar] }
}

impl PlayerRow {
    /// A row for a player, or for an opponent.
    pub fn new(against: bool) -> Self {
        glib::Object::builder().property("against", against).build()
    }
}
