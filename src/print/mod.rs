//! A game on paper: its scoresheet, set on pages of one size, and drawn with Cairo and Pango, whether for a printer or
//! into a PDF.

pub mod annotated;
pub mod layout;
mod marks;
mod scoresheet;

use std::env;
use std::str::FromStr;

use cairo::{Context, PdfMetadata, PdfSurface};
use pangocairo::pango::Layout;
use rank_and_file_core::chess::{Color, Role};

use crate::drawing::{PieceError, PieceSet, bytes_of};
use crate::words;
use annotated::{DEEPEST, Kind, Paragraph, Part};
use layout::{Fill, Grid, PageRows, Slot, break_into};
use marks::{Letterer, Line, Mark, Style, ascent, measure};

pub use annotated::Picture;
pub use scoresheet::{Entry, PlacedPicture, Row, Scoresheet};

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
    bytes_of(&surface)
}

/// A move.
const MOVE: Style = Style::new(10.0);
/// What a clock showed after it.
const CLOCK: Style = Style::new(7.5).dim();
/// What stands at the head of every page but the first.
const RUNNING: Style = Style::new(8.5).dim();
/// The room for that.
const RUNNING_HEAD: f64 = 30.0;
/// From one line of moves to the next.
const ROW: f64 = 14.5;
/// What stands above the moves of a column.
const TABLE_HEAD: f64 = 17.0;
/// The space above a line of diagrams.
const ABOVE: f64 = 20.0;
/// The room for a caption below the coordinates of a diagram.
const CAPTIONED: f64 = 15.0;

/// A diagram with its coordinates is not made narrower than this to keep a game on one page.
const SMALLEST_DIAGRAM: f64 = 112.0;

/// Sets one scoresheet on pages of one size.
struct Setter<'a> {
    sheet: &'a Scoresheet,
    grid: Grid,
    letters: Letterer,
    /// From a move to the right end of its clock.
    clock_end: f64,
}

/// How a game is spread over pages.
struct Plan {
    fill: Fill,
    shares: Vec<PageRows>,
    /// The width of a diagram with its coordinates.
    diagram: f64,
}

impl<'a> Setter<'a> {
    fn new(sheet: &'a Scoresheet, grid: Grid, letters: Letterer) -> Self {
        let entries = || {
            sheet
                .rows
                .iter()
                .flat_map(|row| std::iter::once(&row.white).chain(&row.black))
        };
        let width = |text: &str, style| measure(&letters.line(text, style)).0;
        let longest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
        let san = longest(&mut entries().map(|entry| width(&entry.san, MOVE)));
        let clock = longest(&mut entries().map(|entry| width(&entry.clock, CLOCK)));
        Self {
            clock_end: san + clock + 9.0,
            sheet,
            grid,
            letters,
        }
    }

    fn plan(&self, across: usize, diagram: f64, space: (f64, f64)) -> Plan {
        let fill = Fill {
            columns: self.grid.columns,
            head: TABLE_HEAD,
            row: ROW,
            across,
            strip: ABOVE + diagram + CAPTIONED,
        };
        let after: Vec<usize> = self.sheet.pictures.iter().map(|due| due.after).collect();
        let shares = fill.pages(self.sheet.rows.len(), &after, space);
        Plan {
            fill,
            shares,
            diagram,
        }
    }

    /// The plan with the largest diagrams, in full lines of two at least, that keeps a short game
    /// on one page; where that needs them a little smaller than usual, so be it.
    fn best_plan(&self, space: (f64, f64)) -> Plan {
        let (pictures, usual) = (self.sheet.pictures.len(), self.grid.across);
        let full = |across: &usize| pictures % across == 0 || *across == usual;
        (pictures.min(2).min(usual)..=usual)
            .filter(full)
            .map(|across| self.plan(across, self.grid.diagram(across), space))
            .find(|plan| plan.shares.len() == 1)
            .or_else(|| {
                let strips = pictures.div_ceil(usual) as f64;
                let table = self
                    .plan(usual, SMALLEST_DIAGRAM, space)
                    .fill
                    .table(self.sheet.rows.len());
                let diagram = ((space.0 - table) / strips - ABOVE - CAPTIONED).floor();
                let plan = || self.plan(usual, diagram.min(self.grid.diagram(usual)), space);
                (diagram >= SMALLEST_DIAGRAM).then(plan)
            })
            .unwrap_or_else(|| self.plan(usual, self.grid.diagram(usual), space))
    }

