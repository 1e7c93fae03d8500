//! Pictures of squares, pieces and grain, painted once for each size and then reused.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use cairo::{Context, Format, ImageSurface};
use gtk::prelude::*;
use gtk::{gdk, gio, graphene, gsk};
use rank_and_file_core::chess::board::{self, Appearance, Geometry, Lettering, Theme};
use rank_and_file_core::chess::{Board, Piece};

use crate::config;
use crate::drawing::{
    LIFTED, Painter, Palette, PieceError, PieceSet, PieceSets, Rgba, assemble, rounded,
};

/// Enough for every key of a square at one size, several times over.
const MAX_CELLS: usize = 512;

/// Two sizes of a whole set, on their feet and on their heads.
const MAX_ALOFT: usize = 48;

/// The radius of the corners of a small position, in logical pixels.
const ROUNDED: f64 = 6.0;

/// Small positions of several screens, which come and go during a search: 100 KB each.
const MAX_BOARDS: usize = 64;

thread_local! {
    static SHARED: RefCell<Option<Rc<Textures>>> = const { RefCell::new(None) };
}

type Follower = (glib::WeakRef<gtk::Widget>, fn(&gtk::Widget));

/// What has been painted, for all boards of the process.
pub struct Textures {
    /// The painter once it has been needed, unless there are no drawings at all.
    painter: RefCell<Option<Option<Painter>>>,
    appearance: RefCell<Appearance>,
    /// The name of the set that the painter has or will have.
    pieces: RefCell<String>,
    theme: Cell<Theme>,
    palette: Cell<Palette>,
    paints: Paints,
    cells: Pictures<(board::Cell, u32)>,
    /// Pieces without a square: which, how large, whether on their heads, whether with a shadow.
    aloft: Pictures<(Piece, u32, bool, bool)>,
    /// Small positions: which, how many device pixels wide, how many of these a logical pixel has, whether Cairo draws them.
    boards: Pictures<(Board, u32, u64, bool), gsk::RenderNode>,
    /// Of what boards are put together.
    squares: Pictures<(board::Cell, u32), ImageSurface>,
    followers: RefCell<Vec<Follower>>,
}

/// Chooses how every board looks from now on. On a desktop of high contrast, colors and the usual
/// pieces give way to those that are made for it.
pub fn set_appearance(appearance: &Appearance) {
    let textures = Textures::shared();
    if *textures.appearance.borrow() != *appearance {
        textures.appearance.replace(appearance.clone());
        textures.follow_style();
    }
}

impl Textures {
    /// The one collection of the main thread; the drawings are read at the first call.
    pub fn shared() -> Rc<Self> {
        let (textures, new) = SHARED.with_borrow_mut(|shared| {
            let new = shared.is_none();
            let textures = shared.get_or_insert_with(|| Rc::new(Self::new()));
            (textures.clone(), new)
        });
        if new {
            textures.follow_style();
            let style = adw::StyleManager::default();
            style.connect_high_contrast_notify(|_| Self::shared().follow_style());
            style.connect_dark_notify(|_| Self::shared().follow_style());
            if let Some(settings) = gtk::Settings::default() {
                settings.connect_gtk_xft_dpi_notify(|_| Self::shared().follow_style());
            }
        }
        textures
    }

    fn new() -> Self {
        Self {
            painter: RefCell::default(),
            appearance: RefCell::default(),
            pieces: RefCell::default(),
            theme: Cell::default(),
            palette: Cell::new(Palette::PLAIN),
            paints: Paints::default(),
            cells: Pictures::at_most(MAX_CELLS),
            aloft: Pictures::at_most(MAX_ALOFT),
            boards: Pictures::at_most(MAX_BOARDS),
            squares: Pictures::at_most(MAX_CELLS),
            followers: RefCell::default(),
        }
    }

    /// The theme that is seen now.
    pub fn theme(&self) -> Theme {
        self.theme.get()
    }

    /// The colors to paint with now.
    pub fn palette(&self) -> Palette {
        self.palette.get()
    }

    /// How large letters are on this desktop, beside their usual size.
    pub fn letters(&self) -> f64 {
        self.palette.get().letters
    }

    /// Where coordinates stand now.
    pub fn lettering(&self) -> Lettering {
        self.appearance.borrow().lettering
    }

    /// Whether anything may move by itself.
    pub fn animated(&self) -> bool {
        self.appearance.borrow().animated
    }

