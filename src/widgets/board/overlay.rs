//! What lies over the squares: pieces on their way, lines, and the piece that hangs from the
//! pointer.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, graphene, gsk};
use rank_and_file_core::board::{Drawing, Geometry};
use rank_and_file_core::rules::{Piece, Square};

use super::super::scale::device_pixels;
use super::super::textures::Textures;
use crate::drawing::{self, LIFTED};

/// A piece over the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aloft {
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
    pub gliding: Vec<Aloft>,
    /// What the players have drawn.
    pub drawings: Vec<Drawing>,
    /// Lines of attack.
    pub rays: Vec<(Square, Square)>,
    /// The move that was tried and refused.
    pub tried: Option<(Square, Square)>,
    /// The piece in the hand.
    pub held: Option<Aloft>,
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
            let layer = self.layer.borrow();
            self.edge(snapshot, &layer.geometry);
            for aloft in &layer.gliding {
                self.piece(snapshot, &layer, aloft, false);
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

        fn piece(&self, snapshot: &gtk::Snapshot, layer: &Layer, aloft: &Aloft, lifted: bool) {
            let textures = Textures::shared();
            let side = layer.geometry.square;
            let pixels = device_pixels(&*self.obj(), side);
            let (texture, wide) = if lifted {
                let texture = textures.lifted(aloft.piece, pixels, aloft.upside_down);
                (texture, side * LIFTED)
            } else {
                (textures.piece(aloft.piece, pixels, aloft.upside_down), side)
            };
            let Some(texture) = texture else { return };
            let (x, y) = aloft.middle;
            let corner = ((x - wide / 2.0) as f32, (y - wide / 2.0) as f32);
            let bounds = graphene::Rect::new(corner.0, corner.1, wide as f32, wide as f32);
            let see_through = aloft.opacity < 1.0;
            if see_through {
                snapshot.push_opacity(aloft.opacity);
            }
            snapshot.append_texture(&texture, &bounds);
            if see_through {
                snapshot.pop();
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