    /// The marks of every page.
    fn pages(&self) -> Vec<Vec<Mark>> {
        let (title, title_end) = self.title();
        let running_end = self.grid.margin + RUNNING_HEAD;
        let bodies = if self.sheet.text.is_empty() {
            self.table_pages(title_end, running_end)
        } else {
            self.text_pages(title_end, running_end)
        };
        let count = bodies.len();
        let mut first = Some(title);
        let set = |(number, mut body): (usize, Vec<Mark>)| {
            let mut marks = first.take().unwrap_or_else(|| self.running_head());
            marks.append(&mut body);
            if count > 1 {
                let folio = self
                    .letters
                    .line(&words::page_of(number + 1, count), RUNNING);
                let base = self.grid.page.1 - self.grid.margin;
                marks.push(Mark::centered(
                    folio,
                    RUNNING.gray,
                    self.grid.page.0 / 2.0,
                    base,
                ));
            }
            marks
        };
        bodies.into_iter().enumerate().map(set).collect()
    }

    /// The moves in columns and the diagrams, for every page; where they begin on the first one, and on
    /// those that follow.
    fn table_pages(&self, first: f64, others: f64) -> Vec<Vec<Mark>> {
        let bottom = self.grid.bottom();
        let plan = self.best_plan((bottom - first, bottom - others));
        let set = |(page, share): (usize, &PageRows)| {
            let mut marks = Vec::new();
            let top = if page == 0 { first } else { others };
            self.table(&plan.fill, share, top, &mut marks);
            self.pictures(&plan, share, top, &mut marks);
            marks
        };
        plan.shares.iter().enumerate().map(set).collect()
    }
}

const NAME: Style = Style::new(17.0).bold();
const STANDING: Style = Style::new(10.5).bold();
const DETAILS: Style = Style::new(9.5).dim();

impl Setter<'_> {
    /// The players with their points, how it ended, when it was; and where that ends.
    fn title(&self) -> (Vec<Mark>, f64) {
        let (left, width) = (self.grid.margin, self.grid.content());
        let mut marks = Vec::new();
        let mut y = self.grid.margin;
        for color in Color::ALL {
            let icon = 20.0;
            let points = self.letters.line(self.sheet.points.get(color), NAME);
            let room = width - icon - 8.0 - measure(&points).0 - 12.0;
            let name = self
                .letters
                .block(self.sheet.names.get(color), NAME, room, 2);
            let base = y + ascent(&name);
            let piece = Role::King.of(color);
            marks.push(Mark::Piece {
                piece,
                x: left,
                y: base - icon + 3.5,
                size: icon,
            });
            let height = measure(&name).1;
            marks.push(Mark::text(name, NAME.gray, left + icon + 8.0, base));
            marks.push(Mark::ending(points, NAME.gray, left + width, base));
            y += height + 3.0;
        }
        y += 5.0;
        for (text, style) in [
            (&self.sheet.standing, STANDING),
            (&self.sheet.details, DETAILS),
        ] {
            if !text.is_empty() {
                let layout = self.letters.block(text, style, width, 2);
                let height = measure(&layout).1;
                let base = y + ascent(&layout);
                marks.push(Mark::text(layout, style.gray, left, base));
                y += height + 1.5;
            }
        }
        y += 9.0;
        marks.push(Mark::Rule {
            x: left,
            y,
            width,
            thick: 0.9,
            gray: 0.2,
        });
        (marks, y + 12.0)
    }

    fn running_head(&self) -> Vec<Mark> {
        let (left, width) = (self.grid.margin, self.grid.content());
        let title = self.letters.block(&self.sheet.title, RUNNING, width, 1);
        let base = self.grid.margin + ascent(&title);
        let y = base + 7.0;
        vec![
            Mark::text(title, RUNNING.gray, left, base),
            Mark::Rule {
                x: left,
                y,
                width,
                thick: 0.5,
                gray: 0.6,
            },
        ]
    }
}

const MOVES: Style = Style::new(10.0).bold();
const TEXT: Style = Style::new(9.5);
/// Side lines in side lines.
const SMALL: Style = Style::new(9.0);
/// From one line to the next, of letters of such a size.
const LEADING: f64 = 1.36;
/// How much of that lies above the base line.
const ABOVE_BASE: f64 = 0.76;
/// Side lines stand so much further to the right, for each line around them, …
const INDENT: f64 = 11.0;
/// … and no further than such a part of the column.
const FURTHEST: f64 = 0.25;
/// The space above moves of the game, and above other paragraphs.
const SPACE: (f64, f64) = (6.0, 2.5);
/// The space above a diagram, and above what follows its caption.
const AROUND: (f64, f64) = (9.0, 5.0);
/// A diagram in a text is not wider, with its coordinates.
const DIAGRAM: f64 = 170.0;

/// What fills a slot.
enum Item<'a> {
    Line { line: Line, x: f64, gray: f64 },
    Diagram(&'a Picture),
}

