//! Buttons beside one another where there is room, the first above the others where there is not.

use gtk::prelude::*;
use gtk::subclass::prelude::*;

const GAP: i32 = 6;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct ButtonRow;

    #[glib::object_subclass]
    impl ObjectSubclass for ButtonRow {
        const NAME: &'static str = "RfButtonRow";
        type Type = super::ButtonRow;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("buttonrow");
        }
    }

    impl ObjectImpl for ButtonRow {
        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for ButtonRow {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let buttons = self.obj().buttons();
            let Some((first, others)) = buttons.split_first() else {
                return (0, 0, -1, -1);
            };
            if orientation == gtk::Orientation::Horizontal {
                let smallest = width(first)
                    .0
                    .max(in_a_row(others, |button| width(button).0));
                let natural = in_a_row(&buttons, |button| width(button).1);
                return (smallest, natural.max(smallest), -1, -1);
            }
            let height = if for_size < 0 || fits(&buttons, for_size) {
                highest(&buttons)
            } else {
                highest(&buttons[..1]) + GAP + highest(others)
            };
            (height, height, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            let buttons = self.obj().buttons();
            if fits(&buttons, width) || buttons.len() < 2 {
                self.obj().place(&buttons, (width, 0, height));
                return;
            }
            let (first, others) = buttons.split_at(1);
            let above = highest(first);
            self.obj().place(first, (width, 0, above));
            let below = above + GAP;
            self.obj().place(others, (width, below, height - below));
        }
    }
}

glib::wrapper! {
    /// A few buttons, the most wanted first, in one row or in two.
    pub struct ButtonRow(ObjectSubclass<imp::ButtonRow>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl ButtonRow {
    fn buttons(&self) -> Vec<gtk::Widget> {
        std::iter::successors(self.first_child(), WidgetExt::next_sibling)
            .filter(WidgetExt::should_layout)
            .collect()
    }

    /// Lays buttons into a row of this width, at this height and so high: alike in width if that
    /// leaves each its words. What expands takes all that the others do not need.
    fn place(&self, buttons: &[gtk::Widget], (all, y, height): (i32, i32, i32)) {
        let Ok(count) = i32::try_from(buttons.len()) else {
            return;
        };
        let even = (all - GAP * (count - 1)) / count.max(1);
        let wanting = buttons.iter().filter(|button| expands(button)).count();
        let wanting = i32::try_from(wanting).unwrap_or(count);
        let alike = wanting == 0 && buttons.iter().all(|button| width(button).1 <= even);
        let spare = all - in_a_row(buttons, |button| width(button).1);
        let mut x = 0;
        for button in buttons {
            let (smallest, natural) = width(button);
            let wide = if alike || spare < 0 {
                even.max(smallest)
            } else if wanting == 0 {
                natural + spare / count
            } else if expands(button) {
                natural + spare / wanting
            } else {
                natural
            };
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

fn expands(button: &gtk::Widget) -> bool {
    button.compute_expand(gtk::Orientation::Horizontal)
}

/// The smallest and the natural width.
fn width(button: &gtk::Widget) -> (i32, i32) {
    let (smallest, natural, _, _) = button.measure(gtk::Orientation::Horizontal, -1);
    (smallest, natural)
}

fn in_a_row(buttons: &[gtk::Widget], width: impl Fn(&gtk::Widget) -> i32) -> i32 {
    let gaps = i32::try_from(buttons.len().saturating_sub(1)).unwrap_or(0);
    buttons.iter().map(width).sum::<i32>() + GAP * gaps
}

fn fits(buttons: &[gtk::Widget], all: i32) -> bool {
    in_a_row(buttons, |button| width(button).1) <= all
}

fn highest(buttons: &[gtk::Widget]) -> i32 {
    let heights = buttons
        .iter()
        .map(|button| button.measure(gtk::Orientation::Vertical, -1).1);
    heights.max().unwrap_or_default()
}
