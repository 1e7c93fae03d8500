//! The help: how to play here, in a few words. May import `gtk` and `adw`.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../resources/ui/help.ui")]
    pub struct HelpWindow {}

    #[glib::object_subclass]
    impl ObjectSubclass for HelpWindow {
        const NAME: &'static str = "RfHelpWindow";
        type Type = super::HelpWindow;
        type ParentType = adw::Window;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
            class.add_binding_action(
                gtk::gdk::Key::Escape,
                gtk::gdk::ModifierType::empty(),
                "window.close",
            );
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for HelpWindow {}
    impl WidgetImpl for HelpWindow {}
    impl WindowImpl for HelpWindow {}
    impl AdwWindowImpl for HelpWindow {}
}

glib::wrapper! {
    /// The window that helps.
    pub struct HelpWindow(ObjectSubclass<imp::HelpWindow>)
        @extends adw::Window, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Accessible, gtk::Buildable,
            gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl HelpWindow {
    pub fn new(parent: &impl IsA<gtk::Window>) -> Self {
        glib::Object::builder()
            .property("transient-for", parent)
            .build()
    }
}