    /// Tells a widget, as long as it lives, when something looks different.
    pub fn follow(&self, widget: &impl IsA<gtk::Widget>, changed: fn(&gtk::Widget)) {
        let mut followers = self.followers.borrow_mut();
        // Those that are gone are swept out when there is no more room.
        if followers.len() == followers.capacity() {
            followers.retain(|(widget, _)| widget.upgrade().is_some());
        }
        followers.push((widget.upcast_ref().downgrade(), changed));
    }

    /// Takes up the desktop's style and what the user has chosen.
    fn follow_style(&self) {
        let style = adw::StyleManager::default();
        let (theme, pieces) = {
            let chosen = self.appearance.borrow();
            match style.is_high_contrast() {
                false => (chosen.theme, chosen.pieces.clone()),
                true if chosen.pieces == PieceSets::CLUB => {
                    (Theme::HighContrast, PieceSets::BOLD.to_owned())
                }
                true => (Theme::HighContrast, chosen.pieces.clone()),
            }
        };
        let large = self.appearance.borrow().large;
        let dpi = gtk::Settings::default().map_or(-1, |settings| settings.gtk_xft_dpi());
        let letters = if dpi > 0 {
            f64::from(dpi) / (96.0 * 1024.0)
        } else {
            1.0
        };
        let before = self.palette.get();
        let palette = Palette {
            thick: large,
            letters: letters.clamp(1.0, 3.0),
            ..Palette::of(theme, style.is_dark())
        };
        self.theme.set(theme);
        self.palette.set(palette);
        self.paints.tell(&palette);
        if *self.pieces.borrow() != pieces || before.thick != large {
            self.painter.take();
            self.pieces.replace(pieces);
        }
        self.tell_followers();
    }

    /// Everything looks different now.
    fn tell_followers(&self) {
        self.cells.forget();
        self.aloft.forget();
        self.boards.forget();
        self.squares.forget();
        let followers = self.followers.borrow().clone();
        for (widget, changed) in followers {
            if let Some(widget) = widget.upgrade() {
                changed(&widget);
            }
        }
    }

    /// One square, `size` device pixels wide.
    pub fn cell(&self, cell: board::Cell, size: u32) -> Option<gdk::Texture> {
        let palette = self.palette.get();
        let cell = cell.typical(palette.grain.is_some());
        self.cells.get((cell, size), || {
            self.paint(Opacity::Opaque, size, |painter, cr| {
                painter.cell(cr, &cell, &palette, size)
            })
        })
    }

    /// One piece without a square, `size` device pixels wide.
    pub fn piece(&self, piece: Piece, size: u32, upside_down: bool) -> Option<gdk::Texture> {
        self.aloft.get((piece, size, upside_down, false), || {
            self.paint(Opacity::SeeThrough, size, |painter, cr| {
                painter.stand(cr, piece, size, upside_down)
            })
        })
    }

    /// One piece that is lifted off a square `size` device pixels wide, with its shadow; the picture is
    /// [`LIFTED`] times as wide.
    pub fn lifted(&self, piece: Piece, size: u32, upside_down: bool) -> Option<gdk::Texture> {
        let palette = self.palette.get();
        let wide = (f64::from(size) * LIFTED).round() as u32;
        self.aloft.get((piece, size, upside_down, true), || {
            self.paint(Opacity::SeeThrough, wide, |painter, cr| {
                painter.lift(cr, piece, &palette, size, upside_down)
            })
        })
    }

    /// A whole position without marks, `size` device pixels wide (a multiple of eight), with rounded corners, as the renderer
    /// draws it at the least cost: Cairo would turn a texture into a picture of its own for each frame.
    pub fn board(
        &self,
        position: &Board,
        size: u32,
        scale: f64,
        by_cairo: bool,
    ) -> Option<gsk::RenderNode> {
        let palette = self.palette.get();
        let geometry = Geometry::fit(f64::from(size), f64::from(size), false);
        let side = f64::from(size) / scale;
        let bounds = graphene::Rect::new(0.0, 0.0, side as f32, side as f32);
        let paint = |painter: &Painter| {
            let squares = |cr: &Context| {
                assemble(cr, position, &palette, &geometry, |cell| {
                    self.square(painter, cell, geometry.square as u32)
                })
            };
            if by_cairo {
                let picture = surface(Opacity::Opaque, size, squares)?;
                picture.set_device_scale(scale, scale);
                let node = gsk::CairoNode::new(&bounds);
                let cr = node.draw_context();
                rounded(&cr, 0.0, side, ROUNDED);
                cr.set_source_surface(&picture, 0.0, 0.0)?;
                cr.fill()?;
                return Ok(node.upcast());
            }
            let picture = painted(Opacity::Opaque, size, squares)?;
            let node = gsk::TextureNode::new(&picture, &bounds);
            let corners = gsk::RoundedRect::from_rect(bounds, ROUNDED as f32);
            Ok(gsk::RoundedClipNode::new(&node, &corners).upcast())
        };
        let key = (position.clone(), size, scale.to_bits(), by_cairo);
        self.boards.get(key, || self.with_painter(paint))
    }

