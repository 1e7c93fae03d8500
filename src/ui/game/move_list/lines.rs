//! The lines of the scoresheet: the number and two moves; and running text, moves and comments one after the other,
//! wrapped like words and indented by how deep in side lines they are. And the button of a move, which both have.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{graphene, pango};
use rank_and_file_core::chess::{Color, figurines};
use rank_and_file_core::record::study::NodeId;

use crate::model::{Following, NotedMove, Part, ScoreRow, StudyRow};
use crate::subclass::subclass;
use crate::ui::parts::{has_no_words, laid_out, set_style_class, unparent_children};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::ScoreLine)]
    pub struct ScoreLine {
        pub number: gtk::Label,
        pub white: super::MoveButton,
        pub black: super::MoveButton,
        pub signals: Following,
        /// The node whose position is shown.
        pub viewed: Cell<Option<NodeId>>,
        /// The line of the scoresheet that is shown.
        #[property(get, set = Self::set_row, nullable)]
        pub row: RefCell<Option<ScoreRow>>,
        /// Whether figures of the pieces stand for their letters.
        #[property(get, set = Self::set_figurines)]
        pub figurines: Cell<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for ScoreLine {
        fn constructed(&self) {
            self.parent_constructed();
            let line = self.obj();
            self.number.set_width_chars(4);
            self.number.set_xalign(1.0);
            self.number.add_css_class("dim-label");
            self.number.add_css_class("numeric");
            line.append(&self.number);
            let moves = gtk::Box::builder()
                .homogeneous(true)
                .hexpand(true)
                .spacing(4)
                .build();
            line.append(&moves);
            for button in [&self.white, &self.black] {
                button.set_hexpand(true);
                moves.append(button);
            }
        }
    }

    impl ScoreLine {
        fn set_row(&self, row: Option<ScoreRow>) {
            let moved = |line: &super::ScoreLine| line.imp().show_moves();
            let acts = [("notify::white", moved as fn(&_)), ("notify::black", moved)];
            self.signals.follow(&*self.obj(), row.as_ref(), &acts);
            if let Some(row) = &row {
                self.number.set_label(&format!("{}.", row.number()));
            }
            self.row.replace(row);
            self.show_moves();
        }

        fn set_figurines(&self, figurines: bool) {
            if self.figurines.replace(figurines) != figurines {
                self.show_moves();
            }
        }

        fn show_moves(&self) {
            let row = self.row.borrow();
            let Some(row) = &*row else { return };
            let figures = self.figurines.get();
            for (button, side, ply, san) in [
                (&self.white, Color::White, row.white_ply(), row.white()),
                (&self.black, Color::Black, row.black_ply(), row.black()),
            ] {
                button.show(&shown(row, side, ply, san), figures);
                if let Some(viewed) = self.viewed.get() {
                    button.mark(viewed);
                }
            }
        }
    }

    /// What stands in one of the two places of a line.
    fn shown(row: &ScoreRow, side: Color, ply: u32, san: String) -> NotedMove {
        if !san.is_empty() {
            let glyphs = row.glyphs(side);
            return NotedMove {
                node: Some(NodeId::Main(ply as usize)),
                signs: words::signs(&glyphs),
                name: words::noted_move(&row.heard(side), 0, &glyphs),
                san,
                ..NotedMove::default()
            };
        }
        let gap = if row.broken() { "…" } else { "" };
        NotedMove {
            san: gap.to_owned(),
            ..NotedMove::default()
        }
    }

    #[derive(Default)]
    pub struct MoveButton {
        pub node: Cell<Option<NodeId>>,
        pub viewed: Cell<Option<bool>>,
        pub shown: RefCell<Option<(NotedMove, bool)>>,
        pub choose: OnceCell<Choose>,
    }

    impl ObjectImpl for MoveButton {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().add_css_class("flat");
            // The arrows go on to step through the game from the move that was clicked.
            self.obj().set_focus_on_click(false);
        }
    }

    impl ButtonImpl for MoveButton {
        fn clicked(&self) {
            if let Some((choose, node)) = self.choose.get().zip(self.node.get()) {
                choose(node);
            }
        }
    }
}

