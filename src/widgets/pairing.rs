//! Two players in one line. Where it is short of room, each name is cut by itself, so that neither
//! is lost.

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::words;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Pairing {
        pub white: gtk::Label,
        pub between: gtk::Label,
        pub black: gtk::Label,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Pairing {
        const NAME: &'static str = "RfPairing";
        type Type = super::Pairing;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("pairing");
            class.set_accessible_role(gtk::AccessibleRole::Label);
        }
    }

    impl ObjectImpl for Pairing {
        fn constructed(&self) {
            self.parent_constructed();
            let pairing = self.obj();
            self.between.set_label(&words::between_names());
            for label in [&self.white, &self.between, &self.black] {
                pairing.append(label);
            }
            for name in [&self.white, &self.black] {
                name.set_xalign(0.0);
                name.set_ellipsize(pango::EllipsizeMode::End);
            }
            // What is cut short can be read in full under the pointer.
            pairing.set_has_tooltip(true);
            pairing.connect_query_tooltip(|pairing, _, _, _, tooltip| {
                let imp = pairing.imp();
                tooltip.set_text(Some(&pairing.full()));
                [&imp.white, &imp.black]
                    .iter()
                    .any(|name| name.layout().is_ellipsized())
            });
        }
    }

    impl WidgetImpl for Pairing {}
    impl BoxImpl for Pairing {}
}

glib::wrapper! {
    /// The two players of a game, White first.
    pub struct Pairing(ObjectSubclass<imp::Pairing>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Default for Pairing {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl Pairing {
    /// Shows these names as they stand.
    pub fn show(&self, white: &str, black: &str) {
        let imp = self.imp();
        imp.white.set_label(white);
        imp.black.set_label(black);
        self.update_property(&[gtk::accessible::Property::Label(&self.full())]);
    }

    /// Both names at their full length.
    #[must_use]
    pub fn full(&self) -> String {
        let imp = self.imp();
        words::versus(&imp.white.label(), &imp.black.label())
    }
}
