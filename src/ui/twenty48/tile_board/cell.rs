//! One cell of the board: what a screen reader meets where a tile is, or none. The board draws it.

use std::cell::{Cell, OnceCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::twenty48;

use crate::subclass::subclass;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct TileCell {
        pub cell: OnceCell<twenty48::Cell>,
        /// What is said to be here.
        pub number: Cell<Option<u64>>,
    }

    impl ObjectImpl for TileCell {}

    impl WidgetImpl for TileCell {
        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            (0, 0, -1, -1)
        }
    }
}

subclass! {
    /// One cell of the board.
    pub struct TileCell(imp::TileCell): gtk::Widget { css_name: "tilecell", accessible_role: Label }
}

impl TileCell {
    pub fn new(cell: twenty48::Cell) -> Self {
        let widget: Self = glib::Object::builder().property("focusable", true).build();
        widget.imp().cell.set(cell).ok();
        widget
    }

    pub fn cell(&self) -> twenty48::Cell {
        *self
            .imp()
            .cell
            .get_or_init(|| twenty48::Cell { row: 0, column: 0 })
    }

    /// Takes the number that is here, 0 for none; speaks only of another one.
    pub fn show(&self, number: u64) {
        if self.imp().number.replace(Some(number)) != Some(number) {
            let name = words::twenty48::cell(self.cell(), number);
            self.update_property(&[gtk::accessible::Property::Label(&name)]);
        }
    }
}
