//! One line that the computer has found: what it is worth, and its moves.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::engine::Line;
use rank_and_file_core::rules::{Chess, Move, Ply, Position, figurines};

use super::super::set_style_class;
use crate::words;

/// No more of a line is shown: what comes later is a guess.
const LONGEST: usize = 16;
/// How much of its color the number before a move has, of 65535.
const NUMBER: u16 = 0xA000;
/// How much of the accent color lies behind the move that is shown, of 65535.
const BEHIND: u16 = 0x5000;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct AnalyzedLine {
        pub score: gtk::Label,
        pub moves: gtk::Label,
        /// The moves of the line, and where each stands in the text with its number, and how long that is.
        pub line: RefCell<Vec<(Move, Range<u32>, u32)>>,
        /// So many of them are played on the board.
        pub shown: Cell<usize>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for AnalyzedLine {
        const NAME: &'static str = "RfAnalyzedLine";
        type Type = super::AnalyzedLine;
        type ParentType = gtk::Button;
    }

    impl ObjectImpl for AnalyzedLine {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for AnalyzedLine {}
    impl ButtonImpl for AnalyzedLine {}
}

glib::wrapper! {
    /// A button with one line.
    pub struct AnalyzedLine(ObjectSubclass<imp::AnalyzedLine>)
        @extends gtk::Button, gtk::Widget,
        @implements gtk::Accessible, gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for AnalyzedLine {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl AnalyzedLine {
    fn set_up(&self) {
        let imp = self.imp();
        imp.score.set_width_chars(5);
        imp.score.set_xalign(0.5);
        // Its sign comes first in every language.
        imp.score.set_direction(gtk::TextDirection::Ltr);
        imp.score.set_valign(gtk::Align::Baseline);
        imp.score.add_css_class("score");
        imp.score.add_css_class("numeric");
        imp.moves.set_xalign(0.0);
        imp.moves.set_hexpand(true);
        imp.moves.set_valign(gtk::Align::Baseline);
        imp.moves.set_wrap_mode(pango::WrapMode::WordChar);
        let content = gtk::Box::builder().spacing(8).build();
        content.append(&imp.score);
        content.append(&imp.moves);
        self.set_child(Some(&content));
        self.add_css_class("flat");
        self.show(None, false);
    }

    /// Shows a line from a position, with figures of the pieces or their letters; or that there is none yet.
    pub fn show(&self, found: Option<(&Chess, &Line)>, with_figures: bool) {
        let imp = self.imp();
        let (mut line, mut text, mut spoken) = (Vec::new(), String::new(), String::new());
        let mut score = None;
        if let Some((position, found)) = found {
            score = Some(found.score.of_white(position.turn()));
            for ply in Ply::line(position, &found.moves).take(LONGEST) {
                let san = ply.san.to_string();
                if !text.is_empty() {
                    text.push(' ');
                    spoken.push(' ');
                }
                let begin = text.len();
                if line.is_empty() || ply.mover.is_white() {
                    let number = words::move_number(&ply);
                    text += &format!("{number}\u{a0}");
                    spoken += &format!("{number} ");
                }
                let number = text.len() - begin;
                text += &match with_figures {
                    true => figurines(&san),
                    false => san.clone(),
                };
                spoken += &san;
                let [begin, end, number] = [begin, text.len(), number]
                    .map(|length| u32::try_from(length).unwrap_or(u32::MAX));
                line.push((ply.mv, begin..end, number));
            }
        }
        imp.line.replace(line);
        let figures = score.map(words::score_figures);
        imp.score.set_label(&figures.unwrap_or_default());
        imp.moves.set_label(&text);
        set_style_class(
            &imp.score,
            "black",
            score.is_some_and(|score| score.win() < 50.0),
        );
        // An empty place keeps its height.
        imp.score
            .set_opacity(if score.is_some() { 1.0 } else { 0.0 });
        let said = match score {
            Some(score) => words::line_said(score, &spoken),
            None => words::no_line_yet(),
        };
        // Newer GTK takes what is written on the button for its name, whatever else is said.
        self.reset_relation(gtk::AccessibleRelation::LabelledBy);
        self.update_property(&[gtk::accessible::Property::Label(&said)]);
        self.mark(imp.shown.get());
    }

    /// The moves that are shown.
    pub fn moves(&self) -> Vec<Move> {
        let line = self.imp().line.borrow();
        line.iter().map(|(mv, ..)| *mv).collect()
    }

    /// How many of them are played on the board.
    pub fn shown(&self) -> usize {
        self.imp().shown.get()
    }

    /// Marks the last of so many moves, which are played on the board. A line that is walked is shown whole.
    pub fn mark(&self, shown: usize) {
        let imp = self.imp();
        imp.shown.set(shown);
        imp.moves.set_wrap(shown > 0);
        imp.moves.set_ellipsize(match shown {
            0 => pango::EllipsizeMode::End,
            _ => pango::EllipsizeMode::None,
        });
        let attributes = pango::AttrList::new();
        for (number, (_, place, before)) in imp.line.borrow().iter().enumerate() {
            let mut dim = pango::AttrInt::new_foreground_alpha(NUMBER);
            dim.set_start_index(place.start);
            dim.set_end_index(place.start + before);
            attributes.insert(dim);
            if number + 1 == shown {
                self.point_out(&attributes, place.start + before..place.end);
            }
        }
        imp.moves.set_attributes(Some(&attributes));
    }

    fn point_out(&self, attributes: &pango::AttrList, place: Range<u32>) {
        let accent = self.style_context().lookup_color("accent_bg_color");
        let [red, green, blue] = accent.map_or([0.5; 3], |accent| {
            [accent.red(), accent.green(), accent.blue()]
        });
        let [red, green, blue] = [red, green, blue].map(|part| (part * 65535.0) as u16);
        let mut behind = pango::AttrColor::new_background(red, green, blue);
        behind.set_start_index(place.start);
        behind.set_end_index(place.end);
        let mut alpha = pango::AttrInt::new_background_alpha(BEHIND);
        alpha.set_start_index(place.start);
        alpha.set_end_index(place.end);
        let mut bold = pango::AttrInt::new_weight(pango::Weight::Bold);
        bold.set_start_index(place.start);
        bold.set_end_index(place.end);
        attributes.insert(behind);
        attributes.insert(alpha);
        attributes.insert(bold);
    }

    /// How many moves are played up to the one at a point of the button. Left of them all, one is.
    pub fn move_at(&self, x: f64, y: f64) -> usize {
        let imp = self.imp();
        let Some((x, y)) = self.translate_coordinates(&imp.moves, x, y) else {
            return 1;
        };
        let (left, top) = imp.moves.layout_offsets();
        let [x, y] = [(x, left), (y, top)].map(|(at, from)| (at as i32 - from) * pango::SCALE);
        let (_, index, _) = imp.moves.layout().xy_to_index(x, y);
        let index = u32::try_from(index).unwrap_or_default();
        let line = imp.line.borrow();
        let at = line.iter().position(|(_, place, _)| index <= place.end);
        at.map_or(line.len(), |at| at + 1)
    }
}
