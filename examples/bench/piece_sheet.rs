//! Paints the sets of pieces in four sizes on a theme, for the contact sheet:
//! `piece_sheet FOLDER` writes a picture for each theme, light and dark.

use std::error::Error;
use std::fs::File;
use std::path::Path;

use cairo::{Context, Format, ImageSurface};
use rank_and_file::drawing::{Painter, Palette, PieceSets};
use rank_and_file_core::chess::board::{Cell, Coordinates, Marks, Theme};
use rank_and_file_core::chess::{Color, Piece, Role, Square};
use strum::VariantArray;

/// The sizes, and how many pieces of each stand beside each other.
const SIZES: [(u32, u32); 4] = [(200, 6), (96, 12), (48, 12), (24, 12)];
const GAP: u32 = 24;
const WIDE: u32 = 1200;

pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [folder] = arguments else {
        return Err("usage: piece_sheet FOLDER".into());
    };
    let painters = [PieceSets::CLUB, PieceSets::BOLD]
        .map(|set| PieceSets::default().load(set).map(Painter::new));
    let [club, bold] = painters;
    let painters = [club?, bold?];
    for &theme in Theme::VARIANTS {
        for (dark, shade) in [(false, "light"), (true, "dark")] {
            let picture = sheet(&painters, &Palette::of(theme, dark))?;
            let name = format!("{theme}-{shade}.png");
            picture.write_to_png(&mut File::create(Path::new(&folder).join(name))?)?;
        }
    }
    Ok(())
}

/// The sets beside each other, the largest size on top.
fn sheet(painters: &[Painter], palette: &Palette) -> Result<ImageSurface, Box<dyn Error>> {
    let sets = painters.len() as u32;
    let high: u32 = SIZES
        .iter()
        .map(|(size, columns)| size * 12 / columns + GAP)
        .sum();
    let wide = sets * WIDE + (sets + 1) * GAP;
    let picture = ImageSurface::create(Format::Rgb24, wide as i32, (high + GAP) as i32)?;
    let cr = Context::new(&picture)?;
    cr.set_source_rgb(0.5, 0.5, 0.5);
    cr.paint()?;
    for (set, painter) in painters.iter().enumerate() {
        let left = GAP + set as u32 * (WIDE + GAP);
        let mut top = GAP;
        for (size, columns) in SIZES {
            for (index, piece) in pieces().enumerate() {
                let (column, row) = (index as u32 % columns, index as u32 / columns);
                let light = (column + row) % 2 == 0;
                let square = if light { Square::B1 } else { Square::A1 };
                let (marks, coordinates) = (Marks::default(), Coordinates::default());
                let cell = Cell::new(square, Some(piece), marks, coordinates);
                cr.save()?;
                let corner = (left + column * size, top + row * size);
                cr.translate(f64::from(corner.0), f64::from(corner.1));
                painter.cell(&cr, &cell, palette, size)?;
                cr.restore()?;
            }
            top += size * 12 / columns + GAP;
        }
    }
    drop(cr);
    Ok(picture)
}

fn pieces() -> impl Iterator<Item = Piece> {
    Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| Piece { color, role }))
}
