//! The letters and numbers in the squares at the edge: their size, and colours that can be read.

use cairo::{Context, FontSlant, FontWeight};
use palette::Srgb;
use palette::color_difference::Wcag21RelativeContrast;
use rank_and_file_core::chess::board::{Below, Cell, Marks};

use super::marks::{glow_at, source};
use super::{Palette, Rgba};

/// In smaller squares the letters would stand on the pieces.
pub const LETTERED: f64 = 44.0;
/// As far from the edge, in parts of the size, as the frames of marks reach.
const INSET: f64 = 0.36;
/// The contrast that WCAG 2.1 asks for small letters (1.4.3), and a little for what is rounded.
const READ: f32 = 4.6;
/// The colours that are tried between that of the square and black or white.
const STEPS: u32 = 24;

/// How large the letters are in a square with sides of length `side`, `scale` times their usual size as far as the
/// pieces leave them room; `None` where there is none.
pub fn letter_size(side: f64, scale: f64) -> Option<f64> {
    // Larger squares are seen from farther away, but not in proportion.
    let usual = (side * 0.17).min(7.0 + side * 0.07).max(8.0);
    (side >= LETTERED).then(|| (usual * scale).min(usual.max(side * 0.24)))
}

/// The colour of the letters on a light or dark square: that of the square, made darker or lighter until they can be
/// read there under these marks.
pub fn letter_color(palette: &Palette, light: bool, marks: &Marks) -> Rgba {
    let grounds = grounds(palette, light, marks);
    let least = |color: Rgba| {
        let apart = grounds.iter().map(|ground| contrast(color, *ground));
        apart.fold(f32::INFINITY, f32::min)
    };
    let ends = [Rgba::opaque(0x0000_0000), Rgba::opaque(0x00ff_ffff)];
    let best = if least(ends[0]) >= least(ends[1]) {
        ends[0]
    } else {
        ends[1]
    };
    if palette.outlined {
        return best;
    }
    let steps = (1..STEPS).map(|step| {
        let share = f64::from(step) / f64::from(STEPS);
        best.with_alpha(share).over(grounds[0])
    });
    steps
        .into_iter()
        .find(|color| least(*color) >= READ)
        .unwrap_or(best)
}

/// The colours that lie below the letters of a square, the most of it first.
fn grounds(palette: &Palette, light: bool, marks: &Marks) -> Vec<Rgba> {
    let plain = if light { palette.light } else { palette.dark };
    let mut grounds = vec![plain];
    if let Some([on_light, on_dark]) = palette.grain {
        grounds.push(if light { on_light } else { on_dark }.over(plain));
    }
    let mut lay = |colors: &[Rgba]| {
        let laid = colors.iter();
        grounds = laid
            .flat_map(|color| grounds.iter().map(|ground| color.over(*ground)))
            .collect();
    };
    if marks.last_move {
        lay(&[palette.last_move]);
    }
    if marks.selected {
        lay(&[palette.selected]);
    }
    if marks.check {
        // From the edge of the square to where the letters end.
        lay(&[0.04, 0.13, 0.22].map(|part| glow_at(palette, part)));
    }
    if marks.below == Some(Below::Allowed) {
        lay(&[palette.landing()]);
    }
    grounds
}

/// How far apart two opaque colours are by WCAG 2.1, from 1 to 21.
fn contrast(one: Rgba, other: Rgba) -> f32 {
    let seen = |color: Rgba| Srgb::new(color.red, color.green, color.blue).into_format::<f32>();
    seen(one).relative_contrast(seen(other))
}

/// Writes the coordinates of a square.
pub(super) fn letters(
    cr: &Context,
    cell: &Cell,
    palette: &Palette,
    side: f64,
) -> Result<(), cairo::Error> {
    let Some(size) = letter_size(side, palette.letters) else {
        return Ok(());
    };
    source(
        cr,
        letter_color(palette, cell.square().is_light(), &cell.marks),
    );
    cr.select_font_face("sans-serif", FontSlant::Normal, FontWeight::Bold);
    cr.set_font_size(size);
    let inset = size * INSET;
    if cell.coordinates.file {
        let text = cell.square().file().to_string();
        let extents = cr.text_extents(&text)?;
        cr.move_to(side - inset - extents.x_advance(), side - inset);
        cr.show_text(&text)?;
    }
    if cell.coordinates.rank {
        cr.move_to(inset, inset + size * 0.75);
        cr.show_text(&cell.square().rank().to_string())?;
    }
    Ok(())
}
