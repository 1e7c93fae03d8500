//! The choice of a piece for a pawn, standing on the board where the pawn arrives.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{Color, PROMOTION_ROLES, Piece, Role};

use crate::model::callback;
use crate::subclass::subclass;
use crate::ui::parts::{Textures, on_device, remove_children, scale};
use crate::words;

type Chosen = Box<dyn Fn(Role)>;

mod imp {
    use super::*;

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
