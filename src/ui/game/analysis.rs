//! What the computer thinks of the position that is shown in a game that is over: its best lines, each
//! of which can be walked on the board and added to the game.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio, pango};
use rank_and_file_core::chess::{Chess, Move, Ply, Position, figurines};
use rank_and_file_core::engine::Line;
use rank_and_file_core::record::study::StudyAction;

use crate::model::{
    self, AnalysisState, Following, Navigation, PositionAnalysis, callback, callback_with, weak,
};
use crate::subclass::{ClassOf, subclass, template};
use crate::ui::keys::{hear_keys, is_bare};
use crate::ui::parts::{in_one_line, on_part, set_style_class};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::AnalysisPanel)]
        #[template(file = "../../../resources/ui/analysis-panel.ui")]
        pub struct AnalysisPanel {
            how: gtk::Label,
            add: gtk::Button,
            menu: gtk::MenuButton,
            notice: gtk::Label,
            again: gtk::Button,
            list: gtk::Box,
        } and {
            pub rows: RefCell<Vec<super::AnalyzedLine>>,
            pub analysis: OnceCell<PositionAnalysis>,
            pub signals: Following,
            pub wanted: OnceCell<Add>,
            /// The line that is walked. What is found meanwhile is shown afterwards.
            pub walked: Cell<Option<usize>>,
            /// What was pressed with the pointer: so many moves of a line.
            pub pressed: Cell<Option<usize>>,
            /// The game that is studied.
            #[property(get, set = Self::set_game, nullable)]
            pub game: RefCell<Option<model::Game>>,
            /// Whether figures of the pieces stand for their letters.
            #[property(get, set = Self::set_figurines)]
            pub figurines: Cell<bool>,
            /// How many lines there are.
            #[property(get, set = Self::set_lines, explicit_notify)]
            pub lines: Cell<i32>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for AnalysisPanel {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }

        fn dispose(&self) {
            self.obj().set_game(None::<model::Game>);
        }
    }

    impl AnalysisPanel {
        fn set_game(&self, game: Option<model::Game>) {
            let panel = self.obj();
            let acts = [("changed", super::AnalysisPanel::follow_ahead as fn(&_))];
            self.signals.follow(&*panel, game.as_ref(), &acts);
            self.game.replace(game);
            panel.follow_ahead();
        }

        fn set_figurines(&self, figurines: bool) {
            if self.figurines.replace(figurines) != figurines {
                self.obj().show_lines();
            }
        }

        fn set_lines(&self, lines: i32) {
            if self.lines.replace(lines) != lines {
                self.menu.set_label(&words::lines(lines));
                self.obj().notify_lines();
                self.obj().show_lines();
            }
        }
    }

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/analyzed-line.ui")]
        pub struct AnalyzedLine {
            score: gtk::Label,
            moves: gtk::Label,
        } and {
            /// The moves of the line, and where each stands in the text with its number, and how long that is.
            pub line: RefCell<Vec<(Move, Range<u32>, u32)>>,
            /// So many of them are played on the board.
            pub shown: Cell<usize>,
            /// The first move in its name, as it is said.
            pub named: RefCell<Option<String>>,
        }
    }

    impl ObjectImpl for AnalyzedLine {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }
}

/// The numbers of lines that are offered.
const LINES: [i32; 3] = [1, 3, 5];
const MOST_LINES: usize = 5;

type Add = Box<dyn Fn(StudyAction)>;

subclass! {
    /// The lines that the computer has found.
    pub struct AnalysisPanel(imp::AnalysisPanel): adw::Bin {
        template: [],
        css_name: "analysis",
        accessible_role: Group,
        class_init: install_actions,
    }
}

fn install_actions(class: &mut ClassOf<AnalysisPanel>) {
    class.install_property_action("analysis.lines", "lines");
}

impl AnalysisPanel {
    fn set_up(&self) {
        let imp = self.imp();
        imp.add.connect_clicked(callback(self, |panel| {
            panel.add(panel.imp().walked.get().unwrap_or_default())
        }));
        imp.menu.set_menu_model(Some(&menu()));
        imp.again.connect_clicked(callback(self, |panel| {
            if let Some(analysis) = panel.imp().analysis.get() {
                analysis.try_again();
            }
        }));
        for number in 0..MOST_LINES {
            let row = AnalyzedLine::default();
            self.listen_to(&row, number);
            imp.list.append(&row);
            imp.rows.borrow_mut().push(row);
        }
        self.show_lines();
    }

    /// Shows what this finds.
    pub fn set_analysis(&self, analysis: &PositionAnalysis) {
        let lines = analysis.bind_property("lines", self, "lines");
        lines.bidirectional().sync_create().build();
        analysis.connect_told(callback(self, Self::show_lines));
        self.imp().analysis.set(analysis.clone()).ok();
    }

