//! How a game lies in its window: the board between its two players, and the panel beside it or,
//! where the window is narrow, below. Without the panel the board has all the room.

mod board;
mod evaluation_bar;
mod move_entry;
mod player_bar;
mod proof_popover;

pub use board::{Board, Figure, PieceInHand};
pub use evaluation_bar::EvaluationBar;
pub use move_entry::{CommandOutcome, MoveEntry};
pub use player_bar::PlayerBar;
pub use proof_popover::ProofPopover;

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{graphene, gsk};

use crate::model::weak;
use crate::subclass::subclass;
use crate::ui::keys::is_lost;
use crate::ui::parts::unparent_children;

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
        /// What stands beside the board, as high as it is.
        #[property(get, set = Self::set_gauge, nullable)]
        pub gauge: RefCell<Option<gtk::Widget>>,
        /// The player at the near side.
        #[property(get, set = Self::set_bottom, nullable)]
        pub bottom: RefCell<Option<gtk::Widget>>,
        /// What is there instead of the board where that is hidden.
        #[property(get, set = Self::set_cover, nullable)]
        pub cover: RefCell<Option<gtk::Widget>>,
        /// Whether the board is hidden: nothing shows or says the position.
        #[property(get, set = Self::set_covered)]
        pub covered: Cell<bool>,
        /// What lies beside the board or below it while there is no panel, and covers nothing.
        #[property(get, set = Self::set_pill, nullable)]
        pub pill: RefCell<Option<gtk::Widget>>,
        /// Whether what belongs to the far player stands on its head.
        #[property(get, set = Self::set_face_to_face)]
        pub face_to_face: Cell<bool>,
        /// The class of the size that it has.
        pub size: Cell<&'static str>,
        /// Everything else.
        #[property(get, set = Self::set_panel, nullable)]
        pub panel: RefCell<Option<gtk::Widget>>,
        /// Whether the board is studied: what lies below it leaves it most of the width.
        #[property(get, set = Self::set_studied)]
        pub studied: Cell<bool>,
        /// Whether that lies below the board, which then has what it leaves.
        #[property(get)]
        pub panel_below: Cell<bool>,
        /// Whether it has little height: below the board, or beside it in a low window.
        #[property(get)]
        pub panel_low: Cell<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Table {
        fn dispose(&self) {
            unparent_children(&*self.obj());
        }
    }

    impl WidgetImpl for Table {
        /// From one player over the board to the other, and then to the panel, wherever that lies:
        /// who is asked something is asked beside the board.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let places = [
                &self.top,
                &self.board,
                &self.cover,
                &self.bottom,
                &self.pill,
                &self.panel,
            ];
            let mut order: Vec<gtk::Widget> = places
                .iter()
                .filter_map(|place| place.borrow().clone())
                .collect();
            match direction {
                gtk::DirectionType::TabForward => {}
                gtk::DirectionType::TabBackward => order.reverse(),
                _ => return self.parent_focus(direction),
            }
            let focused = self.obj().focus_child();
            let from = order
                .iter()
                .position(|child| Some(child) == focused.as_ref());
            let mut rest = order.iter().skip(from.unwrap_or(0));
            rest.any(|child| child.is_visible() && child.child_focus(direction))
        }

        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            if orientation == gtk::Orientation::Horizontal {
                let narrow = [&self.top, &self.bottom, &self.panel]
                    .map(|child| smallest(child, orientation, -1))
                    .into_iter()
                    .fold(SMALLEST, i32::max);
                let narrow = narrow.max(SMALLEST + self.aside());
                return (narrow, narrow.max(NATURAL + GAP + PANEL.1), -1, -1);
            }
            let (top, bottom) = self.bars(for_size);
            let bars = top + bottom;
            if for_size >= WIDE {
                let least = self.height_beside(for_size, bars);
                return (least, least.max(bars + NATURAL), -1, -1);
            }
            let lower = if for_size < 0 {
                -1
            } else {
                for_size.min(PANEL_BELOW)
            };
            let panel = smallest(&self.panel, orientation, lower);
            // No board is higher than it is wide.
            let side = if for_size < 0 {
                NATURAL
            } else {
                for_size.clamp(SMALLEST, NATURAL)
            };
            let least = bars + self.least_below(for_size) + panel;
            (least, bars + side + panel, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            self.take_size(width.min(height));
            let vertical = gtk::Orientation::Vertical;
            let shown = self.panel.borrow();
            let shown = shown.as_ref().is_some_and(WidgetExt::is_visible);
            // The smaller the board, the narrower its bars, and the higher.
            let mut bar = width;
            let (mut top, mut bottom) = self.bars(bar);
            let aside = self.aside();
            let (mut wide, mut side) = self.sides(width, height - top - bottom, shown);
            for _ in 0..4 {
                let narrower = if wide || side >= NARROW { side } else { width };
                if narrower >= bar {
                    break;
                }
                bar = narrower;
                (top, bottom) = self.bars(bar);
                (wide, side) = self.sides(width, height - top - bottom, shown);
            }
            self.take_place(shown && !wide, shown && (!wide || height < LOW));
            // Where one reads from right to left, the panel is at the left.
            let mirrored = self.obj().direction() == gtk::TextDirection::Rtl;
            let along = |x: i32, wide: i32| if mirrored { width - x - wide } else { x };
            if wide {
                let panel = self.panel_beside(width, side);
                let left = ((width - aside - side - GAP - panel) / 2).max(0) + aside;
                let column = top + side + bottom;
                let needed = smallest(&self.panel, vertical, panel)
                    .max(column)
                    .min(height);
                // Beside a panel that is higher, the board begins where that does.
                let above = ((height - column) / 2).max(0).min(height - needed);
                let beside = along(left + side + GAP, panel);
                let gauge = along(left - aside, aside - ASIDE);
                let left = along(left, side);
                place(&self.gauge, gauge, above + top, aside - ASIDE, side);
                self.place_top(left, above, side, top);
                self.place_board(left, above + top, side);
                place(&self.bottom, left, above + top + side, side, bottom);
                place(&self.panel, beside, above, panel, needed);
            } else {
                let left = (width - aside - side) / 2 + aside;
                let gauge = along(left - aside, aside - ASIDE);
                let left = along(left, side);
                let (bar_left, bar) = if side < NARROW {
                    (0, width)
                } else {
                    (left, side)
                };
                let used = top + side + bottom;
                let y = if shown { 0 } else { (height - used).max(0) / 2 };
                place(&self.gauge, gauge, y + top, aside - ASIDE, side);
                self.place_top(bar_left, y, bar, top);
                self.place_board(left, y + top, side);
                place(&self.bottom, bar_left, y + top + side, bar, bottom);
                let corner = (left + side, y + top + side);
                self.place_pill(corner, y + used, (width, height));
                if shown {
                    let lower = side.max(width.min(PANEL_BELOW));
                    let lower_left = (width - lower) / 2;
                    place(&self.panel, lower_left, used, lower, height - used);
                }
            }
        }
    }

    impl Table {
        /// Names and clocks grow with the table. They take their new size with the next frame.
        fn take_size(&self, length: i32) {
            let mut reached = SIZES.into_iter().filter(|(_, from)| length >= *from);
            let size = reached.next_back().map_or("", |(name, _)| name);
            if self.size.replace(size) == size {
                return;
            }
            glib::idle_add_local_once(weak!(self.obj(), |table| table
                .set_css_classes(&[table.imp().size.get()])));
        }

        /// Tells where the panel lies, with the next frame.
        fn take_place(&self, below: bool, low: bool) {
            if self.panel_below.replace(below) != below {
                glib::idle_add_local_once(weak!(self.obj(), |table| table.notify_panel_below()));
            }
            if self.panel_low.replace(low) != low {
                glib::idle_add_local_once(weak!(self.obj(), |table| table.notify_panel_low()));
            }
        }

        /// What lies beside the board takes so much of the width, with what is left between them.
        fn aside(&self) -> i32 {
            let gauge = self.gauge.borrow();
            let shown = gauge.as_ref().filter(|gauge| gauge.is_visible());
            shown.map_or(0, |gauge| natural(gauge) + ASIDE)
        }

        /// The width that the panel has at least beside the board. With large buttons it needs more than usual.
        fn least_beside(&self) -> i32 {
            smallest(&self.panel, gtk::Orientation::Horizontal, -1).max(PANEL.0)
        }

        /// The width of the panel beside a board of such a side.
        fn panel_beside(&self, width: i32, side: i32) -> i32 {
            let least = self.least_beside();
            (width - self.aside() - GAP - side).clamp(least, PANEL.1.max(least))
        }

        /// The least height in which the panel fits beside the board. The lower the board, the wider the panel, and the lower
        /// that is, too.
        fn height_beside(&self, width: i32, bars: i32) -> i32 {
            let mut least = bars + SMALLEST;
            for _ in 0..3 {
                let panel = self.panel_beside(width, least - bars);
                let needed = smallest(&self.panel, gtk::Orientation::Vertical, panel);
                if needed <= least {
                    return least;
                }
                least = needed;
            }
            let narrowest = self.least_beside();
            least.max(smallest(&self.panel, gtk::Orientation::Vertical, narrowest))
        }

        /// The side that the board has in such a width at least, above the panel.
        fn least_below(&self, width: i32) -> i32 {
            if self.studied.get() {
                (width * STUDIED.0 / STUDIED.1).clamp(SMALLEST, STUDIED_MOST)
            } else {
                SMALLEST
            }
        }

        /// The heights that the bars of both players need at such a width.
        fn bars(&self, width: i32) -> (i32, i32) {
            let high = |bar| {
                let least = smallest(bar, gtk::Orientation::Horizontal, -1);
                let width = if width < 0 { -1 } else { width.max(least) };
                smallest(bar, gtk::Orientation::Vertical, width)
            };
            (high(&self.top), high(&self.bottom))
        }

        /// Whether the panel lies beside the board in so much room, and how large the board is:
        /// whichever way gives the larger board.
        fn sides(&self, width: i32, height: i32, panel: bool) -> (bool, i32) {
            let beside = (width - self.aside() - GAP - self.least_beside()).min(height);
            let above = self.side_above(width, height);
            let wide = panel && width >= WIDE && beside >= above;
            let side = self.without_rest(if wide { beside } else { above });
            (wide, side)
        }

        /// The side of the board above the panel. The smaller the board, the narrower the panel, and
        /// the higher.
        fn side_above(&self, width: i32, height: i32) -> i32 {
            let most = width - self.aside();
            let mut side = most;
            for _ in 0..4 {
                let lower = side.max(width.min(PANEL_BELOW));
                let panel = smallest(&self.panel, gtk::Orientation::Vertical, lower);
                let fitting = most.min(height - panel);
                if fitting >= side {
                    break;
                }
                side = fitting;
            }
            side
        }

        /// The side of the board in so much room, if it takes no more than it uses.
        fn without_rest(&self, side: i32) -> i32 {
            let board = self.board.borrow();
            let board = board
                .as_ref()
                .and_then(|board| board.downcast_ref::<Board>());
            board.map_or(side.max(8), |board| board.side_within(side))
        }

        fn place_board(&self, x: i32, y: i32, side: i32) {
            place(&self.board, x, y, side, side);
            place(&self.cover, x, y, side, side);
            if let Some(board) = self.board.borrow().and_downcast_ref::<Board>() {
                board.settle();
            }
        }

        /// Places the pill beside the lower corner of a board that has its right side and its lower end here or, where that
        /// leaves no room, below the near player, so that it covers neither.
        fn place_pill(&self, (right, low): (i32, i32), used: i32, (width, height): (i32, i32)) {
            let Some(pill) = &*self.pill.borrow() else {
                return;
            };
            let (least, most, ..) = pill.measure(gtk::Orientation::Horizontal, -1);
            let wide = most.min(width - right - GAP);
            let beside = wide >= least;
            let wide = if beside { wide } else { most.min(width) };
            let high = pill.measure(gtk::Orientation::Vertical, wide).1;
            let (x, y) = if beside {
                (right + GAP, low - high)
            } else {
                ((width - wide) / 2, (used + GAP).min(height - high))
            };
            allocate(pill, x, y, wide, high, false);
        }

        fn place_top(&self, x: i32, y: i32, width: i32, height: i32) {
            if let Some(top) = &*self.top.borrow() {
                top.measure(gtk::Orientation::Horizontal, -1);
                allocate(top, x, y, width, height, self.face_to_face.get());
            }
        }

        fn set_top(&self, child: Option<gtk::Widget>) {
            self.replace(&self.top, child);
        }

        fn set_board(&self, child: Option<gtk::Widget>) {
            self.replace(&self.board, child);
        }

        fn set_gauge(&self, child: Option<gtk::Widget>) {
            self.replace(&self.gauge, child);
        }

        fn set_bottom(&self, child: Option<gtk::Widget>) {
            self.replace(&self.bottom, child);
        }

        fn set_cover(&self, child: Option<gtk::Widget>) {
            self.replace(&self.cover, child);
            self.set_covered(self.covered.get());
        }

        fn set_covered(&self, covered: bool) {
            let changed = self.covered.replace(covered) != covered;
            let [board, cover] = [&self.board, &self.cover].map(|child| child.borrow().clone());
            let follows = changed && self.may_take_keyboard(&[&board, &cover]);
            let (shown, hidden) = match covered {
                true => (&cover, &board),
                false => (&board, &cover),
            };
            if let Some(shown) = shown {
                shown.set_visible(true);
            }
            if let Some(board) = board.and_downcast_ref::<Board>() {
                board.cover_by(cover.as_ref().filter(|_| covered));
                if follows {
                    board.refocus();
                }
            }
            if let Some(hidden) = hidden {
                hidden.set_visible(false);
            }
        }

        /// Whether the keyboard is in one of these children, or nowhere: what is in use elsewhere, such as a menu, keeps it.
        fn may_take_keyboard(&self, places: &[&Option<gtk::Widget>]) -> bool {
            let table = self.obj();
            let inside = table.focus_child();
            let here = inside.is_some() && places.contains(&&inside);
            table.is_mapped() && (here || is_lost(&*table))
        }

        fn set_pill(&self, child: Option<gtk::Widget>) {
            self.replace(&self.pill, child);
        }

        fn set_face_to_face(&self, face_to_face: bool) {
            self.face_to_face.set(face_to_face);
            self.obj().queue_allocate();
        }

        fn set_studied(&self, studied: bool) {
            if self.studied.replace(studied) != studied {
                self.obj().queue_resize();
            }
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

/// From this width on the panel may lie beside the board.
const WIDE: i32 = 600;
/// In windows that are lower, the panel beside the board has little height.
const LOW: i32 = 480;
/// The width of the panel beside the board.
const PANEL: (i32, i32) = (296, 400);
/// Below the board the panel is as wide as the board, or at least this where there is so much room.
const PANEL_BELOW: i32 = 480;
const GAP: i32 = 12;
/// What is left between the board and what stands beside it.
const ASIDE: i32 = 4;
/// From these lengths of its shorter side on, names and clocks are read from a metre away, and from
/// the other end of the room.
const SIZES: [(&str, i32); 2] = [("large", 600), ("huge", 900)];
/// The names may be wider than a board that is smaller than this, for want of height.
const NARROW: i32 = 320;
/// The smallest board, and the one that a window would like to have.
const SMALLEST: i32 = 192;
const NATURAL: i32 = 560;
/// A board that is studied has such a part of the width, up to this side.
const STUDIED: (i32, i32) = (2, 3);
const STUDIED_MOST: i32 = 288;

subclass! {
    /// Board, players and panel, arranged for the room there is.
    pub struct Table(imp::Table): gtk::Widget { css_name: "table" }
}

/// The least that a child needs along one side.
pub(super) fn smallest(
    child: &RefCell<Option<gtk::Widget>>,
    along: gtk::Orientation,
    for_size: i32,
) -> i32 {
    child
        .borrow()
        .as_ref()
        .map_or(0, |child| child.measure(along, for_size).0)
}

/// How wide a child would like to be.
pub(super) fn natural(child: &gtk::Widget) -> i32 {
    child.measure(gtk::Orientation::Horizontal, -1).1
}

/// Places a child, if it is there.
pub(super) fn place(child: &RefCell<Option<gtk::Widget>>, x: i32, y: i32, width: i32, height: i32) {
    if let Some(child) = &*child.borrow() {
        // GTK wants a child measured before it is placed.
        child.measure(gtk::Orientation::Horizontal, -1);
        allocate(child, x, y, width, height, false);
    }
}

/// Places a child, on its feet or on its head.
pub(super) fn allocate(
    child: &gtk::Widget,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    upside_down: bool,
) {
    let (width, height) = (width.max(0), height.max(0));
    let place = gsk::Transform::new();
    let place = if upside_down {
        place
            .translate(&graphene::Point::new(
                (x + width) as f32,
                (y + height) as f32,
            ))
            .rotate(180.0)
    } else {
        place.translate(&graphene::Point::new(x as f32, y as f32))
    };
    child.allocate(width, height, -1, Some(place));
}
