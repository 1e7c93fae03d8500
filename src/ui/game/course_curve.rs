//! The course of a game as a curve, on which one goes from ply to ply. Time goes from left to right in every
//! language, as on the board.

use std::cell::RefCell;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, graphene, gsk};
use rank_and_file_core::chess::Color;

use crate::drawing::{CourseArea, CourseLook, CoursePlace, Rgba, paint_course};
use crate::model::{Following, GameAnalysis, weak};
use crate::subclass::subclass;
use crate::ui::keys::hear_keys;
use crate::ui::parts::{follow_seen, is_seen};
use crate::words;

/// The least height, and the one that is wanted, in logical pixels.
const HEIGHT: (i32, i32) = (40, 80);
/// The least width.
const WIDTH: i32 = 96;
/// The radius of its corners.
const ROUNDED: f32 = 6.0;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::CourseCurve)]
    pub struct CourseCurve {
        pub signals: Following,
        /// What it shows.
        #[property(get, set = Self::set_course, nullable)]
        pub course: RefCell<Option<GameAnalysis>>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for CourseCurve {
        fn constructed(&self) {
            self.parent_constructed();
            let curve = self.obj();
            curve.set_focusable(true);
            curve.set_has_tooltip(true);
            curve.update_property(&[gtk::accessible::Property::Label(&words::course())]);
            curve.set_up_pointer();
            curve.set_up_keys();
            follow_seen(&*curve, &*curve, super::CourseCurve::tell_seen);
        }
    }

    impl WidgetImpl for CourseCurve {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            match orientation {
                gtk::Orientation::Vertical => (HEIGHT.0, HEIGHT.1, -1, -1),
                _ => (WIDTH, WIDTH, -1, -1),
            }
        }

        fn query_tooltip(&self, x: i32, _: i32, by_key: bool, tooltip: &gtk::Tooltip) -> bool {
            let curve = self.obj();
            let ply = match by_key {
                true => curve.shown_ply(),
                false => curve.area().ply(f64::from(x)),
            };
            tooltip.set_text(curve.said(ply).as_deref());
            true
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let curve = self.obj();
            let bounds = graphene::Rect::new(0.0, 0.0, curve.width() as f32, curve.height() as f32);
            snapshot.push_rounded_clip(&gsk::RoundedRect::from_rect(bounds, ROUNDED));
            let cr = snapshot.append_cairo(&bounds);
            let (look, area) = (curve.look(), curve.area());
            if let Err(error) = paint_course(&cr, &look, &area, &curve.places(), curve.shown_ply())
            {
                tracing::warn!("the course of the game is not painted: {error}");
            }
            snapshot.pop();
        }
    }

    impl CourseCurve {
        fn set_course(&self, course: Option<GameAnalysis>) {
            let curve = self.obj();
            let acts = [("changed", super::CourseCurve::refresh as fn(&_))];
            self.signals.follow(&*curve, course.as_ref(), &acts);
            self.course.replace(course);
            curve.tell_seen();
            curve.refresh();
        }
    }
}

subclass! {
    /// The course of a game as a curve.
    pub struct CourseCurve(imp::CourseCurve): gtk::Widget {
        css_name: "coursecurve",
        accessible_role: Slider,
    }
}

impl CourseCurve {
    /// Where the plies lie.
    pub fn area(&self) -> CourseArea {
        let course = self.course();
        let plies = course.and_then(|course| course.with(|known| known.plies()));
        CourseArea {
            width: f64::from(self.width()),
            height: f64::from(self.height()),
            plies: plies.unwrap_or_default(),
        }
    }

    fn shown_ply(&self) -> usize {
        let game = self.course().and_then(|course| course.game());
        game.map_or(0, |game| game.viewer().ply() as usize)
    }

    fn places(&self) -> Vec<Option<CoursePlace>> {
        let places = self.course().and_then(|course| {
            course.with(|known| {
                let plies = 0..=known.plies();
                let place = |ply| {
                    let win = known.likely(ply)?.win(Color::White);
                    let judgment = known.judgment(ply);
                    Some(CoursePlace { win, judgment })
                };
                plies.map(place).collect()
            })
        });
        places.unwrap_or_default()
    }

    /// What is said of a ply.
    fn said(&self, ply: usize) -> Option<String> {
        let course = self.course()?;
        let game = course.game()?;
        course.with(|known| game.with_game(|rules| words::course_at(rules, known, ply)))
    }

    fn refresh(&self) {
        let ply = self.shown_ply();
        let said = self.said(ply).unwrap_or_default();
        let plies = self.area().plies;
        self.update_property(&[
            gtk::accessible::Property::ValueMin(0.0),
            gtk::accessible::Property::ValueMax(plies as f64),
            gtk::accessible::Property::ValueNow(ply as f64),
            gtk::accessible::Property::ValueText(&said),
            // Where a slider has no text for its value, this is read.
            gtk::accessible::Property::Description(&said),
        ]);
        self.queue_draw();
    }

    fn look(&self) -> CourseLook {
        let style = self.style_context();
        let plain = style.color();
        let color = |name| rgba(style.lookup_color(name).unwrap_or(plain));
        CourseLook {
            sides: [color("board_white"), color("board_black")],
            curve: color("course_curve"),
            middle: color("course_middle"),
            shown: color("accent_bg_color"),
            bad: [color("course_mistake"), color("course_blunder")],
            rim: color("board_white"),
        }
    }

    fn go_to(&self, ply: usize) {
        let game = self.course().and_then(|course| course.game());
        if let (Some(game), Ok(ply)) = (game, u32::try_from(ply)) {
            game.viewer().set_ply(ply);
        }
    }

    fn set_up_pointer(&self) {
        let drag = gtk::GestureDrag::new();
        drag.connect_drag_begin(weak!(self, |curve, drag, x, _| {
            drag.set_state(gtk::EventSequenceState::Claimed);
            curve.grab_focus();
            curve.go_to(curve.area().ply(x));
        }));
        drag.connect_drag_update(weak!(self, |curve, drag, dx, _| {
            if let Some((x, _)) = drag.start_point() {
                curve.go_to(curve.area().ply(x + dx));
            }
        }));
        self.add_controller(drag);
    }

    fn set_up_keys(&self) {
        let phase = gtk::PropagationPhase::Bubble;
        hear_keys(self, phase, self, |curve, key, held| {
            let (at, last) = (curve.shown_ply(), curve.area().plies);
            let ply = match key {
                _ if !held.is_empty() => return false,
                gdk::Key::Left | gdk::Key::KP_Left => at.saturating_sub(1),
                gdk::Key::Right | gdk::Key::KP_Right => at + 1,
                gdk::Key::Home | gdk::Key::KP_Home => 0,
                gdk::Key::End | gdk::Key::KP_End => last,
                _ => return false,
            };
            curve.go_to(ply.min(last));
            true
        });
    }

    /// Tells whether it can be seen.
    fn tell_seen(&self) {
        if let Some(course) = self.course() {
            course.set_seen(is_seen(self));
        }
    }
}

fn rgba(color: gdk::RGBA) -> Rgba {
    Rgba {
        red: f64::from(color.red()),
        green: f64::from(color.green()),
        blue: f64::from(color.blue()),
        alpha: f64::from(color.alpha()),
    }
}
