//! The evaluation as a bar beside the board: White's part grows with how likely White is to win, and the
//! number stands at the end of the better side.

use std::cell::{Cell, OnceCell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{graphene, gsk, pango};
use rank_and_file_core::chess::Color;
use rank_and_file_core::engine::Score;

use crate::model::{AnalysisState, PositionAnalysis, callback};
use crate::subclass::subclass;
use crate::ui::parts::{Progress, Textures, timed};
use crate::words;

/// In logical pixels: the corners, the line around it, what is left around the number, and how narrow it may be.
const CORNER: f32 = 4.0;
const LINE: f32 = 1.0;
const ASIDE: i32 = 1;
const NARROWEST: i32 = 18;
/// The widest number that is usual.
const WIDEST: &str = "8.8";
/// How much of its color the line has, also in high contrast.
const STRENGTH: f32 = 0.3;
const STRONGER: f32 = 0.8;
/// How long it takes to another length, in milliseconds.
const DURATION: u32 = 180;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::EvaluationBar)]
    pub struct EvaluationBar {
        pub analysis: OnceCell<PositionAnalysis>,
        pub(in crate::ui) progress: Progress,
        /// White's part in percent: on its way from one to the other.
        pub part: Cell<(f64, f64)>,
        /// The number that is shown.
        pub number: RefCell<String>,
        /// Whether Black sits below.
        #[property(get, set = Self::set_flipped)]
        pub flipped: Cell<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for EvaluationBar {
        fn constructed(&self) {
            self.parent_constructed();
            self.part.set((50.0, 50.0));
            self.obj().tell(&words::no_evaluation());
        }
    }

    impl WidgetImpl for EvaluationBar {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            if orientation == gtk::Orientation::Vertical {
                return (0, 0, -1, -1);
            }
            let number = self.obj().create_pango_layout(Some(WIDEST));
            let width = (number.pixel_size().0 + 2 * ASIDE).max(NARROWEST);
            (width, width, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let bar = self.obj();
            let (width, height) = (bar.width() as f32, bar.height() as f32);
            let style = bar.style_context();
            let plain = style.color();
            let color = |name| style.lookup_color(name).unwrap_or(plain);
            let (white, black) = (color("board_white"), color("board_black"));
            let all = graphene::Rect::new(0.0, 0.0, width, height);
            let shape = gsk::RoundedRect::from_rect(all, CORNER);
            let part = bar.part();
            let high = height * (part / 100.0) as f32;
            let flipped = self.flipped.get();
            let top = if flipped { 0.0 } else { height - high };
            snapshot.push_rounded_clip(&shape);
            snapshot.append_color(&black, &all);
            snapshot.append_color(&white, &graphene::Rect::new(0.0, top, width, high));
            // The middle, which shows how far from it the parts meet.
            let accent = color("accent_bg_color");
            let middle = (height / 2.0).round() - LINE;
            snapshot.append_color(
                &accent,
                &graphene::Rect::new(0.0, middle, width, 2.0 * LINE),
            );
            snapshot.pop();
            let strength = match adw::StyleManager::default().is_high_contrast() {
                true => STRONGER,
                false => STRENGTH,
            };
            let line = plain.with_alpha(strength);
            snapshot.append_border(&shape, &[LINE; 4], &[line; 4]);
            let better = part >= 50.0;
            let number = bar.create_pango_layout(Some(&self.number.borrow()));
            number.set_alignment(pango::Alignment::Center);
            number.set_width(pango::SCALE * bar.width());
            let (_, tall) = number.pixel_size();
            let below = better != flipped;
            let y = if below {
                height - (tall + ASIDE) as f32
            } else {
                ASIDE as f32
            };
            snapshot.save();
            snapshot.translate(&graphene::Point::new(0.0, y));
            snapshot.append_layout(&number, if better { &black } else { &white });
            snapshot.restore();
        }
    }

    impl EvaluationBar {
        fn set_flipped(&self, flipped: bool) {
            self.flipped.set(flipped);
            self.obj().queue_draw();
        }
    }
}

subclass! {
    /// The bar that shows who stands better.
    pub struct EvaluationBar(imp::EvaluationBar): gtk::Widget {
        css_name: "evaluationbar",
        accessible_role: Meter,
    }
}

impl EvaluationBar {
    /// Shows what this finds.
    pub fn set_analysis(&self, analysis: &PositionAnalysis) {
        analysis.connect_told(callback(self, Self::take_up));
        self.imp().analysis.set(analysis.clone()).ok();
    }

    /// White's part that is seen, in percent.
    fn part(&self) -> f64 {
        let imp = self.imp();
        let (from, to) = imp.part.get();
        from + (to - from) * imp.progress.at()
    }

    /// Shows what is known. Until something is known of another position, the bar stays as it is.
    fn take_up(&self) {
        let insight = self.imp().analysis.get().map(PositionAnalysis::insight);
        match insight.unwrap_or_default() {
            AnalysisState::Found(found) => {
                if let Some(score) = found.score() {
                    let size = words::score_size(score);
                    self.show(score.win(), &size, &words::evaluation(score));
                }
            }
            AnalysisState::End(end) => {
                let (part, sign) = match end.winner {
                    Some(Color::White) => (Score::Mate(1).win(), "#"),
                    Some(Color::Black) => (Score::Mate(-1).win(), "#"),
                    None => (Score::default().win(), "½"),
                };
                self.show(part, sign, &words::reason_of(end));
            }
            _ => self.tell(&words::no_evaluation()),
        }
    }

    fn show(&self, part: f64, number: &str, said: &str) {
        let imp = self.imp();
        imp.number.replace(number.to_owned());
        let (from, to) = (self.part(), imp.part.get().1);
        let still = !Textures::shared().animated() || !self.is_mapped();
        if still {
            imp.part.set((part, part));
        } else if to != part {
            imp.part.set((from, part));
            imp.progress.start(|| {
                let easing = (DURATION, adw::Easing::EaseOutCubic);
                timed(self, easing, WidgetExt::queue_draw, |_| {})
            });
        }
        self.tell(said);
        self.queue_draw();
    }

    fn tell(&self, said: &str) {
        use gtk::accessible::Property;
        self.update_property(&[
            Property::Label(said),
            Property::ValueMin(0.0),
            Property::ValueMax(100.0),
            Property::ValueNow(self.imp().part.get().1),
            Property::ValueText(said),
        ]);
    }
}
