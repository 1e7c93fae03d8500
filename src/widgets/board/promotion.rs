//! The choice of a piece for a pawn, standing on the board where the pawn arrives.

use std::cell::RefCell;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Color, PROMOTION_ROLES, Role};

use super::figure::Figure;
use crate::words;

type Chosen = Box<dyn Fn(Role)>;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Promotion {
        pub chosen: RefCell<Option<Chosen>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Promotion {
        const NAME: &'static str = "RfPromotion";
        type Type = super::Promotion;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }
    }

    impl ObjectImpl for Promotion {}
    impl WidgetImpl for Promotion {}
    impl BoxImpl for Promotion {}
}

glib::wrapper! {
    /// Four buttons, one for each piece that a pawn may become.
    pub struct Promotion(ObjectSubclass<imp::Promotion>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
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

    /// Offers the pieces of a side; the first stands where the pawn arrives. Upside down for somebody
    /// who sits at the far side.
    pub fn open(&self, color: Color, upwards: bool, upside_down: bool) {
        self.close();
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
            button.connect_clicked(glib::clone!(
                #[weak(rename_to = chooser)]
                self,
                move |_| {
                    if let Some(chosen) = &*chooser.imp().chosen.borrow() {
                        chosen(role);
                    }
                }
            ));
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
        while let Some(button) = self.first_child() {
            self.remove(&button);
        }
    }
}
