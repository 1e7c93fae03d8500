//! Small boards: a corner to choose a theme or a set of pieces by, and the position of a saved game.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{graphene, gsk};
use rank_and_file_core::chess::board::{self, Coordinates, Marks};
use rank_and_file_core::chess::{Color, Piece, Position, Role, Square, read_reached_fen};

use super::fitting::{device_pixels, follow_scale, on_device, scale};
use super::textures::{Opacity, Textures, texture};
use crate::drawing::{Painter, Palette};
use crate::subclass::subclass;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Preview {
        pub painter: RefCell<Option<Rc<Painter>>>,
        pub palette: Cell<Option<Palette>>,
        /// Whether it is the pieces that shall be seen, not the marks.
        pub pieces: Cell<bool>,
    }

    impl ObjectImpl for Preview {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_overflow(gtk::Overflow::Hidden);
            self.obj().set_halign(gtk::Align::Center);
        }
    }

    impl WidgetImpl for Preview {
        fn measure(&self, along: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let squares = match along {
                gtk::Orientation::Horizontal => CORNER[0].len(),
                _ => CORNER.len(),
            };
            let length = SQUARE * i32::try_from(squares).unwrap_or_default();
            (length, length, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let painter = self.painter.borrow();
            let (Some(painter), Some(palette)) = (painter.as_ref(), self.palette.get()) else {
                return;
            };
            let side = SQUARE as f32;
            let pixels = device_pixels(&*self.obj(), f64::from(SQUARE));
            for (row, squares) in CORNER.into_iter().enumerate() {
                for (column, square) in squares.into_iter().enumerate() {
                    let cell = if self.pieces.get() {
                        of_pieces(square)
                    } else {
                        of_theme(square)
                    };
                    let painted = texture(Opacity::Opaque, pixels, |cr| {
                        painter.cell(cr, &cell, &palette, pixels)
                    });
                    if let Some(texture) = painted {
                        let (x, y) = (column as f32 * side, row as f32 * side);
                        let bounds = graphene::Rect::new(x, y, side, side);
                        snapshot.append_texture(&texture, &bounds);
                    }
                }
            }
        }
    }

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Thumbnail)]
    pub struct Thumbnail {
        pub picture: BoardPicture,
        /// The position.
        #[property(get, set = Self::set_fen, explicit_notify)]
        pub fen: RefCell<String>,
        /// The length of the side, in logical pixels.
        #[property(get, set, default = 96, construct)]
        pub size: Cell<i32>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Thumbnail {
        fn constructed(&self) {
            self.parent_constructed();
            let widget = self.obj();
            follow_scale(&*widget, WidgetExt::queue_draw);
            Textures::shared().follow(&*widget, |widget| {
                if let Some(thumbnail) = widget.downcast_ref::<super::Thumbnail>() {
                    thumbnail.imp().picture.forget();
                    thumbnail.queue_draw();
                }
            });
        }
    }

    impl WidgetImpl for Thumbnail {
        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            (self.size.get(), self.size.get(), -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let widget = self.obj();
            let room = graphene::Rect::new(0.0, 0.0, widget.width() as f32, widget.height() as f32);
            let fen = self.fen.borrow();
            self.picture.paint(&*widget, snapshot, &fen, &room);
        }
    }

    impl Thumbnail {
        fn set_fen(&self, fen: String) {
            if *self.fen.borrow() != fen {
                self.fen.replace(fen);
                self.picture.forget();
                self.obj().queue_draw();
                self.obj().notify_fen();
            }
        }
    }
}

/// The side of a square, in logical pixels.
const SQUARE: i32 = 32;

/// The corner that is shown: three files of the two upper ranks.
const CORNER: [[Square; 3]; 2] = [
    [Square::A8, Square::B8, Square::C8],
    [Square::A7, Square::B7, Square::C7],
];

subclass! {
    /// A corner of a board; the words beside it say what it shows.
    pub struct Preview(imp::Preview): gtk::Widget {
        css_name: "preview",
        accessible_role: Presentation,
    }
}