impl Setter<'_> {
    /// The text of every page; where it begins on the first one, and on those that follow.
    fn text_pages(&self, first: f64, others: f64) -> Vec<Vec<Mark>> {
        let (across, bottom) = (self.grid.text_columns, self.grid.bottom());
        let (_, width) = self.grid.column(0, across);
        let (slots, items) = self.items(width);
        let columns = break_into(&slots, across, (bottom - first, bottom - others));
        let mut pages: Vec<Vec<Mark>> = Vec::new();
        for (index, column) in columns.into_iter().enumerate() {
            let (page, place) = (index / across, index % across);
            if place == 0 {
                pages.push(Vec::new());
            }
            let Some(marks) = pages.last_mut() else { break };
            let (left, width) = self.grid.column(place, across);
            let mut y = if page == 0 { first } else { others };
            let begin = column.start;
            for index in column {
                let slot = &slots[index];
                y += if index == begin { 0.0 } else { slot.above };
                match &items[index] {
                    Item::Line { line, x, gray } => marks.push(Mark::Line {
                        line: line.clone(),
                        x: left + x,
                        base: y + slot.height * ABOVE_BASE,
                        gray: *gray,
                    }),
                    Item::Diagram(picture) => {
                        let wide = self.text_diagram(width);
                        // The board itself stands in the middle.
                        let x = left + (width - wide - COORDINATES) / 2.0;
                        self.picture(picture, x.max(left), y, wide, marks);
                    }
                }
                y += slot.height;
            }
        }
        pages
    }

    fn text_diagram(&self, column: f64) -> f64 {
        self.grid.fitting_diagram(column).min(DIAGRAM)
    }

    /// Every line and every diagram, in order.
    fn items(&self, width: f64) -> (Vec<Slot>, Vec<Item<'_>>) {
        let (mut slots, mut items): (Vec<Slot>, Vec<Item>) = (Vec::new(), Vec::new());
        let mut parts = self.sheet.text.iter().peekable();
        let mut after_diagram = false;
        while let Some(part) = parts.next() {
            let next = parts.peek();
            match part {
                Part::Diagram(picture) => {
                    slots.push(Slot {
                        above: AROUND.0,
                        height: self.text_diagram(width) + CAPTIONED,
                        keeps: false,
                    });
                    items.push(Item::Diagram(picture));
                }
                Part::Paragraph(paragraph) => {
                    let (x, style) = look(paragraph, width);
                    let lines = self.letters.lines(
                        &paragraph.text,
                        style,
                        paragraph.letter,
                        &paragraph.whole,
                        width - x,
                    );
                    let count = lines.len();
                    let tied = is_tied(paragraph, next);
                    for (number, line) in lines.into_iter().enumerate() {
                        // No line of a paragraph stands alone at the end of a column or at the top of one.
                        let second_last = number + 2 == count;
                        let last = number + 1 == count;
                        slots.push(Slot {
                            above: match number {
                                0 if after_diagram => AROUND.1,
                                0 => space_above(paragraph.kind),
                                _ => 0.0,
                            },
                            height: line.height.max(style.size * LEADING),
                            keeps: !last && (number == 0 || second_last) || last && tied,
                        });
                        items.push(Item::Line {
                            line,
                            x,
                            gray: style.gray,
                        });
                    }
                }
            }
            after_diagram = matches!(part, Part::Diagram(_));
        }
        (slots, items)
    }
}

/// How far to the right a paragraph stands, and its letters.
fn look(paragraph: &Paragraph, width: f64) -> (f64, Style) {
    match paragraph.kind {
        Kind::Moves => (0.0, MOVES),
        Kind::Comment => (0.0, TEXT),
        Kind::Line(depth) => {
            let indent = INDENT * depth.min(DEEPEST) as f64;
            let style = if depth > 1 { SMALL } else { TEXT };
            (indent.min(width * FURTHEST), style)
        }
    }
}

fn space_above(kind: Kind) -> f64 {
    match kind {
        Kind::Moves => SPACE.0,
        Kind::Comment | Kind::Line(_) => SPACE.1,
    }
}

/// Whether a paragraph is followed by something that it must not be parted from: a diagram, or what is said of
/// its last move.
fn is_tied(paragraph: &Paragraph, next: Option<&&Part>) -> bool {
    match next {
        Some(Part::Diagram(_)) => true,
        Some(Part::Paragraph(next)) => paragraph.kind == Kind::Moves && next.kind != Kind::Moves,
        None => false,
    }
}

const HEAD: Style = Style::new(7.5).dim();
const NUMBER: Style = Style::new(8.5).dim();
const CAPTION: Style = Style::new(8.5);
const COORDINATE: Style = Style::new(6.0).dim();
/// Lines that part what belongs together.
const HAIRLINE: f64 = 0.86;
/// The room for the coordinates beside a diagram and below it.
const COORDINATES: f64 = 9.0;
/// A number with its gap, at the left of a column.
const NUMBERED: f64 = 27.0;