    /// Calls back with what shall be added to the game.
    pub fn connect_add(&self, add: impl Fn(StudyAction) + 'static) {
        self.imp().wanted.set(Box::new(add)).ok();
    }

    /// Pointer and keys on a line. A key, or assistive technology that presses a button, goes one move further.
    fn listen_to(&self, row: &AnalyzedLine, number: usize) {
        let pointer = gtk::GestureClick::new();
        pointer.set_propagation_phase(gtk::PropagationPhase::Capture);
        pointer.connect_pressed(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            #[weak]
            row,
            move |_, _, x, y| panel.imp().pressed.set(Some(row.move_at(x, y)))
        ));
        pointer.connect_cancel(weak!(self, |panel, _, _| panel.imp().pressed.set(None)));
        row.add_controller(pointer);
        row.connect_clicked(callback_with(self, move |panel, row: &AnalyzedLine| {
            let pressed = panel.imp().pressed.take();
            panel.step(number, pressed.unwrap_or(row.shown() + 1));
        }));
        let phase = gtk::PropagationPhase::Capture;
        hear_keys(row, phase, self, move |panel, key, held| {
            use gdk::Key as K;
            panel.imp().pressed.set(None);
            let shown = panel.row(number).map_or(0, |row| row.shown());
            match key {
                _ if !is_bare(held) => return false,
                K::Right | K::KP_Right => panel.step(number, shown + 1),
                K::Left | K::KP_Left => panel.step(number, shown.saturating_sub(1)),
                K::Return | K::KP_Enter | K::ISO_Enter => panel.add(number),
                K::Escape if panel.imp().walked.get().is_some() => panel.step(number, 0),
                _ => return false,
            }
            true
        });
    }

    fn row(&self, number: usize) -> Option<AnalyzedLine> {
        self.imp().rows.borrow().get(number).cloned()
    }

    /// Shows the position after so many moves of a line on the board, or after none of them that of the game.
    fn step(&self, number: usize, shown: usize) {
        let imp = self.imp();
        let moves = self.row(number).map(|row| row.moves());
        let Some((game, moves)) = self.game().zip(moves) else {
            return;
        };
        if moves.is_empty() {
            return;
        }
        if shown == 0 {
            game.viewer().navigate(Navigation::Return);
            return;
        }
        let before = imp.walked.replace(Some(number));
        if let Some(row) = before.filter(|before| *before != number) {
            if let Some(row) = self.row(row) {
                row.mark(0);
            }
        }
        game.viewer().look_ahead(&moves, shown);
    }

    /// Has a line added to the game: up to the move after which the board is shown, or all of it.
    fn add(&self, number: usize) {
        let Some((game, row)) = self.game().zip(self.row(number)) else {
            return;
        };
        let mut moves = row.moves();
        if row.shown() > 0 {
            moves.truncate(row.shown());
        }
        let wanted = self.imp().wanted.get().filter(|_| !moves.is_empty());
        if let Some(wanted) = wanted {
            wanted(StudyAction::AddLine {
                at: game.viewer().node(),
                moves,
            });
        }
    }

    /// Marks the move after which the board is shown. When the player no longer looks ahead, what has been found
    /// meanwhile is shown.
    fn follow_ahead(&self) {
        let imp = self.imp();
        let Some(walked) = imp.walked.get() else {
            return;
        };
        let shown = self.game().and_then(|game| game.viewer().ahead());
        if let Some(row) = self.row(walked) {
            row.mark(shown.unwrap_or_default());
        }
        if shown.is_none() {
            imp.walked.set(None);
        }
        self.show_lines();
    }

    /// Shows what is known, but nothing new while a line is walked.
    pub fn show_lines(&self) {
        let imp = self.imp();
        let walked = imp.walked.get().is_some();
        imp.add.set_visible(walked);
        imp.how.set_visible(!walked);
        imp.menu.set_sensitive(!walked);
        if walked {
            return;
        }
        let analysis = imp.analysis.get();
        let insight = analysis.map(PositionAnalysis::insight).unwrap_or_default();
        let found = match &insight {
            AnalysisState::Found(found) => Some(found),
            _ => None,
        };
        let how = found.map(|found| {
            let how = words::how_deep(&found.found, found.done);
            let engine = analysis.map(PositionAnalysis::engine).unwrap_or_default();
            match engine.is_empty() {
                true => how,
                false => format!("{how} · {}", words::isolated(&engine)),
            }
        });
        let awaited = matches!(insight, AnalysisState::Awaited).then(words::no_line_yet);
        imp.how.set_label(&how.or(awaited).unwrap_or_default());
        let notice = match &insight {
            AnalysisState::End(end) => Some(words::reason_of(*end)),
            AnalysisState::Saving => Some(words::saves_power()),
            AnalysisState::Failed(why) => Some(why.clone()),
            _ => None,
        };
        imp.again
            .set_visible(matches!(insight, AnalysisState::Failed(_)));
        let there = match (found, &notice) {
            (_, Some(_)) => 0,
            (Some(found), _) => found.position.legal_moves().len(),
            (None, None) => MOST_LINES,
        };
        let there = there.min(usize::try_from(self.lines()).unwrap_or_default());
        set_style_class(self, "empty", there == 0);
        imp.notice.set_visible(notice.is_some());
        imp.notice.set_label(&notice.unwrap_or_default());
        let rows = imp.rows.borrow().clone();
        if rows[there.min(rows.len())..]
            .iter()
            .any(WidgetExt::has_focus)
        {
            match there.checked_sub(1).and_then(|last| rows.get(last)) {
                Some(row) => row.grab_focus(),
                None => imp.menu.grab_focus(),
            };
        }
        let done = found.is_some_and(|found| found.done);
        for (number, row) in rows.iter().enumerate() {
            let line = found.and_then(|found| {
                let line = found.found.lines.get(number)?;
                Some((&found.position, line))
            });
            row.show(line, self.figurines(), done);
            row.set_visible(number < there);
        }
    }
}

