//! How a game lies in its window: the board between its two players, and the panel beside it or,
//! where the window is narrow, below. May import `gtk`.

use std::cell::RefCell;

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

/// From this width on, in a window that is wider than high, the panel lies beside the board.
const WIDE: i32 = 640;
/// The width of the panel beside the board.
const PANEL: (i32, i32) = (264, 400);
const GAP: i32 = 12;
/// The smallest board, and the one that a window would like to have.
const SMALLEST: i32 = 192;
const NATURAL: i32 = 560;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Table)]
    pub struct Table {
        /// The player at the far side.
        #[property(get, set = Self::set_top, nullable)]
        pub top: RefCell<Option<gtk::Widget>>,
        /// The board.
        #[property(get, set = Self::set_board, nullable)]
        pub board: RefCell<Option<gtk::Widget>>,
        /// The player at the near side.
        #[property(get, set = Self::set_bottom, nullable)]
        pub bottom: RefCell<Option<gtk::Widget>>,
        /// Everything else.
        #[property(get, set = Self::set_panel, nullable)]
        pub panel: RefCell<Option<gtk::Widget>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Table {
        const NAME: &'static str = "RfTable";
        type Type = super::Table;
        type ParentType = gtk::Widget;
    }

    #[glib::derived_properties]
    impl ObjectImpl for Table {
        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for Table {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            if orientation == gtk::Orientation::Horizontal {
                let narrow = [&self.top, &self.bottom, &self.panel]
                    .map(|child| smallest(child, orientation, -1))
                    .into_iter()
                    .fold(SMALLEST, i32::max);
                return (narrow, narrow.max(NATURAL + GAP + PANEL.1), -1, -1);
            }
            let bars =
                smallest(&self.top, orientation, -1) + smallest(&self.bottom, orientation, -1);
            let beside = bars + SMALLEST;
            if for_size >= WIDE {
                let panel = smallest(&self.panel, orientation, PANEL.0);
                return (beside.max(panel), bars + NATURAL, -1, -1);
            }
            let panel = smallest(&self.panel, orientation, for_size);
            (beside + panel, bars + NATURAL + panel, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            let vertical = gtk::Orientation::Vertical;
            let top = smallest(&self.top, vertical, -1);
            let bottom = smallest(&self.bottom, vertical, -1);
            let wide = width >= WIDE && width * 4 >= height * 5;
            let room = if wide {
                (width - GAP - PANEL.0, height - top - bottom)
            } else {
                let panel = smallest(&self.panel, vertical, width);
                (width, height - top - bottom - panel)
            };
            let side = (room.0.min(room.1) / 8 * 8).max(8);
            if wide {
                let panel = (width - GAP - side).clamp(PANEL.0, PANEL.1);
                let left = ((width - side - GAP - panel) / 2).max(0);
                let above = ((height - top - bottom - side) / 2).max(0);
                place(&self.top, left, above, side, top);
                place(&self.board, left, above + top, side, side);
                place(&self.bottom, left, above + top + side, side, bottom);
                let column = top + side + bottom;
                let needed = smallest(&self.panel, vertical, panel)
                    .max(column)
                    .min(height);
                place(
                    &self.panel,
                    left + side + GAP,
                    above.min(height - needed),
                    panel,
                    needed,
                );
            } else {
                let left = (width - side) / 2;
                // The names may be wider than a board that is short of height.
                let (bar_left, bar) = if side < 320 { (0, width) } else { (left, side) };
                place(&self.top, bar_left, 0, bar, top);
                place(&self.board, left, top, side, side);
                place(&self.bottom, bar_left, top + side, bar, bottom);
                let used = top + side + bottom;
                place(&self.panel, bar_left, used, bar, height - used);
            }
        }
    }

    impl Table {
        fn set_top(&self, child: Option<gtk::Widget>) {
            self.replace(&self.top, child);
        }

        fn set_board(&self, child: Option<gtk::Widget>) {
            self.replace(&self.board, child);
        }

        fn set_bottom(&self, child: Option<gtk::Widget>) {
            self.replace(&self.bottom, child);
        }

        fn set_panel(&self, child: Option<gtk::Widget>) {
            self.replace(&self.panel, child);
        }

        fn replace(&self, place: &RefCell<Option<gtk::Widget>>, child: Option<gtk::Widget>) {
            if let Some(old) = place.take() {
                old.unparent();
            }
            if let Some(child) = &child {
                child.set_parent(&*self.obj());
            }
            place.replace(child);
        }
    }
}

fn smallest(child: &RefCell<Option<gtk::Widget>>, along: gtk::Orientation, for_size: i32) -> i32 {
    child
        .borrow()
        .as_ref()
        .map_or(0, |child| child.measure(along, for_size).0)
}

fn place(child: &RefCell<Option<gtk::Widget>>, x: i32, y: i32, width: i32, height: i32) {
    if let Some(child) = &*child.borrow() {
        // GTK wants a child measured before it is placed.
        child.measure(gtk::Orientation::Horizontal, -1);
        child.size_allocate(&gtk::Allocation::new(x, y, width.max(0), height.max(0)), -1);
    }
}

glib::wrapper! {
    /// Board, players and panel, arranged for the room there is.
    pub struct Table(ObjectSubclass<imp::Table>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}