impl Setter<'_> {
    /// The moves of a page, down one column and then the next.
    fn table(&self, fill: &Fill, share: &PageRows, top: f64, marks: &mut Vec<Mark>) {
        let longest = fill.longest(share.rows.len());
        if longest == 0 {
            return;
        }
        let rows = &self.sheet.rows[share.rows.clone()];
        for (index, column) in rows.chunks(longest).enumerate() {
            let (left, width) = self.grid.column(index, self.grid.columns);
            let half = (width - NUMBERED) / 2.0;
            let (white, black) = (left + NUMBERED, left + NUMBERED + half);
            let base = top + 8.0;
            for (x, color) in [(white, Color::White), (black, Color::Black)] {
                let head = self.letters.block(&words::color(color), HEAD, half, 1);
                marks.push(Mark::text(head, HEAD.gray, x, base));
            }
            let mut y = top + TABLE_HEAD - 3.5;
            marks.push(Mark::Rule {
                x: left,
                y,
                width,
                thick: 0.5,
                gray: 0.45,
            });
            for row in column {
                let base = y + ROW - 4.1;
                let number = self.letters.line(&row.number, NUMBER);
                marks.push(Mark::ending(number, NUMBER.gray, white - 9.0, base));
                self.entry(&row.white, white, half, base, marks);
                if let Some(entry) = &row.black {
                    self.entry(entry, black, half, base, marks);
                }
                y += ROW;
                marks.push(Mark::Rule {
                    x: left,
                    y,
                    width,
                    thick: 0.35,
                    gray: HAIRLINE,
                });
            }
        }
    }

    /// A move with its clock at the right end of its half of the column.
    fn entry(&self, entry: &Entry, x: f64, width: f64, base: f64, marks: &mut Vec<Mark>) {
        marks.push(Mark::text(
            self.letters.line(&entry.san, MOVE),
            MOVE.gray,
            x,
            base,
        ));
        if !entry.clock.is_empty() {
            let clock = self.letters.line(&entry.clock, CLOCK);
            let right = x + self.clock_end.min(width - 8.0);
            marks.push(Mark::ending(clock, CLOCK.gray, right, base));
        }
    }

    /// The diagrams of a page: below the moves, or beside a table that leaves columns free.
    fn pictures(&self, plan: &Plan, share: &PageRows, top: f64, marks: &mut Vec<Mark>) {
        let shown = &self.sheet.pictures[share.pictures.clone()];
        let rows = share.rows.len();
        let columns = self.grid.columns;
        let used = if rows == 0 {
            0
        } else {
            plan.fill.columns_for(rows)
        };
        if let ([due], true) = (shown, used < columns) {
            let (x, room) = self.grid.rest(used, columns);
            self.picture(
                &due.picture,
                x,
                top + 2.0,
                self.grid.fitting_diagram(room),
                marks,
            );
            return;
        }
        let beside = used + shown.len() <= columns;
        for (index, PlacedPicture { picture, .. }) in shown.iter().enumerate() {
            if beside {
                let (x, width) = self.grid.column(used + index, columns);
                self.picture(picture, x, top + 2.0, width.min(plan.diagram), marks);
            } else {
                let across = plan.fill.across;
                let (strip, place) = (index / across, index % across);
                let (x, _) = self.grid.column(place, across);
                let y = top + plan.fill.table(rows) + plan.fill.strip * strip as f64 + ABOVE;
                self.picture(picture, x, y, plan.diagram, marks);
            }
        }
    }

    /// A diagram of such a width with its coordinates, and its caption.
    fn picture(&self, picture: &Picture, x: f64, y: f64, width: f64, marks: &mut Vec<Mark>) {
        let side = width - COORDINATES;
        let square = side / 8.0;
        let x = x + COORDINATES;
        let (gray, style) = (COORDINATE.gray, COORDINATE);
        for index in 0..8_u8 {
            let middle = (f64::from(index) + 0.5) * square;
            let rank = self.letters.line(&(8 - index).to_string(), style);
            marks.push(Mark::ending(rank, gray, x - 3.5, y + middle + 2.2));
            let file = self
                .letters
                .line(&char::from(b'a' + index).to_string(), style);
            marks.push(Mark::centered(file, gray, x + middle, y + side + 7.5));
        }
        let caption = self.letters.block(&picture.caption, CAPTION, side, 1);
        let base = y + side + COORDINATES + 10.0;
        marks.push(Mark::text(caption, CAPTION.gray, x, base));
        marks.push(Mark::Diagram {
            board: picture.board.clone(),
            drawings: picture.drawings.clone(),
            x,
            y,
            side,
        });
    }
}
