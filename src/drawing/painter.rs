//! Painting squares with their grain, the letters and numbers at the edge, pieces and whole boards with Cairo.

use std::cell::RefCell;
use std::collections::HashMap;
use std::f64::consts::PI;

use cairo::{Context, FontSlant, FontWeight, Format, ImageSurface, LinearGradient};
use fastrand::Rng;
use palette::Srgb;
use palette::color_difference::Wcag21RelativeContrast;
use rank_and_file_core::chess::board::{Below, Cell, Coordinates, Geometry, Marks};
use rank_and_file_core::chess::{Board, Piece, Square};

use super::marks::{
    brackets, edge, firm, frame, glow, glow_at, landing, shadow, sight, source, target,
};
use super::{Palette, PieceError, PieceSet, Rgba};

/// Paints with one set of pieces, whose pictures it keeps for each size.
#[derive(Debug)]
pub struct Painter {
    pieces: PieceSet,
    /// How far pieces reach beyond their usual room, in sides of a square.
    beyond: f64,
    pictures: RefCell<HashMap<(Piece, u32), ImageSurface>>,
}

/// How much wider than its square the picture of a lifted piece is.
pub const LIFTED: f64 = 1.5;

/// Pictures of pieces that are kept: four sizes of a whole set.
const MAX_PICTURES: usize = 48;

impl Painter {
    /// A painter with the set of pieces.
    pub fn new(pieces: PieceSet) -> Self {
        Self {
            pieces,
            beyond: 0.0,
            pictures: RefCell::default(),
        }
    }

    /// The same with pieces that fill more of their squares.
    pub fn enlarged(self) -> Self {
        Self {
            beyond: 0.05,
            ..self
        }
    }

    /// The picture of a piece, `size` pixels wide, drawn once.
    ///
    /// # Errors
    /// Where it cannot be drawn.
    pub fn piece(&self, piece: Piece, size: u32) -> Result<ImageSurface, PieceError> {
        if let Some(picture) = self.pictures.borrow().get(&(piece, size)) {
            return Ok(picture.clone());
        }
        let pixels = i32::try_from(size).unwrap_or(i32::MAX);
        let picture = ImageSurface::create(Format::ARgb32, pixels, pixels)?;
        let side = f64::from(size);
        let (left, wide) = (-side * self.beyond, side * (1.0 + 2.0 * self.beyond));
        // There is more room below them than above.
        let top = 0.15 * left;
        let cr = Context::new(&picture)?;
        self.pieces.draw(&cr, piece, left, top, wide)?;
        let mut pictures = self.pictures.borrow_mut();
        if pictures.len() >= MAX_PICTURES {
            pictures.clear();
        }
        pictures.insert((piece, size), picture.clone());
        Ok(picture)
    }

    /// Paints a piece into the upper left corner of the context, on its feet or on its head.
    ///
    /// # Errors
    /// Where it cannot be drawn.
    pub fn stand(
        &self,
        cr: &Context,
        piece: Piece,
        size: u32,
        upside_down: bool,
    ) -> Result<(), PieceError> {
        cr.save()?;
        if upside_down {
            cr.translate(f64::from(size), f64::from(size));
            cr.rotate(PI);
        }
        cr.set_source_surface(&self.piece(piece, size)?, 0.0, 0.0)?;
        cr.paint()?;
        cr.restore()?;
        Ok(())
    }

    /// Paints a piece that is lifted off the board, with its shadow, in the middle of a picture that
    /// is [`LIFTED`] times as wide as the square, which is `size` pixels wide.
    ///
    /// # Errors
    /// Where it cannot be drawn.
    pub fn lift(
        &self,
        cr: &Context,
        piece: Piece,
        palette: &Palette,
        size: u32,
        upside_down: bool,
    ) -> Result<(), PieceError> {
        let side = f64::from(size);
        let edge = (side * (LIFTED - 1.0) / 2.0).round();
        let pixels = i32::try_from(size).unwrap_or(i32::MAX);
        let picture = ImageSurface::create(Format::ARgb32, pixels, pixels)?;
        self.stand(&Context::new(&picture)?, piece, size, upside_down)?;
        cr.save()?;
        cr.translate(edge, edge + side * 0.06);
        shadow(cr, &picture, palette, side * 0.07)?;
        cr.restore()?;
        cr.set_source_surface(&picture, edge, edge)?;
        cr.paint()?;
        Ok(())
    }