fn menu() -> gio::Menu {
    let menu = gio::Menu::new();
    for lines in LINES {
        let item = gio::MenuItem::new(Some(&words::lines(lines)), None);
        item.set_action_and_target_value(Some("analysis.lines"), Some(&lines.to_variant()));
        menu.append_item(&item);
    }
    menu
}

/// No more of a line is shown: what comes later is a guess.
const LONGEST: usize = 16;
/// How much of its color the number before a move has, of 65535.
const NUMBER: u16 = 0xA000;
/// How much of the accent color lies behind the move that is shown, of 65535.
const BEHIND: u16 = 0x5000;

subclass! {
    /// A button with one line.
    pub struct AnalyzedLine(imp::AnalyzedLine): gtk::Button { template: [], default: new }
}

impl AnalyzedLine {
    fn set_up(&self) {
        // Its sign comes first in every language.
        self.imp().score.set_direction(gtk::TextDirection::Ltr);
        self.show(None, false, true);
    }

    /// Shows a line from a position, with figures of the pieces or their letters; or that there is none yet. A screen reader
    /// reads each name that a line gets while the keyboard is on it, so that it gets another one with another first move
    /// alone, and when all is `done`.
    pub fn show(&self, found: Option<(&Chess, &Line)>, with_figures: bool, done: bool) {
        let imp = self.imp();
        let (mut line, mut text, mut spoken) = (Vec::new(), String::new(), Vec::new());
        let mut score = None;
        if let Some((position, found)) = found {
            score = Some(found.score.of_white(position.turn()));
            for ply in Ply::line(position, &found.moves).take(LONGEST) {
                let san = ply.san.to_string();
                if !text.is_empty() {
                    text.push(' ');
                }
                let begin = text.len();
                if line.is_empty() || ply.mover.is_white() {
                    text += &format!("{}\u{a0}", words::move_number(&ply));
                    spoken.push(words::ply_said(&ply));
                } else {
                    spoken.push(words::spoken_move(&ply));
                }
                let number = text.len() - begin;
                text += &match with_figures {
                    true => figurines(&san),
                    false => san.clone(),
                };
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
            &*imp.score,
            "black",
            score.is_some_and(|score| score.win() < 50.0),
        );
        // An empty place keeps its height.
        imp.score
            .set_opacity(if score.is_some() { 1.0 } else { 0.0 });
        let begins = spoken.first().cloned();
        let anew = begins.is_some() && begins != *imp.named.borrow();
        if done || anew || !self.is_focus() {
            imp.named.replace(begins);
            let said = match score {
                Some(score) => words::line_said(score, &words::enumerate(&spoken)),
                None => words::no_line_yet(),
            };
            // Newer GTK takes the text on the button for its name, even if another name is set.
            self.reset_relation(gtk::AccessibleRelation::LabelledBy);
            self.update_property(&[gtk::accessible::Property::Label(&said)]);
        }
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
            let number_place = place.start..place.start + before;
            let dim = pango::AttrInt::new_foreground_alpha(NUMBER);
            attributes.insert(on_part(dim, &number_place));
            // No line ends after a number, nor at the hyphen of O-O.
            attributes.insert(in_one_line(place.clone()));
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
        let behind = pango::AttrColor::new_background(red, green, blue);
        let alpha = pango::AttrInt::new_background_alpha(BEHIND);
        let bold = pango::AttrInt::new_weight(pango::Weight::Bold);
        attributes.insert(on_part(behind, &place));
        attributes.insert(on_part(alpha, &place));
        attributes.insert(on_part(bold, &place));
    }

    /// How many moves are played up to the one at a point of the button. Left of them all, one is.
    pub fn move_at(&self, x: f64, y: f64) -> usize {
        let imp = self.imp();
        let Some((x, y)) = self.translate_coordinates(&*imp.moves, x, y) else {
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
