//! The course of a game that is reviewed, above its moves: the curve, and how accurately both have played.

use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::GamePage;
use crate::model::{Course, Settings};
use crate::words;

impl GamePage {
    pub(super) fn set_up_course(&self, settings: &Settings) {
        let imp = self.imp();
        let course = Course::new(settings);
        imp.curve.set_course(Some(&course));
        course
            .bind_property("shown", &*imp.course_box, "visible")
            .sync_create()
            .build();
        course.connect_local(
            "changed",
            false,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                #[upgrade_or]
                None,
                move |_| {
                    page.show_accuracy();
                    page.take_turns();
                    None
                }
            ),
        );
        imp.course.set(course).ok();
    }

    /// Only one of them thinks at a time: where a reader has come to stand, then the course of the game.
    pub(super) fn take_turns(&self) {
        let imp = self.imp();
        if let (Some(thoughts), Some(course)) = (imp.thoughts.get(), imp.course.get()) {
            course.set_waits(thoughts.hurries());
            thoughts.set_waits(course.is_busy());
        }
    }

    fn show_accuracy(&self) {
        let (Some(game), Some(course)) = (self.game(), self.imp().course.get()) else {
            return;
        };
        let said = course.with(|known| match known.accuracy() {
            Some(accuracy) => words::accuracy(game.header(), accuracy),
            None => words::looking_through(known.part()),
        });
        let known = course.with(|known| known.accuracy().is_some());
        let label = &self.imp().accuracy;
        // The panel of a review has a bar for that.
        label.set_visible(known == Some(true) || !self.is_reviewing());
        label.set_label(&said.unwrap_or_default());
    }
}
