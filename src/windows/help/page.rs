//! A page of the help: the words of a lesson, and its board or the table of keys below.

use std::cell::OnceCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::lessons::Lesson;

use super::exercise::Exercise;
use super::keys;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../../resources/ui/help-page.ui")]
    pub struct Page {
        #[template_child]
        pub heading: TemplateChild<gtk::Label>,
        #[template_child]
        pub text: TemplateChild<gtk::Box>,
        #[template_child]
        pub article: TemplateChild<gtk::Label>,
        #[template_child]
        pub place: TemplateChild<adw::Bin>,
        /// One board serves all lessons. It is made when the first of them that needs it is shown.
        pub exercise: OnceCell<Exercise>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Page {
        const NAME: &'static str = "RfHelpPage";
        type Type = super::Page;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for Page {
        fn constructed(&self) {
            self.parent_constructed();
            self.heading
                .update_property(&[gtk::accessible::Property::Level(1)]);
        }
    }

    impl WidgetImpl for Page {}
    impl BoxImpl for Page {}
}

glib::wrapper! {
    /// The page that shows a lesson.
    pub struct Page(ObjectSubclass<imp::Page>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Page {
    /// Gives the keyboard to the board of the lesson, if it has one.
    pub fn take_up(&self) -> bool {
        let exercise = self.imp().exercise.get();
        exercise.is_some_and(|exercise| exercise.is_mapped() && exercise.take_up())
    }

    /// Shows a lesson from its beginning.
    pub fn show(&self, lesson: Lesson) {
        let imp = self.imp();
        imp.heading.set_label(&words::lesson_title(lesson));
        while let Some(paragraph) = imp.text.first_child() {
            imp.text.remove(&paragraph);
        }
        for paragraph in words::lesson_text(lesson) {
            imp.text.append(&label(&paragraph));
        }
        let article = words::lesson_article(lesson).unwrap_or_default();
        imp.article.set_visible(!article.is_empty());
        imp.article.set_label(&article);
        if lesson.exercise().is_some() {
            let shown = imp.exercise.get_or_init(Exercise::default);
            shown.open(lesson);
            imp.place.set_child(Some(shown));
        } else if lesson == Lesson::Keys {
            imp.place.set_child(Some(&keys::table()));
        } else {
            imp.place.set_child(gtk::Widget::NONE);
        }
    }
}

fn label(text: &str) -> gtk::Label {
    gtk::Label::builder()
        .label(text)
        .xalign(0.0)
        .wrap(true)
        .wrap_mode(gtk::pango::WrapMode::WordChar)
        .build()
}