    /// A square of a position, `size` pixels wide.
    fn square(
        &self,
        painter: &Painter,
        cell: board::Cell,
        size: u32,
    ) -> Result<ImageSurface, PieceError> {
        let palette = self.palette.get();
        let cell = cell.typical(palette.grain.is_some());
        self.squares.try_get((cell, size), || {
            surface(Opacity::Opaque, size, |cr| {
                painter.cell(cr, &cell, &palette, size)
            })
        })
    }

    /// The painter with pieces as large as they are wanted.
    fn sized(&self, painter: Painter) -> Painter {
        match self.appearance.borrow().large {
            true => painter.enlarged(),
            false => painter,
        }
    }

    fn paint(
        &self,
        opacity: Opacity,
        size: u32,
        draw: impl FnOnce(&Painter, &Context) -> Result<(), PieceError>,
    ) -> Option<gdk::Texture> {
        self.with_painter(|painter| painted(opacity, size, |cr| draw(painter, cr)))
    }

    fn with_painter<T>(&self, paint: impl FnOnce(&Painter) -> Result<T, PieceError>) -> Option<T> {
        let mut painter = self.painter.borrow_mut();
        let painter = painter.get_or_insert_with(|| {
            read_pieces(&self.pieces.borrow()).map(|painter| self.sized(painter))
        });
        unless_failed(paint(painter.as_ref()?))
    }
}

/// A painter with a set of pieces. For one of the user's, the usual set stands in until it is read
/// where nothing waits for it, and where it cannot be.
fn read_pieces(pieces: &str) -> Option<Painter> {
    let name = if PieceSets::is_built_in(pieces) {
        pieces
    } else {
        glib::spawn_future_local(take_up(pieces.to_owned()));
        PieceSets::CLUB
    };
    PieceSets::default()
        .load(name)
        .map(Painter::new)
        .inspect_err(|error| tracing::error!("no pieces: {error}"))
        .ok()
}

/// Reads a set of the user's, and has it seen if it is still the one that is wanted.
async fn take_up(pieces: String) {
    let name = pieces.clone();
    let read = move || PieceSets::with_folder(config::pieces_folder()).read(&name);
    let Ok(source) = gio::spawn_blocking(read).await else {
        tracing::error!("the pieces “{pieces}” could not be read");
        return;
    };
    match source.and_then(PieceSet::of) {
        Ok(set) => {
            let textures = Textures::shared();
            if *textures.pieces.borrow() == pieces {
                let painter = textures.sized(Painter::new(set));
                textures.painter.replace(Some(Some(painter)));
                textures.tell_followers();
            }
        }
        Err(error) => tracing::error!("the pieces “{pieces}”: {error}"),
    }
}

/// Whether what lies below a picture shines through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opacity {
    /// It covers every pixel.
    Opaque,
    /// It does not.
    SeeThrough,
}

/// What has been painted, of no more than so many looks.
pub struct Pictures<Key, Picture = gdk::Texture> {
    most: usize,
    painted: RefCell<HashMap<Key, Picture>>,
}

impl<Key: Eq + Hash, Picture: Clone> Pictures<Key, Picture> {
    /// Nothing yet. Where `most` pictures are kept, another one takes the place of all of them.
    pub fn at_most(most: usize) -> Self {
        Self {
            most,
            painted: RefCell::default(),
        }
    }

    /// The picture of this key, painted now if it has not been before.
    pub fn get(&self, key: Key, paint: impl FnOnce() -> Option<Picture>) -> Option<Picture> {
        self.try_get(key, || paint().ok_or(())).ok()
    }

