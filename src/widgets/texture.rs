//! Pictures that Cairo paints as textures that GTK draws, each painted once and then reused.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

use cairo::{Context, Format, ImageSurface};
use gtk::gdk;
use gtk::prelude::*;

use crate::drawing::PieceError;

/// Whether what lies below a picture shines through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opacity {
    /// It covers every pixel.
    Opaque,
    /// It does not.
    SeeThrough,
}

/// What has been painted, of no more than so many looks.
pub struct Pictures<Look> {
    most: usize,
    painted: RefCell<HashMap<Look, gdk::Texture>>,
}

impl<Look: Eq + Hash> Pictures<Look> {
    /// Nothing yet. Where `most` pictures are kept, another one takes the place of all of them.
    pub fn at_most(most: usize) -> Self {
        Self {
            most,
            painted: RefCell::default(),
        }
    }

    /// The picture of this look, painted now if it has not been before.
    pub fn get(
        &self,
        look: Look,
        paint: impl FnOnce() -> Option<gdk::Texture>,
    ) -> Option<gdk::Texture> {
        if let Some(texture) = self.painted.borrow().get(&look) {
            return Some(texture.clone());
        }
        let texture = paint()?;
        let mut painted = self.painted.borrow_mut();
        if painted.len() >= self.most {
            painted.clear();
        }
        painted.insert(look, texture.clone());
        Some(texture)
    }

    /// Everything looks different now.
    pub fn forget(&self) {
        self.painted.take();
    }
}

/// A picture `size` pixels wide and high; none, with a line in the log, where it cannot be painted.
///
/// It is handed over in the formats that GTK's Cairo renderer turns into its own with whole numbers:
/// up to GTK 4.10 even its own format goes through floating point, at four times the cost.
pub fn texture(
    opacity: Opacity,
    size: u32,
    draw: impl FnOnce(&Context) -> Result<(), PieceError>,
) -> Option<gdk::Texture> {
    painted(opacity, size, draw)
        .inspect_err(|error| tracing::error!("cannot paint: {error}"))
        .ok()
}

fn painted(
    opacity: Opacity,
    size: u32,
    draw: impl FnOnce(&Context) -> Result<(), PieceError>,
) -> Result<gdk::Texture, PieceError> {
    let side = size.max(1);
    let pixels = i32::try_from(side).unwrap_or(i32::MAX);
    let mut surface = ImageSurface::create(Format::ARgb32, pixels, pixels)?;
    draw(&Context::new(&surface)?)?;
    let row = usize::try_from(surface.stride()).unwrap_or_default();
    let data = surface
        .data()
        .map_err(|error| PieceError::Render(error.to_string()))?;
    let width = side as usize;
    let pixels_of = data.chunks_exact(row).flat_map(|row| {
        let pixels = row.chunks_exact(4).take(width);
        pixels.map(|bytes| u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    });
    let (bytes, format, depth): (Vec<u8>, _, usize) = match opacity {
        Opacity::Opaque => {
            let bytes = pixels_of.flat_map(|pixel| {
                let [_, red, green, blue] = pixel.to_be_bytes();
                [blue, green, red]
            });
            (bytes.collect(), gdk::MemoryFormat::B8g8r8, 3)
        }
        Opacity::SeeThrough => {
            let bytes = pixels_of.flat_map(|pixel| {
                let [alpha, red, green, blue] = pixel.to_be_bytes();
                let plain = |part: u8| straight(part, alpha);
                [plain(blue), plain(green), plain(red), alpha]
            });
            (bytes.collect(), gdk::MemoryFormat::B8g8r8a8, 4)
        }
    };
    let bytes = glib::Bytes::from_owned(bytes);
    Ok(gdk::MemoryTexture::new(pixels, pixels, format, &bytes, width * depth).upcast())
}

/// A part of a colour as it is before it was multiplied with its opacity.
fn straight(part: u8, alpha: u8) -> u8 {
    let (part, alpha) = (u32::from(part), u32::from(alpha));
    let plain = (part * 255 + alpha / 2).checked_div(alpha).unwrap_or(0);
    u8::try_from(plain.min(255)).unwrap_or(u8::MAX)
}
