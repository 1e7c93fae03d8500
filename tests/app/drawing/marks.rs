//! Marks are told apart without their colors; the board of wood has a grain, and that of high contrast an edge.

use cairo::{Context, Format, ImageSurface};
use palette::Srgb;
use palette::color_difference::Wcag21RelativeContrast;
use rank_and_file::drawing::{Painter, Palette, PieceSets, Rgba, drawing, ray, tried};
use rank_and_file_core::chess::board::{
    Below, Cell, Coordinates, Drawing, DrawingColor, Geometry, Marks, Theme,
};
use rank_and_file_core::chess::{Color, Position, Role, Square, read_fen};
use strum::VariantArray;

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
        edge: BLACK,
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
fn wood_has_a_grain_of_its_own_on_neighboring_squares_and_no_other_theme_has() {
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
                // Subtle: no pixel is far from the plain color, and neither are all together.
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

/// The share of pixels that stand out from what is there without a mark: 3:1, as WCAG 2.1 asks of what has to be seen
/// (1.4.11).
fn standing_out(bare: &[u8], marked: &[u8]) -> f64 {
    let color = |pixel: &[u8]| Srgb::new(pixel[2], pixel[1], pixel[0]).into_format::<f32>();
    let apart = bare.chunks(4).zip(marked.chunks(4));
    let apart = apart.filter(|(one, other)| color(one).relative_contrast(color(other)) >= 3.0);
    apart.count() as f64 / (bare.len() / 4) as f64
}

fn palettes() -> Vec<(String, Palette)> {
    let themes = Theme::VARIANTS.iter().flat_map(|&theme| {
        [false, true].map(|dark| (format!("{theme}, dark: {dark}"), Palette::of(theme, dark)))
    });
    themes.collect()
}

#[test]
fn every_mark_stands_out_from_every_square() {
    let plain = Marks::default();
    let marks = [
        (
            "move",
            Marks {
                target: true,
                ..plain
            },
        ),
        (
            "selected",
            Marks {
                selected: true,
                ..plain
            },
        ),
        (
            "last move",
            Marks {
                last_move: true,
                ..plain
            },
        ),
        (
            "check",
            Marks {
                check: true,
                ..plain
            },
        ),
        (
            "refused",
            Marks {
                refused: true,
                ..plain
            },
        ),
        (
            "attacked",
            Marks {
                attacked: true,
                ..plain
            },
        ),
        (
            "untold",
            Marks {
                below: Some(Below::Untold),
                ..plain
            },
        ),
        (
            "allowed",
            Marks {
                below: Some(Below::Allowed),
                ..plain
            },
        ),
        (
            "not allowed",
            Marks {
                below: Some(Below::Refused),
                ..plain
            },
        ),
    ];
    let mut wrong = Vec::new();
    for (name, palette) in palettes() {
        for square in [Square::A1, Square::B1] {
            for side in [37, 64] {
                let paint = |piece: Option<_>, marks| {
                    let cell = Cell::new(square, piece, marks, Coordinates::default());
                    bytes(side, |cr| {
                        painter().cell(cr, &cell, &palette, side).unwrap()
                    })
                };
                let mut look = |what: &str, bare: &[u8], marked: &[u8]| {
                    let share = standing_out(bare, marked);
                    if share < 0.015 {
                        wrong.push(format!(
                            "{what} on {square} of {name} at {side}: {share:.4}"
                        ));
                    }
                };
                let bare = paint(None, plain);
                for (what, marks) in marks {
                    look(what, &bare, &paint(None, marks));
                }
                // What was moved last can be captured or selected, and so can a king in check.
                let last = Marks {
                    last_move: true,
                    ..plain
                };
                let pawn = Some(Role::Pawn.of(Color::White));
                let captured = Marks {
                    target: true,
                    ..last
                };
                look("capture", &paint(pawn, last), &paint(pawn, captured));
                let check = Marks {
                    check: true,
                    ..plain
                };
                let both = Marks {
                    selected: true,
                    ..check
                };
                let king = Some(Role::King.of(Color::White));
                look("check, selected", &paint(king, check), &paint(king, both));
                let selected = Marks {
                    selected: true,
                    ..plain
                };
                look(
                    "selected, check",
                    &paint(king, selected),
                    &paint(king, both),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_line_stands_out_from_both_kinds_of_squares() {
    let start = read_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1").unwrap();
    let geometry = Geometry::fit(384.0, 384.0, false);
    let (from, to) = (Square::B2, Square::B7);
    let colors = [
        DrawingColor::Green,
        DrawingColor::Red,
        DrawingColor::Blue,
        DrawingColor::Yellow,
        DrawingColor::Purple,
        DrawingColor::Gray,
    ];
    let mut wrong = Vec::new();
    for (name, palette) in palettes() {
        let board = |lines: &dyn Fn(&Context)| {
            bytes(384, |cr| {
                painter()
                    .board(cr, start.board(), &palette, &geometry)
                    .unwrap();
                lines(cr);
            })
        };
        let bare = board(&|_| ());
        // Along the file, squares of both kinds lie below an arrow.
        let mut look = |what: &str, marked: &[u8]| {
            for square in [Square::B4, Square::B5] {
                let (x, y) = geometry.corner(square);
                let part = |pixels: &[u8]| -> Vec<u8> {
                    let rows = (y as usize..y as usize + 48).flat_map(|row| {
                        let begin = (row * 384 + x as usize) * 4;
                        pixels[begin..begin + 48 * 4].to_vec()
                    });
                    rows.collect()
                };
                let share = standing_out(&part(&bare), &part(marked));
                if share < 0.015 {
                    wrong.push(format!("{what} on {square} of {name}: {share:.4}"));
                }
            }
        };
        for color in colors {
            let arrow = Drawing { from, to, color };
            let drawn = |cr: &Context| drawing(cr, &palette, &geometry, &arrow).unwrap();
            look(&format!("arrow {}", color.index()), &board(&drawn));
            let circles = |cr: &Context| {
                for at in [Square::B4, Square::B5] {
                    let circle = Drawing {
                        from: at,
                        to: at,
                        color,
                    };
                    drawing(cr, &palette, &geometry, &circle).unwrap();
                }
            };
            look(&format!("circle {}", color.index()), &board(&circles));
        }
        look(
            "ray",
            &board(&|cr| ray(cr, &palette, &geometry, (from, to)).unwrap()),
        );
        look(
            "tried",
            &board(&|cr| tried(cr, &palette, &geometry, (from, to)).unwrap()),
        );
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The share of a square that a piece, or a mark, takes.
fn taken(piece: bool, palette: &Palette, enlarged: bool) -> f64 {
    let queen = piece.then(|| Role::Queen.of(Color::Black));
    let marks = Marks {
        target: !piece,
        ..Marks::default()
    };
    let paint = |piece, marks| {
        let cell = Cell::new(Square::B1, piece, marks, Coordinates::default());
        let painter = if enlarged {
            painter().enlarged()
        } else {
            painter()
        };
        bytes(64, |cr| painter.cell(cr, &cell, palette, 64).unwrap())
    };
    let (bare, full) = (paint(None, Marks::default()), paint(queen, marks));
    let pixels = bare.chunks(4).zip(full.chunks(4));
    pixels.filter(|(one, other)| one != other).count() as f64
}

#[test]
fn larger_pieces_fill_their_squares_and_thick_marks_are_seen_from_afar() {
    let thick = Palette {
        thick: true,
        ..Palette::PLAIN
    };
    let pieces = taken(true, &Palette::PLAIN, true) / taken(true, &Palette::PLAIN, false);
    assert!(pieces > 1.15, "{pieces}");
    let marks = taken(false, &thick, false) / taken(false, &Palette::PLAIN, false);
    assert!(marks > 1.3, "{marks}");
}
