//! Lines over the board: lines of attack, the move that was tried, and what a player draws.

use std::f64::consts::TAU;

use cairo::Context;
use rank_and_file_core::chess::Square;
use rank_and_file_core::chess::board::{Drawing, Geometry};

use super::marks::{source, thin};
use super::{Palette, Rgba};

/// Draws a line of attack from the attacker's square to what it attacks.
///
/// # Errors
/// Where Cairo fails.
pub fn ray(
    cr: &Context,
    palette: &Palette,
    geometry: &Geometry,
    between: (Square, Square),
) -> Result<(), cairo::Error> {
    let color = palette.refusal.with_alpha(palette.refusal.alpha * 0.85);
    arrow(cr, palette, color, geometry, between)
}

/// Draws the move that was tried and refused, broken as it is not played.
///
/// # Errors
/// Where Cairo fails.
pub fn tried(
    cr: &Context,
    palette: &Palette,
    geometry: &Geometry,
    between: (Square, Square),
) -> Result<(), cairo::Error> {
    let (dash, width) = (geometry.square * 0.08, palette.line(geometry.square * 0.03));
    if !outline(cr, palette, geometry, between) {
        return Ok(());
    }
    cr.save()?;
    source(cr, palette.refusal.with_alpha(palette.refusal.alpha * 0.25));
    cr.fill_preserve()?;
    cr.set_dash(&[dash, dash * 0.6], 0.0);
    let edged = width + 2.0 * thin(palette, geometry.square);
    for (color, width) in [(palette.edge, edged), (palette.refusal, width)] {
        source(cr, color);
        cr.set_line_width(width);
        cr.stroke_preserve()?;
    }
    cr.new_path();
    cr.restore()
}

/// Draws what a player draws: an arrow or a circle.
///
/// # Errors
/// Where Cairo fails.
pub fn drawing(
    cr: &Context,
    palette: &Palette,
    geometry: &Geometry,
    drawing: &Drawing,
) -> Result<(), cairo::Error> {
    let color = palette.drawings[drawing.color.index()];
    if !drawing.is_circle() {
        return arrow(cr, palette, color, geometry, (drawing.from, drawing.to));
    }
    let (x, y) = geometry.centre(drawing.from);
    let width = palette.line(geometry.square * 0.07);
    let edged = width + 2.0 * thin(palette, geometry.square);
    cr.new_path();
    cr.arc(x, y, (geometry.square - edged) / 2.0, 0.0, TAU);
    for (color, width) in [(palette.edge, edged), (color, width)] {
        source(cr, color);
        cr.set_line_width(width);
        cr.stroke_preserve()?;
    }
    cr.new_path();
    Ok(())
}

/// An arrow from the edge of one piece to just before the middle of another square.
fn arrow(
    cr: &Context,
    palette: &Palette,
    color: Rgba,
    geometry: &Geometry,
    between: (Square, Square),
) -> Result<(), cairo::Error> {
    if !outline(cr, palette, geometry, between) {
        return Ok(());
    }
    // Of the edge that half is seen which lies outside.
    source(cr, palette.edge);
    cr.set_line_width(2.0 * thin(palette, geometry.square));
    cr.stroke_preserve()?;
    source(cr, color.with_alpha(1.0));
    cr.fill()
}

/// The path around an arrow; none from a square to itself.
fn outline(
    cr: &Context,
    palette: &Palette,
    geometry: &Geometry,
    (from, to): (Square, Square),
) -> bool {
    let (start, end) = (geometry.centre(from), geometry.centre(to));
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let length = dx.hypot(dy);
    if length <= 0.0 {
        return false;
    }
    let unit = (dx / length, dy / length);
    let width = palette.line(geometry.square * 0.09);
    let head = (width * 3.2).min(length * 0.5);
    let at = |along: f64, aside: f64| {
        (
            start.0 + unit.0 * along - unit.1 * aside,
            start.1 + unit.1 * along + unit.0 * aside,
        )
    };
    let (begin, tip) = (geometry.square * 0.30, length - geometry.square * 0.12);
    cr.new_path();
    for (along, aside) in [
        (begin, width / 2.0),
        (tip - head, width / 2.0),
        (tip - head, width * 1.5),
        (tip, 0.0),
        (tip - head, -width * 1.5),
        (tip - head, -width / 2.0),
        (begin, -width / 2.0),
    ] {
        let (x, y) = at(along, aside);
        cr.line_to(x, y);
    }
    cr.close_path();
    true
}
