//! The names of two players in one line, or in two lines where that is allowed and one line is too short. Where there is
//! no more room, each name is cut by itself, so that neither is lost.

use std::cell::Cell;

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::subclass::subclass;
use crate::words;

/// The space around the dash, as in a line of text, in logical pixels.
const GAP: i32 = 4;
/// So many letters of a name are shown at least, if it has them.
const READABLE: i32 = 5;

/// Where one of the names stands, or the dash between them.
#[derive(Debug, Clone, Copy)]
pub struct Arranged {
    /// How far from where reading begins.
    pub start: i32,
    /// How wide.
    pub width: i32,
    /// In the first line, which is 0, or in the second.
    pub line: i32,
}

/// Where White, the dash and Black stand in a width, given how wide they would be; Black in a second line where one is
/// too short, if that is allowed.
pub fn arranged([white, dash, black]: [i32; 3], width: i32, stacks: bool) -> [Arranged; 3] {
    let place = |start, width: i32, line| Arranged {
        start,
        width: width.max(0),
        line,
    };
    if stacks && white + dash + black + 2 * GAP > width {
        let white = white.min(width - GAP - dash);
        return [
            place(0, white, 0),
            place(white + GAP, dash, 0),
            place(0, black.min(width), 1),
        ];
    }
    // The shorter name is whole where half of the room is enough for it.
    let room = width - dash - 2 * GAP;
    let white = white.min((room - black).max(room / 2));
    let black = black.min(room - white);
    [
        place(0, white, 0),
        place(white + GAP, dash, 0),
        place(white + GAP + dash + GAP, black, 0),
    ]
}

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Pairing)]
    pub struct Pairing {
        /// Whether Black may stand below White where both are too long for one line.
        #[property(get, set)]
        pub stacks: Cell<bool>,
        pub white: gtk::Label,
        pub between: gtk::Label,
        pub black: gtk::Label,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Pairing {
        fn constructed(&self) {
            self.parent_constructed();
            let pairing = self.obj();
            self.between.set_label(&words::between_names());
            for label in [&self.white, &self.between, &self.black] {
                label.set_parent(&*pairing);
            }
            for name in [&self.white, &self.black] {
                name.set_xalign(0.0);
                name.set_ellipsize(pango::EllipsizeMode::End);
            }
            // What is cut short can be read in full under the pointer.
            pairing.set_has_tooltip(true);
            pairing.connect_query_tooltip(|pairing, _, _, _, tooltip| {
                let imp = pairing.imp();
                tooltip.set_text(Some(&pairing.full()));
                [&imp.white, &imp.black]
                    .iter()
                    .any(|name| name.layout().is_ellipsized())
            });
        }

        fn dispose(&self) {
            for label in [&self.white, &self.between, &self.black] {
                label.unparent();
            }
        }
    }

    impl WidgetImpl for Pairing {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            if self.stacks.get() {
                gtk::SizeRequestMode::HeightForWidth
            } else {
                gtk::SizeRequestMode::ConstantSize
            }
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let size = |label: &gtk::Label| label.measure(orientation, -1);
            let [white, between, black] = [&self.white, &self.between, &self.black].map(size);
            if orientation == gtk::Orientation::Horizontal {
                let [white, black] = [(&self.white, white), (&self.black, black)]
                    .map(|(label, (_, natural, ..))| (natural.min(readable(label)), natural));
                let least = if self.stacks.get() {
                    (white.0 + GAP + between.0).max(black.0)
                } else {
                    white.0 + between.0 + black.0 + 2 * GAP
                };
                return (least, white.1 + between.1 + black.1 + 2 * GAP, -1, -1);
            }
            let above = white.1.max(between.1);
            let height = if self.stacked(for_size) {
                above + black.1
            } else {
                above.max(black.1)
            };
            (height, height, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            let places = arranged(self.widths(), width, self.stacks.get());
            let stacked = places[2].line == 1;
            let labels = [&self.white, &self.between, &self.black];
            for (
                label,
                Arranged {
                    start,
                    width: own,
                    line,
                },
            ) in labels.into_iter().zip(places)
            {
                let (y, high) = match (stacked, line) {
                    (false, _) => (0, height),
                    (true, 0) => (0, height / 2),
                    (true, _) => (height / 2, height - height / 2),
                };
                self.place(label, width, (start, y), (own, high));
            }
        }
    }

    impl Pairing {
        /// Whether Black stands below White in such a width; none is all that is wanted.
        fn stacked(&self, width: i32) -> bool {
            width >= 0 && arranged(self.widths(), width, self.stacks.get())[2].line == 1
        }

        /// The natural widths.
        fn widths(&self) -> [i32; 3] {
            [&self.white, &self.between, &self.black]
                .map(|label| label.measure(gtk::Orientation::Horizontal, -1).1)
        }

        /// Places a label so far from where reading begins.
        fn place(
            &self,
            label: &gtk::Label,
            all: i32,
            (x, y): (i32, i32),
            (width, height): (i32, i32),
        ) {
            let mirrored = self.obj().direction() == gtk::TextDirection::Rtl;
            let left = if mirrored { all - x - width } else { x };
            label.size_allocate(&gtk::Allocation::new(left, y, width.max(0), height), -1);
        }
    }

    /// The width of the letters that are shown at least.
    fn readable(label: &gtk::Label) -> i32 {
        let letter = label.pango_context().metrics(None, None);
        READABLE * letter.approximate_char_width() / pango::SCALE
    }
}

subclass! {
    /// The two players of a game, White first.
    pub struct Pairing(imp::Pairing): gtk::Widget { css_name: "pairing", accessible_role: Label, default: new }
}

impl Pairing {
    /// Shows these names as they stand.
    pub fn show(&self, white: &str, black: &str) {
        let imp = self.imp();
        for (label, name) in [(&imp.white, white), (&imp.black, black)] {
            label.set_label(name);
        }
        self.update_property(&[gtk::accessible::Property::Label(&self.full())]);
    }

    /// Both names at their full length.
    pub fn full(&self) -> String {
        let imp = self.imp();
        words::versus(&imp.white.label(), &imp.black.label())
    }
}
