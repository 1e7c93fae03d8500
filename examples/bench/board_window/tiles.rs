//! The yardstick of the board: as many tiles in a grid, each of one color, with nothing between them
//! and GTK.

use std::cell::Cell;
use std::rc::Rc;

use gtk::prelude::*;

/// Rows and columns.
const ROWS: i32 = 8;

/// The tiles, all light or all dark.
#[derive(Clone)]
pub struct Tiles {
    grid: gtk::Grid,
    dark: Rc<Cell<bool>>,
    side: i32,
}

impl Tiles {
    /// Tiles over a square of so many pixels. A click changes the color of all.
    pub fn new(side: i32) -> Self {
        let tiles = Self {
            grid: gtk::Grid::new(),
            dark: Rc::default(),
            side: side / ROWS,
        };
        for place in 0..ROWS * ROWS {
            let area = gtk::DrawingArea::builder()
                .content_width(tiles.side)
                .content_height(tiles.side)
                .build();
            let dark = tiles.dark.clone();
            area.set_draw_func(move |_, cr, _, _| {
                let gray = if dark.get() { 0.3 } else { 0.8 };
                cr.set_source_rgb(gray, gray, gray);
                // A measurement that lacks what cannot be painted is seen to be wrong.
                cr.paint().ok();
            });
            let (click, clicked) = (gtk::GestureClick::new(), tiles.clone());
            click.connect_pressed(move |_, _, _, _| clicked.change());
            area.add_controller(click);
            tiles.grid.attach(&area, place % ROWS, place / ROWS, 1, 1);
        }
        tiles
    }

    /// What is shown.
    pub fn widget(&self) -> &gtk::Grid {
        &self.grid
    }

    /// Gives every tile the other color.
    pub fn change(&self) {
        self.dark.set(!self.dark.get());
        let mut tile = self.grid.first_child();
        while let Some(area) = tile {
            area.queue_draw();
            tile = area.next_sibling();
        }
    }

    /// The middle of a tile, counted from the first and past the last from the first again.
    pub fn middle(&self, number: usize) -> (i32, i32) {
        let place = number as i32 % (ROWS * ROWS);
        let middle = |line: i32| line * self.side + self.side / 2;
        (middle(place % ROWS), middle(place / ROWS))
    }
}
