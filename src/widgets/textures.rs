//! Pictures of squares and pieces, painted once for each size and then reused.
//! May import `gtk`, `adw`, `board` and `rules`.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use cairo::{Context, Format, ImageSurface};
use gtk::{gdk, glib};

use crate::board::{self, Geometry, Painter, Palette, PieceError, PieceSet};
use crate::rules::{Board, Piece};

/// Enough for every look of a square at one size, several times over.
const MAX_CELLS: usize = 512;

thread_local! {
    static SHARED: RefCell<Option<Rc<Textures>>> = const { RefCell::new(None) };
}

/// What has been painted, for all boards of the process.
pub(super) struct Textures {
    painter: Option<Painter>,
    palette: Cell<Palette>,
    cells: RefCell<HashMap<(board::Cell, u32), gdk::Texture>>,
}

impl Textures {
    /// The one collection of the main thread; the drawings are read at the first call.
    pub fn shared() -> Rc<Self> {
        SHARED.with_borrow_mut(|shared| shared.get_or_insert_with(|| Rc::new(Self::new())).clone())
    }

    fn new() -> Self {
        let painter = PieceSet::club()
            .map(Painter::new)
            .inspect_err(|error| tracing::error!("no pieces: {error}"))
            .ok();
        Self {
            painter,
            palette: Cell::new(current_palette()),
            cells: RefCell::default(),
        }
    }

    /// The colours to paint with now.
    pub fn palette(&self) -> Palette {
        self.palette.get()
    }

    /// Takes up the desktop's style. Returns whether anything looks different.
    pub fn follow_style(&self) -> bool {
        let palette = current_palette();
        let changed = self.palette.replace(palette) != palette;
        if changed {
            self.cells.borrow_mut().clear();
        }
        changed
    }

    /// One square, `size` device pixels wide.
    pub fn cell(&self, cell: board::Cell, size: u32) -> Option<gdk::Texture> {
        if let Some(texture) = self.cells.borrow().get(&(cell, size)) {
            return Some(texture.clone());
        }
        let palette = self.palette.get();
        let texture = self.paint(size, |painter, cr| painter.cell(cr, &cell, &palette, size))?;
        let mut cells = self.cells.borrow_mut();
        if cells.len() >= MAX_CELLS {
            cells.clear();
        }
        cells.insert((cell, size), texture.clone());
        Some(texture)
    }

    /// One piece without a square, `size` device pixels wide.
    pub fn piece(&self, piece: Piece, size: u32, upside_down: bool) -> Option<gdk::Texture> {
        self.paint(size, |painter, cr| {
            painter.stand(cr, piece, size, upside_down)
        })
    }

    /// A whole position without marks, `size` device pixels wide (a multiple of eight).
    pub fn board(&self, position: &Board, size: u32, turned: bool) -> Option<gdk::Texture> {
        let palette = self.palette.get();
        let geometry = Geometry::fit(f64::from(size), f64::from(size), turned);
        self.paint(size, |painter, cr| {
            painter.board(cr, position, &palette, &geometry)
        })
    }

    fn paint(
        &self,
        size: u32,
        draw: impl FnOnce(&Painter, &Context) -> Result<(), PieceError>,
    ) -> Option<gdk::Texture> {
        let painter = self.painter.as_ref()?;
        texture(size, |cr| draw(painter, cr))
            .inspect_err(|error| tracing::error!("cannot paint: {error}"))
            .ok()
    }
}

fn current_palette() -> Palette {
    if adw::StyleManager::default().is_high_contrast() {
        Palette::HIGH_CONTRAST
    } else {
        Palette::PLAIN
    }
}

fn texture(
    size: u32,
    draw: impl FnOnce(&Context) -> Result<(), PieceError>,
) -> Result<gdk::Texture, PieceError> {
    let side = i32::try_from(size.max(1)).unwrap_or(1);
    let mut surface = ImageSurface::create(Format::ARgb32, side, side)?;
    draw(&Context::new(&surface)?)?;
    let stride = usize::try_from(surface.stride()).unwrap_or_default();
    let pixels = surface
        .data()
        .map_err(|error| PieceError::Render(error.to_string()))?
        .to_vec();
    let bytes = glib::Bytes::from_owned(pixels);
    let format = if cfg!(target_endian = "little") {
        gdk::MemoryFormat::B8g8r8a8Premultiplied
    } else {
        gdk::MemoryFormat::A8r8g8b8Premultiplied
    };
    Ok(gtk::prelude::Cast::upcast(gdk::MemoryTexture::new(
        side, side, format, &bytes, stride,
    )))
}
