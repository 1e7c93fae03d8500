//! Pictures of the ground and of the tiles, painted once for each size and then reused.

use std::cell::RefCell;
use std::collections::HashMap;

use gtk::gdk;
use rank_and_file_core::board::Theme;
use rank_and_file_core::tiles::Layout;

use super::super::texture::{Opacity, texture};
use super::super::textures::Textures;
use crate::drawing::PieceError;
use crate::drawing::{Look, paint_ground, paint_ring, paint_tile};

/// What there are pictures of, each with its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Picture {
    /// The board without tiles.
    Ground(Layout),
    /// The tile of a number, so many device pixels wide.
    Tile(u64, u32),
    /// The ring around the cell that has the keyboard, so many device pixels wide.
    Ring(u32),
}

/// What has been painted for one board.
#[derive(Default)]
pub struct Pictures {
    painted: RefCell<HashMap<Picture, gdk::Texture>>,
}

/// How tiles look now.
fn look() -> Look {
    Look {
        dark: adw::StyleManager::default().is_dark(),
        high_contrast: Textures::shared().theme() == Theme::HighContrast,
    }
}

impl Pictures {
    /// Something looks different.
    pub fn forget(&self) {
        self.painted.take();
    }

    /// A picture, painted now if it has not been before.
    pub fn get(&self, picture: Picture) -> Option<gdk::Texture> {
        if let Some(texture) = self.painted.borrow().get(&picture) {
            return Some(texture.clone());
        }
        let texture = paint(picture)
            .inspect_err(|error| tracing::error!("cannot paint: {error}"))
            .ok()?;
        let mut painted = self.painted.borrow_mut();
        // Another ground is another size of everything; the old one is not kept.
        if let Picture::Ground(_) = picture {
            painted.clear();
        }
        painted.insert(picture, texture.clone());
        Some(texture)
    }
}

fn paint(picture: Picture) -> Result<gdk::Texture, PieceError> {
    let shades = look().shades();
    let side = match picture {
        Picture::Ground(layout) => layout.side(),
        Picture::Tile(_, side) | Picture::Ring(side) => side,
    };
    texture(Opacity::SeeThrough, side, |cr| {
        match picture {
            Picture::Ground(layout) => paint_ground(cr, &layout, &shades)?,
            Picture::Tile(number, side) => paint_tile(cr, number, side, &shades)?,
            Picture::Ring(side) => paint_ring(cr, side, &shades)?,
        }
        Ok(())
    })
}
