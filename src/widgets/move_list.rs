//! The scoresheet: every move in SAN, each a button that shows the position after it.

use std::cell::{Cell, OnceCell, RefCell};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::list_item::leave_keys_to_row;
use super::score_line::ScoreLine;
use crate::model::{self, ScoreRow};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::MoveList)]
    pub struct MoveList {
        pub list: RefCell<Option<gtk::ListView>>,
        pub result: gtk::Label,
        pub following: OnceCell<glib::SignalGroup>,
        /// The game whose moves are shown.
        #[property(get, set = Self::set_game, nullable, explicit_notify)]
        pub game: RefCell<Option<model::Game>>,
        /// Whether figures of the pieces stand for their letters.
        #[property(get, set)]
        pub figurines: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for MoveList {
        const NAME: &'static str = "RfMoveList";
        type Type = super::MoveList;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_layout_manager_type::<gtk::BinLayout>();
            class.set_css_name("movelist");
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for MoveList {
        fn constructed(&self) {
            self.parent_constructed();
            let widget = self.obj();
            let list = gtk::ListView::new(None::<gtk::SelectionModel>, Some(widget.factory()));
            list.update_property(&[gtk::accessible::Property::Label(&gettextrs::gettext(
                "Moves",
            ))]);
            let scroller = gtk::ScrolledWindow::builder()
                .hscrollbar_policy(gtk::PolicyType::Never)
                .vexpand(true)
                .child(&list)
                .build();
            let sheet = gtk::Box::new(gtk::Orientation::Vertical, 0);
            sheet.append(&scroller);
            self.result.add_css_class("result");
            self.result.add_css_class("numeric");
            self.result.set_visible(false);
            sheet.append(&self.result);
            sheet.set_parent(&*widget);
            self.list.replace(Some(list));
        }

        fn dispose(&self) {
            self.obj().set_game(None::<model::Game>);
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for MoveList {}

    impl MoveList {
        fn set_game(&self, game: Option<model::Game>) {
            let widget = self.obj();
            let following = self.following.get_or_init(|| {
                model::following::<model::Game, super::MoveList>(
                    &widget,
                    &[
                        ("notify::viewed-ply", super::MoveList::follow),
                        ("changed", super::MoveList::show_result),
                    ],
                )
            });
            following.set_target(game.as_ref());
            let rows = game.as_ref().map(|game| game.scoresheet().clone());
            self.game.replace(game);
            if let Some(list) = &*self.list.borrow() {
                list.set_model(rows.map(|rows| gtk::NoSelection::new(Some(rows))).as_ref());
            }
            widget.follow();
            widget.show_result();
            widget.notify_game();
        }
    }
}

glib::wrapper! {
    /// The scoresheet of a game.
    pub struct MoveList(ObjectSubclass<imp::MoveList>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl MoveList {
    fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, item| {
                let Some(item) = item.downcast_ref::<gtk::ListItem>() else {
                    return;
                };
                let line = ScoreLine::default();
                leave_keys_to_row(item);
                item.bind_property("item", &line, "row").build();
                widget
                    .bind_property("figurines", &line, "figurines")
                    .sync_create()
                    .build();
                line.connect_closure(
                    "chosen",
                    false,
                    glib::closure_local!(
                        #[weak]
                        widget,
                        move |_: ScoreLine, ply: u32| {
                            if let Some(game) = widget.game() {
                                game.set_viewed_ply(ply);
                            }
                        }
                    ),
                );
                item.set_child(Some(&line));
            }
        ));
        factory.connect_bind(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, item| {
                let Some(line) = line_of(item) else { return };
                if let Some(game) = widget.game() {
                    let binding = game
                        .bind_property("viewed-ply", &line, "viewed-ply")
                        .sync_create()
                        .build();
                    line.follow(Some(binding));
                }
            }
        ));
        factory.connect_unbind(|_, item| {
            if let Some(line) = line_of(item) {
                line.follow(None);
            }
        });
        factory
    }

    /// Closes the scoresheet with the result, once there is one.
    fn show_result(&self) {
        let result = &self.imp().result;
        let outcome = self.game().and_then(|game| game.outcome());
        result.set_visible(outcome.is_some());
        result.set_label(outcome.map_or("", words::result_figures));
    }

    /// Brings the move after which the board is shown into sight.
    fn follow(&self) {
        let weak = self.downgrade();
        // The list knows its new line only after it has been laid out.
        glib::idle_add_local_once(move || {
            let Some(widget) = weak.upgrade() else { return };
            let (Some(game), Some(list)) = (widget.game(), widget.imp().list.borrow().clone())
            else {
                return;
            };
            let rows: &gio::ListStore = game.scoresheet();
            let viewed = game.viewed_ply().max(1);
            let line = rows
                .iter::<ScoreRow>()
                .flatten()
                .position(|row| row.black_ply() >= viewed);
            if let Some(line) = line.and_then(|line| u32::try_from(line).ok()) {
                list.activate_action("list.scroll-to-item", Some(&line.to_variant()))
                    .ok();
            }
        });
    }
}

fn line_of(item: &glib::Object) -> Option<ScoreLine> {
    item.downcast_ref::<gtk::ListItem>()?.child().and_downcast()
}
