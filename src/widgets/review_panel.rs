//! What players do who review their game together: go from turning point to turning point, ask for hints, have
//! the proof shown, and keep what was found. What is said about it stands in the status line above.

use std::cell::{OnceCell, RefCell};

use gettextrs::gettext;
use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::ButtonRow;
use crate::model::{Review, following};

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::ReviewPanel)]
    pub struct ReviewPanel {
        pub heading: gtk::Label,
        pub done: gtk::Button,
        pub summary: gtk::Label,
        pub progress: gtk::ProgressBar,
        pub helps: ButtonRow,
        pub again: gtk::Button,
        pub hint: gtk::Button,
        pub show: gtk::Button,
        pub ways: ButtonRow,
        pub back: gtk::Button,
        pub next: gtk::Button,
        pub keep: gtk::Button,
        pub following: OnceCell<glib::SignalGroup>,
        /// What is reviewed.
        #[property(get, set = Self::set_review, nullable, explicit_notify)]
        pub review: RefCell<Option<Review>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ReviewPanel {
        const NAME: &'static str = "RfReviewPanel";
        type Type = super::ReviewPanel;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_layout_manager_type::<gtk::BinLayout>();
            class.set_css_name("review");
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for ReviewPanel {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }

        fn dispose(&self) {
            self.obj().set_review(None::<Review>);
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for ReviewPanel {}

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
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl ReviewPanel {
    fn set_up(&self) {
        let imp = self.imp();
        self.update_property(&[gtk::accessible::Property::Label(&gettext("Review"))]);
        imp.heading.set_xalign(0.0);
        imp.heading.set_hexpand(true);
        imp.heading.set_wrap(true);
        imp.heading.add_css_class("heading");
        imp.done.set_label(&gettext("Done"));
        imp.done.set_valign(gtk::Align::Center);
        imp.done.set_action_name(Some("game.end-review"));
        imp.summary.set_xalign(0.0);
        imp.summary.set_wrap(true);
        imp.summary.set_wrap_mode(pango::WrapMode::WordChar);
        let part = gettext("Analyzing the game");
        imp.progress
            .update_property(&[gtk::accessible::Property::Label(&part)]);
        let header = gtk::Box::builder().spacing(6).build();
        header.append(&imp.heading);
        header.append(&imp.done);
        self.set_up_button(
            &imp.again,
            &gettext("Try Again"),
            &imp.helps,
            Review::try_again,
        );
        self.set_up_button(&imp.hint, &gettext("Hint"), &imp.helps, Review::hint);
        self.set_up_button(
            &imp.show,
            &gettext("Show Solution"),
            &imp.helps,
            Review::show,
        );
        self.set_up_button(&imp.keep, &gettext("Keep in Game"), &imp.ways, Review::keep);
        self.set_up_button(&imp.back, &gettext("Previous"), &imp.ways, Review::go_back);
        self.set_up_button(&imp.next, &gettext("Next"), &imp.ways, Review::go_on);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 6);
        content.append(&header);
        content.append(&imp.summary);
        content.append(&imp.progress);
        content.append(&imp.helps);
        content.append(&imp.ways);
        content.set_parent(self);
        self.refresh();
    }

    fn set_up_button(
        &self,
        button: &gtk::Button,
        label: &str,
        row: &ButtonRow,
        does: impl Fn(&Review) + 'static,
    ) {
        button.set_label(label);
        button.set_parent(row);
        button.connect_clicked(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move |_| {
                if let Some(review) = panel.review() {
                    does(&review);
                }
            }
        ));
    }

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
        super::set_style_class(&imp.next, "suggested-action", goes_on && review.has_next());
        super::set_style_class(&imp.keep, "suggested-action", over);
    }
}
