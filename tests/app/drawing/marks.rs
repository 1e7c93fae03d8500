//! Marks are told apart without their colours; wood has its grain, and high contrast its edge.

use cairo::{Context, Format, ImageSurface};
use rank_and_file::drawing::{Painter, Palette, PieceSets, Rgba};
use rank_and_file_core::chess::board::{Below, Cell, Coordinates, Geometry, Marks, Theme};
use rank_and_file_core::chess::{Color, Position, Role, Square, read_fen};

const BLACK: Rgba = Rgba::opaque(0x0000_0000);

fn painter() -> Painter {
    Painter::new(PieceSets::default().load(PieceSets::CLUB).unwrap())
}

fn bytes(side: u32, paint: impl FnOnce(&Context)) -> Vec<u8> {
    let mut surface = ImageSurface::create(Format::Rgb24, side as i32, side as i32).unwrap();
    let cr = Context::new(&surface).unwrap();
    paint(&cr);
    drop(cr);
    surface.data().unwrap().to_vec()
}

fn cell(square: Square, marks: Marks, palette: &Palette, side: u32) -> Vec<u8> {
    let piece = marks.below.is_none().then(|| Role::Queen.of(Color::White));
    let cell = Cell::new(square, piece, marks, Coordinates::default());
    bytes(side, |cr| painter().cell(cr, &cell, palette, side).unwrap())
}

/// The share of pixels that are clearly lighter or darker on one of two pictures.
fn apart(one: &[u8], other: &[u8]) -> f64 {
    let different = one.chunks(4).zip(other.chunks(4));
    let different = different.filter(|(one, other)| one[1].abs_diff(other[1]) > 48);
    different.count() as f64 / (one.len() / 4) as f64
}

#[test]
fn marks_are_told_apart_by_their_shapes() {
    let plain = Marks::default();
    let palette = Palette {
        target: BLACK,
        refusal: BLACK,
        attacked: [BLACK, Palette::PLAIN.light],
        selected: BLACK.with_alpha(0.4),
        ..Palette::PLAIN
    };
    let below = |below| Marks {
        below: Some(below),
        ..plain
    };
    let rings = [
        Marks {
            target: true,
            ..plain
        },
        Marks {
            refused: true,
            ..plain
        },
        Marks {
            attacked: true,
            ..plain
        },
    ];
    let landings = [
        below(Below::Untold),
        below(Below::Allowed),
        below(Below::Refused),
    ];
    for side in [24, 64, 114] {
        for group in [rings, landings] {
            let pictures = group.map(|marks| cell(Square::B1, marks, &palette, side));
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                let apart = apart(&pictures[one], &pictures[other]);
                assert!(
                    apart > 0.03,
                    "{:?} and {:?} at {side}: {apart:.3}",
                    group[one],
                    group[other]
                );
            }
        }
    }
}

#[test]
fn wood_has_a_grain_of_its_own_on_neighbouring_squares_and_no_other_theme_has() {
    for theme in [Theme::Plain, Theme::Wood, Theme::Blue] {
        for dark in [false, true] {
            let palette = Palette::of(theme, dark);
            let ground = |square: Square, side| {
                let none = (Marks::default(), Coordinates::default());
                let cell = Cell::new(square, None, none.0, none.1);
                bytes(side, |cr| {
                    painter().cell(cr, &cell, &palette, side).unwrap()
                })
            };
            for side in [24, 114] {
                let here = ground(Square::C3, side);
                assert_eq!(here, ground(Square::C3, side), "it is always the same");
                for other in [Square::D4, Square::B2, Square::E3, Square::C5] {
                    let same = here == ground(other, side);
                    assert_eq!(same, theme != Theme::Wood, "{theme}, {other}");
                }
                // Subtle: no pixel is far from the plain colour, and neither are all together.
                let color = palette.dark;
                let plain = [color.blue, color.green, color.red].map(|part| part * 255.0);
                let off = |pixel: &[u8]| {
                    let parts = pixel.iter().zip(plain);
                    let off = parts.map(|(part, plain)| (f64::from(*part) - plain).abs());
                    off.fold(0.0, f64::max)
                };
                let off: Vec<f64> = here.chunks(4).map(|pixel| off(&pixel[..3])).collect();
                let mean = off.iter().sum::<f64>() / off.len() as f64;
                let most = off.iter().copied().fold(0.0, f64::max);
                assert!(most < 52.0 && mean < 26.0, "{theme}: {most:.0}, {mean:.1}");
            }
        }
    }
}

#[test]
fn a_board_of_high_contrast_has_an_edge() {
    let start = read_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1").unwrap();
    for (theme, edged) in [(Theme::Plain, false), (Theme::HighContrast, true)] {
        let palette = Palette::of(theme, false);
        let geometry = Geometry::fit(192.0, 192.0, false);
        let board = bytes(192, |cr| {
            painter()
                .board(cr, start.board(), &palette, &geometry)
                .unwrap();
        });
        let black = (0..192).flat_map(|at| [(at, 0), (at, 191), (0, at), (191, at)]);
        let mut black = black.map(|(x, y)| (y * 192 + x) * 4);
        let all = black.all(|at| board[at..at + 3].iter().all(|part| *part < 40));
        assert_eq!(all, edged, "{theme}");
    }
}
