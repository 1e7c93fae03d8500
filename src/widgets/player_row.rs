//! One player in a list: name, games, results as a bar and by colour, the last day; or an opponent
//! with the score.

use std::cell::{Cell, RefCell};

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::ButtonRow;
use super::results_table::ResultsBar;
use crate::model::SavedPlayer;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::PlayerRow)]
    pub struct PlayerRow {
        pub name: gtk::Label,
        pub count: gtk::Label,
        pub bar: ResultsBar,
        pub details: gtk::Label,
        pub day: gtk::Label,
        /// Whether the player is an opponent of somebody, whose score is shown.
        #[property(get, set, construct_only)]
        pub against: Cell<bool>,
        /// The player who is shown.
        #[property(get, set = Self::set_player, nullable)]
        pub player: RefCell<Option<SavedPlayer>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PlayerRow {
        const NAME: &'static str = "RfPlayerRow";
        type Type = super::PlayerRow;
        type ParentType = gtk::Button;
    }

    #[glib::derived_properties]
    impl ObjectImpl for PlayerRow {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for PlayerRow {}
    impl ButtonImpl for PlayerRow {}

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

glib::wrapper! {
    /// A button with one player.
    pub struct PlayerRow(ObjectSubclass<imp::PlayerRow>)
        @extends gtk::Button, gtk::Widget,
        @implements gtk::Accessible, gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl PlayerRow {
    /// A row for a player, or for an opponent.
    pub fn new(against: bool) -> Self {
        glib::Object::builder().property("against", against).build()
    }

    fn set_up(&self) {
        let imp = self.imp();
        imp.name.set_wrap_mode(pango::WrapMode::WordChar);
        imp.name.set_lines(2);
        imp.name.set_ellipsize(pango::EllipsizeMode::End);
        imp.name.add_css_class("heading");
        imp.count.add_css_class("numeric");
        for label in [&imp.name, &imp.details] {
            label.set_xalign(0.0);
            label.set_hexpand(true);
            label.set_wrap(true);
            // However long it is, it leaves the room on the right to what stands there.
            label.set_width_chars(8);
            label.set_max_width_chars(8);
        }
        // What stands there goes below it before its lines are short.
        imp.details.set_width_chars(12);
        for label in [&imp.details, &imp.day] {
            label.add_css_class("caption");
            label.add_css_class("dim-label");
            label.add_css_class("numeric");
            label.set_valign(gtk::Align::Start);
        }
        if imp.against.get() {
            imp.count.add_css_class("heading");
        } else {
            imp.count.add_css_class("dim-label");
        }
        imp.count.set_xalign(1.0);
        imp.day.set_xalign(1.0);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 6);
        content.append(&beside(&imp.name, &imp.count));
        content.append(&imp.bar);
        content.append(&beside(&imp.details, &imp.day));
        self.set_child(Some(&content));
        self.add_css_class("flat");
        self.add_css_class("saved-player");
    }
}

/// Two labels in a row, or one below the other.
fn beside(left: &gtk::Label, right: &gtk::Label) -> ButtonRow {
    ButtonRow::squeezing([left.upcast_ref(), right.upcast_ref()])
}
