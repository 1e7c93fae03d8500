//! Sets a scoresheet: how large the diagrams are, what comes onto which page, and the whole of each
//! page. What stands above is in `heading.rs`, the rest in `body.rs`.

use super::Scoresheet;
use super::breaks::{Fill, Share};
use super::grid::Grid;
use super::lettering::{Letterer, measure};
use super::marks::Mark;
use super::measures::{ABOVE, CAPTIONED, CLOCK, MOVE, ROW, RUNNING, RUNNING_HEAD, TABLE_HEAD};
use crate::words;

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
