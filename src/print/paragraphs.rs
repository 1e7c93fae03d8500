//! The text of an annotated game, written move by move and set in lines: the moves of the game, what is said of
//! them, side lines in paragraphs further to the right or in brackets, and diagrams.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use pangocairo::pango::prelude::*;
use pangocairo::pango::{
    AttrFontFeatures, AttrInt, AttrList, Attribute, Context, EllipsizeMode, FontDescription,
    Layout, SCALE, Weight, WrapMode,
};
use rank_and_file_core::chess::{Color, Game};
use rank_and_file_core::record::study::NodeId;

use super::Scoresheet;
use super::annotated::{Beginning, DIAGRAM, Told};
use super::layout::{Fill, Share};
use super::pages::{Picture, clean};
use super::scoresheet::{Grid, Mark};
use crate::words;

/// A part of the text.
#[derive(Debug, Clone)]
pub enum Part {
    /// Moves, or what is said of them.
    Paragraph(Paragraph),
    /// The position after what stands before it.
    Diagram(Picture),
}

/// How a paragraph looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Moves of the game.
    Moves,
    /// What is said of them.
    Comment,
    /// A side line, so deep in others.
    Line(usize),
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// How it looks.
    pub kind: Kind,
    /// What stands in it.
    pub text: String,
    /// So many bytes at its beginning are the letter of a side line.
    pub letter: usize,
    /// What no line breaks, in bytes: numbers with their moves and signs.
    pub whole: Vec<Range<usize>>,
}

impl Paragraph {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            text: String::new(),
            letter: 0,
            whole: Vec::new(),
        }
    }
}

/// Writes the text move by move.
pub(super) struct Writer {
    parts: Vec<Part>,
    paragraph: Paragraph,
    /// Diagrams that come after this paragraph.
    due: Vec<Picture>,
    /// The side lines that are open; whether they stand in brackets.
    lines: Vec<bool>,
    /// Whether a move of Black needs its number.
    numbered: bool,
}

impl Writer {
    pub fn new() -> Self {
        Self {
            parts: Vec::new(),
            paragraph: Paragraph::new(Kind::Comment),
            due: Vec::new(),
            lines: Vec::new(),
            numbered: true,
        }
    }

    /// Adds a move with what is said of it.
    pub fn tell(&mut self, game: &Game, one: &Told, figures: bool) {
        match one.begins {
            Some(beginning) => self.begin(one, beginning),
            None => self.leave(one.depth),
        }
        let in_brackets = self.lines.last() == Some(&true);
        if self.paragraph.text.is_empty() {
            self.paragraph.kind = match one.depth {
                0 => Kind::Moves,
                depth => Kind::Line(depth),
            };
        }
        if one.begins.is_some() {
            self.words(&clean(&one.notes.before));
        }
        self.make(one);
        let ended = match one.node {
            NodeId::Main(ply) if ply == game.plies().len() => game.outcome(),
            _ => None,
        };
        if let Some(outcome) = ended {
            self.words(words::result_figures(outcome));
        }
        if one.depth == 0 {
            self.comment(&one.notes.comment);
        } else {
            self.words(&without_marks(&one.notes.comment));
        }
        if let Some(board) = &one.board {
            let caption = match one.node {
                NodeId::Main(ply) if ply == game.plies().len() => {
                    words::final_caption(game, figures)
                }
                _ => words::after_move(&one.name),
            };
            let picture = Picture::new(board.clone(), caption, &one.notes.drawings);
            if in_brackets {
                self.due.push(picture);
            } else {
                self.diagram(picture);
            }
        }
    }

    /// Begins a side line.
    fn begin(&mut self, one: &Told, beginning: Beginning) {
        let bracketed = beginning == Beginning::Bracketed;
        self.leave(one.depth);
        // What stands in brackets in place of the same move stands in the same ones.
        if bracketed && self.lines.len() == one.depth {
            self.paragraph.text.push(';');
            self.numbered = true;
            return;
        }
        self.leave(one.depth - 1);
        self.lines.push(bracketed);
        if bracketed {
            self.words("(");
            return;
        }
        self.end();
        self.paragraph.kind = Kind::Line(one.depth);
        if let Beginning::Lettered(index) = beginning {
            self.words(&letter(one.depth, index));
            self.paragraph.letter = self.paragraph.text.len();
        }
    }

    /// Leaves side lines until so many are open.
    fn leave(&mut self, depth: usize) {
        while self.lines.len() > depth {
            match self.lines.pop() {
                Some(true) => {
                    self.paragraph.text.push(')');
                    self.numbered = true;
                }
                _ => self.end(),
            }
        }
    }

    fn make(&mut self, one: &Told) {
        let numbered = self.numbered || one.mover == Color::White;
        let text = match numbered {
            true => format!("{} {}", one.number(), one.words),
            false => one.words.clone(),
        };
        self.words(&text);
        self.numbered = false;
        let end = self.paragraph.text.len();
        if numbered || text.contains(' ') {
            self.paragraph.whole.push(end - text.len()..end);
        }
    }

