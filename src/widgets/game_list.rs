//! A list of saved games, finished or unfinished, each with its last position.
//! May import `gtk`, `adw`, `model` and `words`.

use std::cell::{Cell, OnceCell};
use std::sync::OnceLock;

use gettextrs::gettext;
use gtk::glib::subclass::Signal;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gio, glib};

use super::saved_game_row::SavedGameRow;
use crate::model::SavedGame;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::GameList)]
    pub struct GameList {
        pub stack: gtk::Stack,
        pub list: OnceCell<gtk::ListView>,
        pub filter: gtk::CustomFilter,
        /// Whether the finished games are shown, or the others.
        #[property(get, set, construct_only)]
        pub finished: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for GameList {
        const NAME: &'static str = "RfGameList";
        type Type = super::GameList;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_layout_manager_type::<gtk::BinLayout>();
            class.set_css_name("gamelist");
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for GameList {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                let item = [SavedGame::static_type()];
                vec![
                    Signal::builder("opened").param_types(item).build(),
                    Signal::builder("deleted").param_types(item).build(),
                ]
            })
        }

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }

        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for GameList {}
}

glib::wrapper! {
    /// A list of saved games. Signals: `opened` and `deleted`, each with a [`SavedGame`].
    pub struct GameList(ObjectSubclass<imp::GameList>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl GameList {
    fn set_up(&self) {
        let imp = self.imp();
        let (title, description) = if self.finished() {
            (
                gettext("No Finished Games"),
                gettext("Games with a result are kept here."),
            )
        } else {
            (
                gettext("No Unfinished Games"),
                gettext("Every game you leave waits here."),
            )
        };
        let empty = adw::StatusPage::builder()
            .icon_name("io.github.rankandfile.RankAndFile-symbolic")
            .title(title)
            .description(description)
            .build();
        let list = gtk::ListView::builder()
            .factory(&self.factory())
            .single_click_activate(true)
            .build();
        list.update_property(&[gtk::accessible::Property::Label(&if self.finished() {
            gettext("Finished games")
        } else {
            gettext("Unfinished games")
        })]);
        list.connect_activate(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |list, position| {
                let item = list.model().and_then(|model| model.item(position));
                if let Some(game) = item.and_downcast::<SavedGame>() {
                    widget.emit_by_name::<()>("opened", &[&game]);
                }
            }
        ));
        let clamp = adw::ClampScrollable::builder()
            .maximum_size(720)
            .child(&list)
            .build();
        let scroller = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .child(&clamp)
            .build();
        imp.stack.add_named(&scroller, Some("games"));
        imp.stack.add_named(&empty, Some("empty"));
        imp.stack.set_vhomogeneous(false);
        imp.stack.set_parent(self);
        imp.list.set(list).ok();
    }

    /// Shows those of the saved games that belong here.
    pub fn set_games(&self, games: &gio::ListStore) {
        let imp = self.imp();
        let finished = self.finished();
        imp.filter.set_filter_func(move |item| {
            // A damaged log stands where its readable part belongs.
            item.downcast_ref::<SavedGame>()
                .is_some_and(|game| game.summary().outcome.is_some() == finished)
        });
        let shown = gtk::FilterListModel::new(Some(games.clone()), Some(imp.filter.clone()));
        let show = |stack: &gtk::Stack, model: &gtk::FilterListModel| {
            stack.set_visible_child_name(if model.n_items() == 0 {
                "empty"
            } else {
                "games"
            });
        };
        show(&imp.stack, &shown);
        shown.connect_items_changed(glib::clone!(
            #[weak(rename_to = stack)]
            imp.stack,
            move |model, _, _, _| show(&stack, model)
        ));
        if let Some(list) = imp.list.get() {
            list.set_model(Some(&gtk::NoSelection::new(Some(shown))));
        }
    }

    fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, item| {
                let Some(item) = item.downcast_ref::<gtk::ListItem>() else {
                    return;
                };
                let row = SavedGameRow::default();
                item.bind_property("item", &row, "game").build();
                for signal in ["opened", "deleted"] {
                    row.connect_closure(
                        signal,
                        false,
                        glib::closure_local!(
                            #[weak]
                            widget,
                            move |_: SavedGameRow, game: SavedGame| {
                                widget.emit_by_name::<()>(signal, &[&game]);
                            }
                        ),
                    );
                }
                item.set_child(Some(&row));
            }
        ));
        factory
    }
}
