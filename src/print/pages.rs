//! Pages ready to be drawn on paper of one size, by a printer or as PDF.

use std::any::Any;
use std::collections::BTreeSet;
use std::env;
use std::str::FromStr;

use cairo::{Context, PdfMetadata, PdfSurface};
use pangocairo::pango::Layout;
use rank_and_file_core::chess::board::Drawing;
use rank_and_file_core::chess::{Board, Color, Game, Position};
use rank_and_file_core::record::study;

use super::Scoresheet;
use super::paragraphs::{Letterer, Setter};
use super::scoresheet::{Grid, Mark};
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

/// Where paper is cut in inches: the territories with US Letter in the CLDR's supplemental data
/// (`measurementData`, `paperSize type="US-Letter"`).
const LETTER_TERRITORIES: [&str; 14] = [
    "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
];

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 by 297 millimetres (ISO 216).
    #[default]
    A4,
    /// 8½ by 11 inches (ANSI Y14.1).
    Letter,
}

/// The name is neither `A4` nor `Letter`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the paper is A4 or Letter")]
pub struct ParsePaperError;

impl FromStr for Paper {
    type Err = ParsePaperError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name.to_ascii_lowercase().as_str() {
            "a4" => Ok(Self::A4),
            "letter" => Ok(Self::Letter),
            _ => Err(ParsePaperError),
        }
    }
}

impl Paper {
    /// Width and height, upright, in points of 1/72 inch.
    pub fn points(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0 / 25.4 * 72.0, 297.0 / 25.4 * 72.0),
            Self::Letter => (612.0, 792.0),
        }
    }

    /// The usual paper of the place, by the variables that name the locale (POSIX, section 8.2).
    pub fn of_locale() -> Self {
        ["LC_ALL", "LC_PAPER", "LANG"]
            .into_iter()
            .filter_map(|name| env::var(name).ok())
            .find(|value| !value.is_empty())
            .map_or(Self::default(), |locale| Self::of(&locale))
    }

    /// The usual paper where a locale such as `en_US.UTF-8` is spoken.
    pub fn of(locale: &str) -> Self {
        let territory = locale
            .split(['.', '@'])
            .next()
            .and_then(|name| name.split_once('_'));
        match territory {
            Some((_, territory)) if LETTER_TERRITORIES.contains(&territory) => Self::Letter,
            _ => Self::A4,
        }
    }
}

/// The bytes of a PDF of the scoresheet, a page for each of its pages.
///
/// # Errors
/// Where the letters or the pieces cannot be had, or Cairo fails.
pub fn pdf(sheet: &Scoresheet, paper: Paper) -> Result<Vec<u8>, PieceError> {
    let (width, height) = paper.points();
    let pages = sheet.lay_out(width, height)?;
    let surface = PdfSurface::for_stream(width, height, Vec::new())?;
    surface.set_metadata(PdfMetadata::Title, sheet.title())?;
    let cr = Context::new(&surface)?;
    for page in 0..pages.count() {
        pages.draw(page, &cr)?;
        cr.show_page()?;
    }
    drop(cr);
    let failed = |why: String| PieceError::Render(why);
    let written = surface.finish_output_stream();
    let bytes: Box<dyn Any> = written.map_err(|error| failed(error.error.to_string()))?;
    let bytes = bytes.downcast::<Vec<u8>>();
    bytes
        .map(|bytes| *bytes)
        .map_err(|_| failed("the pages are lost".to_owned()))
}

/// A game of so many moves or fewer shows the position after every tenth move.
const SHORT: usize = 50;
/// The moves between two diagrams of a short game, and of a long one.
const EVERY: (usize, usize) = (10, 20);
/// A diagram is left out where so few plies follow that the last one shows nearly the same.
pub(super) const NEARLY_LAST: usize = 8;

/// A position of the game.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The pieces.
    pub board: Board,
    /// What stands below it.
    pub caption: String,
    /// Arrows and circles on it.
    pub drawings: Vec<Drawing>,
}

impl Picture {
    pub(super) fn new(board: Board, caption: String, drawings: &[study::Drawing]) -> Self {
        Self {
            board,
            caption,
            drawings: drawings.iter().map(Drawing::from).collect(),
        }
    }
}

/// Names come from files, and paper has no use for what controls a terminal.
pub(super) fn clean(text: &str) -> String {
    let unseen = |sign: char| sign.is_control() || ('\u{2400}'..='\u{2421}').contains(&sign);
    text.replace(unseen, " ")
}

/// The first position where it is not the usual one, one every so many moves, and the last: after how many
/// plies each stood.
pub(super) fn usual_diagrams(game: &Game) -> BTreeSet<usize> {
    let last = game.plies().len();
    let rows = (last + black_begins(game)).div_ceil(2);
    let every = if rows > SHORT { EVERY.1 } else { EVERY.0 };
    let mut shown = BTreeSet::from([last]);
    if *game.start() != rank_and_file_core::chess::start_position() {
        shown.insert(0);
    }
    shown.extend((1..=last.saturating_sub(NEARLY_LAST)).filter(|ply| {
        let before = game.position_at(ply - 1);
        let number = usize::try_from(u32::from(before.fullmoves())).unwrap_or(0);
        before.turn() == Color::Black && number % every == 0
    }));
    shown
}

/// 1 where Black makes the first move, whose line then begins without one of White.
pub(super) fn black_begins(game: &Game) -> usize {
    usize::from(game.start().turn() == Color::Black)
}
