//! What a player has done with each colour and together, as a small table.

use std::cell::{Cell, RefCell};

use gettextrs::pgettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::{Results, Tally};

use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::ResultsTable)]
    pub struct ResultsTable {
        /// Whether the colours are side by side and not one below the other: narrower, and higher.
        #[property(get, set, construct_only)]
        pub upright: Cell<bool>,
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

    #[glib::derived_properties]
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
