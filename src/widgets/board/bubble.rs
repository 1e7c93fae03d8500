//! Why a move is refused, said beside the square that shows it, where whoever moved is looking.

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
    /// At which square it is, and whether it is read from the far side.
    at: std::cell::Cell<Option<(Square, bool)>>,
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
            at: std::cell::Cell::default(),
        }
    }
}

impl Bubble {
    pub fn set_parent(&self, board: &impl IsA<gtk::Widget>) {
        self.shape.set_parent(board);
    }

    /// Says something at a square, to the far player or the near one; or nothing. Returns whether
    /// anything is, or was, said.
    pub fn say(&self, said: Option<(&str, Square, bool)>) -> bool {
        let before = self.at.replace(said.map(|(_, square, far)| (square, far)));
        self.text.set_label(said.map_or("", |(text, ..)| text));
        self.shape.set_visible(said.is_some());
        said.is_some() || before.is_some()
    }

    /// Lays it beside its square: before it, as its reader sees that, where there is room.
    pub fn place(&self, geometry: &Geometry, (width, height): (i32, i32)) {
        let Some((square, far)) = self.at.get() else {
            return;
        };
        let (board_width, board_height) = (f64::from(width), f64::from(height));
        let wide = self.shape.measure(gtk::Orientation::Horizontal, -1).1;
        let wide = wide.min(width - 2 * GAP as i32);
        let high = self.shape.measure(gtk::Orientation::Vertical, wide).1;
        let (left, top) = geometry.corner(square);
        let (above, below) = (top - GAP - f64::from(high), top + geometry.square + GAP);
        let room_above = above >= 0.0;
        let room_below = below + f64::from(high) <= board_height;
        let y = if room_above && !(far && room_below) {
            above
        } else {
            below
        };
        // Nothing beyond the board is covered: the status line stands there.
        let y = y.min(board_height - f64::from(high)).max(0.0);
        // A board that is smaller than the words leaves them to that line.
        let opacity = if f64::from(high) <= board_height {
            1.0
        } else {
            0.0
        };
        self.shape.set_opacity(opacity);
        let middle = left + geometry.square / 2.0;
        let x = (middle - f64::from(wide) / 2.0)
            .min(board_width - f64::from(wide) - GAP)
            .max(GAP);
        let place = gsk::Transform::new().translate(&graphene::Point::new(x as f32, y as f32));
        let place = if far {
            place
                .translate(&graphene::Point::new(wide as f32, high as f32))
                .rotate(180.0)
        } else {
            place
        };
        self.shape.allocate(wide, high, -1, Some(place));
    }
}
