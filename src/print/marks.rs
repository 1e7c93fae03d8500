//! What stands on a page: letters that measure the same everywhere, lines, pieces and diagrams, and how each is drawn.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use cairo::Context;
use pangocairo::pango::prelude::*;
use pangocairo::pango::{
    self, AttrFontFeatures, AttrInt, AttrList, Attribute, EllipsizeMode, FontDescription, Layout,
    SCALE, Weight, WrapMode,
};
use rank_and_file_core::chess::board::{Drawing, Geometry};
use rank_and_file_core::chess::{Board, Piece};

use crate::drawing::{Palette, PieceError, PieceSet, draw_position, drawing};

/// The desktop's own fonts first, old and new; then any font without serifs.
const FAMILY: &str = "Cantarell, Adwaita Sans, Inter, sans-serif";

/// How a piece of text looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// In points.
    pub size: f64,
    pub bold: bool,
    /// From 0, black, to 1, white.
    pub gray: f64,
}

impl Style {
    /// A style of such a size in the usual ink.
    pub const fn new(size: f64) -> Self {
        Self {
            size,
            bold: false,
            gray: 0.08,
        }
    }

    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub const fn dim(self) -> Self {
        Self { gray: 0.42, ..self }
    }
}

/// Long text is broken into lines in pieces of so many bytes: the time that Pango takes grows faster than the text.
const AT_ONCE: usize = 4000;

/// A line of a piece of text that is broken into lines.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub layout: Layout,
    /// Which of its lines, counted from 0.
    pub number: i32,
    /// In points.
    pub height: f64,
}

impl Line {
    /// What stands in it.
    pub fn text(&self) -> String {
        let text = self.layout.text();
        let line = self.layout.line_readonly(self.number);
        let range = line.map(|line| {
            let from = usize::try_from(line.start_index()).unwrap_or_default();
            from..from + usize::try_from(line.length()).unwrap_or_default()
        });
        let found = range.and_then(|range| text.get(range));
        found.unwrap_or_default().trim_end().to_owned()
    }
}

/// Makes pieces of text that measure the same on every device.
#[derive(Debug)]
pub(super) struct Letterer {
    context: pango::Context,
    /// The lines of each size and weight: a long game has few moves that it has not had before.
    lines: RefCell<HashMap<(u64, bool), HashMap<String, Layout>>>,
}

impl Letterer {
    pub fn new() -> Result<Self, cairo::Error> {
        let context = pangocairo::FontMap::default().create_context();
        let mut options = cairo::FontOptions::new()?;
        options.set_hint_metrics(cairo::HintMetrics::Off);
        options.set_hint_style(cairo::HintStyle::None);
        pangocairo::functions::context_set_font_options(&context, Some(&options));
        Ok(Self {
            context,
            lines: RefCell::default(),
        })
    }

    /// A line of text, as wide as it is; made once, and the same wherever it stands.
    pub fn line(&self, text: &str, style: Style) -> Layout {
        let mut lines = self.lines.borrow_mut();
        let lines = lines.entry((style.size.to_bits(), style.bold)).or_default();
        if let Some(layout) = lines.get(text) {
            return layout.clone();
        }
        let layout = self.layout(text, style);
        lines.insert(text.to_owned(), layout.clone());
        layout
    }

    fn layout(&self, text: &str, style: Style) -> Layout {
        let layout = Layout::new(&self.context);
        let mut font = FontDescription::new();
        font.set_family(FAMILY);
        font.set_weight(if style.bold {
            Weight::Bold
        } else {
            Weight::Normal
        });
        // An absolute size is in the units of the page on every device.
        font.set_absolute_size(style.size * f64::from(SCALE));
        layout.set_font_description(Some(&font));
        let attributes = AttrList::new();
        // Figures of one width, so that numbers and times stand in columns.
        attributes.insert(AttrFontFeatures::new("tnum=1"));
        layout.set_attributes(Some(&attributes));
        // A name in letters that run from the right still begins where the others do.
        layout.set_auto_dir(false);
        layout.set_text(text);
        layout
    }

