//! One square of the board, a button that a screen reader can name.

use std::cell::{Cell, OnceCell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, graphene, gsk};
use rank_and_file_core::chess;
use rank_and_file_core::chess::board;

use crate::subclass::subclass;
use crate::ui::parts::{Textures, device_pixels};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Square {
        pub square: OnceCell<chess::Square>,
        pub cell: Cell<Option<board::Cell>>,
        pub side: Cell<f64>,
        pub described: RefCell<(String, String)>,
    }

    impl ObjectImpl for Square {}

    impl WidgetImpl for Square {
        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            (0, 0, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let Some(cell) = self.cell.get() else { return };
            let widget = self.obj();
            let side = self.side.get();
            let pixels = device_pixels(&*widget, side);
            tracing::trace!("drawn");
            if let Some(texture) = Textures::shared().cell(cell, pixels) {
                let bounds = graphene::Rect::new(0.0, 0.0, side as f32, side as f32);
                snapshot.append_texture(&texture, &bounds);
            }
            if widget.has_focus()
                && widget
                    .state_flags()
                    .contains(gtk::StateFlags::FOCUS_VISIBLE)
            {
                ring(snapshot, side as f32);
            }
        }

        fn state_flags_changed(&self, before: &gtk::StateFlags) {
            self.parent_state_flags_changed(before);
            let focus = gtk::StateFlags::FOCUSED | gtk::StateFlags::FOCUS_VISIBLE;
            if (*before ^ self.obj().state_flags()).intersects(focus) {
                self.obj().queue_draw();
            }
        }
    }
}

/// The ring around the square that has the keyboard.
fn ring(snapshot: &gtk::Snapshot, side: f32) {
    let width = (side / 24.0).round().clamp(2.0, 4.0);
    let tones = Textures::shared().palette().focus;
    for (inset, tone) in [0.0, width].into_iter().zip(tones) {
        let [red, green, blue, alpha] =
            [tone.red, tone.green, tone.blue, tone.alpha].map(|part| part as f32);
        let color = gdk::RGBA::new(red, green, blue, alpha);
        let bounds = graphene::Rect::new(inset, inset, side - 2.0 * inset, side - 2.0 * inset);
        let outline = gsk::RoundedRect::from_rect(bounds, 0.0);
        snapshot.append_border(&outline, &[width; 4], &[color; 4]);
    }
}

subclass! {
    /// One square of the board.
    pub struct Square(imp::Square): gtk::Button, overriding WidgetImpl {
        css_name: "square",
        accessible_role: Button,
    }
}

impl Square {
    pub fn new(square: chess::Square) -> Self {
        let widget: Self = glib::Object::builder()
            .property("focus-on-click", false)
            .build();
        widget.imp().square.set(square).ok();
        widget
    }

    pub fn square(&self) -> chess::Square {
        *self.imp().square.get_or_init(|| chess::Square::A1)
    }

    /// Takes the length of its side, in logical pixels; as a widget it may be a little larger.
    pub fn set_side(&self, side: f64) {
        if self.imp().side.replace(side) != side {
            self.queue_draw();
        }
    }

    /// Takes a new look; draws and speaks only if it is different. What stands here is said even
    /// while it is still on its way, as is what has been drawn from here.
    pub fn show(
        &self,
        cell: board::Cell,
        piece: Option<chess::Piece>,
        drawn: &[Option<chess::Square>],
    ) {
        if self.imp().cell.replace(Some(cell)) != Some(cell) {
            self.queue_draw();
        }
        let name = words::square(self.square(), piece);
        let state = words::square_state(&cell.marks, drawn);
        let described = (name, state);
        if *self.imp().described.borrow() != described {
            self.update_property(&[
                gtk::accessible::Property::Label(&described.0),
                gtk::accessible::Property::Description(&described.1),
            ]);
            self.imp().described.replace(described);
        }
    }
}
