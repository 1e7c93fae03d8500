//! The scoresheet: every move in SAN, each a button that shows the position after it; and where a game
//! is studied, what is added to it, as books have it.

mod menu;
mod move_button;
mod rows;
mod score_line;
mod side_line;

use std::cell::{Cell, OnceCell, RefCell};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::study::{Place, Study};

pub use menu::annotating_menu;
use menu::glyph_menu;

use move_button::MoveButton;
use score_line::ScoreLine;
use side_line::SideLine;

use crate::model::{self, StudyRows};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::MoveList)]
    pub struct MoveList {
        pub list: RefCell<Option<gtk::ListView>>,
        pub result: gtk::Label,
        pub following: OnceCell<glib::SignalGroup>,
        /// The rows of a game that is studied.
        pub study: RefCell<Option<StudyRows>>,
        /// Whether somebody tries moves in the game.
        pub trying: Cell<bool>,
        /// What the rows that there are show.
        pub realized: RefCell<Vec<glib::WeakRef<gtk::ListItem>>>,
        pub menu: OnceCell<gtk::PopoverMenu>,
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
            widget.set_up_menu();
        }

        fn dispose(&self) {
            self.obj().set_game(None::<model::Game>);
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for MoveList {
        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            self.parent_size_allocate(width, height, baseline);
            if let Some(menu) = self.menu.get() {
                menu.present();
            }
        }
    }

    impl MoveList {
        fn set_game(&self, game: Option<model::Game>) {
            let widget = self.obj();
            let following = self.following.get_or_init(|| {
                model::following::<model::Game, super::MoveList>(
                    &widget,
                    &[
                        ("notify::viewed-ply", super::MoveList::follow),
                        ("changed", super::MoveList::show_state),
                        ("studied", super::MoveList::show_rows),
                    ],
                )
            });
            following.set_target(game.as_ref());
            self.study.take();
            if let Some(list) = &*self.list.borrow() {
                list.set_model(gtk::SelectionModel::NONE);
            }
            self.game.replace(game);
            widget.show_rows();
            widget.show_state();
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
    /// Shows the rows that the game has now: two moves in each where nothing is added to it, and while somebody
    /// looks for a move that may have been added.
    fn show_rows(&self) {
        let imp = self.imp();
        let game = self.game();
        let studied = |game: &model::Game| {
            !imp.trying.get() && !game.with_study(|study, _| Study::is_empty(study))
        };
        let rows: Option<gio::ListModel> = match game.filter(studied) {
            Some(_) if imp.study.borrow().is_some() => {
                let study = imp.study.borrow().clone();
                if let Some(study) = study {
                    study.refresh();
                }
                return;
            }
            Some(game) => {
                let study = StudyRows::of(&game);
                imp.study.replace(Some(study.clone()));
                self.add_css_class("studied");
                Some(study.upcast())
            }
            None => {
                imp.study.take();
                self.remove_css_class("studied");
                self.game().map(|game| game.scoresheet().clone().upcast())
            }
        };
        if let Some(list) = &*imp.list.borrow() {
            let shown = list.model().and_downcast::<gtk::NoSelection>();
            if shown.and_then(|shown| shown.model()) != rows {
                list.set_model(rows.map(|rows| gtk::NoSelection::new(Some(rows))).as_ref());
                self.follow();
            }
        }
    }

    /// Shows the position at a place, whose move was chosen.
    fn show_place(&self, place: Place) {
        if let Some(game) = self.game() {
            game.go_to(place);
        }
    }

    /// Takes note of how the game stands, and of whether somebody tries moves in it.
    fn show_state(&self) {
        let trying = self.game().is_some_and(|game| game.tried_at().is_some());
        if self.imp().trying.replace(trying) != trying {
            self.show_rows();
        }
        self.show_result();
    }

    /// Closes the scoresheet with the result, once there is one.
    fn show_result(&self) {
        let result = &self.imp().result;
        let outcome = self.game().and_then(|game| game.outcome());
        result.set_visible(outcome.is_some());
        result.set_label(outcome.map_or("", words::result_figures));
    }

    /// The row in which the place is that is shown.
    fn viewed_row(&self, game: &model::Game) -> Option<u32> {
        if let Some(study) = &*self.imp().study.borrow() {
            return study.row_of(game.place()).or(Some(0));
        }
        let rows = game.scoresheet();
        let viewed = game.viewed_ply().max(1);
        let mut lines = rows.iter::<model::ScoreRow>().flatten();
        let line = lines.position(|row| row.black_ply() >= viewed);
        line.and_then(|line| u32::try_from(line).ok())
    }

    /// Marks the move after which the board is shown, and brings it into sight.
    fn follow(&self) {
        self.mark();
        let weak = self.downgrade();
        // The list knows its new line only after it has been laid out.
        glib::idle_add_local_once(move || {
            let Some(widget) = weak.upgrade() else { return };
            let (Some(game), Some(list)) = (widget.game(), widget.imp().list.borrow().clone())
            else {
                return;
            };
            let studied = widget.imp().study.borrow().is_some();
            if studied {
                widget.reveal_soon(true);
            }
            let seen = studied && widget.marked().is_some();
            if let Some(row) = widget.viewed_row(&game).filter(|_| !seen) {
                list.activate_action("list.scroll-to-item", Some(&row.to_variant()))
                    .ok();
            }
        });
    }

    /// Brings the marked move into sight, and what is said of it, when the rows have their places.
    fn reveal_soon(&self, again: bool) {
        let left = Cell::new(2);
        self.add_tick_callback(move |widget, _| {
            if left.get() > 0 {
                left.set(left.get() - 1);
                return glib::ControlFlow::Continue;
            }
            widget.reveal(again);
            glib::ControlFlow::Break
        });
    }

    /// Brings them into sight. A row that is not seen has no place yet: it is fetched, and then it is
    /// done once more.
    fn reveal(&self, again: bool) {
        let list = self.imp().list.borrow().clone();
        let Some((list, game)) = list.zip(self.game()) else {
            return;
        };
        let Some(adjustment) = list.vadjustment() else {
            return;
        };
        if game.place() == Place::Main(0) {
            adjustment.set_value(adjustment.lower());
            return;
        }
        let (parts, below) = self.marked_parts();
        if let Some(row) = below.filter(|_| again) {
            list.activate_action("list.scroll-to-item", Some(&row.to_variant()))
                .ok();
            self.reveal_soon(false);
            return;
        }
        let places: Vec<_> = parts
            .iter()
            .filter_map(|part| part.compute_bounds(&list))
            .collect();
        let top = places.iter().map(|place| place.y()).reduce(f32::min);
        let bottom = places.iter().map(|place| place.y() + place.height());
        if let Some((top, bottom)) = top.zip(bottom.reduce(f32::max)) {
            let (top, beyond) = (f64::from(top), f64::from(bottom) - f64::from(list.height()));
            // Where there is no room for all of it, it is the beginning that is seen.
            let by = if top < 0.0 {
                top
            } else {
                beyond.clamp(0.0, top)
            };
            adjustment.set_value(adjustment.value() + by);
        }
    }
}