    /// Paints one square into the upper left corner of the context, `size` pixels wide.
    ///
    /// # Errors
    /// Where Cairo or the renderer fails.
    pub fn cell(
        &self,
        cr: &Context,
        cell: &Cell,
        palette: &Palette,
        size: u32,
    ) -> Result<(), PieceError> {
        let side = f64::from(size);
        ground(cr, cell, palette, side)?;
        if let Some(piece) = cell.piece {
            cr.save()?;
            if cell.fallen {
                cr.translate(side, 0.0);
                cr.rotate(PI / 2.0);
            }
            self.stand(cr, piece, size, cell.upside_down)?;
            cr.restore()?;
        }
        if cell.marks.target {
            target(cr, cell.piece.is_some(), palette, side)?;
        }
        if cell.marks.attacked {
            sight(cr, palette, side)?;
        }
        if cell.marks.refused {
            frame(cr, palette, palette.refusal, side)?;
        }
        Ok(())
    }

    /// Paints a position, `geometry` saying where; without marks and coordinates.
    ///
    /// # Errors
    /// Where Cairo or the renderer fails.
    pub fn board(
        &self,
        cr: &Context,
        board: &Board,
        palette: &Palette,
        geometry: &Geometry,
    ) -> Result<(), PieceError> {
        for (cell, (x, y)) in cells(board, geometry) {
            cr.save()?;
            cr.translate(x, y);
            self.cell(cr, &cell, palette, geometry.square as u32)?;
            cr.restore()?;
        }
        Ok(edge(cr, palette, geometry)?)
    }
}

/// Puts a position together of pictures of its squares.
///
/// # Errors
/// Where Cairo fails, or there is no picture.
pub fn assemble(
    cr: &Context,
    board: &Board,
    palette: &Palette,
    geometry: &Geometry,
    picture: impl Fn(Cell) -> Result<ImageSurface, PieceError>,
) -> Result<(), PieceError> {
    for (cell, (x, y)) in cells(board, geometry) {
        cr.set_source_surface(picture(cell)?, x, y)?;
        cr.paint()?;
    }
    Ok(edge(cr, palette, geometry)?)
}

/// The squares of a position without marks and coordinates, and where they lie.
fn cells(board: &Board, geometry: &Geometry) -> impl Iterator<Item = (Cell, (f64, f64))> {
    Square::ALL.into_iter().map(|square| {
        let plain = (Marks::default(), Coordinates::default());
        let cell = Cell::new(square, board.piece_at(square), plain.0, plain.1);
        (cell, geometry.corner(square))
    })
}

/// Paints what lies below the piece: the square, its marks, its coordinates.
pub(super) fn ground(
    cr: &Context,
    cell: &Cell,
    palette: &Palette,
    side: f64,
) -> Result<(), cairo::Error> {
    let light = cell.square().is_light();
    fill(cr, if light { palette.light } else { palette.dark }, side)?;
    if let Some([on_light, on_dark]) = palette.grain {
        grain(
            cr,
            if light { on_light } else { on_dark },
            cell.plank(),
            side,
        )?;
    }
    if cell.marks.last_move {
        fill(cr, palette.last_move, side)?;
        brackets(cr, palette, cell.coordinates, side)?;
    }
    if cell.marks.selected {
        fill(cr, palette.selected, side)?;
    }
    if cell.marks.check {
        glow(cr, palette, side)?;
    }
    if cell.marks.selected {
        frame(cr, palette, firm(palette.target), side)?;
    }
    if let Some(below) = cell.marks.below {
        landing(cr, below, palette, side)?;
    }
    letters(cr, cell, palette, side)
}

pub(super) fn fill(cr: &Context, color: Rgba, side: f64) -> Result<(), cairo::Error> {
    source(cr, color);
    cr.rectangle(0.0, 0.0, side, side);
    cr.fill()
}

/// How many streaks there are, at least and at most.
const STREAKS: (u32, u32) = (9, 15);
/// The bands of softer and harder wood from edge to edge.
const BANDS: u32 = 6;

/// Paints the grain over a square of plain color. The same square always has the same, at every size;
/// nowhere is it darker than the color of the grain makes it.
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

/// In smaller squares the letters would stand on the pieces.
pub const LETTERED: f64 = 44.0;
/// As far from the edge, in parts of the size, as the frames of marks reach.
const INSET: f64 = 0.36;
/// The contrast that WCAG 2.1 asks for small letters (1.4.3), and a little for what is rounded.
const READ: f32 = 4.6;
/// The colors that are tried between that of the square and black or white.
const STEPS: u32 = 24;

/// How large the letters are in a square with sides of length `side`, `scale` times their usual size as far as the
/// pieces leave them room; `None` where there is none.
pub fn letter_size(side: f64, scale: f64) -> Option<f64> {
    // Larger squares are seen from farther away, but not in proportion.
    let usual = (side * 0.17).min(7.0 + side * 0.07).max(8.0);
    (side >= LETTERED).then(|| (usual * scale).min(usual.max(side * 0.24)))
}

/// The color of the letters on a light or dark square: that of the square, made darker or lighter until they can be
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

/// The colors that lie below the letters of a square, the most of it first.
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

/// How far apart two opaque colors are by WCAG 2.1, from 1 to 21.
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
