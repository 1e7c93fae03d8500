//! What players do who review their game together: go from turning point to turning point, ask for hints, have
//! the proof shown, and keep what was found. What is said about it stands in the status line above.

use std::cell::{OnceCell, RefCell};

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::ButtonRow;
use crate::model::{Review, calling, following};

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate, glib::Properties)]
    #[properties(wrapper_type = super::ReviewPanel)]
    #[template(file = "../../resources/ui/review-panel.ui")]
    pub struct ReviewPanel {
        #[template_child]
        pub heading: TemplateChild<gtk::Label>,
        #[template_child]
        pub summary: TemplateChild<gtk::Label>,
        #[template_child]
        pub progress: TemplateChild<gtk::ProgressBar>,
        #[template_child]
        pub helps: TemplateChild<ButtonRow>,
        #[template_child]
        pub again: TemplateChild<gtk::Button>,
        #[template_child]
        pub hint: TemplateChild<gtk::Button>,
        #[template_child]
        pub show: TemplateChild<gtk::Button>,
        #[template_child]
        pub back: TemplateChild<gtk::Button>,
        #[template_child]
        pub next: TemplateChild<gtk::Button>,
        #[template_child]
        pub keep: TemplateChild<gtk::Button>,
        pub following: OnceCell<glib::SignalGroup>,
        /// What is reviewed.
        #[property(get, set = Self::set_review, nullable, explicit_notify)]
        pub review: RefCell<Option<Review>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ReviewPanel {
        const NAME: &'static str = "RfReviewPanel";
        type Type = super::ReviewPanel;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            ButtonRow::ensure_type();
            class.bind_template();
            class.set_css_name("review");
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for ReviewPanel {
        fn constructed(&self) {
            self.parent_constructed();
            let panel = self.obj();
            let steps = [
                (&self.again, Review::try_again as fn(&Review)),
                (&self.hint, Review::hint),
                (&self.show, Review::show),
                (&self.keep, Review::keep),
                (&self.back, Review::go_back),
                (&self.next, Review::go_on),
            ];
            for (button, step) in steps {
                button.connect_clicked(calling(&*panel, move |panel| {
                    if let Some(review) = panel.review() {
                        step(&review);
                    }
                }));
            }
        }

        fn dispose(&self) {
            self.obj().set_review(None::<Review>);
        }
    }

    impl WidgetImpl for ReviewPanel {}
    impl BoxImpl for ReviewPanel {}

    impl ReviewPanel {
        fn set_review(&self, review: Option<Review>) {
            let panel = self.obj();
            let following = self.following.get_or_init(|| {
                let refresh = super::ReviewPanel::refresh;
                following::<Review, super::ReviewPanel>(&panel, &[("changed", refresh)])
            });
            following.set_target(review.as_ref());
            self.review.replace(review);
            panel.refresh();
            panel.notify_review();
        }
    }
}

glib::wrapper! {
    /// The panel of a review.
    pub struct ReviewPanel(ObjectSubclass<imp::ReviewPanel>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl ReviewPanel {
    fn refresh(&self) {
        let imp = self.imp();
        let Some(review) = self.review() else { return };
        let stands = review.at().is_some();
        imp.heading.set_label(&review.heading());
        imp.summary.set_visible(!stands);
        imp.summary.set_label(&review.summary());
        imp.progress.set_visible(review.is_growing());
        imp.progress.set_fraction(review.part());
        imp.helps.set_visible(stands);
        // What was tried is taken back before there is another hint.
        imp.again.set_visible(review.can_try_again());
        imp.hint.set_visible(!review.can_try_again());
        if imp.hint.has_focus() && !review.has_hint() {
            // Who has had all hints does not lose the keyboard with them.
            imp.show.grab_focus();
        }
        imp.hint.set_sensitive(review.has_hint());
        imp.show.set_sensitive(!review.is_shown());
        imp.keep.set_visible(!stands && review.can_keep());
        imp.back.set_visible(stands);
        imp.next.set_sensitive(review.has_next());
        imp.next.set_label(&match review.is_over() {
            true => gettext("Start Over"),
            false => gettext("Next"),
        });
        // A player who has found it goes on, and so does one who has not begun.
        let over = review.is_over();
        let goes_on = !over && (!stands || review.is_found() || review.is_shown());
        super::set_style_class(&*imp.next, "suggested-action", goes_on && review.has_next());
        super::set_style_class(&*imp.keep, "suggested-action", over);
    }
}
