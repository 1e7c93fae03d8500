//! What stands on a page, mark by mark, and how each is drawn.

use cairo::Context;
use pangocairo::pango::Layout;
use rank_and_file_core::board::{Drawing, Geometry};
use rank_and_file_core::rules::{Board, Piece};

use super::lettering::{Line, ascent, measure};
use crate::drawing::{Palette, PieceError, PieceSet, draw_position, drawing};

/// One thing on a page. Lengths are in points from the upper left corner of the page.
#[derive(Debug)]
pub(super) enum Mark {
    /// Text, by the left end of its first base line.
    Text {
        layout: Layout,
        x: f64,
        base: f64,
        grey: f64,
    },
    /// A line of a text, by the left end of its base line.
    Line {
        line: Line,
        x: f64,
        base: f64,
        grey: f64,
    },
    /// A line across.
    Rule {
        x: f64,
        y: f64,
        width: f64,
        thick: f64,
        grey: f64,
    },
    /// A piece alone.
    Piece {
        piece: Piece,
        x: f64,
        y: f64,
        size: f64,
    },
    /// A position, White below, and what is drawn on it.
    Diagram {
        board: Board,
        drawings: Vec<Drawing>,
        x: f64,
        y: f64,
        side: f64,
    },
}

/// How thick the frame of a diagram is.
const FRAME: f64 = 0.6;

impl Mark {
    pub fn text(layout: Layout, grey: f64, x: f64, base: f64) -> Self {
        Self::Text {
            layout,
            x,
            base,
            grey,
        }
    }

    /// Text that ends at `right`.
    pub fn ending(layout: Layout, grey: f64, right: f64, base: f64) -> Self {
        let x = right - measure(&layout).0;
        Self::text(layout, grey, x, base)
    }

    /// Text with its middle at `middle`.
    pub fn centred(layout: Layout, grey: f64, middle: f64, base: f64) -> Self {
        let x = middle - measure(&layout).0 / 2.0;
        Self::text(layout, grey, x, base)
    }

    /// Draws it.
    pub fn draw(&self, cr: &Context, pieces: &PieceSet) -> Result<(), PieceError> {
        match self {
            Self::Text {
                layout,
                x,
                base,
                grey,
            } => {
                cr.set_source_rgb(*grey, *grey, *grey);
                cr.move_to(*x, base - ascent(layout));
                pangocairo::functions::show_layout(cr, layout);
                Ok(())
            }
            Self::Line {
                line,
                x,
                base,
                grey,
            } => {
                cr.set_source_rgb(*grey, *grey, *grey);
                cr.move_to(*x, *base);
                if let Some(line) = line.layout.line_readonly(line.number) {
                    pangocairo::functions::show_layout_line(cr, &line);
                }
                Ok(())
            }
            Self::Rule {
                x,
                y,
                width,
                thick,
                grey,
            } => {
                cr.set_source_rgb(*grey, *grey, *grey);
                cr.rectangle(*x, y - thick / 2.0, *width, *thick);
                Ok(cr.fill()?)
            }
            Self::Piece { piece, x, y, size } => pieces.draw(cr, *piece, *x, *y, *size),
            Self::Diagram {
                board,
                drawings,
                x,
                y,
                side,
            } => {
                let geometry = Geometry {
                    x: *x,
                    y: *y,
                    square: side / 8.0,
                    turned: false,
                };
                draw_position(cr, board, pieces, &Palette::PAPER, &geometry, false)?;
                for drawn in drawings {
                    drawing(cr, &Palette::PAPER, &geometry, drawn)?;
                }
                cr.set_source_rgb(0.3, 0.3, 0.3);
                cr.set_line_width(FRAME);
                let inset = FRAME / 2.0;
                cr.rectangle(x - inset, y - inset, side + FRAME, side + FRAME);
                Ok(cr.stroke()?)
            }
        }
    }
}
