//! A position drawn small.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, gsk};
use rank_and_file_core::rules::{Position, read_reached_fen};

use super::scale::{follow_scale, on_device, scale};
use super::textures::Textures;

/// The radius of its corners, in logical pixels.
const ROUNDED: f32 = 6.0;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Thumbnail)]
    pub struct Thumbnail {
        pub texture: RefCell<Option<(u32, gdk::Texture)>>,
        /// The position.
        #[property(get, set = Self::set_fen, explicit_notify)]
        pub fen: RefCell<String>,
        /// The length of the side, in logical pixels.
        #[property(get, set, default = 96, construct)]
        pub size: Cell<i32>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Thumbnail {
        const NAME: &'static str = "RfThumbnail";
        type Type = super::Thumbnail;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("thumbnail");
            class.set_accessible_role(gtk::AccessibleRole::Presentation);
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for Thumbnail {
        fn constructed(&self) {
            self.parent_constructed();
            let widget = self.obj();
            follow_scale(&*widget, WidgetExt::queue_draw);
            Textures::shared().follow(&*widget, |widget| {
                if let Some(thumbnail) = widget.downcast_ref::<super::Thumbnail>() {
                    thumbnail.imp().texture.take();
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
            let (width, height) = (f64::from(widget.width()), f64::from(widget.height()));
            // Whole squares of whole device pixels, and nothing is drawn larger than it was painted.
            let pixels = (width.min(height) * scale(&*widget)) as u32 / 8 * 8;
            let kept = self
                .texture
                .borrow()
                .clone()
                .filter(|(size, _)| *size == pixels);
            let texture = kept.map(|(_, texture)| texture).or_else(|| {
                let position = read_reached_fen(&self.fen.borrow()).ok()?;
                Textures::shared().board(position.board(), pixels, false)
            });
            if let Some(texture) = texture {
                let side = f64::from(pixels) / scale(&*widget);
                let corner = ((width - side) / 2.0, (height - side) / 2.0);
                let bounds = on_device(&*widget, corner, pixels);
                snapshot.push_rounded_clip(&gsk::RoundedRect::from_rect(bounds, ROUNDED));
                snapshot.append_texture(&texture, &bounds);
                snapshot.pop();
                self.texture.replace(Some((pixels, texture)));
            }
        }
    }

    impl Thumbnail {
        fn set_fen(&self, fen: String) {
            if *self.fen.borrow() != fen {
                self.fen.replace(fen);
                self.texture.take();
                self.obj().queue_draw();
                self.obj().notify_fen();
            }
        }
    }
}

glib::wrapper! {
    /// A position, drawn small; the words beside it say what it shows.
    pub struct Thumbnail(ObjectSubclass<imp::Thumbnail>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}
