//! What a player has done with each color and together: a small table and a bar.

use std::cell::{Cell, RefCell};

use gettextrs::pgettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{graphene, gsk};
use rank_and_file_core::library::{ResultCounts, Results, Tally};

use crate::subclass::subclass;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::ResultsTable)]
    pub struct ResultsTable {
        /// Whether the colors are side by side and not one below the other: narrower, and higher.
        #[property(get, set, construct_only)]
        pub upright: Cell<bool>,
        /// White, Black, both; in each: games, wins, draws, losses, score.
        pub cells: RefCell<Vec<Vec<gtk::Label>>>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for ResultsTable {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }
}

mod bar {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::ResultsBar)]
    pub struct ResultsBar {
        /// Games won.
        #[property(name = "wins", set, type = u32, member = wins)]
        /// Games drawn.
        #[property(name = "draws", set, type = u32, member = draws)]
        /// Games lost.
        #[property(name = "losses", set, type = u32, member = losses)]
        pub results: RefCell<Results>,
        /// Whether these are the results of White, and not of a player.
        pub of_sides: Cell<bool>,
    }

    #[glib::derived_properties]
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
            let parts = super::ResultsBar::parts(*self.results.borrow(), width);
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

subclass! {
    /// Games, wins, draws, losses and score, by color and together.
    pub struct ResultsTable(imp::ResultsTable): gtk::Grid { accessible_role: Group }
}

impl ResultsTable {
    fn set_up(&self) {
        self.set_column_spacing(if self.upright() { 3 } else { 6 });
        self.set_row_spacing(6);
        let heads = [
            pgettext("table", "Games"),
            pgettext("table", "Wins"),
            pgettext("table", "Draws"),
            pgettext("table", "Losses"),
            // Translators: the head of a column with percentages, such as 58%
            pgettext("table", "Score"),
        ];
        for (column, head) in (1..).zip(heads) {
            let label = gtk::Label::builder()
                .label(&head)
                .xalign(if self.upright() { 0.0 } else { 1.0 })
                .hexpand(!self.upright())
                .css_classes(["caption", "dim-label"])
                .build();
            self.put(&label, column, 0);
        }
        let sides = [
            // Translators: a row of a table, with the games that were played with White
            pgettext("table", "White"),
            // Translators: a row of a table, with the games that were played with Black
            pgettext("table", "Black"),
            pgettext("table", "Total"),
        ];
        for (row, side) in (1..).zip(sides) {
            let classes: &[&str] = if row == 3 { &["heading"] } else { &[] };
            let size: &[&str] = if self.upright() { &["caption"] } else { &[] };
            let label = gtk::Label::builder()
                .label(&side)
                .xalign(if self.upright() { 1.0 } else { 0.0 })
                .css_classes([classes, size].concat())
                .build();
            self.put(&label, 0, row);
            let cells: Vec<gtk::Label> = (1..=5)
                .map(|column| {
                    let cell = gtk::Label::builder()
                        .xalign(1.0)
                        .hexpand(self.upright())
                        .css_classes([classes, &["numeric"]].concat())
                        .build();
                    self.put(&cell, column, row);
                    cell
                })
                .collect();
            self.imp().cells.borrow_mut().push(cells);
        }
    }

    fn put(&self, label: &gtk::Label, column: i32, row: i32) {
        let (column, row) = if self.upright() {
            (row, column)
        } else {
            (column, row)
        };
        self.attach(label, column, row, 1, 1);
    }

    /// Shows the finished games of a player.
    pub fn set_tally(&self, tally: &Tally) {
        let rows = [tally.finished.white, tally.finished.black, tally.total()];
        for (cells, results) in self.imp().cells.borrow().iter().zip(rows) {
            for (cell, text) in cells.iter().zip(row(results)) {
                cell.set_label(&text);
            }
        }
        self.update_property(&[gtk::accessible::Property::Label(&words::table_said(tally))]);
    }
}

fn row(results: Results) -> [String; 5] {
    [
        results.games().to_string(),
        results.wins.to_string(),
        results.draws.to_string(),
        results.losses.to_string(),
        words::percent(results),
    ]
}

/// All in logical pixels: how high the bar is, and the line of the draws in it; between two parts;
/// the line around what was lost; and of the smallest part that is there at all.
const HEIGHT: f32 = 10.0;
const THIN: f32 = 4.0;
const GAP: f32 = 2.0;
const LINE: f32 = 1.5;
const LEAST: f32 = 4.0;
/// Rounded as the theme rounds what is small.
const CORNER: f32 = 3.0;

subclass! {
    /// A bar of wins, draws and losses.
    pub struct ResultsBar(bar::ResultsBar): gtk::Widget {
        css_name: "resultsbar",
        accessible_role: Img,
    }
}

impl ResultsBar {
    /// Shows how games ended: what White won, what was drawn, and what Black won. Without finished ones
    /// the bar is empty, and keeps its place.
    pub fn show_share(&self, share: &ResultCounts) {
        self.imp().of_sides.set(true);
        self.imp().results.replace(Results {
            wins: share.white,
            draws: share.draws,
            losses: share.black,
        });
        self.set_visible(true);
        self.queue_draw();
    }

    /// Shows how games went. Without games there is no bar.
    pub fn show(&self, results: Results) {
        self.imp().results.replace(results);
        self.set_visible(results.games() > 0);
        let said = words::results_said(results);
        self.update_property(&[gtk::accessible::Property::Label(&said)]);
        self.queue_draw();
    }

    /// How wide the parts of the bar are, with gaps between those that are there: by the number of games,
    /// but none so narrow that it cannot be seen. What was won, drawn and lost, in logical pixels.
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
