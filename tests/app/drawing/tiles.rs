//! The colors of 2048 are told apart and its numbers can be read, in every look and at every size.

use crate::likeness::painted;
use cairo::{Context, Format, ImageSurface};
use palette::color_difference::{Ciede2000, Wcag21RelativeContrast};
use palette::white_point::D65;
use palette::{IntoColor, Lab, Srgb};
use rank_and_file::drawing::Rgba;
use rank_and_file::drawing::{ColorScheme, Shades, paint_ground, paint_tile};
use rank_and_file_core::tiles::Layout;
use rank_and_file_core::twenty48::Size;

/// The largest number that a board has room for is 2 to this power, at most.
const POWERS: u32 = 53;

/// The least distance by CIEDE2000 at which colors are told apart at a glance: those of two numbers, and those of a
/// tile and its surroundings. A trained eye sees a distance of 1.
const NUMBERS: f32 = 12.0;
const SURROUNDINGS: f32 = 11.0;

fn looks() -> [ColorScheme; 4] {
    [(false, false), (true, false), (false, true), (true, true)].map(|(dark, high_contrast)| {
        ColorScheme {
            dark,
            high_contrast,
        }
    })
}

fn numbers() -> impl Iterator<Item = u64> {
    (1..=POWERS).map(|power| 1 << power)
}

fn seen(color: Rgba) -> Srgb<f32> {
    assert_eq!(color.alpha, 1.0, "{color:?}");
    Srgb::new(color.red, color.green, color.blue).into_format()
}

fn contrast(one: Rgba, other: Rgba) -> f32 {
    seen(one).relative_contrast(seen(other))
}

fn apart(one: Rgba, other: Rgba) -> f32 {
    let (one, other): (Lab<D65, f32>, Lab<D65, f32>) =
        (seen(one).into_color(), seen(other).into_color());
    one.difference(other)
}

#[test]
fn every_number_can_be_read() {
    for look in looks() {
        let least = if look.high_contrast { 7.0 } else { 4.5 };
        for number in numbers() {
            let tint = look.shades().tint(number);
            let contrast = contrast(tint.text, tint.fill);
            assert!(contrast >= least, "{number}, {look:?}: {contrast:.2}");
        }
    }
}

#[test]
fn numbers_are_told_apart() {
    for look in looks() {
        let shades = look.shades();
        let fills: Vec<(u64, Rgba)> = numbers()
            .take_while(|number| shades.tint(*number).frames == 0)
            .map(|number| (number, shades.tint(number).fill))
            .collect();
        assert_eq!(fills.len(), 17);
        for (index, (number, fill)) in fills.iter().enumerate() {
            for (other, other_fill) in &fills[..index] {
                let apart = apart(*fill, *other_fill);
                assert!(apart >= NUMBERS, "{other}, {number}, {look:?}: {apart:.1}");
            }
        }
        // Then the same come again, with frames.
        for (number, larger) in numbers().zip(numbers().skip(17)) {
            let (tint, again) = (shades.tint(number), shades.tint(larger));
            assert_eq!(again.fill, tint.fill);
            assert_eq!(again.frames, tint.frames + 1);
        }
    }
}

#[test]
fn tiles_stand_out_from_what_is_around_them() {
    for look in looks() {
        let shades = look.shades();
        for number in numbers() {
            let fill = shades.tint(number).fill;
            let from_cell = apart(fill, shades.cell);
            assert!(
                from_cell >= SURROUNDINGS,
                "{number}, {look:?}: {from_cell:.1}"
            );
            let from_board = apart(fill, shades.board);
            assert!(
                look.high_contrast || from_board >= SURROUNDINGS,
                "{number}, {look:?}: {from_board:.1}"
            );
        }
        assert_eq!(shades.outline.is_some(), look.high_contrast);
        if let Some(outline) = shades.outline {
            assert!(contrast(outline, shades.cell) >= 3.0, "{look:?}");
            assert!(contrast(outline, shades.board) >= 3.0, "{look:?}");
        }
        assert!(apart(shades.cell, shades.board) >= 4.0, "{look:?}");
        let [dark, light] = shades.focus.map(|color| color.with_alpha(1.0));
        assert!(contrast(dark, light) >= 7.0);
    }
}

/// A square picture: how wide it is, and its pixels in rows: opacity, red, green, blue.
struct Seen(usize, Vec<[u8; 4]>);

impl Seen {
    fn of(side: u32, paint: impl FnOnce(&Context) -> Result<(), cairo::Error>) -> Self {
        let mut surface = ImageSurface::create(Format::ARgb32, side as i32, side as i32).unwrap();
        paint(&Context::new(&surface).unwrap()).unwrap();
        Self(side as usize, painted(&mut surface))
    }

    fn tile(number: u64, side: u32, shades: &Shades) -> Self {
        Self::of(side, |cr| paint_tile(cr, number, side, shades))
    }

    fn at(&self, x: usize, y: usize) -> [u8; 4] {
        self.1[y * self.0 + x]
    }
}

fn pixel(color: Rgba) -> [u8; 4] {
    [color.alpha, color.red, color.green, color.blue].map(|part| (part * 255.0).round() as u8)
}

/// The first and the last of those that are true, as edges of pixels.
fn extent(found: impl Iterator<Item = bool>) -> Option<(f64, f64)> {
    let places: Vec<usize> = found
        .enumerate()
        .filter_map(|(place, found)| found.then_some(place))
        .collect();
    Some((*places.first()? as f64, *places.last()? as f64 + 1.0))
}

