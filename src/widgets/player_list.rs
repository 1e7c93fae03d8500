//! A list of players that makes rows only for those who can be seen.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::OnceLock;

use glib::subclass::Signal;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::list_item::leave_keys_to_row;
use super::player_row::PlayerRow;
use crate::model::{PlayerResults, calling_with};

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::PlayerList)]
    pub struct PlayerList {
        pub scroller: gtk::ScrolledWindow,
        pub view: OnceCell<gtk::ListView>,
        /// Whether the players are the opponents of somebody, whose scores are shown.
        #[property(get, set, construct_only)]
        pub against: Cell<bool>,
        /// What the list is called, for those who hear it.
        #[property(get, set = Self::set_label)]
        pub label: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PlayerList {
        const NAME: &'static str = "RfPlayerList";
        type Type = super::PlayerList;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("playerlist");
            class.set_layout_manager_type::<gtk::BinLayout>();
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for PlayerList {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                vec![
                    Signal::builder("opened")
                        .param_types([String::static_type()])
                        .build(),
                ]
            })
        }

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }

        fn dispose(&self) {
            self.scroller.unparent();
        }
    }

    impl WidgetImpl for PlayerList {}

    impl PlayerList {
        fn set_label(&self, label: String) {
            if let Some(view) = self.view.get() {
                view.update_property(&[gtk::accessible::Property::Label(&label)]);
            }
            self.label.replace(label);
        }
    }
}

glib::wrapper! {
    /// A list of players. Signal `opened`, with the name of the player that was chosen.
    pub struct PlayerList(ObjectSubclass<imp::PlayerList>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl PlayerList {
    fn set_up(&self) {
        let imp = self.imp();
        let view = gtk::ListView::builder().factory(&self.factory()).build();
        let clamp = adw::ClampScrollable::builder()
            .maximum_size(640)
            .child(&view)
            .build();
        imp.scroller.set_hscrollbar_policy(gtk::PolicyType::Never);
        imp.scroller.set_child(Some(&clamp));
        imp.scroller.set_parent(self);
        imp.view.set(view).ok();
    }

    fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |_, item| {
                let Some(item) = item.downcast_ref::<gtk::ListItem>() else {
                    return;
                };
                let row = PlayerRow::new(list.against());
                item.bind_property("item", &row, "player").build();
                row.connect_clicked(calling_with(&list, |list, row: &PlayerRow| {
                    if let Some(player) = row.player() {
                        list.emit_by_name::<()>("opened", &[&player.player().name]);
                    }
                }));
                leave_keys_to_row(item);
                item.set_child(Some(&row));
            }
        ));
        factory
    }

    /// Shows these players from now on.
    pub fn set_results(&self, results: &PlayerResults) {
        if let Some(view) = self.imp().view.get() {
            view.set_model(Some(&gtk::NoSelection::new(Some(results.clone()))));
        }
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