    /// Text broken into lines of such a width. So many bytes at its beginning are bold, and the parts in
    /// `whole`, one after the other, are not broken.
    pub fn lines(
        &self,
        text: &str,
        style: Style,
        bold: usize,
        whole: &[Range<usize>],
        width: f64,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut from = 0;
        while from < text.len() {
            let mut end = text.len().min(from + AT_ONCE);
            while !text.is_char_boundary(end) {
                end += 1;
            }
            let layout = self.layout(&text[from..end], style);
            let first = whole.partition_point(|part| part.end <= from);
            let parts = whole[first..].iter().take_while(|part| part.start < end);
            let here = |at: usize| u32::try_from(at.clamp(from, end) - from).unwrap_or(u32::MAX);
            let attributes = layout.attributes().unwrap_or_default();
            let add = |attribute: AttrInt, part: Range<usize>| {
                let mut attribute: Attribute = attribute.into();
                attribute.set_start_index(here(part.start));
                attribute.set_end_index(here(part.end));
                attributes.insert(attribute);
            };
            add(AttrInt::new_weight(Weight::Bold), 0..bold);
            for part in parts {
                add(AttrInt::new_allow_breaks(false), part.clone());
            }
            layout.set_attributes(Some(&attributes));
            layout.set_width((width.max(1.0) * f64::from(SCALE)) as i32);
            layout.set_wrap(WrapMode::WordChar);
            let broken = layout.lines_readonly();
            // The last line of a piece goes on in the next one.
            let goes_on = broken
                .last()
                .filter(|_| end < text.len() && broken.len() > 1);
            let begun = goes_on.and_then(|line| usize::try_from(line.start_index()).ok());
            let count = broken.len() - usize::from(begun.is_some());
            for (number, line) in (0..).zip(&broken[..count]) {
                lines.push(Line {
                    layout: layout.clone(),
                    number,
                    height: f64::from(line.extents().1.height()) / f64::from(SCALE),
                });
            }
            from = begun.map_or(end, |begun| from + begun);
        }
        lines
    }

    /// Text of such a width and so many lines at the most; what is too long ends in an ellipsis.
    pub fn block(&self, text: &str, style: Style, width: f64, lines: i32) -> Layout {
        let layout = self.layout(text, style);
        layout.set_width((width.max(1.0) * f64::from(SCALE)) as i32);
        layout.set_wrap(WrapMode::WordChar);
        layout.set_height(-lines);
        layout.set_ellipsize(EllipsizeMode::End);
        layout
    }
}

/// Width and height of a piece of text, in points.
pub(super) fn measure(layout: &Layout) -> (f64, f64) {
    let (width, height) = layout.size();
    (
        f64::from(width) / f64::from(SCALE),
        f64::from(height) / f64::from(SCALE),
    )
}

/// From the upper edge of a piece of text to the line on which its first letters stand.
pub(super) fn ascent(layout: &Layout) -> f64 {
    f64::from(layout.baseline()) / f64::from(SCALE)
}

/// One thing on a page. Lengths are in points from the upper left corner of the page.
#[derive(Debug)]
pub(super) enum Mark {
    /// Text, by the left end of its first base line.
    Text {
        layout: Layout,
        x: f64,
        base: f64,
        gray: f64,
    },
    /// A line of a text, by the left end of its base line.
    Line {
        line: Line,
        x: f64,
        base: f64,
        gray: f64,
    },
    /// A line across.
    Rule {
        x: f64,
        y: f64,
        width: f64,
        thick: f64,
        gray: f64,
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
    pub fn text(layout: Layout, gray: f64, x: f64, base: f64) -> Self {
        Self::Text {
            layout,
            x,
            base,
            gray,
        }
    }

    /// Text that ends at `right`.
    pub fn ending(layout: Layout, gray: f64, right: f64, base: f64) -> Self {
        let x = right - measure(&layout).0;
        Self::text(layout, gray, x, base)
    }

    /// Text with its middle at `middle`.
    pub fn centered(layout: Layout, gray: f64, middle: f64, base: f64) -> Self {
        let x = middle - measure(&layout).0 / 2.0;
        Self::text(layout, gray, x, base)
    }

    /// Draws it.
    pub fn draw(&self, cr: &Context, pieces: &PieceSet) -> Result<(), PieceError> {
        match self {
            Self::Text {
                layout,
                x,
                base,
                gray,
            } => {
                cr.set_source_rgb(*gray, *gray, *gray);
                cr.move_to(*x, base - ascent(layout));
                pangocairo::functions::show_layout(cr, layout);
                Ok(())
            }
            Self::Line {
                line,
                x,
                base,
                gray,
            } => {
                cr.set_source_rgb(*gray, *gray, *gray);
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
                gray,
            } => {
                cr.set_source_rgb(*gray, *gray, *gray);
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
                    flipped: false,
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
