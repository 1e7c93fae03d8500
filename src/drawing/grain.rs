//! The grain of wood: streaks along the files that make no two squares beside each other the same.

use cairo::{Context, LinearGradient};
use fastrand::Rng;
use rank_and_file_core::rules::Square;

use super::Rgba;
use super::marks::source;

/// How many streaks there are, at least and at most.
const STREAKS: (u32, u32) = (9, 15);
/// The bands of softer and harder wood from edge to edge.
const BANDS: u32 = 6;

/// Paints the grain over a square of plain colour. The same square always has the same, at every size;
/// nowhere is it darker than the colour of the grain makes it.
pub(super) fn grain(
    cr: &Context,
    color: Rgba,
    square: Square,
    side: f64,
) -> Result<(), cairo::Error> {
    let mut chance = Rng::with_seed(u64::from(u32::from(square)) + 64);
    let strong = |share: f64| color.with_alpha(color.alpha * share);
    cr.save()?;
    cr.rectangle(0.0, 0.0, side, side);
    cr.clip();
    cr.scale(side, side);
    bands(cr, &mut chance, strong)?;
    // All bend together, and each a little for itself.
    let (lean, bend) = (part(&mut chance, 0.05), part(&mut chance, 0.07));
    let count = chance.u32(STREAKS.0..=STREAKS.1);
    for streak in 0..count {
        let x = (f64::from(streak) + chance.f64()) / f64::from(count);
        let aside = [0.0; 3].map(|_: f64| part(&mut chance, 0.025));
        cr.move_to(x - lean, -0.05);
        cr.curve_to(
            x + bend + aside[0],
            0.3,
            x + bend + aside[1],
            0.7,
            x + lean + aside[2],
            1.05,
        );
        cr.set_line_width(0.008 + 0.022 * chance.f64());
        source(cr, strong(0.15 + 0.35 * chance.f64()));
        cr.stroke()?;
    }
    cr.restore()
}

/// A tone for the whole square, and broad bands in it.
fn bands(cr: &Context, chance: &mut Rng, strong: impl Fn(f64) -> Rgba) -> Result<(), cairo::Error> {
    let tone = 0.3 * chance.f64();
    let slope = part(chance, 0.12);
    let bands = LinearGradient::new(0.0, slope, 1.0, -slope);
    for band in 0..=BANDS {
        let Rgba {
            red,
            green,
            blue,
            alpha,
        } = strong(tone + 0.2 * chance.f64());
        let at = f64::from(band) / f64::from(BANDS);
        bands.add_color_stop_rgba(at, red, green, blue, alpha);
    }
    cr.set_source(&bands)?;
    cr.paint()
}

/// A number within `reach` of nothing.
fn part(chance: &mut Rng, reach: f64) -> f64 {
    (chance.f64() * 2.0 - 1.0) * reach
}
