//! One line of the scoresheet: the number and two moves, and the button of a move.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{Color, figurines};
use rank_and_file_core::record::study::NodeId;

use crate::model::{NotedMove, ScoreRow, signal_group};
use crate::subclass::subclass;
use crate::ui::parts::set_style_class;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::ScoreLine)]
    pub struct ScoreLine {
        pub number: gtk::Label,
        pub white: super::MoveButton,
        pub black: super::MoveButton,
        pub signals: OnceCell<glib::SignalGroup>,
        /// The node whose position is shown.
        pub viewed: Cell<Option<NodeId>>,
        /// The line of the scoresheet that is shown.
        #[property(get, set = Self::set_row, nullable, explicit_notify)]
        pub row: RefCell<Option<ScoreRow>>,
        /// Whether figures of the pieces stand for their letters.
        #[property(get, set = Self::set_figurines, explicit_notify)]
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
            let signals = self.signals.get_or_init(|| {
                let moved = |line: &super::ScoreLine| line.imp().show_moves();
                signal_group::<ScoreRow, super::ScoreLine>(
                    &self.obj(),
                    &[("notify::white", moved), ("notify::black", moved)],
                )
            });
            signals.set_target(row.as_ref());
            if let Some(row) = &row {
                self.number.set_label(&format!("{}.", row.number()));
            }
            self.row.replace(row);
            self.show_moves();
            self.obj().notify_row();
        }

        fn set_figurines(&self, figurines: bool) {
            if self.figurines.replace(figurines) != figurines {
                self.show_moves();
                self.obj().notify_figurines();
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