    /// Words behind what was said, after which a move has its number.
    fn words(&mut self, words: &str) {
        let words = words.trim();
        if words.is_empty() {
            return;
        }
        let text = &mut self.paragraph.text;
        if !text.is_empty() && !text.ends_with('(') {
            text.push(' ');
        }
        text.push_str(words);
        self.numbered = true;
    }

    /// What is said of a move of the game, or before the first one.
    pub fn comment(&mut self, comment: &str) {
        let text = without_marks(comment);
        if !text.is_empty() {
            self.end();
            self.paragraph.kind = Kind::Comment;
            self.words(&text);
            self.end();
        }
    }

    /// Adds a diagram behind the paragraph.
    pub fn diagram(&mut self, picture: Picture) {
        self.due.push(picture);
        self.end();
    }

    /// All of it.
    pub fn finish(mut self) -> Vec<Part> {
        self.leave(0);
        self.end();
        self.parts
    }

    /// Ends the paragraph.
    fn end(&mut self) {
        let next = Paragraph::new(self.paragraph.kind);
        let paragraph = std::mem::replace(&mut self.paragraph, next);
        if !paragraph.text.is_empty() {
            self.parts.push(Part::Paragraph(paragraph));
        }
        self.parts.extend(self.due.drain(..).map(Part::Diagram));
        self.numbered = true;
    }
}

/// A comment without what only asks for a diagram.
fn without_marks(comment: &str) -> String {
    let parts = comment.split(DIAGRAM).map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    clean(&parts.join(" "))
}

/// The letter or number of a side line, by its depth, from 1, and its index: `B)`, `b)`, `2)`, `β)`. After Z comes
/// AA.
pub fn letter(depth: usize, index: usize) -> String {
    let mut alphabet: Vec<char> = match depth {
        1 => ('A'..='Z').collect(),
        2 => ('a'..='z').collect(),
        3 => return format!("{})", index + 1),
        _ => ('α'..='ω').collect(),
    };
    // At the end of a word alone.
    alphabet.retain(|letter| *letter != 'ς');
    let (mut rest, mut letters) = (index + 1, Vec::new());
    while let Some(last) = rest.checked_sub(1) {
        letters.push(alphabet[last % alphabet.len()]);
        rest = last / alphabet.len();
    }
    format!("{})", letters.iter().rev().collect::<String>())
}

/// The desktop's own letters first, old and new; then whatever has none.
const FAMILY: &str = "Cantarell, Adwaita Sans, Inter, sans-serif";

/// How a piece of text looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// In points.
    pub size: f64,
    pub bold: bool,
    /// From 0, black, to 1, white.
    pub grey: f64,
}

impl Style {
    /// A style of such a size in the usual ink.
    pub const fn new(size: f64) -> Self {
        Self {
            size,
            bold: false,
            grey: 0.08,
        }
    }

    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub const fn dim(self) -> Self {
        Self { grey: 0.42, ..self }
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
    context: Context,
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
        // An absolute size is in the units of the page, whatever the device.
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

/// A diagram with its coordinates is not made narrower than this to keep a game on one page.
const SMALLEST_DIAGRAM: f64 = 112.0;

/// Sets one scoresheet on pages of one size.
pub(super) struct Setter<'a> {
    pub sheet: &'a Scoresheet,
    pub grid: Grid,
    pub letters: Letterer,
    /// From a move to the right end of its clock.
    pub clock_end: f64,
}

/// How a game is spread over pages.
pub(super) struct Plan {
    pub fill: Fill,
    pub shares: Vec<Share>,
    /// The width of a diagram with its coordinates.
    pub diagram: f64,
}

impl<'a> Setter<'a> {
    pub fn new(sheet: &'a Scoresheet, grid: Grid, letters: Letterer) -> Self {
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
    pub fn pages(&self) -> Vec<Vec<Mark>> {
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
                marks.push(Mark::centred(
                    folio,
                    RUNNING.grey,
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
        let set = |(page, share): (usize, &Share)| {
            let mut marks = Vec::new();
            let top = if page == 0 { first } else { others };
            self.table(&plan.fill, share, top, &mut marks);
            self.pictures(&plan, share, top, &mut marks);
            marks
        };
        plan.shares.iter().enumerate().map(set).collect()
    }
}

/// A move.
pub(super) const MOVE: Style = Style::new(10.0);
/// What a clock showed after it.
pub(super) const CLOCK: Style = Style::new(7.5).dim();
/// What stands at the head of every page but the first.
pub(super) const RUNNING: Style = Style::new(8.5).dim();
/// The room for that.
pub(super) const RUNNING_HEAD: f64 = 30.0;
/// From one line of moves to the next.
pub(super) const ROW: f64 = 14.5;
/// What stands above the moves of a column.
pub(super) const TABLE_HEAD: f64 = 17.0;
/// The space above a line of diagrams.
pub(super) const ABOVE: f64 = 20.0;
/// The room for a caption below the coordinates of a diagram.
pub(super) const CAPTIONED: f64 = 15.0;
