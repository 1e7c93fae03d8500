//! Buttons beside one another where there is room, the first above the others where there is not,
//! and so on with the others.

use std::cell::{Cell, OnceCell, RefCell};
use std::time::Duration;

use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::model::Timer;
use crate::subclass::subclass;
use crate::ui::widget::{children, unparent_children};

const GAP: i32 = 6;
/// How long a press is not yet meant for buttons that have just appeared.
const UNSEEN: Duration = Duration::from_secs(1);

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::ButtonRow)]
    pub struct ButtonRow {
        /// Whether the words of the first may take more lines before the others go below it.
        #[property(get, set = Self::set_squeeze)]
        pub squeeze: Cell<bool>,
        /// Whether presses of the pointer do nothing in the first second after the buttons have appeared or moved: a
        /// hand that is about to press what was there before does not press another one.
        #[property(get, set = Self::set_guarded)]
        pub guarded: Cell<bool>,
        /// Which of the children were laid out last.
        pub seen: RefCell<Vec<bool>>,
        /// Takes the presses that are meant for something else.
        pub guard: OnceCell<gtk::GestureClick>,
        pub guarding: Timer,
    }

    #[glib::derived_properties]
    impl ObjectImpl for ButtonRow {
        fn dispose(&self) {
            unparent_children(&*self.obj());
        }
    }

    impl WidgetImpl for ButtonRow {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let buttons = self.obj().buttons();
            if orientation == gtk::Orientation::Horizontal {
                let smallest = buttons.iter().map(|button| width(button).0).max();
                let natural = in_a_row(&buttons, |button| width(button).1);
                return (smallest.unwrap_or_default(), natural, -1, -1);
            }
            let all = if for_size < 0 { i32::MAX } else { for_size };
            let rows = rows(&buttons, all, self.squeeze.get());
            let gaps = GAP * length(&rows).saturating_sub(1);
            let height = rows.iter().map(|row| highest(row, all)).sum::<i32>() + gaps;
            (height, height, -1, -1)
        }

        fn map(&self) {
            self.parent_map();
            self.guard();
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            let row = self.obj();
            let seen: Vec<bool> = children(&*row).map(|child| child.should_layout()).collect();
            if *self.seen.borrow() != seen {
                self.seen.replace(seen);
                self.guard();
            }
            let buttons = self.obj().buttons();
            let rows = rows(&buttons, width, self.squeeze.get());
            let mut y = 0;
            for (index, row) in rows.iter().enumerate() {
                let high = highest(row, width);
                // What is left of the height is the last row's.
                let last = index + 1 == rows.len();
                let high = if last { high.max(height - y) } else { high };
                self.obj().place(row, (width, y, high));
                y += high + GAP;
            }
        }
    }

    impl ButtonRow {
        fn set_squeeze(&self, squeeze: bool) {
            self.squeeze.set(squeeze);
            self.obj().queue_resize();
        }

        fn set_guarded(&self, guarded: bool) {
            self.guarded.set(guarded);
            self.guard();
        }

        /// Takes all presses for a while, if that is wanted.
        fn guard(&self) {
            if !self.guarded.get() {
                return;
            }
            let guard = self.guard.get_or_init(|| {
                let guard = gtk::GestureClick::builder().button(0).build();
                guard.connect_pressed(|guard, _, _, _| {
                    guard.set_state(gtk::EventSequenceState::Claimed);
                });
                self.obj().add_controller(guard.clone());
                guard
            });
            guard.set_propagation_phase(gtk::PropagationPhase::Capture);
            self.guarding.set(guard, UNSEEN, |guard| {
                guard.set_propagation_phase(gtk::PropagationPhase::None);
            });
        }
    }
}

subclass! {
    /// A few buttons, the most wanted first, in one row or in more.
    pub struct ButtonRow(imp::ButtonRow): gtk::Widget { css_name: "buttonrow", default: new }
}

impl ButtonRow {
    fn buttons(&self) -> Vec<gtk::Widget> {
        laid_out(self)
    }