subclass! {
    /// One line of the scoresheet.
    pub struct ScoreLine(imp::ScoreLine): gtk::Box { css_name: "scoreline" }
}

impl ScoreLine {
    /// A line without moves yet.
    pub fn new(choose: &Choose) -> Self {
        let line: Self = glib::Object::builder().property("spacing", 4).build();
        for button in [&line.imp().white, &line.imp().black] {
            button.connect_chosen(choose);
        }
        line
    }

    /// Marks the move after which the board is shown.
    pub fn mark(&self, viewed: NodeId) {
        self.imp().viewed.set(Some(viewed));
        for button in [&self.imp().white, &self.imp().black] {
            button.mark(viewed);
        }
    }
}

/// How much of its color the number before a move has, of 65535.
const NUMBER: u16 = 0xA000;

subclass! {
    /// A move on the scoresheet.
    pub struct MoveButton(imp::MoveButton): gtk::Button, overriding ButtonImpl { default: new }
}

/// What is done with the node to which a chosen move leads.
pub type Choose = Rc<dyn Fn(NodeId)>;

impl MoveButton {
    /// Calls back when the move is chosen.
    pub fn connect_chosen(&self, choose: &Choose) {
        self.imp().choose.set(choose.clone()).ok();
    }

    /// The node to which the move leads; `None` where there is no move.
    pub fn node(&self) -> Option<NodeId> {
        self.imp().node.get()
    }

    /// Shows a move, which has a name of its own for those who hear it.
    pub fn show(&self, shown: &NotedMove, figures: bool) {
        let imp = self.imp();
        imp.node.set(shown.node);
        let now = Some((shown.clone(), figures));
        if *imp.shown.borrow() == now {
            return;
        }
        let (opens, closes) = shown.brackets;
        let san = match figures {
            true => figurines(&shown.san),
            false => shown.san.clone(),
        };
        let before = format!("{}{}", if opens { "(" } else { "" }, shown.number);
        let space = if shown.number.is_empty() {
            ""
        } else {
            "\u{a0}"
        };
        let after = if closes { ")" } else { "" };
        self.set_label(&format!("{before}{space}{san}{}{after}", shown.signs));
        if let Some(label) = self.child().and_downcast::<gtk::Label>() {
            let dim = pango::AttrList::new();
            let mut number = pango::AttrInt::new_foreground_alpha(NUMBER);
            number.set_end_index(u32::try_from(before.len()).unwrap_or(u32::MAX));
            dim.insert(number);
            label.set_attributes((!before.is_empty()).then_some(&dim));
            label.set_xalign(0.0);
            label.set_visible(!label.label().is_empty());
        }
        // An empty place keeps its width, but nothing can be chosen there, and nothing is told of it.
        let empty = shown.node.is_none();
        self.set_sensitive(!empty);
        self.set_opacity(if empty && shown.san.is_empty() {
            0.0
        } else {
            1.0
        });
        self.set_focusable(!empty);
        self.update_state(&[gtk::accessible::State::Hidden(empty)]);
        // Newer GTK takes the label on the button for its name, even if another name is set.
        self.reset_relation(gtk::AccessibleRelation::LabelledBy);
        self.update_property(&[gtk::accessible::Property::Label(&shown.name)]);
        imp.shown.replace(now);
    }

    /// Marks the move if the board is shown after it.
    pub fn mark(&self, viewed: NodeId) {
        let shown = self.node() == Some(viewed);
        if self.imp().viewed.replace(Some(shown)) == Some(shown) {
            return;
        }
        set_style_class(self, "viewed", shown);
        let state = gtk::accessible::State::Pressed(match shown {
            true => gtk::AccessibleTristate::True,
            false => gtk::AccessibleTristate::False,
        });
        self.update_state(&[state]);
    }
}

/// How far a side line is indented, and how often at most, so that there is room for moves.
const INDENT: i32 = 12;
const LEVELS: usize = 6;
/// What is left between the line that a side line has at its side and its moves.
const ASIDE: i32 = 2;
/// What is left above the first row of a side line.
const APART: i32 = 5;
/// How wide the line at the side is, and how much of its color it has.
const THIN: i32 = 2;
const STRENGTH: f32 = 0.18;
const STRONGER: f32 = 0.5;

