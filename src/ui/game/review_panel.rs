//! The panel of a review: players go from turning point to turning point, ask for hints, see the proof, and keep what was
//! found. The status line below says what there is to be said.

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use gettextrs::gettext;
use gtk::subclass::prelude::*;

use crate::model::{Following, Game, GameAnalysis, Review, callback};
use crate::subclass::{subclass, template};
use crate::ui::parts::{ButtonRow, Textures, show_said};
use crate::ui::question;
use crate::ui::route::{Request, ask};
use crate::words::{Message, shown_name};

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate, glib::Properties)]
        #[properties(wrapper_type = super::ReviewPanel)]
        #[template(file = "../../../resources/ui/review-panel.ui")]
        pub struct ReviewPanel {
            heading: gtk::Label,
            task: gtk::Label,
            judgment: gtk::Label,
            chances: gtk::Label,
            finders: gtk::Label,
            summary: gtk::Label,
            progress: gtk::ProgressBar,
            again: gtk::Button,
            hint: gtk::Button,
            show: gtk::Button,
            back: gtk::Button,
            restart: gtk::Button,
            next: gtk::Button,
            keep: gtk::Button,
            practice: gtk::Button,
            answers: ButtonRow,
        } and {
            pub signals: Following,
            /// What is reviewed.
            #[property(get, set = Self::set_review, nullable)]
            pub review: RefCell<Option<Review>>,
            /// The review that was left last.
            pub left: RefCell<Option<Review>>,
            /// Whether figures of the pieces stand for their letters.
            #[property(get, set = Self::set_figurines)]
            pub figurines: Cell<bool>,
            /// Whether there is little room: the chances and who else finds the move give theirs to what is asked and told.
            #[property(get, set = Self::set_brief)]
            pub brief: Cell<bool>,
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
                (&self.restart, Review::go_on),
                (&self.next, Review::go_on),
            ];
            self.practice
                .connect_clicked(callback(&*panel, super::ReviewPanel::practice));
            for (button, step) in steps {
                button.connect_clicked(callback(&*panel, move |panel| {
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

    impl ReviewPanel {
        fn set_review(&self, review: Option<Review>) {
            let panel = self.obj();
            let acts = [("changed", super::ReviewPanel::refresh as fn(&_))];
            self.signals.follow(&*panel, review.as_ref(), &acts);
            self.review.replace(review);
            panel.refresh();
        }

        fn set_brief(&self, brief: bool) {
            if self.brief.replace(brief) != brief {
                self.obj().refresh();
            }
        }

        fn set_figurines(&self, figurines: bool) {
            if self.figurines.replace(figurines) != figurines {
                self.obj().refresh();
            }
        }
    }
}

subclass! {
    /// The panel of a review.
    pub struct ReviewPanel(imp::ReviewPanel): gtk::Box {
        template: [ButtonRow],
        css_name: "review",
        accessible_role: Group,
    }
}

impl ReviewPanel {
    /// Begins a review of a game, or goes on with the one that was left.
    pub fn begin(&self, game: &Game, course: &GameAnalysis) {
        let left = self.imp().left.take();
        let review = match left.filter(|left| left.can_go_on(game)) {
            Some(left) => {
                left.resume();
                left
            }
            None => Review::of(game, course),
        };
        self.set_review(Some(&review));
    }

    /// Leaves the review, so that moves are played along the tree of the game again.
    pub fn leave(&self) {
        if let Some(review) = self.review() {
            self.set_review(None::<Review>);
            review.end();
            self.imp().left.replace(Some(review));
        }
    }

    /// Forgets the review that was left.
    pub fn forget(&self) {
        self.imp().left.take();
    }

    /// Goes to the puzzles that were made of what was missed; where both have missed something, for the player who is chosen.
    fn practice(&self) {
        let missed = self
            .review()
            .map(|review| review.missed())
            .unwrap_or_default();
        let mut names: Vec<String> = missed.into_iter().map(|one| one.player).collect();
        names.sort();
        names.dedup();
        if names.len() > 1 {
            names.retain(|name| !name.is_empty());
        }
        let panel = self.clone();
        glib::spawn_future_local(async move {
            let name = match &names[..] {
                [name] => Some(name.clone()),
                names => panel.choose_player(names).await,
            };
            if let Some(name) = name {
                ask(&panel, Request::PracticeOf(name));
            }
        });
    }

    /// Asks whose mistakes are to be practiced; `None` where that was given up.
    async fn choose_player(&self, names: &[String]) -> Option<String> {
        let window = self.root().and_downcast::<gtk::Window>();
        let heading = gettext("Whose Mistakes?");
        let question = adw::MessageDialog::new(window.as_ref(), Some(&heading), None);
        question.add_response("cancel", &gettext("_Cancel"));
        question.set_close_response("cancel");
        for (number, name) in names.iter().enumerate() {
            // What is called with such a sign has two of them.
            question.add_response(&number.to_string(), &shown_name(name).replace('_', "__"));
        }
        let chosen: usize = question::ask(&question).await.parse().ok()?;
        names.get(chosen).cloned()
    }

    fn refresh(&self) {
        let imp = self.imp();
        let Some(review) = self.review() else { return };
        let animated = Textures::shared().animated() && adw::is_animations_enabled(self);
        review.set_still(!animated);
        let stands = review.at().is_some();
        imp.heading.set_label(&review.heading());
        imp.task.set_visible(stands);
        imp.task.set_label(&review.task_name());
        let judgment = review.judgment();
        let brief = self.brief();
        // While a move is evaluated, their room is kept.
        for label in [&imp.judgment, &imp.chances] {
            label.update_state(&[gtk::accessible::State::Hidden(judgment.is_none())]);
            if judgment.is_none() {
                label.set_label("\u{a0}");
            }
        }
        imp.judgment.set_visible(stands);
        imp.chances.set_visible(stands && !brief);
        let in_figurines = |said: String| Message::from(said).in_figurines(self.figurines());
        if let Some(judgment) = judgment {
            show_said(&imp.judgment, &in_figurines(judgment.heading));
            let more = Some(&*judgment.chances).filter(|_| brief);
            imp.judgment.set_tooltip_text(more);
            show_said(&imp.chances, &judgment.chances.into());
            // As the curve has them: a blunder is red, a mistake is orange.
            let color = match judgment.glyph.0 {
                1 => "success",
                4 => "error",
                _ => "warning",
            };
            imp.judgment.set_css_classes(&["title-2", color]);
        }
        let finders = review.finders();
        // Its room is kept until it is known, so that nothing below moves then.
        imp.finders.set_visible(stands && !brief);
        let unknown = gtk::accessible::State::Hidden(finders.is_none());
        imp.finders.update_state(&[unknown]);
        imp.finders.set_label(&finders.unwrap_or_default());
        imp.summary.set_visible(!stands);
        show_said(&imp.summary, &in_figurines(review.summary()));
        imp.progress.set_visible(review.is_growing());
        imp.progress.set_fraction(review.part());
        // What was tried is taken back before there is another hint.
        let again = review.can_try_again();
        imp.again.set_visible(stands && again);
        imp.hint.set_visible(stands && !again);
        imp.show.set_visible(stands);
        if imp.hint.has_focus() && !review.has_hint() {
            // A player who has had all hints does not lose the keyboard.
            imp.show.grab_focus();
        }
        imp.hint.set_sensitive(review.has_hint());
        imp.show.set_sensitive(!review.is_shown());
        imp.answers.set_visible(stands);
        let kept = if stands { None } else { review.is_kept() };
        let keeps = kept == Some(false);
        // One of the two stands beside the next step, so that this keeps its place: a player who presses it once too often
        // does not start over.
        let over = review.is_over();
        let step = if over { &imp.restart } else { &imp.next };
        let on_step = imp.next.has_focus() || imp.restart.has_focus();
        imp.restart.set_visible(over);
        imp.back.set_visible(!over);
        imp.back.set_sensitive(review.has_previous());
        imp.next.set_sensitive(review.has_next() && !over);
        if on_step {
            step.grab_focus();
        }
        // A player who has found it goes on, and so does one who has not begun.
        let goes_on = !over && (!stands || review.is_found() || review.is_shown());
        super::set_style_class(&*imp.next, "suggested-action", goes_on && review.has_next());
        super::set_style_class(&*imp.keep, "suggested-action", over && keeps);
        if imp.keep.has_focus() && !keeps {
            // There is nothing more to press, so the keyboard goes on to another button.
            step.grab_focus();
        }
        // Once pressed the button stays, so that nothing moves under the pointer.
        imp.keep.set_visible(kept.is_some());
        imp.keep.set_sensitive(keeps);
        imp.keep.set_label(&match kept {
            Some(true) => gettext("Added to Game"),
            _ => gettext("Add to Game"),
        });
        imp.practice
            .set_visible(kept.is_some() && !review.missed().is_empty());
    }
}
