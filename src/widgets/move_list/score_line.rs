//! One line of the scoresheet: the number and two moves, each a button.

use std::cell::{Cell, OnceCell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::Color;
use rank_and_file_core::study::Place;

use super::move_button::MoveButton;
use crate::model::{NotedMove, ScoreRow, following};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::ScoreLine)]
    pub struct ScoreLine {
        pub number: gtk::Label,
        pub white: MoveButton,
        pub black: MoveButton,
        pub following: OnceCell<glib::SignalGroup>,
        /// The place whose position is shown.
        pub viewed: Cell<Option<Place>>,
        /// The line of the scoresheet that is shown.
        #[property(get, set = Self::set_row, nullable, explicit_notify)]
        pub row: RefCell<Option<ScoreRow>>,
        /// Whether figures of the pieces stand for their letters.
        #[property(get, set = Self::set_figurines, explicit_notify)]
        pub figurines: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ScoreLine {
        const NAME: &'static str = "RfScoreLine";
        type Type = super::ScoreLine;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("scoreline");
        }
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

    impl WidgetImpl for ScoreLine {}
    impl BoxImpl for ScoreLine {}

    impl ScoreLine {
        fn set_row(&self, row: Option<ScoreRow>) {
            let following = self.following.get_or_init(|| {
                let moved = |line: &super::ScoreLine| line.imp().show_moves();
                following::<ScoreRow, super::ScoreLine>(
                    &self.obj(),
                    &[("notify::white", moved), ("notify::black", moved)],
                )
            });
            following.set_target(row.as_ref());
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
            for (button, side, dots, ply, san) in [
                (&self.white, Color::White, ".", row.white_ply(), row.white()),
                (&self.black, Color::Black, "…", row.black_ply(), row.black()),
            ] {
                button.show(&shown(row, (side, dots), ply, san), figures);
                if let Some(viewed) = self.viewed.get() {
                    button.mark(viewed);
                }
            }
        }
    }

    /// What stands in one of the two places of a line.
    fn shown(row: &ScoreRow, (side, dots): (Color, &str), ply: u32, san: String) -> NotedMove {
        let name = format!("{}{dots} {san}", row.number());
        if !san.is_empty() {
            let glyphs = row.glyphs(side);
            return NotedMove {
                place: Some(Place::Main(ply as usize)),
                signs: words::signs(&glyphs),
                name: words::noted_move(&name, 0, &glyphs),
                san,
                ..NotedMove::default()
            };
        }
        let gap = if row.broken() { "…" } else { "" };
        NotedMove {
            san: gap.to_owned(),
            name,
            ..NotedMove::default()
        }
    }
}

glib::wrapper! {
    /// One line of the scoresheet.
    pub struct ScoreLine(ObjectSubclass<imp::ScoreLine>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Default for ScoreLine {
    fn default() -> Self {
        glib::Object::builder().property("spacing", 4).build()
    }
}

impl ScoreLine {
    /// Marks the move after which the board is shown.
    pub fn mark(&self, viewed: Place) {
        self.imp().viewed.set(Some(viewed));
        for button in [&self.imp().white, &self.imp().black] {
            button.mark(viewed);
        }
    }
}
