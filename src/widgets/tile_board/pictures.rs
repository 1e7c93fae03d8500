//! Pictures of the ground and of the tiles, painted once for each size and then reused.
//! May import `gtk`, `adw`, `board` and `tiles`.

use std::cell::RefCell;
use std::collections::HashMap;

use gtk::gdk;

use super::super::texture::{Opacity, texture};
use super::super::textures::Textures;
use crate::board::{PieceError, Theme};
use crate::tiles::{Layout, Look, paint_ground, paint_ring, paint_tile};

/// Enough for every number at one size of board, several times over.
const MAX_TILES: usize = 128;

/// What has been painted for one board.
#[derive(Default)]
pub struct Pictures {
    ground: RefCell<Option<(Layout, gdk::Texture)>>,
    ring: RefCell<Option<(u32, gdk::Texture)>>,
    tiles: RefCell<HashMap<(u64, u32), gdk::Texture>>,
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
        self.ground.take();
        self.ring.take();
        self.tiles.take();
    }

    /// The board without tiles.
    pub fn ground(&self, layout: &Layout) -> Option<gdk::Texture> {
        let known = self.ground.borrow().clone();
        if let Some((_, texture)) = known.filter(|(of, _)| of == layout) {
            return Some(texture);
        }
        let painted = paint(layout.side(), |cr| {
            Ok(paint_ground(cr, layout, &look().shades())?)
        })?;
        self.ground.replace(Some((*layout, painted.clone())));
        Some(painted)
    }

    /// A tile, `side` device pixels wide.
    pub fn tile(&self, number: u64, side: u32) -> Option<gdk::Texture> {
        if let Some(texture) = self.tiles.borrow().get(&(number, side)) {
            return Some(texture.clone());
        }
        let painted = paint(side, |cr| {
            Ok(paint_tile(cr, number, side, &look().shades())?)
        })?;
        let mut tiles = self.tiles.borrow_mut();
        if tiles.len() >= MAX_TILES {
            tiles.clear();
        }
        tiles.insert((number, side), painted.clone());
        Some(painted)
    }

    /// The ring around the cell that has the keyboard, `side` device pixels wide.
    pub fn ring(&self, side: u32) -> Option<gdk::Texture> {
        let known = self.ring.borrow().clone();
        if let Some((_, texture)) = known.filter(|(of, _)| *of == side) {
            return Some(texture);
        }
        let painted = paint(side, |cr| Ok(paint_ring(cr, side, &look().shades())?))?;
        self.ring.replace(Some((side, painted.clone())));
        Some(painted)
    }
}

fn paint(
    side: u32,
    draw: impl FnOnce(&cairo::Context) -> Result<(), PieceError>,
) -> Option<gdk::Texture> {
    texture(Opacity::SeeThrough, side, draw)
        .inspect_err(|error| tracing::error!("cannot paint: {error}"))
        .ok()
}
