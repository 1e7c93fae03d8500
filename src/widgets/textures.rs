//! Pictures of squares and pieces, painted once for each size and then reused.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use cairo::Context;
use gtk::prelude::*;
use gtk::{gdk, gio};
use rank_and_file_core::board::{self, Appearance, Geometry, Lettering, Theme};
use rank_and_file_core::rules::{Board, Piece};

use super::paints::Paints;
use super::texture::{Opacity, Pictures, texture};
use crate::config;
use crate::drawing::{LIFTED, Painter, Palette, PieceError, PieceSet, PieceSets};

/// Enough for every look of a square at one size, several times over.
const MAX_CELLS: usize = 512;

/// Two sizes of a whole set, on their feet and on their heads.
const MAX_ALOFT: usize = 48;

/// Small positions of several screens, which come and go while somebody searches: 100 KB each.
const MAX_BOARDS: usize = 64;

thread_local! {
    static SHARED: RefCell<Option<Rc<Textures>>> = const { RefCell::new(None) };
}

type Follower = (glib::WeakRef<gtk::Widget>, fn(&gtk::Widget));

/// What has been painted, for all boards of the process.
pub(super) struct Textures {
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
    boards: Pictures<(Board, u32, bool)>,
    followers: RefCell<Vec<Follower>>,
}

/// Chooses how every board looks from now on. On a desktop of high contrast, colours and the usual
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
            followers: RefCell::default(),
        }
    }

    /// The theme that is seen now.
    pub fn theme(&self) -> Theme {
        self.theme.get()
    }

    /// The colours to paint with now.
    pub fn palette(&self) -> Palette {
        self.palette.get()
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
        let palette = Palette::of(theme, style.is_dark());
        self.theme.set(theme);
        self.palette.set(palette);
        self.paints.tell(&palette);
        if *self.pieces.borrow() != pieces {
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

    /// A whole position without marks, `size` device pixels wide (a multiple of eight).
    pub fn board(&self, position: &Board, size: u32, turned: bool) -> Option<gdk::Texture> {
        let palette = self.palette.get();
        let geometry = Geometry::fit(f64::from(size), f64::from(size), turned);
        self.boards.get((position.clone(), size, turned), || {
            self.paint(Opacity::Opaque, size, |painter, cr| {
                painter.board(cr, position, &palette, &geometry)
            })
        })
    }

    fn paint(
        &self,
        opacity: Opacity,
        size: u32,
        draw: impl FnOnce(&Painter, &Context) -> Result<(), PieceError>,
    ) -> Option<gdk::Texture> {
        let mut painter = self.painter.borrow_mut();
        let painter = painter.get_or_insert_with(|| read_pieces(&self.pieces.borrow()));
        let painter = painter.as_ref()?;
        texture(opacity, size, |cr| draw(painter, cr))
    }
}

/// A painter with a set of pieces. For one of the user's, the usual set stands in until it is read
/// where nobody waits for it, and where it cannot be.
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
                textures.painter.replace(Some(Some(Painter::new(set))));
                textures.tell_followers();
            }
        }
        Err(error) => tracing::error!("the pieces “{pieces}”: {error}"),
    }
}