#[test]
fn every_number_fits_into_the_middle_of_its_tile() {
    for look in looks() {
        let shades = look.shades();
        for side in [20, 37, 64, 125, 300_u32] {
            for number in numbers() {
                let what = format!("{number}, {side} pixels, {look:?}");
                let fill = pixel(shades.tint(number).fill);
                let tile = Seen::tile(number, side, &shades);
                let pixels = side as usize;
                let (upper, lower) = (pixels / 4, pixels - pixels / 4 - 1);
                // There is nothing above the number and nothing below but what is on every height.
                for x in 0..pixels {
                    assert_eq!(tile.at(x, upper), tile.at(x, lower), "{what}");
                }
                assert!((upper..lower).all(|x| tile.at(x, upper) == fill), "{what}");
                let ink = |x, y| tile.at(x, y) != tile.at(x, upper);
                let columns = (0..pixels).map(|x| (upper..lower).any(|y| ink(x, y)));
                let rows = (upper..lower).map(|y| (0..pixels).any(|x| ink(x, y)));
                let (left, right) = extent(columns).unwrap();
                let (top, bottom) = extent(rows).unwrap();
                let whole = f64::from(side);
                // Up to a pixel at both ends is smoothed.
                assert!(right - left <= whole * 0.84 + 2.0, "{what}: {left} {right}");
                assert!(
                    (left + right - whole).abs() <= 2.0,
                    "{what}: {left} to {right}"
                );
                let (above, below) = (top + upper as f64, whole - bottom - upper as f64);
                // Round digits are a little higher than flat ones.
                assert!(
                    (above - below).abs() <= 2.0 + whole * 0.015,
                    "{what}: {above}, {below}"
                );
                let frame = (0..upper).rfind(|x| tile.at(*x, upper) != fill);
                let clear = frame.map_or(0, |frame| frame + 1);
                assert!(left >= clear as f64, "{what}: {left}, {clear}");
            }
        }
    }
}

#[test]
fn numbers_of_one_length_have_digits_of_one_height() {
    let shades = ColorScheme::default().shades();
    let height = |number| {
        let tile = Seen::tile(number, 300, &shades);
        let fill = pixel(shades.tint(number).fill);
        let rows = (50..250).map(|y| (50..250).any(|x| tile.at(x, y) != fill));
        let (top, bottom) = extent(rows).unwrap();
        bottom - top
    };
    let lengths = [vec![2, 4, 8], vec![16, 32, 64], vec![128, 256, 512]];
    let highest = lengths.map(|numbers| {
        let heights: Vec<f64> = numbers.into_iter().map(height).collect();
        let highest = heights.iter().copied().fold(0.0, f64::max);
        assert!(heights.iter().all(|one| highest - one <= 300.0 * 0.015));
        highest
    });
    assert!(highest[0] > highest[2] && highest[1] > highest[2]);
    assert!(highest[2] > height(1024) && height(1024) > height(131_072));
}

/// How many times the color changes on the way from the left edge to a quarter of the tile.
fn changes(number: u64, shades: &Shades) -> usize {
    let tile = Seen::tile(number, 300, shades);
    let text = pixel(shades.tint(number).text);
    let is_text: Vec<bool> = (0..75).map(|x| tile.at(x, 75) == text).collect();
    is_text.windows(2).filter(|two| !two[0] && two[1]).count()
}

#[test]
fn frames_and_outlines_are_there() {
    for look in looks() {
        let shades = look.shades();
        for (power, frames) in [
            (17, 0),
            (18, 1),
            (34, 1),
            (35, 2),
            (51, 2),
            (52, 3),
            (53, 3),
        ] {
            assert_eq!(changes(1 << power, &shades), frames, "{power}, {look:?}");
        }
        for side in [20, 64, 125_u32] {
            let tile = Seen::tile(4, side, &shades);
            let edge = shades.outline.unwrap_or(shades.tint(4).fill);
            let middle = side as usize / 2;
            for (x, y) in [(0, middle), (middle, 0), (tile.0 - 1, middle)] {
                assert_eq!(tile.at(x, y), pixel(edge), "{side}, {look:?}");
            }
        }
    }
}

#[test]
fn the_goal_shines_as_nothing_else_does() {
    for look in looks() {
        for number in numbers() {
            let shines = look.shades().tint(number).shine.is_some();
            assert_eq!(shines, number == 2048 && !look.high_contrast, "{number}");
        }
    }
    let shades = ColorScheme::default().shades();
    let shine = pixel(shades.tint(2048).shine.unwrap());
    let tile = Seen::tile(2048, 125, &shades);
    assert!((0..20).any(|x| tile.at(x, 62) == shine));
}

#[test]
fn the_ground_is_a_rounded_board_with_empty_cells() {
    for look in looks() {
        let shades = look.shades();
        for size in Size::ALL {
            let layout = Layout::within(487, size);
            let ground = Seen::of(500, |cr| paint_ground(cr, &layout, &shades));
            let (side, cell) = (layout.side() as usize, layout.cell as usize);
            for (x, y) in [(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1)] {
                assert_eq!(ground.at(x, y), [0; 4], "{size:?}");
            }
            assert_eq!(ground.at(side, side / 2), [0; 4]);
            assert_eq!(ground.at(side - 1, side / 2), pixel(shades.board));
            for place in 0..size.side() {
                let middle = layout.along(place as f64) as usize + cell / 2;
                assert_eq!(ground.at(middle, middle), pixel(shades.cell));
                let edge = middle - cell / 2;
                assert_eq!(ground.at(edge - 1, middle), pixel(shades.board));
                let line = shades.outline.unwrap_or(shades.cell);
                assert_eq!(ground.at(edge, middle), pixel(line), "{size:?} {look:?}");
            }
        }
    }
}
