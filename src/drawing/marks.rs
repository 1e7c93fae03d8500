//! What is painted over and around the pieces: glow, dots, rings, frames, shadows; and lines over the board: lines of
//! attack, the move that was tried, and what a player draws.

use std::f64::consts::{FRAC_PI_2, TAU};

use cairo::{Context, ImageSurface, RadialGradient};
use rank_and_file_core::chess::Square;
use rank_and_file_core::chess::board::{Below, Coordinates, Drawing, Geometry};

use super::{Palette, Rgba};

/// Where the glow of a king in check begins to fade and where it ends, in sides from the middle.
const GLOW: (f64, f64) = (0.15, 0.62);
/// How strong it is on the way, by the part of the way.
const FADING: [(f64, f64); 3] = [(0.0, 1.0), (0.55, 0.65), (1.0, 0.0)];

/// The line around a board of high contrast, in pixels.
pub const EDGE: f64 = 1.0;

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
    let (middle, (near, far)) = (side / 2.0, GLOW);
    let gradient = RadialGradient::new(middle, middle, side * near, middle, middle, side * far);
    let Rgba {
        red,
        green,
        blue,
        alpha,
    } = palette.check;
    for (at, strength) in FADING {
        gradient.add_color_stop_rgba(at, red, green, blue, alpha * strength);
    }
    cr.set_source(&gradient)?;
    cr.rectangle(0.0, 0.0, side, side);
    cr.fill()?;
    circle(cr, palette, side, side * 0.43)
}

/// How thick the edge of a mark is.
pub(super) fn thin(palette: &Palette, side: f64) -> f64 {
    palette.line((side * 0.02).max(1.8))
}

/// The thin edge of something round.
fn circle(cr: &Context, palette: &Palette, side: f64, radius: f64) -> Result<(), cairo::Error> {
    cr.new_path();
    cr.arc(side / 2.0, side / 2.0, radius, 0.0, TAU);
    cr.set_line_width(thin(palette, side));
    source(cr, palette.edge);
    cr.stroke()
}

/// What the glow lays over a point on the way from a corner, in sides from both edges.
pub(super) fn glow_at(palette: &Palette, inset: f64) -> Rgba {
    let away = (0.5 - inset) * 2.0_f64.sqrt();
    let at = ((away - GLOW.0) / (GLOW.1 - GLOW.0)).clamp(0.0, 1.0);
    let [_, bend, end] = FADING;
    let strength = if at <= bend.0 {
        1.0 - (1.0 - bend.1) * at / bend.0
    } else {
        bend.1 * (end.0 - at) / (end.0 - bend.0)
    };
    palette.check.with_alpha(palette.check.alpha * strength)
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
        let width = palette.line(side * 0.075);
        cr.set_line_width(width);
        cr.arc(middle, middle, middle - width, 0.0, TAU);
        cr.stroke()?;
        circle(cr, palette, side, middle - width * 1.5)
    } else {
        let radius = palette.line(side * 0.15).min(side * 0.2);
        cr.arc(middle, middle, radius, 0.0, TAU);
        cr.fill()?;
        circle(cr, palette, side, radius)
    }
}

/// A ring broken into four, the sight of the attacker, around a piece in danger: told from the
/// whole ring around what can be taken, and from the frame that shows a refusal, by its shape.
pub(super) fn sight(cr: &Context, palette: &Palette, side: f64) -> Result<(), cairo::Error> {
    let middle = side / 2.0;
    let width = palette.line((side * 0.06).max(2.0));
    let [line, ground] = palette.attacked;
    let edged = width * 1.7 + thin(palette, side) * 2.0;
    for (color, width) in [(palette.edge, edged), (ground, width * 1.7), (line, width)] {
        cr.new_path();
        for quarter in 0..4 {
            let turn = f64::from(quarter) * FRAC_PI_2;
            cr.new_sub_path();
            cr.arc(
                middle,
                middle,
                side * 0.42,
                turn + 0.3,
                turn + FRAC_PI_2 - 0.3,
            );
        }
        cr.set_line_width(width);
        source(cr, color);
        cr.stroke()?;
    }
    Ok(())
}

/// The square below the piece in the hand: a frame, filled where the piece may be put down, broken
/// where it may not.
pub(super) fn landing(
    cr: &Context,
    below: Below,
    palette: &Palette,
    side: f64,
) -> Result<(), cairo::Error> {
    let color = firm(palette.target);
    match below {
        Below::Untold => frame(cr, palette, color, side),
        Below::Allowed => {
            source(cr, palette.landing());
            cr.rectangle(0.0, 0.0, side, side);
            cr.fill()?;
            frame(cr, palette, color, side)
        }
        Below::Refused => {
            cr.save()?;
            let dash = side * 0.12;
            cr.set_dash(&[dash, dash], dash / 2.0);
            frame(cr, palette, color, side)?;
            cr.restore()
        }
    }
}

/// Brackets in the corners that bear no letters, by which the last move is told without its color.
pub(super) fn brackets(
    cr: &Context,
    palette: &Palette,
    letters: Coordinates,
    side: f64,
) -> Result<(), cairo::Error> {
    let width = palette.line((side * 0.035).max(2.0));
    let (near, far, length) = (width * 1.5, side - width * 1.5, side * 0.17);
    cr.new_path();
    for (x, y, inward, down, free) in [
        (near, near, length, length, !letters.rank),
        (far, near, -length, length, true),
        (near, far, length, -length, true),
        (far, far, -length, -length, !letters.file),
    ] {
        if free {
            cr.move_to(x + inward, y);
            cr.line_to(x, y);
            cr.line_to(x, y + down);
        }
    }
    cr.set_line_width(width);
    source(cr, palette.edge);
    cr.stroke()
}

/// A frame with round corners just inside the square.
pub(super) fn frame(
    cr: &Context,
    palette: &Palette,
    color: Rgba,
    side: f64,
) -> Result<(), cairo::Error> {
    let width = palette.line((side * 0.06).max(3.0));
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
    source(cr, palette.edge);
    cr.stroke_preserve()?;
    // The edge is left on both sides of it.
    cr.set_line_width((width - 2.0 * thin(palette, side)).max(width / 3.0));
    source(cr, color);
    cr.stroke()
}

/// The edge of a whole board, where its colors alone might leave it without one.
pub(super) fn edge(
    cr: &Context,
    palette: &Palette,
    geometry: &Geometry,
) -> Result<(), cairo::Error> {
    if !palette.outlined {
        return Ok(());
    }
    let (width, side) = (EDGE, geometry.square * 8.0);
    cr.rectangle(
        geometry.x + width / 2.0,
        geometry.y + width / 2.0,
        side - width,
        side - width,
    );
    cr.set_line_width(width);
    source(cr, palette.black);
    cr.stroke()
}

/// The same color for lines that are thin.
pub(super) fn firm(color: Rgba) -> Rgba {
    color.with_alpha((color.alpha * 1.5).min(1.0))
}

/// What is drawn next has this color.
pub(super) fn source(cr: &Context, color: Rgba) {
    cr.set_source_rgba(color.red, color.green, color.blue, color.alpha);
}

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
    let (x, y) = geometry.center(drawing.from);
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
    let (start, end) = (geometry.center(from), geometry.center(to));
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
