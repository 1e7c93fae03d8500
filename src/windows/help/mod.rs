//! The help: lessons with boards to try things on, beside their table of contents.

mod contents;
mod exercise;
mod finding;
mod keys;
mod page;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio};
use rank_and_file_core::lessons::{Chapter, Lesson};

pub use self::keys::sections as key_sections;

use self::contents::Contents;
use self::page::Page;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../../resources/ui/help.ui")]
    pub struct HelpWindow {
        #[template_child]
        pub leaflet: TemplateChild<adw::Leaflet>,
        #[template_child]
        pub side: TemplateChild<gtk::Box>,
        #[template_child]
        pub main: TemplateChild<gtk::Box>,
        #[template_child]
        pub contents: TemplateChild<Contents>,
        #[template_child]
        pub title: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub scroller: TemplateChild<gtk::ScrolledWindow>,
        #[template_child]
        pub page: TemplateChild<Page>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for HelpWindow {
        const NAME: &'static str = "RfHelpWindow";
        type Type = super::HelpWindow;
        type ParentType = adw::Window;

        fn class_init(class: &mut Self::Class) {
            Contents::ensure_type();
            Page::ensure_type();
            class.bind_template();
            let none = gdk::ModifierType::empty();
            class.add_binding_action(gdk::Key::Escape, none, "window.close");
            let control = gdk::ModifierType::CONTROL_MASK;
            class.add_binding_action(gdk::Key::w, control, "window.close");
            class.install_action("help.contents", None, |window, _, _| window.show_contents());
            class.install_action("help.previous", None, |window, _, _| window.turn(-1));
            class.install_action("help.next", None, |window, _, _| window.turn(1));
            class.install_action("help.done", None, |window, _, _| window.go_on());
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for HelpWindow {
        fn constructed(&self) {
            self.parent_constructed();
            let window = self.obj();
            self.contents.connect_chosen(glib::clone!(
                #[weak]
                window,
                move |chapter, lesson, entered| window.show_lesson(chapter, lesson, entered)
            ));
            self.contents.choose(0);
        }
    }

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
    /// Shows the help of a window: the one that is open already, so that nobody loses the place, or
    /// a new one.
    pub fn show_for(parent: &impl IsA<gtk::Window>) {
        let parent = parent.upcast_ref::<gtk::Window>();
        let open = gtk::Window::list_toplevels()
            .into_iter()
            .filter_map(|window| window.downcast::<Self>().ok())
            .find(|help| help.transient_for().as_ref() == Some(parent));
        let help = open.unwrap_or_else(|| {
            glib::Object::builder()
                .property("transient-for", parent)
                .build()
        });
        help.present();
    }

    /// Shows a lesson; where there is room for one thing only, it is the lesson if somebody has
    /// `entered` it and not only passed by.
    fn show_lesson(&self, chapter: Chapter, lesson: Lesson, entered: bool) {
        let imp = self.imp();
        imp.title.set_title(&words::chapter(chapter));
        imp.page.show(lesson);
        imp.scroller.vadjustment().set_value(0.0);
        self.action_set_enabled("help.previous", imp.contents.chosen() > 0);
        self.action_set_enabled("help.next", imp.contents.chosen() + 1 < imp.contents.len());
        if entered {
            imp.leaflet.set_visible_child(&*imp.main);
            if imp.leaflet.is_folded() {
                imp.page.child_focus(gtk::DirectionType::TabForward);
            }
        }
    }

    fn show_contents(&self) {
        let imp = self.imp();
        imp.leaflet.set_visible_child(&*imp.side);
        imp.contents.focus_chosen();
    }

    /// Goes on from a lesson whose exercise is done; from the last of them, back to the game.
    fn go_on(&self) {
        let imp = self.imp();
        let done = imp.contents.lesson();
        if done.is_none_or(Lesson::is_last_exercise) {
            self.close();
            return;
        }
        self.turn(1);
        // The button that had the keyboard is gone.
        if !imp.page.take_up() {
            imp.contents.focus_chosen();
        }
    }

    fn turn(&self, by: i32) {
        let contents = &self.imp().contents;
        contents.choose(contents.chosen() + by);
    }
}
