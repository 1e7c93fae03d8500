//! Why a move is refused, said beside the square that shows it, where whoever moved is looking.

use std::cell::RefCell;

use gtk::prelude::*;
use gtk::{graphene, gsk, pango};
use rank_and_file_core::board::Geometry;
use rank_and_file_core::rules::Square;

/// No line of the text is longer, in letters.
const LINE: i32 = 30;
/// Between the bubble and its square, and the edge of the board, in logical pixels.
const GAP: f64 = 6.0;

/// A few words over the board. It is for the eye alone: the status line has them for everybody.
pub struct Bubble {
    shape: gtk::Box,
    text: gtk::Label,
    /// The squares that it is about, the one first at which it is, and whether it is read from the far
    /// side.
    at: RefCell<Option<(Vec<Square>, bool)>>,
}

impl Default for Bubble {
    fn default() -> Self {
        let shape = gtk::Box::builder()
            .spacing(8)
            .visible(false)
            .can_target(false)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .css_classes(["bubble"])
            .build();
        let text = gtk::Label::builder()
            .wrap(true)
            .wrap_mode(pango::WrapMode::WordChar)
            .max_width_chars(LINE)
            .xalign(0.0)
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        let icon = gtk::Image::builder()
            .icon_name("dialog-warning-symbolic")
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        shape.append(&icon);
        shape.append(&text);
        Self {
            shape,
            text,
            at: RefCell::default(),
        }
    }
}

impl Bubble {
    pub fn set_parent(&self, board: &impl IsA<gtk::Widget>) {
        self.shape.set_parent(board);
    }

    /// Says something of squares, at the first of them, to the far player or the near one; or nothing.
    /// Returns whether anything is, or was, said.
    pub fn say(&self, said: Option<(String, Vec<Square>, bool)>) -> bool {
        let text = said.as_ref().map_or("", |(text, ..)| text);
        self.text.set_label(text);
        self.shape.set_visible(said.is_some());
        let says = said.is_some();
        let before = self
            .at
            .replace(said.map(|(_, squares, far)| (squares, far)));
        says || before.is_some()
    }

    /// Lays it beside its square: before it, as its reader sees that, where there is room and no more
    /// of what it is about is covered than behind it.
    pub fn place(&self, geometry: &Geometry, (width, height): (i32, i32)) {
        let at = self.at.borrow();
        let Some((squares, far)) = &*at else { return };
        let Some(square) = squares.first() else {
            return;
        };
        let (board_width, board_height) = (f64::from(width), f64::from(height));
        let wide = self.shape.measure(gtk::Orientation::Horizontal, -1).1;
        let wide = wide.min(width - 2 * GAP as i32);
        let high = self.shape.measure(gtk::Orientation::Vertical, wide).1;
        let (left, top) = geometry.corner(*square);
        let middle = left + geometry.square / 2.0;
        let x = (middle - f64::from(wide) / 2.0)
            .min(board_width - f64::from(wide) - GAP)
            .max(GAP);
        let (above, below) = (top - GAP - f64::from(high), top + geometry.square + GAP);
        let fits = |y: &f64| *y >= 0.0 && *y + f64::from(high) <= board_height;
        let covered = |y: f64| {
            let words = graphene::Rect::new(x as f32, y as f32, wide as f32, high as f32);
            let corners = squares.iter().map(|square| geometry.corner(*square));
            let side = geometry.square as f32;
            corners
                .map(|(x, y)| graphene::Rect::new(x as f32, y as f32, side, side))
                .filter(|square| words.intersection(square).is_some())
                .count()
        };
        let ways = if *far { [below, above] } else { [above, below] };
        let fitting = ways.into_iter().filter(fits);
        let y = fitting.min_by_key(|y| covered(*y)).unwrap_or(below);
        // Nothing beyond the board is covered: the status line stands there.
        let y = y.min(board_height - f64::from(high)).max(0.0);
        // A board that is smaller than the words leaves them to that line.
        let opacity = if f64::from(high) <= board_height {
            1.0
        } else {
            0.0
        };
        self.shape.set_opacity(opacity);
        let place = gsk::Transform::new().translate(&graphene::Point::new(x as f32, y as f32));
        let place = if *far {
            place
                .translate(&graphene::Point::new(wide as f32, high as f32))
                .rotate(180.0)
        } else {
            place
        };
        self.shape.allocate(wide, high, -1, Some(place));
    }
}
