//! How alike two pictures look from the usual distance to the screen.
//!
//! Both are cut into tiles of [`TILE`] pixels. Each tile is taken as one color, the mean of its light, and the
//! distance of two colors is that of CIEDE2000, where 1 is the least that a trained eye can tell. So edges that
//! another version of the renderer smooths in another way make no difference, while a shape that moves by two pixels
//! crosses from one tile into the next. Coordinates are left out of the tiles, as every machine has its own font: each
//! corner with a letter is one tile, judged by how much ink is in it.

use cairo::{Context, Format, ImageSurface};
use palette::color_difference::ImprovedCiede2000;
use palette::white_point::D65;
use palette::{IntoColor, Lab, LinSrgb, Srgb};

/// The side of a tile, in pixels.
pub const TILE: usize = 8;

/// How far apart two pictures may be.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Colors of tiles that are further apart are seen.
    pub seen: f32,
    /// Corners with letters that are further apart have other letters or none, not another font.
    pub read: f32,
}

/// For a board with what is marked on it.
pub const MARKED: Limits = Limits {
    seen: 0.6,
    read: 3.0,
};
/// For pieces close together, which are nearly all edges.
pub const EDGED: Limits = Limits {
    seen: 1.2,
    ..MARKED
};
/// For the numbers of tiles, which are large and bold, so that fonts differ by more.
pub const NUMBERED: Limits = Limits {
    read: 5.5,
    ..MARKED
};

/// A rectangle of pixels: left, top, right, bottom.
pub type Corner = [usize; 4];

/// Opaque pixels in rows: red, green, blue.
#[derive(Clone, PartialEq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub colors: Vec<[u8; 3]>,
}

impl Pixels {
    pub fn of(surface: &mut ImageSurface) -> Self {
        let (width, height) = (surface.width() as usize, surface.height() as usize);
        let colors = painted(surface).into_iter();
        Self {
            width,
            height,
            colors: colors
                .map(|[_, red, green, blue]| [red, green, blue])
                .collect(),
        }
    }

    pub fn surface(&self) -> ImageSurface {
        let size = (self.width as i32, self.height as i32);
        let mut surface = ImageSurface::create(Format::Rgb24, size.0, size.1).unwrap();
        let stride = surface.stride() as usize;
        let mut data = surface.data().unwrap();
        for (row, colors) in data
            .chunks_exact_mut(stride)
            .zip(self.colors.chunks(self.width))
        {
            for (bytes, [red, green, blue]) in row.chunks_exact_mut(4).zip(colors) {
                let pixel = u32::from_be_bytes([0, *red, *green, *blue]);
                bytes.copy_from_slice(&pixel.to_ne_bytes());
            }
        }
        drop(data);
        surface
    }
}

/// The pixels of a surface of 32 bits each in rows: opacity, red, green, blue.
pub fn painted(surface: &mut ImageSurface) -> Vec<[u8; 4]> {
    surface.flush();
    let (width, height) = (surface.width() as usize, surface.height() as usize);
    let stride = surface.stride() as usize;
    let data = surface.data().unwrap();
    let mut pixels = Vec::with_capacity(width * height);
    // Plain loops: nothing is optimised here, and an iterator takes five times as long.
    for y in 0..height {
        let row = &data[y * stride..y * stride + 4 * width];
        let mut at = 0;
        while at < row.len() {
            let pixel = u32::from_ne_bytes([row[at], row[at + 1], row[at + 2], row[at + 3]]);
            pixels.push(pixel.to_be_bytes());
            at += 4;
        }
    }
    pixels
}

/// One tile that looks different.
pub struct Tile {
    pub area: Corner,
    /// How far apart the colors are.
    pub apart: f32,
    /// How far apart they may be.
    pub limit: f32,
}

/// Where the pictures look different, the worst first. They have the same size.
pub fn different(one: &Pixels, other: &Pixels, letters: &[Corner], limits: Limits) -> Vec<Tile> {
    let Limits { seen, read } = limits;
    assert_eq!((one.width, one.height), (other.width, other.height));
    let lettered = |x: usize, y: usize| {
        letters
            .iter()
            .any(|[l, t, r, b]| (*l..*r).contains(&x) && (*t..*b).contains(&y))
    };
    let tiles = (0..one.height).step_by(TILE).flat_map(|top| {
        (0..one.width).step_by(TILE).map(move |left| {
            let (right, bottom) = ((left + TILE).min(one.width), (top + TILE).min(one.height));
            ([left, top, right, bottom], seen)
        })
    });
    let corners = letters.iter().map(|corner| (*corner, read));
    let mut found: Vec<Tile> = tiles
        .chain(corners)
        .filter(|(area, _)| !same(one, other, *area))
        .filter_map(|(area, limit)| {
            let look = |pixels| color(pixels, area, |x, y| limit == read || !lettered(x, y));
            let apart = look(one)?.improved_difference(look(other)?);
            (apart > limit).then_some(Tile { area, apart, limit })
        })
        .collect();
    found.sort_by(|one, other| (other.apart / other.limit).total_cmp(&(one.apart / one.limit)));
    found
}

/// Whether an area has the same pixels in both, and need not be looked at more closely.
fn same(one: &Pixels, other: &Pixels, [left, top, right, bottom]: Corner) -> bool {
    let mut rows = (top..bottom).map(|y| y * one.width + left..y * one.width + right);
    rows.all(|row| one.colors[row.clone()].as_flattened() == other.colors[row].as_flattened())
}

/// The color that the light of an area adds up to, of those pixels that count.
fn color(
    pixels: &Pixels,
    [left, top, right, bottom]: Corner,
    counts: impl Fn(usize, usize) -> bool,
) -> Option<Lab<D65, f32>> {
    let (mut light, mut count) = (LinSrgb::new(0.0, 0.0, 0.0), 0.0_f32);
    for y in top..bottom {
        for x in (left..right).filter(|x| counts(*x, y)) {
            let [red, green, blue] = pixels.colors[y * pixels.width + x];
            light += Srgb::new(red, green, blue).into_linear::<f32>();
            count += 1.0;
        }
    }
    (count > 0.0).then(|| (light / count).into_color())
}

/// The kept picture, faint, with what looks different in red.
pub fn picture_of(kept: &Pixels, tiles: &[Tile]) -> ImageSurface {
    let surface = kept.surface();
    let cr = Context::new(&surface).unwrap();
    cr.set_source_rgba(1.0, 1.0, 1.0, 0.7);
    cr.paint().unwrap();
    for tile in tiles {
        let [left, top, right, bottom] = tile.area.map(|pixel| pixel as f64);
        let strength = f64::from(tile.apart / tile.limit / 8.0).clamp(0.25, 0.9);
        cr.set_source_rgba(0.85, 0.0, 0.1, strength);
        cr.rectangle(left, top, right - left, bottom - top);
        cr.fill().unwrap();
    }
    drop(cr);
    surface
}
