//! The pictures of the ground and of the tiles.

use gtk::gdk;
use rank_and_file_core::board::Theme;
use rank_and_file_core::tiles::Layout;

use super::super::texture::{Opacity, texture};
use super::super::textures::Textures;
use crate::drawing::{Look, paint_ground, paint_ring, paint_tile};

/// More than any board shows at one size.
pub const MOST: usize = 64;

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

impl Picture {
    /// Painted in the colours of now.
    pub fn paint(self) -> Option<gdk::Texture> {
        let look = Look {
            dark: adw::StyleManager::default().is_dark(),
            high_contrast: Textures::shared().theme() == Theme::HighContrast,
        };
        let shades = look.shades();
        let side = match self {
            Self::Ground(layout) => layout.side(),
            Self::Tile(_, side) | Self::Ring(side) => side,
        };
        texture(Opacity::SeeThrough, side, |cr| {
            match self {
                Self::Ground(layout) => paint_ground(cr, &layout, &shades)?,
                Self::Tile(number, side) => paint_tile(cr, number, side, &shades)?,
                Self::Ring(side) => paint_ring(cr, side, &shades)?,
            }
            Ok(())
        })
    }
}
