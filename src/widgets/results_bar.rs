//! How games went for somebody, as a bar: what was won is filled, what was drawn is a thin line, what
//! was lost is hollow, so that nobody needs colours to tell them apart. Or how they went for White and
//! Black: then both ends have the colours of the pieces.

use std::cell::Cell;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{graphene, gsk};
use rank_and_file_core::library::{Results, Share};

use crate::words;

/// All in logical pixels: how high the bar is, and the line of the draws in it; between two parts;
/// the line around what was lost; and of the smallest part that is there at all.
const HEIGHT: f32 = 10.0;
const THIN: f32 = 4.0;
const GAP: f32 = 2.0;
const LINE: f32 = 1.5;
const LEAST: f32 = 4.0;
/// Rounded as the theme rounds what is small.
const CORNER: f32 = 3.0;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct ResultsBar {
        pub results: Cell<Results>,
        /// Whether these are the results of White, and not of somebody.
        pub of_sides: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ResultsBar {
        const NAME: &'static str = "RfResultsBar";
        type Type = super::ResultsBar;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("resultsbar");
            class.set_accessible_role(gtk::AccessibleRole::Img);
        }
    }

    impl ObjectImpl for ResultsBar {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().show(Results::default());
        }
    }

    impl WidgetImpl for ResultsBar {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let size = if orientation == gtk::Orientation::Vertical {
                HEIGHT
            } else {
                3.0 * LEAST + 2.0 * GAP
            };
            (size as i32, size as i32, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let widget = self.obj();
            let width = widget.width() as f32;
            let middle = widget.height() as f32 / 2.0;
            let style = widget.style_context();
            let plain = style.color();
            let color = |name| style.lookup_color(name).unwrap_or(plain);
            let line = plain.with_alpha(0.65);
            // For each part what fills it, and whether there is a line around it.
            let looks = if self.of_sides.get() {
                let [white, black] = ["board_white", "board_black"].map(color);
                [
                    (Some(white), true),
                    (Some(line), false),
                    (Some(black), true),
                ]
            } else {
                let accent = color("accent_color");
                [(Some(accent), false), (Some(line), false), (None, true)]
            };
            let parts = super::ResultsBar::parts(self.results.get(), width);
            let high = [HEIGHT, THIN, HEIGHT];
            let mut x = 0.0;
            for ((part, high), (filled, lined)) in parts.into_iter().zip(high).zip(looks) {
                if part <= 0.0 {
                    continue;
                }
                let left = match widget.direction() {
                    gtk::TextDirection::Rtl => width - x - part,
                    _ => x,
                };
                let place = graphene::Rect::new(left, middle - high / 2.0, part, high);
                let shape = gsk::RoundedRect::from_rect(place, CORNER.min(high / 2.0));
                if let Some(filled) = filled {
                    snapshot.push_rounded_clip(&shape);
                    snapshot.append_color(&filled, &place);
                    snapshot.pop();
                }
                if lined {
                    snapshot.append_border(&shape, &[LINE; 4], &[line; 4]);
                }
                x += part + GAP;
            }
        }
    }
}

glib::wrapper! {
    /// A bar of wins, draws and losses.
    pub struct ResultsBar(ObjectSubclass<imp::ResultsBar>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for ResultsBar {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl ResultsBar {
    /// A bar of what White won, what nobody did, and what Black won. What stands beside it says it all.
    #[must_use]
    pub fn of_sides() -> Self {
        let role = gtk::AccessibleRole::Presentation;
        let bar: Self = glib::Object::builder()
            .property("accessible-role", role)
            .build();
        bar.imp().of_sides.set(true);
        bar
    }

    /// Shows how games ended. Without finished ones it is empty, and keeps its place.
    pub fn show_share(&self, share: &Share) {
        self.imp().results.set(Results {
            wins: share.white,
            draws: share.draws,
            losses: share.black,
        });
        self.set_visible(true);
        self.queue_draw();
    }

    /// Shows how games went. Without games there is no bar.
    pub fn show(&self, results: Results) {
        self.imp().results.set(results);
        self.set_visible(results.games() > 0);
        let said = words::results_said(results);
        self.update_property(&[gtk::accessible::Property::Label(&said)]);
        self.queue_draw();
    }

    /// How wide the parts of the bar are, with gaps between those that are there: by the number of games,
    /// but none so narrow that it cannot be seen. What was won, drawn and lost, in logical pixels.
    #[must_use]
    pub fn parts(results: Results, width: f32) -> [f32; 3] {
        let counts = [results.wins, results.draws, results.losses];
        let there = counts.iter().filter(|count| **count > 0).count() as f32;
        let all = (width - GAP * (there - 1.0)).max(there * LEAST);
        let spare = all - there * LEAST;
        let games = results.games().max(1) as f32;
        counts.map(|count| match count {
            0 => 0.0,
            count => LEAST + spare * count as f32 / games,
        })
    }
}
