//! The curve of a game: White's chances after every ply. What is below it is White's, what is above is
//! Black's. Time goes from left to right in every language, as on the board.

use std::f64::consts::TAU;

use cairo::Context;
use rank_and_file_core::training::analysis::Judgment;

use super::Rgba;
use super::marks::source;

/// All in logical pixels: between the curve and the edges; the curve; what marks the ply that is shown; and
/// half of what marks a bad move.
const MARGIN: f64 = 6.0;
const LINE: f64 = 1.5;
const SHOWN: f64 = 2.0;
const DOT: f64 = 3.5;

/// The colors of a curve.
#[derive(Debug, Clone, Copy)]
pub struct CourseLook {
    /// The side of White, and of Black.
    pub sides: [Rgba; 2],
    /// The curve between them.
    pub curve: Rgba,
    /// The line of equal chances.
    pub middle: Rgba,
    /// The ply that is shown.
    pub shown: Rgba,
    /// Mistakes, and blunders.
    pub bad: [Rgba; 2],
    /// Around them.
    pub rim: Rgba,
}

/// What is known of a ply.
#[derive(Debug, Clone, Copy)]
pub struct CoursePlace {
    /// White's chances after it, in percent.
    pub win: f64,
    /// What it was, where it was bad.
    pub judgment: Option<Judgment>,
}

/// Where the plies of a game lie on a curve of such a size.
#[derive(Debug, Clone, Copy)]
pub struct CourseArea {
    /// The width, in logical pixels.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// How many plies there are.
    pub plies: usize,
}

impl CourseArea {
    fn step(&self) -> f64 {
        (self.width - 2.0 * MARGIN).max(1.0) / self.plies.max(1) as f64
    }

    /// How far from the left a ply lies.
    pub fn x(&self, ply: usize) -> f64 {
        MARGIN + ply as f64 * self.step()
    }

    /// The ply that lies nearest to there.
    pub fn ply(&self, x: f64) -> usize {
        let ply = ((x - MARGIN) / self.step()).round().max(0.0);
        (ply as usize).min(self.plies)
    }

    fn y(&self, win: f64) -> f64 {
        let high = (self.height - 2.0 * MARGIN).max(1.0);
        MARGIN + (1.0 - win / 100.0) * high
    }
}

/// Paints what is known of a game, ply by ply, and marks the one that is shown.
///
/// # Errors
/// Where Cairo fails.
pub fn paint_course(
    cr: &Context,
    look: &CourseLook,
    area: &CourseArea,
    known: &[Option<CoursePlace>],
    shown: usize,
) -> Result<(), cairo::Error> {
    let mut from = 0;
    for run in known.chunk_by(|one, next| one.is_some() == next.is_some()) {
        let places: Vec<CoursePlace> = run.iter().copied().flatten().collect();
        if !places.is_empty() {
            paint_run(cr, look, area, from, &places)?;
        }
        from += run.len();
    }
    // On whole pixels, these are sharp at every scale.
    source(cr, look.middle);
    cr.rectangle(0.0, area.y(50.0).round(), area.width, 1.0);
    cr.fill()?;
    source(cr, look.shown);
    let left = (area.x(shown) - SHOWN / 2.0).round();
    cr.rectangle(left, 0.0, SHOWN, area.height);
    cr.fill()?;
    for (ply, place) in known.iter().enumerate() {
        if let Some(place) = place {
            paint_judgment(cr, look, (area.x(ply), area.y(place.win)), place.judgment)?;
        }
    }
    Ok(())
}

/// Plies that are known one after the other. What is known at the ends reaches to the edges.
fn paint_run(
    cr: &Context,
    look: &CourseLook,
    area: &CourseArea,
    from: usize,
    places: &[CoursePlace],
) -> Result<(), cairo::Error> {
    let last = from + places.len() - 1;
    let left = if from == 0 { 0.0 } else { area.x(from) };
    let right = if last == area.plies {
        area.width
    } else {
        area.x(last)
    };
    let along = || {
        cr.new_path();
        cr.line_to(left, area.y(places[0].win));
        for (ply, place) in places.iter().enumerate() {
            cr.line_to(area.x(from + ply), area.y(place.win));
        }
        cr.line_to(right, area.y(places[places.len() - 1].win));
    };
    for (side, edge) in look.sides.into_iter().zip([area.height, 0.0]) {
        along();
        cr.line_to(right, edge);
        cr.line_to(left, edge);
        cr.close_path();
        source(cr, side);
        cr.fill()?;
    }
    along();
    cr.set_line_width(LINE);
    cr.set_line_join(cairo::LineJoin::Round);
    source(cr, look.curve);
    cr.stroke()
}

/// A blunder is a disc, a mistake a diamond; lesser ones are not marked.
fn paint_judgment(
    cr: &Context,
    look: &CourseLook,
    (x, y): (f64, f64),
    judgment: Option<Judgment>,
) -> Result<(), cairo::Error> {
    let color = match judgment {
        Some(Judgment::Mistake) => look.bad[0],
        Some(Judgment::Blunder) => look.bad[1],
        Some(Judgment::Inaccuracy) | None => return Ok(()),
    };
    cr.new_path();
    if judgment == Some(Judgment::Blunder) {
        cr.arc(x, y, DOT, 0.0, TAU);
    } else {
        for (dx, dy) in [(0.0, -DOT), (DOT, 0.0), (0.0, DOT), (-DOT, 0.0)] {
            cr.line_to(x + dx, y + dy);
        }
    }
    cr.close_path();
    cr.set_line_width(2.0);
    source(cr, look.rim);
    cr.stroke_preserve()?;
    source(cr, color);
    cr.fill()
}
