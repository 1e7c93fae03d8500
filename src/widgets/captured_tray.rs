//! The pieces that a side has lost, in a row.

use std::cell::RefCell;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Color, Piece, Role};

use super::scale::{device_pixels, follow_scale, on_device};
use super::set_style_class;
use super::textures::Textures;
use crate::words;

/// The side of a piece's picture, and the step from one to the next of the same and of another kind.
const SIZE: f32 = 22.0;
const SAME: f32 = 8.0;
const OTHER: f32 = 15.0;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct CapturedTray {
        pub pieces: RefCell<Vec<Piece>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for CapturedTray {
        const NAME: &'static str = "RfCapturedTray";
        type Type = super::CapturedTray;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("tray");
            class.set_accessible_role(gtk::AccessibleRole::Img);
        }
    }

    impl ObjectImpl for CapturedTray {
        fn constructed(&self) {
            self.parent_constructed();
            Textures::shared().follow(&*self.obj(), WidgetExt::queue_draw);
            follow_scale(&*self.obj(), WidgetExt::queue_draw);
        }
    }

    impl WidgetImpl for CapturedTray {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            if orientation == gtk::Orientation::Vertical {
                return (SIZE as i32, SIZE as i32, -1, -1);
            }
            let wide = steps(&self.pieces.borrow())
                .last()
                .map_or(0.0, |last| last + SIZE);
            (0, wide.ceil() as i32, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let widget = self.obj();
            let pixels = device_pixels(&*widget, f64::from(SIZE));
            let pieces = self.pieces.borrow();
            let steps = steps(&pieces);
            // Where there is no room for all, they move closer together.
            let natural = steps.last().map_or(0.0, |last| last + SIZE);
            let width = widget.width() as f32;
            let squeeze = if natural > width && natural > SIZE {
                ((width - SIZE) / (natural - SIZE)).max(0.0)
            } else {
                1.0
            };
            let top = (widget.height() as f32 - SIZE) / 2.0;
            let mirrored = widget.direction() == gtk::TextDirection::Rtl;
            for (piece, x) in pieces.iter().zip(steps) {
                if let Some(texture) = Textures::shared().piece(*piece, pixels, false) {
                    let x = x * squeeze;
                    let x = if mirrored { width - x - SIZE } else { x };
                    let corner = (f64::from(x), f64::from(top));
                    let bounds = on_device(&*widget, corner, pixels);
                    snapshot.append_texture(&texture, &bounds);
                }
            }
        }
    }
}

/// Where each piece begins.
fn steps(pieces: &[Piece]) -> Vec<f32> {
    let mut x = 0.0;
    let mut before: Option<Role> = None;
    pieces
        .iter()
        .map(|piece| {
            if let Some(before) = before {
                x += if before == piece.role { SAME } else { OTHER };
            }
            before = Some(piece.role);
            x
        })
        .collect()
}

glib::wrapper! {
    /// The pieces that one side has lost.
    pub struct CapturedTray(ObjectSubclass<imp::CapturedTray>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for CapturedTray {
    fn default() -> Self {
        glib::Object::builder()
            .property("visible", false)
            .property("halign", gtk::Align::Start)
            .build()
    }
}

impl CapturedTray {
    /// Shows the pieces that `color` has lost.
    pub fn show(&self, color: Color, lost: &[Role]) {
        // Dark pieces want a lighter ground on a dark desktop.
        set_style_class(self, "black", color.is_black());
        let pieces: Vec<Piece> = lost.iter().map(|role| role.of(color)).collect();
        if *self.imp().pieces.borrow() == pieces {
            return;
        }
        self.update_property(&[gtk::accessible::Property::Label(&words::taken(lost))]);
        self.imp().pieces.replace(pieces);
        self.queue_resize();
    }
}
