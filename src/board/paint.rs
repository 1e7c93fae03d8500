//! Painting squares, pieces and whole boards with Cairo.
//! May import `rules`, `cairo` and the rest of `board`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

use cairo::{Context, Format, ImageSurface, RadialGradient};

use super::{Geometry, Palette, PieceError, PieceSet, Rgba};
use crate::rules::{Board, Piece, Square};

/// What marks a square besides what stands on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// The last move began or ended here.
    pub last_move: bool,
    /// The selected piece stands here.
    pub selected: bool,
    /// The selected piece may go here.
    pub target: bool,
    /// A king in check stands here.
    pub check: bool,
    /// The square shows why a move was refused.
    pub refused: bool,
}

/// Which coordinates stand inside a square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// The letter of the file, in the lower right corner.
    pub file: bool,
    /// The number of the rank, in the upper left corner.
    pub rank: bool,
}

/// Everything that decides how one square looks. Equal cells look the same at the same size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The square where its coordinates show, else any square of its colour.
    square: Square,
    /// What stands there.
    pub piece: Option<Piece>,
    /// How it is marked.
    pub marks: Marks,
    /// Which coordinates it bears.
    pub coordinates: Coordinates,
    /// Whether the piece stands on its head, for somebody who sits at the far side.
    pub upside_down: bool,
}

impl Cell {
    /// The cell of a square.
    #[must_use]
    pub fn new(
        square: Square,
        piece: Option<Piece>,
        marks: Marks,
        coordinates: Coordinates,
    ) -> Self {
        let same_look = if coordinates != Coordinates::default() {
            square
        } else if square.is_light() {
            Square::B1
        } else {
            Square::A1
        };
        Self {
            square: same_look,
            piece,
            marks,
            coordinates,
            upside_down: false,
        }
    }

    /// The same with the piece on its head.
    #[must_use]
    pub fn turned(self, upside_down: bool) -> Self {
        Self {
            upside_down: upside_down && self.piece.is_some(),
            ..self
        }
    }
}

/// Paints with one set of pieces, whose pictures it keeps for each size.
#[derive(Debug)]
pub struct Painter {
    pieces: PieceSet,
    pictures: RefCell<HashMap<(Piece, u32), ImageSurface>>,
}

/// Pictures of pieces that are kept: four sizes of a whole set.
const MAX_PICTURES: usize = 48;

impl Painter {
    /// A painter with the set of pieces.
    #[must_use]
    pub fn new(pieces: PieceSet) -> Self {
        Self {
            pieces,
            pictures: RefCell::default(),
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
        self.pieces
            .draw(&Context::new(&picture)?, piece, 0.0, 0.0, f64::from(size))?;
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
            self.stand(cr, piece, size, cell.upside_down)?;
        }
        if cell.marks.target {
            target(cr, cell.piece.is_some(), palette, side)?;
        }
        if cell.marks.refused {
            frame(cr, palette.refusal, side)?;
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
        for square in Square::ALL {
            let (x, y) = geometry.corner(square);
            let plain = (Marks::default(), Coordinates::default());
            let cell = Cell::new(square, board.piece_at(square), plain.0, plain.1);
            cr.save()?;
            cr.translate(x, y);
            self.cell(cr, &cell, palette, geometry.square as u32)?;
            cr.restore()?;
        }
        Ok(())
    }

    /// Draws a line of attack from the attacker's square to what it attacks.
    ///
    /// # Errors
    /// Where Cairo fails.
    pub fn ray(
        cr: &Context,
        palette: &Palette,
        geometry: &Geometry,
        (from, to): (Square, Square),
    ) -> Result<(), PieceError> {
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
        // From the edge of the attacker to just before the middle of its aim.
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
        source(
            cr,
            Rgba {
                alpha: palette.refusal.alpha * 0.85,
                ..palette.refusal
            },
        );
        cr.fill()?;
        Ok(())
    }
}

/// Paints what lies below the piece: the square, its marks, its coordinates.
pub(super) fn ground(
    cr: &Context,
    cell: &Cell,
    palette: &Palette,
    side: f64,
) -> Result<(), cairo::Error> {
    let color = if cell.square.is_light() {
        palette.light
    } else {
        palette.dark
    };
    fill(cr, color, side)?;
    if cell.marks.last_move {
        fill(cr, palette.last_move, side)?;
    }
    if cell.marks.selected {
        fill(cr, palette.selected, side)?;
    }
    if cell.marks.check {
        glow(cr, palette, side)?;
    }
    coordinates(cr, cell, palette, side)
}

fn source(cr: &Context, color: Rgba) {
    cr.set_source_rgba(color.red, color.green, color.blue, color.alpha);
}

pub(super) fn fill(cr: &Context, color: Rgba, side: f64) -> Result<(), cairo::Error> {
    source(cr, color);
    cr.rectangle(0.0, 0.0, side, side);
    cr.fill()
}

/// A soft glow that leaves the edge of the square alone.
fn glow(cr: &Context, palette: &Palette, side: f64) -> Result<(), cairo::Error> {
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
fn target(cr: &Context, takes: bool, palette: &Palette, side: f64) -> Result<(), cairo::Error> {
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

/// A frame with round corners just inside the square.
fn frame(cr: &Context, color: Rgba, side: f64) -> Result<(), cairo::Error> {
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

fn coordinates(
    cr: &Context,
    cell: &Cell,
    palette: &Palette,
    side: f64,
) -> Result<(), cairo::Error> {
    let size = (side * 0.17).clamp(8.0, 15.0);
    if side < 24.0 {
        return Ok(());
    }
    let light = cell.square.is_light();
    source(
        cr,
        if light {
            palette.text_on_light
        } else {
            palette.text_on_dark
        },
    );
    cr.select_font_face(
        "sans-serif",
        cairo::FontSlant::Normal,
        cairo::FontWeight::Bold,
    );
    cr.set_font_size(size);
    let inset = size * 0.35;
    if cell.coordinates.file {
        let text = cell.square.file().to_string();
        let extents = cr.text_extents(&text)?;
        cr.move_to(side - inset - extents.x_advance(), side - inset);
        cr.show_text(&text)?;
    }
    if cell.coordinates.rank {
        cr.move_to(inset, inset + size * 0.75);
        cr.show_text(&cell.square.rank().to_string())?;
    }
    Ok(())
}
