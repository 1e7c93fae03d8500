//! What a player has done with each colour and together, as a small table.

use std::cell::RefCell;

use gettextrs::pgettext;
use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{Results, Tally};

use crate::words;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct ResultsTable {
        /// White, Black, both; in each: games, wins, draws, losses, score.
        pub cells: RefCell<Vec<Vec<gtk::Label>>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ResultsTable {
        const NAME: &'static str = "RfResultsTable";
        type Type = super::ResultsTable;
        type ParentType = gtk::Grid;

        fn class_init(class: &mut Self::Class) {
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }
    }

    impl ObjectImpl for ResultsTable {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for ResultsTable {}
    impl GridImpl for ResultsTable {}
}

glib::wrapper! {
    /// Games, wins, draws, losses and score, by colour and together.
    pub struct ResultsTable(ObjectSubclass<imp::ResultsTable>)
        @extends gtk::Grid, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl ResultsTable {
    fn set_up(&self) {
        self.set_column_spacing(6);
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
                .tooltip_text(&head)
                .xalign(1.0)
                .hexpand(true)
                .ellipsize(pango::EllipsizeMode::End)
                .css_classes(["caption", "dim-label"])
                .build();
            self.attach(&label, column, 0, 1, 1);
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
            let label = gtk::Label::builder()
                .label(&side)
                .xalign(0.0)
                .css_classes(classes.to_vec())
                .build();
            self.attach(&label, 0, row, 1, 1);
            let cells: Vec<gtk::Label> = (1..=5)
                .map(|column| {
                    let cell = gtk::Label::builder()
                        .xalign(1.0)
                        .css_classes([classes, &["numeric"]].concat())
                        .build();
                    self.attach(&cell, column, row, 1, 1);
                    cell
                })
                .collect();
            self.imp().cells.borrow_mut().push(cells);
        }
    }

    /// Shows the finished games of somebody.
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
