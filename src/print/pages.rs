//! The pages of a scoresheet, ready to be drawn on paper of one size.

use cairo::Context;
use pangocairo::pango::Layout;

use super::Scoresheet;
use super::grid::Grid;
use super::lettering::Letterer;
use super::marks::Mark;
use super::setter::Setter;
use crate::drawing::{PieceError, PieceSet};

/// The pages of a scoresheet, ready to be drawn on paper of one size.
#[derive(Debug)]
pub struct Pages {
    scale: f64,
    pages: Vec<Vec<Mark>>,
    pieces: PieceSet,
}

impl Scoresheet {
    /// Lays the game out on paper of this width and height, in points of 1/72 inch.
    ///
    /// # Errors
    /// Where the letters or the pieces cannot be had.
    pub fn lay_out(&self, width: f64, height: f64) -> Result<Pages, PieceError> {
        let clocks = self.rows.iter().any(|row| {
            let entries = std::iter::once(&row.white).chain(&row.black);
            entries.into_iter().any(|entry| !entry.clock.is_empty())
        });
        let setter = Setter::new(self, Grid::new(width, height, clocks), Letterer::new()?);
        Ok(Pages {
            scale: setter.grid.scale,
            pages: setter.pages(),
            pieces: PieceSet::club()?.recorded()?,
        })
    }
}

impl Pages {
    /// How many there are; at least one.
    #[must_use]
    pub fn count(&self) -> usize {
        self.pages.len()
    }

    /// Draws a page, counted from 0, into a context whose unit is a point. A page that is not
    /// there stays empty.
    ///
    /// # Errors
    /// Where Cairo or the renderer fails.
    pub fn draw(&self, page: usize, cr: &Context) -> Result<(), PieceError> {
        cr.save()?;
        cr.scale(self.scale, self.scale);
        for mark in self.pages.get(page).into_iter().flatten() {
            mark.draw(cr, &self.pieces)?;
        }
        cr.restore()?;
        Ok(())
    }

    /// Every piece of text on a page, counted from 0, in the order in which it is drawn.
    #[must_use]
    pub fn texts(&self, page: usize) -> Vec<String> {
        let text = |mark: &Mark| match mark {
            Mark::Text { layout, .. } => Some(layout.text().to_string()),
            Mark::Line { line, .. } => Some(line.text()),
            _ => None,
        };
        self.pages
            .get(page)
            .into_iter()
            .flatten()
            .filter_map(text)
            .collect()
    }

    /// Every piece of text on a page, counted from 0, that was laid out by itself: one and the same wherever the
    /// same is written.
    #[must_use]
    pub fn layouts(&self, page: usize) -> Vec<&Layout> {
        let marks = self.pages.get(page).into_iter().flatten();
        marks
            .filter_map(|mark| match mark {
                Mark::Text { layout, .. } => Some(layout),
                _ => None,
            })
            .collect()
    }
}