mod side_line {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::SideLine)]
    pub struct SideLine {
        pub buttons: RefCell<Vec<MoveButton>>,
        pub choose: OnceCell<Choose>,
        pub levels: Cell<i32>,
        pub apart: Cell<bool>,
        pub viewed: Cell<Option<NodeId>>,
        /// The row that is shown.
        #[property(get, set = Self::set_row, nullable)]
        pub row: RefCell<Option<StudyRow>>,
        /// Whether figures of the pieces stand for their letters.
        #[property(get, set = Self::set_figurines)]
        pub figurines: Cell<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for SideLine {
        fn dispose(&self) {
            unparent_children(&*self.obj());
        }
    }

    impl WidgetImpl for SideLine {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            if orientation == gtk::Orientation::Horizontal {
                let widths = laid_out(&*self.obj());
                let widths = widths.iter().map(|child| child.measure(orientation, -1));
                let (mut least, mut natural) = (0, 0);
                for (smallest, wanted, ..) in widths {
                    least = least.max(smallest);
                    natural += wanted;
                }
                let before = self.before();
                return (before + least, before + natural, -1, -1);
            }
            let (_, height) = self.flow(if for_size < 0 { i32::MAX } else { for_size });
            (height, height, -1, -1)
        }

        fn size_allocate(&self, width: i32, _: i32, _: i32) {
            let mirrored = self.obj().direction() == gtk::TextDirection::Rtl;
            for (child, [x, y, wide, high]) in self.flow(width).0 {
                let x = if mirrored { width - x - wide } else { x };
                child.size_allocate(&gtk::Allocation::new(x, y, wide, high), -1);
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let widget = self.obj();
            let color = widget.style_context().color();
            let strength = match adw::StyleManager::default().is_high_contrast() {
                true => STRONGER,
                false => STRENGTH,
            };
            let color = color.with_alpha(color.alpha() * strength);
            let mirrored = widget.direction() == gtk::TextDirection::Rtl;
            for level in 0..self.levels.get() {
                let own = level + 1 == self.levels.get() && self.apart.get();
                let top = if own { APART } else { 0 };
                let x = level * INDENT + THIN;
                let x = if mirrored {
                    widget.width() - x - THIN
                } else {
                    x
                };
                let [x, y, wide, high] =
                    [x, top, THIN, widget.height() - top].map(|side| side as f32);
                snapshot.append_color(&color, &graphene::Rect::new(x, y, wide, high));
            }
            self.parent_snapshot(snapshot);
        }
    }

    impl SideLine {
        /// What is left before the moves.
        fn before(&self) -> i32 {
            self.levels.get() * INDENT + if self.levels.get() > 0 { ASIDE } else { 0 }
        }

        /// Where everything lies in such a width, and how high that is. What is wider than a line has
        /// lines of its own.
        fn flow(&self, width: i32) -> (Vec<(gtk::Widget, [i32; 4])>, i32) {
            let before = self.before();
            let mut y = if self.apart.get() { APART } else { 0 };
            let mut placed = Vec::new();
            let mut line: Vec<(gtk::Widget, [i32; 4])> = Vec::new();
            let (mut x, mut high) = (before, 0);
            let end_line =
                |line: &mut Vec<(gtk::Widget, [i32; 4])>, y: &mut i32, high: &mut i32| {
                    for (child, [left, _, wide, tall]) in line.drain(..) {
                        placed.push((child, [left, *y + (*high - tall) / 2, wide, tall]));
                    }
                    *y += std::mem::take(high);
                };
            let mut end_line = end_line;
            for child in laid_out(&*self.obj()) {
                let natural = child.measure(gtk::Orientation::Horizontal, -1).1;
                if x > before && natural > width.saturating_sub(x) {
                    end_line(&mut line, &mut y, &mut high);
                    x = before;
                }
                let wide = natural.min(width.saturating_sub(before)).max(0);
                let tall = child.measure(gtk::Orientation::Vertical, wide).1;
                line.push((child, [x, 0, wide, tall]));
                x = x.saturating_add(wide);
                high = high.max(tall);
            }
            end_line(&mut line, &mut y, &mut high);
            (placed, y)
        }

        fn set_row(&self, row: Option<StudyRow>) {
            if let Some(row) = &row {
                let levels = row.depth().min(LEVELS);
                self.levels.set(i32::try_from(levels).unwrap_or_default());
                self.apart.set(row.begins());
            }
            self.row.replace(row);
            self.fill();
        }

        fn set_figurines(&self, figurines: bool) {
            if self.figurines.replace(figurines) != figurines {
                self.fill();
            }
        }

        /// Puts everything there in its order. What is there is used again or hidden, but never lost:
        /// the list may fill its rows while the keyboard is on its way through them.
        fn fill(&self) {
            let widget = self.obj();
            let row = self.row.borrow();
            let Some(row) = &*row else { return };
            let mut next = widget.first_child();
            let mut buttons = Vec::new();
            for part in row.parts() {
                match part {
                    Part::Words(text) => {
                        let label = self.take(&mut next, || comment(""));
                        label.set_label(text);
                        label.set_wrap_mode(wrap_mode(text));
                        // Moves in it are heard in words.
                        let heard = words::Message::from(text.clone());
                        let heard = gtk::accessible::Property::Label(heard.spoken());
                        label.update_property(&[heard]);
                    }
                    Part::Move(shown) => {
                        let button = self.take(&mut next, || self.button());
                        button.show(shown, self.figurines.get());
                        if let Some(viewed) = self.viewed.get() {
                            button.mark(viewed);
                        }
                        buttons.push(button);
                    }
                }
            }
            while let Some(child) = next {
                child.set_visible(false);
                next = child.next_sibling();
            }
            self.buttons.replace(buttons);
            widget.queue_resize();
        }

        fn button(&self) -> MoveButton {
            let button = MoveButton::default();
            if let Some(choose) = self.choose.get() {
                button.connect_chosen(choose);
            }
            button
        }

        /// The next child of a kind, from here on; those before it are hidden.
        fn take<T: IsA<gtk::Widget>>(
            &self,
            next: &mut Option<gtk::Widget>,
            new: impl FnOnce() -> T,
        ) -> T {
            while let Some(child) = next.take() {
                *next = child.next_sibling();
                match child.downcast::<T>() {
                    Ok(child) => {
                        child.set_visible(true);
                        return child;
                    }
                    Err(child) => child.set_visible(false),
                }
            }
            let child = new();
            child.set_parent(&*self.obj());
            child
        }
    }

    /// How a text is broken: between words, and within a word that is wider than the line.
    fn wrap_mode(words: &str) -> pango::WrapMode {
        match has_no_words(words) {
            true => pango::WrapMode::Char,
            false => pango::WrapMode::WordChar,
        }
    }

    /// A comment that a reader can select.
    fn comment(words: &str) -> gtk::Label {
        gtk::Label::builder()
            .label(words)
            .selectable(true)
            .wrap(true)
            .wrap_mode(pango::WrapMode::WordChar)
            .xalign(0.0)
            .css_classes(["comment"])
            .build()
    }
}

subclass! {
    /// A comment, or a side line or a part of one.
    pub struct SideLine(side_line::SideLine): gtk::Widget { css_name: "sideline", accessible_role: Group }
}

impl SideLine {
    /// A row without text yet.
    pub fn new(choose: &Choose) -> Self {
        let line: Self = glib::Object::new();
        line.imp().choose.set(choose.clone()).ok();
        line
    }

    /// Marks the move after which the board is shown.
    pub fn mark(&self, viewed: NodeId) {
        let imp = self.imp();
        imp.viewed.set(Some(viewed));
        for button in &*imp.buttons.borrow() {
            button.mark(viewed);
        }
    }

    /// Whether no moves are in it.
    pub fn is_comment(&self) -> bool {
        self.imp().buttons.borrow().is_empty()
    }
}
