//! Coordinates can be read on every square of every theme, under every mark, and do not overlap a piece.

use crate::likeness::Pixels;
use cairo::{Context, Format, ImageSurface};
use palette::Srgb;
use palette::color_difference::Wcag21RelativeContrast;
use rank_and_file::drawing::{
    LETTERED, Painter, Palette, PieceSets, Rgba, letter_color, letter_size,
};
use rank_and_file_core::chess::board::{Below, Cell, Coordinates, Marks, Theme};
use rank_and_file_core::chess::{Color, Piece, Role, Square};
use strum::VariantArray;

/// What WCAG 2.1 asks for small letters.
const READ: f32 = 4.5;
/// The glow of a king in check goes from one color to another below one letter.
const GLOWING: f32 = 4.2;

type Pixel = [u8; 3];

fn painter(set: &str) -> Painter {
    Painter::new(PieceSets::default().load(set).unwrap())
}

/// The pixels of a cell in rows.
fn painted(painter: &Painter, cell: &Cell, palette: &Palette, side: u32) -> Vec<Pixel> {
    let mut surface = ImageSurface::create(Format::Rgb24, side as i32, side as i32).unwrap();
    let cr = Context::new(&surface).unwrap();
    painter.cell(&cr, cell, palette, side).unwrap();
    drop(cr);
    Pixels::of(&mut surface).colors
}

fn contrast(color: Rgba, ground: Pixel) -> f32 {
    let color = Srgb::new(color.red, color.green, color.blue).into_format::<f32>();
    let [red, green, blue] = ground;
    color.relative_contrast(Srgb::new(red, green, blue).into_format::<f32>())
}

fn palettes() -> Vec<(String, Palette)> {
    let themes = Theme::VARIANTS.iter().flat_map(|&theme| {
        [false, true].map(|dark| (format!("{theme}, dark: {dark}"), Palette::of(theme, dark)))
    });
    themes
        .chain([("paper".to_owned(), Palette::PAPER)])
        .collect()
}

/// Every mark that colors the ground of a square, alone and with others.
fn marks() -> Vec<Marks> {
    let mut all = Vec::new();
    for bits in 0..16_u8 {
        let has = |bit: u8| bits & (1 << bit) != 0;
        for below in [
            None,
            Some(Below::Untold),
            Some(Below::Allowed),
            Some(Below::Refused),
        ] {
            all.push(Marks {
                last_move: has(0),
                selected: has(1),
                check: has(2),
                refused: has(3),
                below,
                ..Marks::default()
            });
        }
    }
    all
}

/// The pixels of a square on which its letters stand, the number of the rank above and the letter of
/// the file below.
fn grounds(pixels: &[Pixel], side: u32) -> Vec<Pixel> {
    let size = letter_size(f64::from(side), 1.0).unwrap();
    // Without the rim where the brackets of the last move are, which give way to letters.
    let (near, wide, high) = (size * 0.42, size * 0.56, size * 0.68);
    let far = f64::from(side) - 1.0;
    let mut found = Vec::new();
    for (index, pixel) in pixels.iter().enumerate() {
        let (x, y) = ((index as u32 % side) as f64, (index as u32 / side) as f64);
        let within =
            |x: f64, y: f64| (near..near + wide).contains(&x) && (near..near + high).contains(&y);
        if within(x, y) || within(far - x, far - y) {
            found.push(*pixel);
        }
    }
    found
}

#[test]
fn coordinates_are_read_on_every_mark_of_every_theme() {
    let painter = painter(PieceSets::CLUB);
    let mut wrong = Vec::new();
    for (name, palette) in palettes() {
        for marks in marks() {
            for square in [Square::A1, Square::B1, Square::E1, Square::H1] {
                let cell = Cell::new(square, None, marks, Coordinates::default());
                let letters = letter_color(&palette, square.is_light(), &marks);
                assert_eq!(letters.alpha, 1.0);
                let pixels = painted(&painter, &cell, &palette, 64);
                let grounds = grounds(&pixels, 64);
                let apart = grounds.into_iter().map(|ground| contrast(letters, ground));
                let mut apart: Vec<f32> = apart.collect();
                apart.sort_unstable_by(f32::total_cmp);
                // A frame may touch a letter with its round corner.
                let (worst, most) = (apart[apart.len() / 8], apart[apart.len() / 2]);
                let least = if marks.check { GLOWING } else { READ };
                if worst < 3.0 || most < least {
                    wrong.push(format!(
                        "{name}, {square}, {marks:?}: {worst:.2}, {most:.2}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// At most the edge of a piece is where the letters are, at any size that has them.
#[test]
fn no_piece_stands_on_coordinates() {
    let palette = Palette::PLAIN;
    for set in [PieceSets::CLUB, PieceSets::BOLD] {
        let painter = painter(set);
        for side in [LETTERED as u32, 56, 64, 114] {
            for role in Role::ALL {
                let piece = Piece {
                    color: Color::Black,
                    role,
                };
                let cell = |piece| {
                    let plain = (Marks::default(), Coordinates::default());
                    let cell = Cell::new(Square::B1, piece, plain.0, plain.1);
                    grounds(&painted(&painter, &cell, &palette, side), side)
                };
                let (bare, covered) = (cell(None), cell(Some(piece)));
                let pairs = bare.iter().zip(&covered);
                let different = pairs.filter(|(bare, covered)| bare != covered).count();
                assert!(
                    different * 8 <= bare.len(),
                    "{set} {role:?} at {side}: {different} of {}",
                    bare.len()
                );
            }
        }
    }
}

#[test]
fn small_squares_have_no_letters() {
    assert_eq!(letter_size(LETTERED - 1.0, 2.0), None);
    let lettered = Coordinates {
        file: true,
        rank: true,
    };
    let painter = painter(PieceSets::CLUB);
    for (side, written) in [(24, false), (43, false), (44, true), (64, true)] {
        let paint = |coordinates| {
            let cell = Cell::new(Square::A1, None, Marks::default(), coordinates);
            painted(&painter, &cell, &Palette::PLAIN, side)
        };
        let same = paint(lettered) == paint(Coordinates::default());
        assert_eq!(!same, written, "at {side}");
    }
}

#[test]
fn coordinates_grow_with_the_letters_of_the_desktop() {
    for side in [44.0, 64.0, 114.0] {
        let sizes = [1.0, 1.25, 1.5, 3.0].map(|scale| letter_size(side, scale).unwrap());
        assert!(sizes[0] < sizes[1], "{sizes:?}");
        assert!(sizes.windows(2).all(|pair| pair[0] <= pair[1]), "{sizes:?}");
        assert!(sizes[3] <= side * 0.25, "the piece has its room: {sizes:?}");
    }
}
