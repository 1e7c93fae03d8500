//! What lies over the squares: pieces on their way, lines, the piece that hangs from the pointer, the bubble with a
//! reason, and the choice of a piece for a pawn.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, graphene, gsk, pango};
use rank_and_file_core::chess::board::{Drawing, Geometry};
use rank_and_file_core::chess::{Color, PROMOTION_ROLES, Piece, Role, Square};

use crate::drawing::{self, LIFTED};
use crate::model::callback;
use crate::subclass::subclass;
use crate::ui::parts::{Textures, device_pixels, on_device, remove_children, scale};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Overlay {
        pub layer: RefCell<Layer>,
        pub failed: Cell<bool>,
    }

    impl ObjectImpl for Overlay {}

    impl WidgetImpl for Overlay {
        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let layer = self.layer.borrow();
            self.edge(snapshot, &layer.geometry);
            for floating in &layer.gliding {
                self.piece(snapshot, &layer, floating, false);
            }
            if layer.tried.is_some() || !layer.rays.is_empty() || !layer.drawings.is_empty() {
                self.lines(snapshot, &layer);
            }
            if let Some(held) = &layer.held {
                self.piece(snapshot, &layer, held, true);
            }
        }
    }

    impl Overlay {
        /// The edge of a board whose squares may be as light as the window.
        fn edge(&self, snapshot: &gtk::Snapshot, geometry: &Geometry) {
            let palette = Textures::shared().palette();
            if !palette.outlined {
                return;
            }
            let side = (geometry.square * 8.0) as f32;
            let bounds = graphene::Rect::new(geometry.x as f32, geometry.y as f32, side, side);
            let outline = gsk::RoundedRect::from_rect(bounds, 0.0);
            let black = palette.black;
            let part = [black.red, black.green, black.blue].map(|part| part as f32);
            let color = gdk::RGBA::new(part[0], part[1], part[2], 1.0);
            snapshot.append_border(&outline, &[drawing::EDGE as f32; 4], &[color; 4]);
        }

        fn lines(&self, snapshot: &gtk::Snapshot, layer: &Layer) {
            let widget = self.obj();
            let bounds =
                graphene::Rect::new(0.0, 0.0, widget.width() as f32, widget.height() as f32);
            let palette = Textures::shared().palette();
            let cr = snapshot.append_cairo(&bounds);
            let mut drawn = layer
                .drawings
                .iter()
                .map(|line| drawing::drawing(&cr, &palette, &layer.geometry, line))
                .chain(
                    layer
                        .rays
                        .iter()
                        .map(|ray| drawing::ray(&cr, &palette, &layer.geometry, *ray)),
                )
                .chain(
                    layer
                        .tried
                        .map(|tried| drawing::tried(&cr, &palette, &layer.geometry, tried)),
                );
            if drawn.any(|drawn| drawn.is_err()) && !self.failed.replace(true) {
                tracing::error!("cannot draw the lines over the board");
            }
        }

        fn piece(
            &self,
            snapshot: &gtk::Snapshot,
            layer: &Layer,
            floating: &FloatingPiece,
            lifted: bool,
        ) {
            let textures = Textures::shared();
            let side = layer.geometry.square;
            let pixels = device_pixels(&*self.obj(), side);
            let (texture, wide) = if lifted {
                let texture = textures.lifted(floating.piece, pixels, floating.upside_down);
                (texture, side * LIFTED)
            } else {
                (
                    textures.piece(floating.piece, pixels, floating.upside_down),
                    side,
                )
            };
            let Some(texture) = texture else { return };
            let (x, y) = floating.middle;
            let corner = ((x - wide / 2.0) as f32, (y - wide / 2.0) as f32);
            let bounds = graphene::Rect::new(corner.0, corner.1, wide as f32, wide as f32);
            let see_through = floating.opacity < 1.0;
            if see_through {
                snapshot.push_opacity(floating.opacity);
            }
            snapshot.append_texture(&texture, &bounds);
            if see_through {
                snapshot.pop();
            }
        }
    }

    #[derive(Default)]
    pub struct Promotion {
        pub chosen: RefCell<Option<Chosen>>,
    }

    impl ObjectImpl for Promotion {}
    #[derive(Default)]
    pub struct Figure {
        pub shown: Cell<Option<(Piece, bool)>>,
    }

    impl ObjectImpl for Figure {}

    impl WidgetImpl for Figure {
        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let Some((piece, upside_down)) = self.shown.get() else {
                return;
            };
            let widget = self.obj();
            let (width, height) = (f64::from(widget.width()), f64::from(widget.height()));
            let scale = scale(&*widget);
            let pixels = (width.min(height) * scale) as u32;
            if let Some(texture) = Textures::shared().piece(piece, pixels, upside_down) {
                let side = f64::from(pixels) / scale;
                let corner = ((width - side) / 2.0, (height - side) / 2.0);
                snapshot.append_texture(&texture, &on_device(&*widget, corner, pixels));
            }
        }
    }
}