impl Preview {
    /// Shows the marks of a theme: a selected piece, where it may go, the last move.
    pub fn of_theme() -> Self {
        glib::Object::new()
    }

    /// Shows the pieces of a set.
    pub fn of_pieces() -> Self {
        let preview: Self = glib::Object::new();
        preview.imp().pieces.set(true);
        preview
    }

    /// Takes pieces and colors.
    pub fn show(&self, painter: Option<&Rc<Painter>>, palette: Palette) {
        self.imp().painter.replace(painter.cloned());
        self.imp().palette.set(Some(palette));
        self.queue_draw();
    }
}

/// What a square shows of a theme.
fn of_theme(square: Square) -> board::Cell {
    let piece = match square {
        Square::A8 => Some(Role::Rook.of(Color::Black)),
        Square::A7 => Some(Role::Queen.of(Color::White)),
        Square::C8 => Some(Role::Knight.of(Color::Black)),
        _ => None,
    };
    let marks = Marks {
        selected: square == Square::A7,
        target: square == Square::B8,
        last_move: square == Square::B7 || square == Square::C8,
        ..Marks::default()
    };
    board::Cell::new(square, piece, marks, Coordinates::default())
}

/// What a square shows of a set of pieces.
fn of_pieces(square: Square) -> board::Cell {
    let color = if square.rank() == Square::A8.rank() {
        Color::Black
    } else {
        Color::White
    };
    let role = match square {
        Square::A8 | Square::C7 => Role::King,
        Square::B8 | Square::B7 => Role::Knight,
        Square::C8 => Role::Pawn,
        _ => Role::Queen,
    };
    let piece = Piece { color, role };
    board::Cell::new(
        square,
        Some(piece),
        Marks::default(),
        Coordinates::default(),
    )
}

/// A position that is painted small, kept until it is another one or looks different.
#[derive(Default)]
pub struct BoardPicture(RefCell<Option<(u32, gsk::RenderNode)>>);

impl BoardPicture {
    /// Paints a position as large as there is room, in the middle of that.
    pub fn paint(
        &self,
        widget: &impl IsA<gtk::Widget>,
        snapshot: &gtk::Snapshot,
        fen: &str,
        room: &graphene::Rect,
    ) {
        let (width, height) = (f64::from(room.width()), f64::from(room.height()));
        let scale = scale(widget);
        // Whole squares of whole device pixels, and nothing is drawn larger than it was painted.
        let pixels = (width.min(height) * scale) as u32 / 8 * 8;
        let kept = self.0.borrow().clone();
        let kept = kept.filter(|(size, _)| *size == pixels);
        let picture = kept.map(|(_, picture)| picture).or_else(|| {
            let position = read_reached_fen(fen).ok()?;
            let renderer = widget.native().and_then(|window| window.renderer());
            let by_cairo = renderer.is_some_and(|renderer| renderer.is::<gsk::CairoRenderer>());
            Textures::shared().board(position.board(), pixels, scale, by_cairo)
        });
        if let Some(picture) = picture {
            let side = f64::from(pixels) / scale;
            let corner = (
                f64::from(room.x()) + (width - side) / 2.0,
                f64::from(room.y()) + (height - side) / 2.0,
            );
            let bounds = on_device(widget, corner, pixels);
            snapshot.save();
            snapshot.translate(&graphene::Point::new(bounds.x(), bounds.y()));
            snapshot.append_node(&picture);
            snapshot.restore();
            self.0.replace(Some((pixels, picture)));
        }
    }

    /// Paints it anew when it is painted next.
    pub fn forget(&self) {
        self.0.take();
    }
}

subclass! {
    /// A position, drawn small; the words beside it say what it shows.
    pub struct Thumbnail(imp::Thumbnail): gtk::Widget {
        css_name: "thumbnail",
        accessible_role: Presentation,
    }
}
