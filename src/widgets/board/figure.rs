//! The picture of one piece, as large as there is room.

use std::cell::Cell;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::Piece;

use super::super::scale::{on_device, scale};
use super::super::textures::Textures;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Figure {
        pub shown: Cell<Option<(Piece, bool)>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Figure {
        const NAME: &'static str = "RfFigure";
        type Type = super::Figure;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_accessible_role(gtk::AccessibleRole::Presentation);
        }
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

glib::wrapper! {
    /// A piece without a square; what it stands for is said by the widget around it.
    pub struct Figure(ObjectSubclass<imp::Figure>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Figure {
    pub fn new(piece: Piece, upside_down: bool) -> Self {
        let widget: Self = glib::Object::new();
        widget.imp().shown.set(Some((piece, upside_down)));
        widget
    }
}
