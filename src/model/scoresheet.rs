//! The scoresheet of the observable game.

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Color, Position};

use super::{Game, ScoreRow};

impl Game {
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
            self.append_san(u32::try_from(index + 1).unwrap_or(u32::MAX), san);
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
