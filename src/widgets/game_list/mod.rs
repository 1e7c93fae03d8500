//! A list of saved games, finished or unfinished, each with its last position: rows where there is
//! little room, cards where there is much.

mod menu;
mod row;
mod rows;

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::OnceLock;

use gettextrs::gettext;
use glib::subclass::Signal;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::model::{GameResults, SavedGame};
use crate::widgets::show_alone_named;

pub use menu::GameAction;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::GameList)]
    pub struct GameList {
        pub stack: gtk::Stack,
        pub list: OnceCell<gtk::ListView>,
        pub grid: OnceCell<gtk::GridView>,
        pub empty: adw::StatusPage,
        pub results: RefCell<Option<GameResults>>,
        pub chosen: RefCell<Option<gtk::MultiSelection>>,
        /// What can be done with the game that was asked for more.
        pub menu: OnceCell<gtk::PopoverMenu>,
        pub wide: Cell<bool>,
        /// Whether the finished games are shown, or the others.
        #[property(get, set, construct_only)]
        pub finished: Cell<bool>,
        /// Whether games are being chosen, and not opened.
        #[property(get, set = Self::set_selecting, explicit_notify)]
        pub selecting: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for GameList {
        const NAME: &'static str = "RfGameList";
        type Type = super::GameList;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("gamelist");
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for GameList {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                vec![
                    Signal::builder("wanted")
                        .param_types([SavedGame::static_type(), GameAction::static_type()])
                        .build(),
                    Signal::builder("chosen-changed").build(),
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

    impl WidgetImpl for GameList {
        fn map(&self) {
            self.stack.set_visible(true);
            self.parent_map();
            if self.obj().width() == 0 {
                // As wide as its window, which is nearly so: what is shown first shall stay.
                let window = self.obj().root().map_or(0, |window| window.width());
                self.wide.set(window >= WIDE);
            }
            self.obj().show_what_fits();
        }

        fn unmap(&self) {
            self.parent_unmap();
            // What nobody sees is not told to a screen reader, either.
            self.stack.set_visible(false);
            self.obj().show_what_fits();
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            self.stack.measure(orientation, for_size)
        }

        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            self.stack.allocate(width, height, baseline, None);
            if let Some(menu) = self.menu.get() {
                menu.present();
            }
            if self.wide.replace(width >= WIDE) != (width >= WIDE) {
                // What is shown may not change in the middle of an allocation.
                let widget = self.obj().downgrade();
                glib::idle_add_local_once(move || {
                    if let Some(widget) = widget.upgrade() {
                        widget.show_what_fits();
                    }
                });
            }
        }
    }

    impl GameList {
        fn set_selecting(&self, selecting: bool) {
            if self.selecting.replace(selecting) != selecting {
                self.obj().show_what_fits();
                self.obj().notify_selecting();
                self.obj().emit_by_name::<()>("chosen-changed", &[]);
            }
        }
    }
}

/// From this width on, in logical pixels, games are cards.
const WIDE: i32 = 800;
/// More would make cards of a width that no position fills, and cost time while scrolling.
const CARDS_IN_A_LINE: u32 = 5;

glib::wrapper! {
    /// A list of saved games. Signals: `wanted`, with a [`SavedGame`] and a [`GameAction`], and `chosen-changed`.
    pub struct GameList(ObjectSubclass<imp::GameList>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl GameList {
    fn set_up(&self) {
        let imp = self.imp();
        let name = if self.finished() {
            gettext("Finished games")
        } else {
            gettext("Unfinished games")
        };
        let list = gtk::ListView::builder()
            .factory(&self.factory(false))
            .build();
        let clamp = adw::ClampScrollable::builder()
            .maximum_size(720)
            .child(&list)
            .build();
        let grid = gtk::GridView::builder()
            .factory(&self.factory(true))
            .max_columns(CARDS_IN_A_LINE)
            .build();
        for (view, scrolled, page) in [
            (
                list.upcast_ref::<gtk::Widget>(),
                clamp.upcast_ref::<gtk::Widget>(),
                "rows",
            ),
            (grid.upcast_ref(), grid.upcast_ref(), "cards"),
        ] {
            view.update_property(&[gtk::accessible::Property::Label(&name)]);
            let scroller = gtk::ScrolledWindow::builder()
                .hscrollbar_policy(gtk::PolicyType::Never)
                .child(scrolled)
                .build();
            imp.stack.add_named(&scroller, Some(page));
        }
        imp.empty.set_vexpand(true);
        imp.stack.add_named(&imp.empty, Some("empty"));
        imp.stack.set_vhomogeneous(false);
        imp.stack.set_hhomogeneous(false);
        imp.stack.set_visible(false);
        imp.stack.set_parent(self);
        imp.list.set(list).ok();
        imp.grid.set(grid).ok();
        self.set_up_actions();
        self.set_up_menu();
    }

    /// Shows these games from now on.
    pub fn set_results(&self, results: &GameResults) {
        let imp = self.imp();
        let chosen = gtk::MultiSelection::new(Some(results.clone()));
        chosen.connect_selection_changed(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, _, _| widget.emit_by_name::<()>("chosen-changed", &[])
        ));
        results.connect_items_changed(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, _, _, _| {
                widget.show_whether_empty();
                widget.emit_by_name::<()>("chosen-changed", &[]);
            }
        ));
        imp.chosen.replace(Some(chosen));
        imp.results.replace(Some(results.clone()));
        self.show_what_fits();
    }

    /// The games that are shown.
    #[must_use]
    pub fn results(&self) -> Option<GameResults> {
        self.imp().results.borrow().clone()
    }

    /// Calls the list so, for those who hear it, where it shows neither the finished nor the
    /// unfinished games alone.
    pub fn set_name_said(&self, name: &str) {
        let imp = self.imp();
        let views = [
            imp.list.get().map(|list| list.upcast_ref::<gtk::Widget>()),
            imp.grid.get().map(|grid| grid.upcast_ref()),
        ];
        for view in views.into_iter().flatten() {
            view.update_property(&[gtk::accessible::Property::Label(name)]);
        }
    }

    fn game(&self, position: u32) -> Option<SavedGame> {
        self.results()?.game(position)
    }

    /// The games that are chosen, in the order of the list.
    #[must_use]
    pub fn chosen(&self) -> Vec<SavedGame> {
        let Some(chosen) = self
            .imp()
            .chosen
            .borrow()
            .clone()
            .filter(|_| self.selecting())
        else {
            return Vec::new();
        };
        let bits = chosen.selection();
        (0..u32::try_from(bits.size()).unwrap_or(u32::MAX))
            .filter_map(|number| self.game(bits.nth(number)))
            .collect()
    }

    /// How many games are chosen.
    #[must_use]
    pub fn count_chosen(&self) -> usize {
        let chosen = self.imp().chosen.borrow();
        let size = chosen
            .as_ref()
            .map_or(0, |chosen| chosen.selection().size());
        usize::try_from(size).unwrap_or(usize::MAX)
    }

    /// Chooses every game that is shown, or none.
    pub fn choose_all(&self, all: bool) {
        let chosen = self.imp().chosen.borrow().clone();
        if let Some(chosen) = chosen {
            if all {
                if let Some(results) = self.results() {
                    results.complete();
                }
                chosen.select_all();
            } else {
                chosen.unselect_all();
            }
        }
    }

    /// Gives the games to the view for which there is room. A view that nobody sees has none, so
    /// that it makes no rows.
    fn show_what_fits(&self) {
        let imp = self.imp();
        let Some(results) = self.results() else {
            return;
        };
        let (Some(list), Some(grid)) = (imp.list.get(), imp.grid.get()) else {
            return;
        };
        let model: gtk::SelectionModel = match &*imp.chosen.borrow() {
            Some(chosen) if self.selecting() => chosen.clone().upcast(),
            _ => gtk::NoSelection::new(Some(results)).upcast(),
        };
        let seen = self.is_mapped();
        let cards = Some(&model).filter(|_| seen && imp.wide.get());
        let rows = Some(&model).filter(|_| seen && !imp.wide.get());
        grid.set_model(cards);
        list.set_model(rows);
        self.show_whether_empty();
    }

    /// Shows what is found after something else has been looked for, from its beginning.
    pub fn begin_anew(&self) {
        self.choose_all(false);
        let imp = self.imp();
        let list = imp.list.get().map(|list| list.upcast_ref::<gtk::Widget>());
        let grid = imp.grid.get().map(|grid| grid.upcast_ref::<gtk::Widget>());
        for view in [list, grid].into_iter().flatten() {
            let scroller = view.ancestor(gtk::ScrolledWindow::static_type());
            if let Some(scroller) = scroller.and_downcast::<gtk::ScrolledWindow>() {
                scroller.vadjustment().set_value(0.0);
            }
        }
        self.show_whether_empty();
    }

    /// Shows the games, or that there are none. Leaves the views alone: they may be in the middle
    /// of taking in the same change.
    fn show_whether_empty(&self) {
        let imp = self.imp();
        let Some(results) = self.results() else {
            return;
        };
        let page = if results.count() == 0 {
            self.say_that_it_is_empty(results.query().narrows());
            "empty"
        } else if imp.wide.get() {
            "cards"
        } else {
            "rows"
        };
        show_alone_named(&imp.stack, page);
    }

    fn say_that_it_is_empty(&self, narrowed: bool) {
        let (icon, title, description) = match (narrowed, self.finished()) {
            (true, _) => (
                "system-search-symbolic",
                gettext("No Games Found"),
                gettext("Try a different search or fewer filters"),
            ),
            (false, true) => (
                "io.github.rankandfile.RankAndFile-symbolic",
                gettext("No Finished Games"),
                gettext("Finished games appear here"),
            ),
            (false, false) => (
                "io.github.rankandfile.RankAndFile-symbolic",
                gettext("No Unfinished Games"),
                gettext("Unfinished games appear here"),
            ),
        };
        let empty = &self.imp().empty;
        empty.set_icon_name(Some(icon));
        empty.set_title(&title);
        empty.set_description(Some(&description));
    }
}