    /// Lays buttons into a row of this width, at this height and so high.
    fn place(&self, buttons: &[gtk::Widget], (all, y, height): (i32, i32, i32)) {
        let mut x = 0;
        for (button, wide) in buttons.iter().zip(widths(buttons, all)) {
            let left = if self.direction() == gtk::TextDirection::Rtl {
                all - x - wide
            } else {
                x
            };
            button.size_allocate(&gtk::Allocation::new(left, y, wide, height), -1);
            x += wide + GAP;
        }
    }
}

/// The children of a widget that take part in its layout.
pub fn laid_out(widget: &impl IsA<gtk::Widget>) -> Vec<gtk::Widget> {
    children(widget).filter(WidgetExt::should_layout).collect()
}

/// Which buttons are in one row. Below the first, words take more lines before there are more rows.
fn rows(buttons: &[gtk::Widget], all: i32, squeeze: bool) -> Vec<&[gtk::Widget]> {
    // What those that are left take in one row, at least and by nature.
    let mut least = in_a_row(buttons, |button| width(button).0);
    let mut natural = in_a_row(buttons, |button| width(button).1);
    let (mut rows, mut left) = (Vec::new(), buttons);
    while left.len() > 1 && natural > all && (least > all || !squeeze && rows.is_empty()) {
        let (first, others) = left.split_at(1);
        least -= width(&first[0]).0 + GAP;
        natural -= width(&first[0]).1 + GAP;
        rows.push(first);
        left = others;
    }
    rows.push(left);
    rows
}

/// How wide each button of a row is: alike if that leaves each its words. What expands takes all
/// that the others do not need, and gives first where the room is short.
fn widths(buttons: &[gtk::Widget], all: i32) -> Vec<i32> {
    let count = length(buttons).max(1);
    let even = (all - GAP * (count - 1)) / count;
    let expanding = buttons.iter().filter(|button| expands(button)).count();
    let wanting = i32::try_from(expanding).unwrap_or(count);
    let wants = |button: &gtk::Widget| wanting == 0 || expands(button);
    let sharing = if wanting == 0 { count } else { wanting };
    if wanting == 0 && buttons.iter().all(|button| width(button).1 <= even) {
        return vec![even; buttons.len()];
    }
    let spare = all - in_a_row(buttons, |button| width(button).1);
    if spare >= 0 {
        let wide = |button| width(button).1 + if wants(button) { spare / sharing } else { 0 };
        return buttons.iter().map(wide).collect();
    }
    // Those that need not give keep their words in one line where that leaves the others enough.
    let kept = |button: &gtk::Widget| {
        let (least, natural) = width(button);
        if wants(button) { least } else { natural }
    };
    let least = |button: &gtk::Widget| width(button).0;
    let spare = all - in_a_row(buttons, kept);
    if spare >= 0 {
        let wide = |button| kept(button) + if wants(button) { spare / sharing } else { 0 };
        return buttons.iter().map(wide).collect();
    }
    let spare = (all - in_a_row(buttons, least)).max(0) / count;
    buttons.iter().map(|button| least(button) + spare).collect()
}

fn length<T>(items: &[T]) -> i32 {
    i32::try_from(items.len()).unwrap_or(i32::MAX)
}

fn expands(button: &gtk::Widget) -> bool {
    button.compute_expand(gtk::Orientation::Horizontal)
}

/// The smallest and the natural width.
fn width(button: &gtk::Widget) -> (i32, i32) {
    let (smallest, natural, _, _) = button.measure(gtk::Orientation::Horizontal, -1);
    (smallest, natural)
}

fn in_a_row(buttons: &[gtk::Widget], width: impl Fn(&gtk::Widget) -> i32) -> i32 {
    let gaps = length(buttons).saturating_sub(1);
    buttons.iter().map(width).sum::<i32>() + GAP * gaps
}

/// The height of a row of this width.
fn highest(buttons: &[gtk::Widget], all: i32) -> i32 {
    let wide: Vec<i32> = match all {
        i32::MAX => vec![-1; buttons.len()],
        all => widths(buttons, all),
    };
    let heights = buttons
        .iter()
        .zip(wide)
        .map(|(button, wide)| button.measure(gtk::Orientation::Vertical, wide).1);
    heights.max().unwrap_or_default()
}
