//! Painting the board of 2048 and its tiles with Cairo.

use std::f64::consts::{FRAC_PI_2, PI};

use cairo::{
    Antialias, Context, FontOptions, FontSlant, FontWeight, HintMetrics, HintStyle, TextExtents,
};
use rank_and_file_core::tiles::Layout;

use super::marks::source;
use super::{Rgba, Shades, Tint};

/// The radius of the corners of a cell, in sides.
const ROUND: f64 = 0.09;
/// The part of the side that a number may take.
const ROOM: f64 = 0.8;
/// How high the digits are, in sides, by how many there are; those of longer numbers are as wide as
/// there is room.
const HEIGHTS: [f64; 4] = [0.37, 0.37, 0.3, 0.25];
/// The outlines of high contrast, the inner frames of large numbers, and what is between two of
/// those, in sides.
const OUTLINE: f64 = 0.035;
const FRAME: f64 = 0.018;
const FRAME_GAP: f64 = 0.03;
/// Each of the two tones of the ring of the keyboard.
const RING: f64 = 0.04;
/// The line around the goal.
const SHINE: f64 = 0.03;
/// Digits are measured at this size, which is the size of the font in pixels.
const MEASURED: f64 = 256.0;

/// Paints the rounded board with its empty cells, its upper left corner at that of the context,
/// in device pixels. What is outside of the corners stays as it is.
///
/// # Errors
/// Where Cairo fails.
pub fn paint_ground(cr: &Context, layout: &Layout, shades: &Shades) -> Result<(), cairo::Error> {
    let (side, cell) = (f64::from(layout.side()), f64::from(layout.cell));
    cr.save()?;
    // As far from the corners of the cells as everywhere else.
    rounded(cr, 0.0, side, ROUND * cell + f64::from(layout.gap));
    fill(cr, shades.board)?;
    for row in 0..layout.size.side() {
        for column in 0..layout.size.side() {
            cr.save()?;
            cr.translate(layout.along(column as f64), layout.along(row as f64));
            rounded(cr, 0.0, cell, ROUND * cell);
            fill(cr, shades.cell)?;
            if let Some(color) = shades.outline {
                // Thinner than around a tile, which is nearer.
                line(cr, color, cell, 0.0, whole(OUTLINE * cell / 3.0))?;
            }
            cr.restore()?;
        }
    }
    cr.restore()
}

/// Paints a tile, `side` device pixels wide, its upper left corner at that of the context.
///
/// # Errors
/// Where Cairo fails.
pub fn paint_tile(
    cr: &Context,
    number: u64,
    side: u32,
    shades: &Shades,
) -> Result<(), cairo::Error> {
    let (tint, side) = (shades.tint(number), f64::from(side));
    cr.save()?;
    rounded(cr, 0.0, side, ROUND * side);
    fill(cr, tint.fill)?;
    let mut edge = 0.0;
    if let Some(color) = shades.outline {
        edge = whole(OUTLINE * side);
        line(cr, color, side, 0.0, edge)?;
    }
    if let Some(color) = tint.shine {
        line(cr, color, side, FRAME * side, SHINE * side)?;
    }
    edge = frames(cr, &tint, side, edge)?;
    let room = (side * ROOM).min(side - 2.0 * edge);
    write(cr, &number.to_string(), tint.text, side, room)?;
    cr.restore()
}

/// Paints the ring around the cell that has the keyboard, over what is painted there; `side` is that of
/// the cell, in device pixels.
///
/// # Errors
/// Where Cairo fails.
pub fn paint_ring(cr: &Context, side: u32, shades: &Shades) -> Result<(), cairo::Error> {
    let side = f64::from(side);
    let width = whole(RING * side);
    // Inside of an outline, so that its inner tone is seen beside it.
    let mut edge = shades.outline.map_or(0.0, |_| whole(OUTLINE * side));
    for tone in shades.focus {
        line(cr, tone, side, edge, width)?;
        edge += width;
    }
    Ok(())
}

/// Draws the inner frames; how far from the edge there is room again.
fn frames(cr: &Context, tint: &Tint, side: f64, edge: f64) -> Result<f64, cairo::Error> {
    let mut edge = edge;
    for _ in 0..tint.frames {
        edge += FRAME_GAP * side;
        line(cr, tint.text, side, edge, FRAME * side)?;
        edge += FRAME * side;
    }
    if tint.frames > 0 {
        edge += FRAME_GAP * side;
    }
    Ok(edge)
}

/// Writes a number into the middle: its ink from left to right, the height that all digits share
/// from top to bottom, so that the numbers of a row stand on one line.
fn write(cr: &Context, text: &str, color: Rgba, side: f64, room: f64) -> Result<(), cairo::Error> {
    cr.select_font_face("sans-serif", FontSlant::Normal, FontWeight::Bold);
    // Whole pixels would make each size look another, and a tile that grows would show it.
    let mut options = FontOptions::new()?;
    options.set_hint_style(HintStyle::None);
    options.set_hint_metrics(HintMetrics::Off);
    options.set_antialias(Antialias::Gray);
    cr.set_font_options(&options);
    cr.set_font_size(MEASURED);
    let (digits, ink) = (cr.text_extents("0123456789")?, cr.text_extents(text)?);
    let size = MEASURED * scale(text.len(), &digits, &ink, side, room);
    cr.set_font_size(size);
    let part = size / MEASURED;
    let x = side / 2.0 - (ink.x_bearing() + ink.width() / 2.0) * part;
    let y = side / 2.0 - (digits.y_bearing() + digits.height() / 2.0) * part;
    cr.new_path();
    cr.move_to(x, y);
    cr.text_path(text);
    fill(cr, color)
}

/// How much larger than measured a number of so many digits is. It is the same for most numbers
/// that are as long.
fn scale(count: usize, digits: &TextExtents, ink: &TextExtents, side: f64, room: f64) -> f64 {
    let height = HEIGHTS[count.clamp(1, HEIGHTS.len()) - 1] * side;
    let usual = digits.x_advance() / 10.0 * count as f64;
    (height / digits.height().max(1.0)).min(room / usual.max(ink.width()).max(1.0))
}

/// A line along the edge of a cell, so far inside of it.
fn line(cr: &Context, color: Rgba, side: f64, inset: f64, width: f64) -> Result<(), cairo::Error> {
    let middle = inset + width / 2.0;
    rounded(cr, middle, side, (ROUND * side - middle).max(0.0));
    source(cr, color);
    cr.set_line_width(width);
    cr.stroke()
}

/// The path of a square with rounded corners, so far inside of one that is `side` wide.
pub fn rounded(cr: &Context, inset: f64, side: f64, radius: f64) {
    let (near, far) = (inset + radius, side - inset - radius);
    cr.new_path();
    cr.arc(far, near, radius, -FRAC_PI_2, 0.0);
    cr.arc(far, far, radius, 0.0, FRAC_PI_2);
    cr.arc(near, far, radius, FRAC_PI_2, PI);
    cr.arc(near, near, radius, PI, PI + FRAC_PI_2);
    cr.close_path();
}

/// A width in whole pixels, one at least.
fn whole(width: f64) -> f64 {
    width.round().max(1.0)
}

fn fill(cr: &Context, color: Rgba) -> Result<(), cairo::Error> {
    source(cr, color);
    cr.fill()
}
