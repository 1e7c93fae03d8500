//! The names of two players in one line, or in two lines where that is allowed and one line is too short. Where there is
//! no more room, each name is cut by itself, so that neither is lost.

use std::cell::Cell;
use std::ops::Range;

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::subclass::subclass;
use crate::words;

/// The space around the dash, as in a line of text, in logical pixels.
const GAP: i32 = 4;
/// So many letters of a name are shown at least, if it has them.
const READABLE: i32 = 5;

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
            let dash = wide(&self.between);
            let [white, black] = [&self.white, &self.black].map(wide);
            if self.stacked(width) {
                let above = height / 2;
                let white = white.min(width - GAP - dash);
                self.place(&self.white, width, (0, 0), (white, above));
                self.place(&self.between, width, (white + GAP, 0), (dash, above));
                let below = (black.min(width), height - above);
                self.place(&self.black, width, (0, above), below);
                return;
            }
            // The shorter name is whole where half of the room is enough for it.
            let room = width - dash - 2 * GAP;
            let white = white.min((room - black).max(room / 2));
            let black = black.min(room - white);
            let after = white + GAP + dash + GAP;
            self.place(&self.white, width, (0, 0), (white, height));
            self.place(&self.between, width, (white + GAP, 0), (dash, height));
            self.place(&self.black, width, (after, 0), (black, height));
        }
    }

    impl Pairing {
        /// Whether Black stands below White in such a width; none is all that is wanted.
        fn stacked(&self, width: i32) -> bool {
            let [white, between, black] = [&self.white, &self.between, &self.black].map(wide);
            self.stacks.get() && width >= 0 && white + between + black + 2 * GAP > width
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

    /// The natural width.
    fn wide(label: &gtk::Label) -> i32 {
        label.measure(gtk::Orientation::Horizontal, -1).1
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

    /// Where the names of White and of Black are written.
    pub fn labels(&self) -> [gtk::Label; 2] {
        let imp = self.imp();
        [imp.white.clone(), imp.black.clone()]
    }

    /// Marks parts of the names, by their places in bytes.
    pub fn mark(&self, white: &[Range<usize>], black: &[Range<usize>]) {
        let imp = self.imp();
        mark(&imp.white, white);
        mark(&imp.black, black);
    }

    /// Both names at their full length.
    pub fn full(&self) -> String {
        let imp = self.imp();
        words::versus(&imp.white.label(), &imp.black.label())
    }
}

/// Marks parts of what is written on a label, by their places in bytes, so that it is seen in any colours, also where all of
/// it is bold.
pub fn mark(label: &gtk::Label, parts: &[Range<usize>]) {
    let marks = pango::AttrList::new();
    for part in parts {
        let bold: pango::Attribute = pango::AttrInt::new_weight(pango::Weight::Bold).into();
        let line = pango::AttrInt::new_underline(pango::Underline::Single).into();
        for mut attribute in [bold, line] {
            attribute.set_start_index(u32::try_from(part.start).unwrap_or(u32::MAX));
            attribute.set_end_index(u32::try_from(part.end).unwrap_or(u32::MAX));
            marks.insert(attribute);
        }
    }
    label.set_attributes(Some(&marks).filter(|_| !parts.is_empty()));
}