/// A piece over the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FloatingPiece {
    /// The piece.
    pub piece: Piece,
    /// Where its middle is.
    pub middle: (f64, f64),
    /// Whether it stands on its head.
    pub upside_down: bool,
    /// From 0, not to be seen, to 1.
    pub opacity: f64,
}

/// What is shown over the squares, from below.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layer {
    /// Where the squares are.
    pub geometry: Geometry,
    /// Pieces on their way.
    pub gliding: Vec<FloatingPiece>,
    /// What the players have drawn.
    pub drawings: Vec<Drawing>,
    /// Lines of attack.
    pub rays: Vec<(Square, Square)>,
    /// The move that was tried and refused.
    pub tried: Option<(Square, Square)>,
    /// The piece in the hand.
    pub held: Option<FloatingPiece>,
}

subclass! {
    /// The layer over the squares.
    pub struct Overlay(imp::Overlay): gtk::Widget { accessible_role: Presentation }
}

impl Default for Overlay {
    fn default() -> Self {
        glib::Object::builder()
            .property("can-target", false)
            .build()
    }
}

impl Overlay {
    pub fn show(&self, layer: Layer) {
        if *self.imp().layer.borrow() != layer {
            self.imp().layer.replace(layer);
            self.queue_draw();
        }
    }
}

/// No line of the text is longer, in letters.
const LINE: i32 = 30;
/// Between the bubble and its square, and the edge of the board, in logical pixels.
const GAP: f64 = 6.0;

/// A few words over the board. It is for the eye alone: the status line has them, too.
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

type Chosen = Box<dyn Fn(Role)>;

subclass! {
    /// Four buttons, one for each piece that a pawn may become.
    pub struct Promotion(imp::Promotion): gtk::Box { accessible_role: Group }
}

impl Default for Promotion {
    fn default() -> Self {
        glib::Object::builder()
            .property("orientation", gtk::Orientation::Vertical)
            .property("homogeneous", true)
            .property("visible", false)
            .property("css-classes", ["promotion"].as_slice())
            .build()
    }
}

impl Promotion {
    pub fn connect_chosen(&self, chosen: impl Fn(Role) + 'static) {
        self.imp().chosen.replace(Some(Box::new(chosen)));
    }

    /// Offers the pieces of a side; the first stands where the pawn arrives. Upside down for a player
    /// who sits at the far side.
    pub fn open(&self, color: Color, upwards: bool, upside_down: bool) {
        self.close();
        let question = words::promotion_question();
        self.update_property(&[gtk::accessible::Property::Label(&question)]);
        let mut roles = PROMOTION_ROLES.to_vec();
        if upwards {
            roles.reverse();
        }
        for role in roles {
            let name = words::role(role);
            let button = gtk::Button::builder()
                .child(&Figure::new(role.of(color), upside_down))
                .tooltip_text(&name)
                .build();
            button.update_property(&[gtk::accessible::Property::Label(&name)]);
            button.connect_clicked(callback(self, move |chooser| {
                if let Some(chosen) = &*chooser.imp().chosen.borrow() {
                    chosen(role);
                }
            }));
            self.append(&button);
        }
        self.set_visible(true);
        let first = if upwards {
            self.last_child()
        } else {
            self.first_child()
        };
        if let Some(queen) = first {
            queen.grab_focus();
        }
    }

    pub fn close(&self) {
        self.set_visible(false);
        remove_children(self, BoxExt::remove);
    }
}

subclass! {
    /// A piece without a square; what it stands for is said by the widget around it.
    pub struct Figure(imp::Figure): gtk::Widget { accessible_role: Presentation }
}

impl Figure {
    pub fn new(piece: Piece, upside_down: bool) -> Self {
        let widget: Self = glib::Object::new();
        widget.imp().shown.set(Some((piece, upside_down)));
        widget
    }
}
