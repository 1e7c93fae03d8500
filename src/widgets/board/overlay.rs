//! What lies over the squares: lines of attack, and the piece that hangs from the pointer.
//! May import `gtk`, `board` and `rules`.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{glib, graphene};

use super::super::scale::device_pixels;
use super::super::textures::Textures;
use crate::board::{Geometry, Painter};
use crate::rules::{Piece, Square};

/// What is shown over the squares.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layer {
    /// Where the squares are.
    pub geometry: Geometry,
    /// Lines of attack.
    pub rays: Vec<(Square, Square)>,
    /// The piece in the hand, where its middle is, and whether it stands on its head.
    pub held: Option<(Piece, (f64, f64), bool)>,
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Overlay {
        pub layer: RefCell<Layer>,
        pub failed: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Overlay {
        const NAME: &'static str = "RfBoardOverlay";
        type Type = super::Overlay;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_accessible_role(gtk::AccessibleRole::Presentation);
        }
    }

    impl ObjectImpl for Overlay {}

    impl WidgetImpl for Overlay {
        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let widget = self.obj();
            let layer = self.layer.borrow();
            let textures = Textures::shared();
            if !layer.rays.is_empty() {
                let bounds =
                    graphene::Rect::new(0.0, 0.0, widget.width() as f32, widget.height() as f32);
                let cr = snapshot.append_cairo(&bounds);
                for ray in &layer.rays {
                    let painted = Painter::ray(&cr, &textures.palette(), &layer.geometry, *ray);
                    if painted.is_err() && !self.failed.replace(true) {
                        tracing::error!("cannot draw the lines of attack");
                    }
                }
            }
            if let Some((piece, (x, y), upside_down)) = layer.held {
                let size = layer.geometry.square;
                let pixels = device_pixels(&*widget, size);
                if let Some(texture) = textures.piece(piece, pixels, upside_down) {
                    let corner = ((x - size / 2.0) as f32, (y - size / 2.0) as f32);
                    let bounds = graphene::Rect::new(corner.0, corner.1, size as f32, size as f32);
                    snapshot.append_texture(&texture, &bounds);
                }
            }
        }
    }
}

glib::wrapper! {
    /// The layer over the squares.
    pub struct Overlay(ObjectSubclass<imp::Overlay>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
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