    /// The same where it is told why there is none.
    fn try_get<E>(
        &self,
        key: Key,
        paint: impl FnOnce() -> Result<Picture, E>,
    ) -> Result<Picture, E> {
        if let Some(picture) = self.painted.borrow().get(&key) {
            return Ok(picture.clone());
        }
        let picture = paint()?;
        let mut painted = self.painted.borrow_mut();
        if painted.len() >= self.most {
            painted.clear();
        }
        painted.insert(key, picture.clone());
        Ok(picture)
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
    unless_failed(painted(opacity, size, draw))
}

/// A picture; none, with a line in the log, where it could not be painted.
fn unless_failed<T>(picture: Result<T, PieceError>) -> Option<T> {
    picture
        .inspect_err(|error| tracing::error!("cannot paint: {error}"))
        .ok()
}

/// What is drawn, `size` pixels wide and high.
fn surface(
    opacity: Opacity,
    size: u32,
    draw: impl FnOnce(&Context) -> Result<(), PieceError>,
) -> Result<ImageSurface, PieceError> {
    let pixels = i32::try_from(size.max(1)).unwrap_or(i32::MAX);
    let format = match opacity {
        Opacity::Opaque => Format::Rgb24,
        Opacity::SeeThrough => Format::ARgb32,
    };
    let surface = ImageSurface::create(format, pixels, pixels)?;
    draw(&Context::new(&surface)?)?;
    Ok(surface)
}

fn painted(
    opacity: Opacity,
    size: u32,
    draw: impl FnOnce(&Context) -> Result<(), PieceError>,
) -> Result<gdk::Texture, PieceError> {
    let mut surface = surface(opacity, size, draw)?;
    let (pixels, row) = (surface.width(), surface.stride());
    let [width, row] = [pixels, row].map(|length| usize::try_from(length).unwrap_or_default());
    let data = surface
        .data()
        .map_err(|error| PieceError::Render(error.to_string()))?;
    let (format, depth) = match opacity {
        Opacity::Opaque => (gdk::MemoryFormat::B8g8r8, 3),
        Opacity::SeeThrough => (gdk::MemoryFormat::B8g8r8a8, 4),
    };
    let mut bytes = vec![0; width * width * depth];
    for (from, to) in data
        .chunks_exact(row)
        .zip(bytes.chunks_exact_mut(width * depth))
    {
        for (from, to) in from.chunks_exact(4).zip(to.chunks_exact_mut(depth)) {
            let pixel = u32::from_ne_bytes([from[0], from[1], from[2], from[3]]);
            let [blue, green, red, alpha] = pixel.to_le_bytes();
            match opacity {
                Opacity::Opaque => to.copy_from_slice(&[blue, green, red]),
                Opacity::SeeThrough => to.copy_from_slice(&[
                    straight(blue, alpha),
                    straight(green, alpha),
                    straight(red, alpha),
                    alpha,
                ]),
            }
        }
    }
    let bytes = glib::Bytes::from_owned(bytes);
    Ok(gdk::MemoryTexture::new(pixels, pixels, format, &bytes, width * depth).upcast())
}

/// A part of a color as it is before it was multiplied with its opacity.
fn straight(part: u8, alpha: u8) -> u8 {
    let (part, alpha) = (u32::from(part), u32::from(alpha));
    let plain = (part * 255 + alpha / 2).checked_div(alpha).unwrap_or(0);
    u8::try_from(plain.min(255)).unwrap_or(u8::MAX)
}

/// Hands the colors to GTK.
#[derive(Default)]
pub(in crate::ui) struct Paints {
    provider: gtk::CssProvider,
    known: Cell<bool>,
}

impl Paints {
    /// Takes other colors.
    pub fn tell(&self, palette: &Palette) {
        let named = [
            ("board_dark", palette.dark),
            ("board_white", palette.white),
            ("board_black", palette.black),
        ];
        let css = named
            .map(|(name, color)| format!("@define-color {name} {};\n", rgb(color)))
            .concat();
        self.provider.load_from_data(&css);
        // A style sheet wants a display, which a process may not have yet.
        if let Some(display) = gdk::Display::default().filter(|_| !self.known.replace(true)) {
            gtk::style_context_add_provider_for_display(
                &display,
                &self.provider,
                gtk::STYLE_PROVIDER_PRIORITY_APPLICATION,
            );
        }
    }
}

fn rgb(color: Rgba) -> String {
    let parts = [color.red, color.green, color.blue].map(|part| (part * 255.0).round() as u8);
    format!("rgb({}, {}, {})", parts[0], parts[1], parts[2])
}
