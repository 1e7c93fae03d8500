//! One square of the board, a button that a screen reader can name, and how all of them are laid out.

use std::cell::{Cell, OnceCell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, graphene, gsk, pango};
use rank_and_file_core::chess;
use rank_and_file_core::chess::board::{self, Geometry, Input, Lettering, Room};

use super::{Board, has_room};
use crate::model::calling_with;
use crate::widgets::fitting::{device_pixels, origin, scale};
use crate::widgets::textures::Textures;
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

    #[glib::object_subclass]
    impl ObjectSubclass for Square {
        const NAME: &'static str = "RfSquare";
        type Type = super::Square;
        type ParentType = gtk::Button;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("square");
            class.set_accessible_role(gtk::AccessibleRole::Button);
        }
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

    impl ButtonImpl for Square {}
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

glib::wrapper! {
    /// One square of the board.
    pub struct Square(ObjectSubclass<imp::Square>)
        @extends gtk::Button, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Actionable;
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

/// How strong the letters are beside the pieces.
const STRENGTH: f32 = 0.75;

impl Board {
    pub(super) fn set_up_squares(&self) {
        // Row by row from the upper left, which is also the order in which a reader meets them.
        let squares: Vec<Square> = (0..8)
            .rev()
            .flat_map(|rank| (0..8).map(move |file| rank * 8 + file))
            .filter_map(|index: u32| chess::Square::try_from(index).ok())
            .map(Square::new)
            .collect();
        for widget in &squares {
            widget.set_parent(self);
            widget.connect_clicked(calling_with(self, |board, widget: &Square| {
                board.take(Input::Activate(widget.square()))
            }));
            widget.connect_has_focus_notify(calling_with(self, |board, widget: &Square| {
                if widget.has_focus() {
                    board.imp().last_focus.set(Some(widget.square()));
                    board.draw_on(widget.square());
                }
            }));
        }
        self.imp().squares.set(squares).ok();
    }

    /// The side of the board without a rest, where it is given so much room.
    pub fn side_within(&self, side: i32) -> i32 {
        let room = self.room(side, side);
        (ceiling(room.square() * 8.0) + self.lettering_margin()).max(8)
    }

    fn room(&self, width: i32, height: i32) -> Room {
        Room {
            margin: f64::from(self.lettering_margin()),
            scale: scale(self),
            ..Room::plain(f64::from(width), f64::from(height))
        }
    }

    /// Lays the squares out anew where the board has come to lie elsewhere between the device's
    /// pixels, which a widget that keeps its size is not told.
    pub fn settle(&self) {
        let (width, height) = (self.width(), self.height());
        let geometry = Geometry::within(&self.room(width, height), origin(self), self.turned());
        if geometry != self.imp().geometry.get() {
            self.place(width, height);
        }
    }

    pub(super) fn place(&self, width: i32, height: i32) {
        let imp = self.imp();
        let geometry = Geometry::within(&self.room(width, height), origin(self), self.turned());
        let before = imp.geometry.replace(geometry);
        let side = ceiling(geometry.square);
        for widget in self.squares() {
            widget.set_side(geometry.square);
            let corner = geometry.corner(widget.square());
            widget.allocate(side, side, -1, Some(at(corner)));
        }
        imp.overlay
            .size_allocate(&gtk::Allocation::new(0, 0, width, height), -1);
        imp.bubble.place(&geometry, (width, height));
        if let Some((_, to)) = imp.interaction.get().promoting() {
            let (x, y) = geometry.corner(to);
            let (_, row) = geometry.column_row(to);
            let top = if row == 0 {
                y
            } else {
                y - 3.0 * geometry.square
            };
            // GTK wants every child measured before it is placed.
            imp.promotion.measure(gtk::Orientation::Horizontal, -1);
            let height = ceiling(4.0 * geometry.square);
            imp.promotion.allocate(side, height, -1, Some(at((x, top))));
        }
        if has_room(&before) == has_room(&geometry) {
            self.refresh_overlay();
        } else {
            self.refresh();
        }
    }

    /// The room that coordinates take to the left and below, in logical pixels.
    pub(super) fn lettering_margin(&self) -> i32 {
        match Textures::shared().lettering() {
            Lettering::Outside => self.line("8").pixel_size().1 + 4,
            Lettering::Inside | Lettering::Off => 0,
        }
    }

    pub(super) fn draw_lettering(&self, snapshot: &gtk::Snapshot) {
        let margin = f64::from(self.lettering_margin());
        if margin <= 0.0 {
            return;
        }
        let geometry = self.geometry();
        let side = geometry.square;
        let color = self.style_context().color();
        let color = color.with_alpha(color.alpha() * STRENGTH);
        for square in chess::Square::ALL {
            let (column, row) = geometry.column_row(square);
            let (left, top) = geometry.corner(square);
            let write = |text: String, middle: (f64, f64)| {
                let line = self.line(&text);
                let (width, height) = line.pixel_size();
                let x = middle.0 - f64::from(width) / 2.0;
                let y = middle.1 - f64::from(height) / 2.0;
                snapshot.save();
                snapshot.translate(&graphene::Point::new(x.round() as f32, y.round() as f32));
                snapshot.append_layout(&line, &color);
                snapshot.restore();
            };
            if column == 0 {
                write(
                    square.rank().to_string(),
                    (left - margin / 2.0, top + side / 2.0),
                );
            }
            if row == 7 {
                write(
                    square.file().to_string(),
                    (left + side / 2.0, top + side + margin / 2.0),
                );
            }
        }
    }

    fn line(&self, text: &str) -> pango::Layout {
        self.create_pango_layout(Some(text))
    }
}

/// Widgets are of whole logical pixels: they reach beyond a length that is not.
fn ceiling(length: f64) -> i32 {
    (length - 1e-6).ceil() as i32
}

fn at((x, y): (f64, f64)) -> gsk::Transform {
    gsk::Transform::new().translate(&graphene::Point::new(x as f32, y as f32))
}
