//! What is painted over and around the pieces: glow, dots, rings, frames, arrows, circles, shadows.

use std::f64::consts::{FRAC_PI_2, TAU};

use cairo::{Context, ImageSurface, RadialGradient};
use rank_and_file_core::board::{Drawing, Geometry};
use rank_and_file_core::rules::Square;

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
    arrow(cr, color, geometry, between)
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
    let dash = geometry.square * 0.16;
    cr.save()?;
    cr.set_dash(&[dash, dash * 0.6], 0.0);
    let color = palette.refusal.with_alpha(palette.refusal.alpha * 0.55);
    arrow(cr, color, geometry, between)?;
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
    let color = palette.pens[drawing.pen.index()];
    if !drawing.is_circle() {
        return arrow(cr, color, geometry, (drawing.from, drawing.to));
    }
    let (x, y) = geometry.centre(drawing.from);
    let width = geometry.square * 0.07;
    cr.new_path();
    cr.arc(x, y, geometry.square / 2.0 - width * 0.75, 0.0, TAU);
    cr.set_line_width(width);
    source(cr, color);
    cr.stroke()
}

/// An arrow from the edge of one piece to just before the middle of another square.
fn arrow(
    cr: &Context,
    color: Rgba,
    geometry: &Geometry,
    (from, to): (Square, Square),
) -> Result<(), cairo::Error> {
    let (start, end) = (geometry.centre(from), geometry.centre(to));
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let length = dx.hypot(dy);
    if length <= 0.0 {
        return Ok(());
    }
    let unit = (dx / length, dy / length);
    let width = geometry.square * 0.09;
    let head = width * 3.2;
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
    source(cr, color);
    cr.fill()
}

/// Lays the soft shadow of a picture around the upper left corner of the context.
pub(super) fn shadow(
    cr: &Context,
    picture: &ImageSurface,
    palette: &Palette,
    reach: f64,
) -> Result<(), cairo::Error> {
    /// Enough copies of the outline, faint and a little apart, look like one that is blurred.
    const RINGS: u32 = 3;
    const COPIES: u32 = 12;
    source(
        cr,
        palette
            .shadow
            .with_alpha(palette.shadow.alpha / f64::from(COPIES)),
    );
    for ring in 1..=RINGS {
        let radius = reach * f64::from(ring) / f64::from(RINGS);
        for copy in 0..COPIES {
            let angle = TAU * f64::from(copy) / f64::from(COPIES);
            cr.mask_surface(picture, radius * angle.cos(), radius * angle.sin())?;
        }
    }
    Ok(())
}

/// A soft glow that leaves the edge of the square alone.
pub(super) fn glow(cr: &Context, palette: &Palette, side: f64) -> Result<(), cairo::Error> {
    let middle = side / 2.0;
    let gradient = RadialGradient::new(middle, middle, side * 0.15, middle, middle, side * 0.62);
    let Rgba {
        red,
        green,
        blue,
        alpha,
    } = palette.check;
    gradient.add_color_stop_rgba(0.0, red, green, blue, alpha);
    gradient.add_color_stop_rgba(0.55, red, green, blue, alpha * 0.65);
    gradient.add_color_stop_rgba(1.0, red, green, blue, 0.0);
    cr.set_source(&gradient)?;
    cr.rectangle(0.0, 0.0, side, side);
    cr.fill()?;
    if palette.outlined {
        frame(cr, palette.check, side)
    } else {
        Ok(())
    }
}

/// A dot on an empty square; a ring around what can be taken.
pub(super) fn target(
    cr: &Context,
    takes: bool,
    palette: &Palette,
    side: f64,
) -> Result<(), cairo::Error> {
    let middle = side / 2.0;
    cr.new_path();
    source(cr, palette.target);
    if takes {
        let width = side * 0.075;
        cr.set_line_width(width);
        cr.arc(middle, middle, middle - width, 0.0, TAU);
        cr.stroke()
    } else {
        cr.arc(middle, middle, side * 0.15, 0.0, TAU);
        cr.fill()
    }
}

/// Brackets in the four corners, by which the last move is told without its colour.
pub(super) fn brackets(cr: &Context, color: Rgba, side: f64) -> Result<(), cairo::Error> {
    let width = (side * 0.035).max(1.0);
    let (near, far, length) = (width * 1.5, side - width * 1.5, side * 0.17);
    cr.new_path();
    for (x, inward) in [(near, length), (far, -length)] {
        for (y, down) in [(near, length), (far, -length)] {
            cr.move_to(x + inward, y);
            cr.line_to(x, y);
            cr.line_to(x, y + down);
        }
    }
    cr.set_line_width(width);
    source(cr, color);
    cr.stroke()
}

/// A frame with round corners just inside the square.
pub(super) fn frame(cr: &Context, color: Rgba, side: f64) -> Result<(), cairo::Error> {
    let width = (side * 0.06).max(2.0);
    let (near, far, radius) = (width / 2.0, side - width / 2.0, side * 0.12);
    cr.new_path();
    for (x, y, turn) in [
        (far - radius, near + radius, -1.0),
        (far - radius, far - radius, 0.0),
        (near + radius, far - radius, 1.0),
        (near + radius, near + radius, 2.0),
    ] {
        cr.arc(x, y, radius, turn * FRAC_PI_2, (turn + 1.0) * FRAC_PI_2);
    }
    cr.close_path();
    cr.set_line_width(width);
    source(cr, color);
    cr.stroke()
}

/// What is drawn next has this colour.
pub(super) fn source(cr: &Context, color: Rgba) {
    cr.set_source_rgba(color.red, color.green, color.blue, color.alpha);
}
