//! A position drawn small. May import `gtk` and `rules`.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, glib, graphene};

use super::scale::device_pixels;
use super::textures::Textures;
use crate::rules::{Position, read_fen};

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
            widget.set_overflow(gtk::Overflow::Hidden);
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
            let side = widget.width().min(widget.height());
            let pixels = device_pixels(&*widget, f64::from(side)) / 8 * 8;
            let kept = self
                .texture
                .borrow()
                .clone()
                .filter(|(size, _)| *size == pixels);
            let texture = kept.map(|(_, texture)| texture).or_else(|| {
                let position = read_fen(&self.fen.borrow()).ok()?;
                Textures::shared().board(position.board(), pixels, false)
            });
            if let Some(texture) = texture {
                let left = (widget.width() - side) as f32 / 2.0;
                let top = (widget.height() - side) as f32 / 2.0;
                let bounds = graphene::Rect::new(left, top, side as f32, side as f32);
                snapshot.append_texture(&texture, &bounds);
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
