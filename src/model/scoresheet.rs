//! The scoresheet of the observable game, and its lines.

use std::cell::{Cell, RefCell};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Color, Position};
use rank_and_file_core::study::{Glyph, Place};

use super::Game;

mod imp {
    use super::*;

    #[derive(Debug, Default, glib::Properties)]
    #[properties(wrapper_type = super::ScoreRow)]
    pub struct ScoreRow {
        /// The number of the move.
        #[property(get, construct_only)]
        number: Cell<u32>,
        /// The ply that White's move completes; 0 where Black begins the game.
        #[property(get, construct_only)]
        white_ply: Cell<u32>,
        /// The ply that Black's move completes.
        #[property(get, construct_only)]
        black_ply: Cell<u32>,
        /// White's move; empty where Black begins the game.
        #[property(get, set)]
        white: RefCell<String>,
        /// Black's move; empty until it is made.
        #[property(get, set)]
        black: RefCell<String>,
        /// Whether the move that is missing stands in another line, with notes between the two.
        #[property(get, construct_only)]
        broken: Cell<bool>,
        /// The glyphs of White's and of Black's move.
        pub glyphs: RefCell<[Vec<Glyph>; 2]>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ScoreRow {
        const NAME: &'static str = "RfScoreRow";
        type Type = super::ScoreRow;
    }

    #[glib::derived_properties]
    impl ObjectImpl for ScoreRow {}
}

glib::wrapper! {
    /// One numbered line of the scoresheet: a move of White and the answer of Black.
    pub struct ScoreRow(ObjectSubclass<imp::ScoreRow>);
}

impl ScoreRow {
    /// The line of move `number`, whose black move is ply `black_ply` of the game.
    #[must_use]
    pub fn new(number: u32, black_ply: u32) -> Self {
        glib::Object::builder()
            .property("number", number)
            .property("white-ply", black_ply.saturating_sub(1))
            .property("black-ply", black_ply)
            .build()
    }

    /// The glyphs of a side's move.
    #[must_use]
    pub fn glyphs(&self, side: Color) -> Vec<Glyph> {
        let [white, black] = &*self.imp().glyphs.borrow();
        side.fold_wb(white, black).clone()
    }
}

impl Game {
    /// The line of a studied game that has these plies of White and of Black.
    pub(super) fn noted_row(&self, white: Option<usize>, black: Option<usize>) -> ScoreRow {
        self.with_study(|study, rules| {
            let plies = rules.plies();
            let first = white.or(black).unwrap_or(1);
            let answer = if white.is_some() { first + 1 } else { first };
            let number = u32::from(rules.position_at(first.saturating_sub(1)).fullmoves());
            let answered = black.is_some() || answer > plies.len();
            let row: ScoreRow = glib::Object::builder()
                .property("number", number)
                .property("white-ply", ply_number(answer).saturating_sub(1))
                .property("black-ply", ply_number(answer))
                .property("broken", !answered || white.is_none() && answer > 1)
                .build();
            let san = |ply: Option<usize>| {
                let ply = ply.and_then(|ply| plies.get(ply.checked_sub(1)?));
                ply.map(|ply| ply.san.to_string()).unwrap_or_default()
            };
            row.set_white(san(white));
            row.set_black(san(black));
            row.imp().glyphs.replace([white, black].map(|ply| {
                let glyphs = ply.map(|ply| study.notes(Place::Main(ply)).glyphs.clone());
                glyphs.unwrap_or_default()
            }));
            row
        })
    }

    /// The scoresheet: a list of [`ScoreRow`].
    #[must_use]
    pub fn scoresheet(&self) -> &gio::ListStore {
        self.imp()
            .scoresheet
            .get_or_init(gio::ListStore::new::<ScoreRow>)
    }

    pub(super) fn fill_scoresheet(&self) {
        self.scoresheet().remove_all();
        let sans: Vec<String> = self.with_rules(|rules| {
            rules
                .plies()
                .iter()
                .map(|ply| ply.san.to_string())
                .collect()
        });
        for (index, san) in sans.iter().enumerate() {
            self.append_san(ply_number(index + 1), san);
        }
    }

    pub(super) fn append_san(&self, ply: u32, san: &str) {
        let (mover, number) = self.with_rules(|rules| {
            let before = rules.position_at(ply as usize - 1);
            (before.turn(), u32::from(before.fullmoves()))
        });
        let rows = self.scoresheet();
        match mover {
            Color::White => {
                let row = ScoreRow::new(number, ply + 1);
                row.set_white(san);
                rows.append(&row);
            }
            Color::Black => {
                let last = rows
                    .item(rows.n_items().wrapping_sub(1))
                    .and_downcast::<ScoreRow>();
                let row = last
                    .filter(|row| row.black_ply() == ply)
                    .unwrap_or_else(|| {
                        let row = ScoreRow::new(number, ply);
                        rows.append(&row);
                        row
                    });
                row.set_black(san);
            }
        }
    }
}

fn ply_number(ply: usize) -> u32 {
    u32::try_from(ply).unwrap_or(u32::MAX)
}
