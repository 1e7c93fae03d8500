//! The drawings of the pieces, and the sets of them that there are.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cairo::{Content, Context, Filter, Format, ImageSurface, RecordingSurface, Surface};
use librsvg_rebind::prelude::HandleExt;
use librsvg_rebind::{Handle, Rectangle};
use rank_and_file_core::chess::board::Appearance;
use rank_and_file_core::chess::{ByColor, ByRole, Color, Piece, Role};
use rank_and_file_core::files::open_regular;

use super::SvgError;
use super::svg::{MAX_BYTES, admit};

/// Why a piece cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PieceError {
    /// The drawing is no SVG.
    #[error("the drawing of {piece} is no SVG")]
    NoSvg {
        /// The letter of the piece.
        piece: char,
    },
    /// The drawing is not let in.
    #[error("the drawing of {piece} {why}")]
    Refused {
        /// The letter of the piece.
        piece: char,
        /// Why not.
        why: SvgError,
    },
    /// There is no drawing, or it cannot be read.
    #[error("the drawing of {piece} cannot be read: {error}")]
    Unreadable {
        /// The letter of the piece.
        piece: char,
        /// What the system says.
        error: io::Error,
    },
    /// Cairo could not paint.
    #[error("cannot paint: {0}")]
    Cairo(#[from] cairo::Error),
    /// The renderer could not render.
    #[error("cannot render a drawing: {0}")]
    Render(String),
}

/// How wide the pictures of pieces from outside are, in pixels: as a square on a large screen.
const SIDE: i32 = 384;

/// What a set is made of. Unlike the set itself, it can be read in another thread.
pub enum SetSource {
    /// Drawings of the program.
    BuiltIn(fn(Piece) -> &'static [u8]),
    /// The pixels of drawings from outside, which were checked and drawn on another thread.
    Pictures(Box<ByColor<ByRole<Vec<u8>>>>),
}

/// A set of pieces.
#[derive(Debug)]
pub struct PieceSet {
    pieces: Pieces,
}

#[derive(Debug)]
enum Pieces {
    Drawings(ByColor<ByRole<Handle>>),
    /// Of pixels, or of the shapes that were drawn.
    Pictures(ByColor<ByRole<Surface>>),
}

impl PieceSet {
    /// The usual set.
    ///
    /// # Errors
    /// Where a drawing is no SVG.
    pub fn club() -> Result<Self, PieceError> {
        PieceSets::default().load(PieceSets::CLUB)
    }

    /// A set from what it is made of.
    ///
    /// # Errors
    /// Where a drawing is no SVG.
    pub fn of(source: SetSource) -> Result<Self, PieceError> {
        let pieces = match source {
            SetSource::BuiltIn(drawing) => {
                Pieces::Drawings(for_each(|piece| handle(piece, drawing(piece)))?)
            }
            SetSource::Pictures(mut pictures) => Pieces::Pictures(for_each(|piece| {
                let pixels = std::mem::take(pictures.get_mut(piece.color).get_mut(piece.role));
                let picture =
                    ImageSurface::create_for_data(pixels, Format::ARgb32, SIDE, SIDE, SIDE * 4);
                Ok(Surface::clone(&*picture?))
            })?),
        };
        Ok(Self { pieces })
    }

    /// The same set for a document that shows its pieces many times: each is rendered once, and kept
    /// as the shapes it is.
    ///
    /// # Errors
    /// Where Cairo or the renderer fails.
    pub fn recorded(self) -> Result<Self, PieceError> {
        let Pieces::Drawings(handles) = &self.pieces else {
            return Ok(self);
        };
        let square = Rectangle::new(0.0, 0.0, f64::from(SIDE), f64::from(SIDE));
        let pieces = Pieces::Pictures(for_each(|piece| {
            let bounds = cairo::Rectangle::new(0.0, 0.0, square.width(), square.height());
            let recording = RecordingSurface::create(Content::ColorAlpha, Some(bounds))?;
            render(handles.piece(piece), &Context::new(&recording)?, &square)?;
            Ok(Surface::clone(&recording))
        })?);
        Ok(Self { pieces })
    }

    /// Draws a piece into the square at `x`, `y` with sides of length `size`.
    ///
    /// # Errors
    /// Where the renderer fails.
    pub fn draw(
        &self,
        cr: &Context,
        piece: Piece,
        x: f64,
        y: f64,
        size: f64,
    ) -> Result<(), PieceError> {
        // The drawings stand on their base line; a little higher and larger they sit in the
        // middle of the square.
        let (grow, lift) = (size * 0.03, size * 0.025);
        let place = Rectangle::new(
            x - grow,
            y - grow - lift,
            size + 2.0 * grow,
            size + 2.0 * grow,
        );
        match &self.pieces {
            Pieces::Drawings(handles) => render(handles.piece(piece), cr, &place),
            Pieces::Pictures(pictures) => {
                let scale = place.width() / f64::from(SIDE);
                cr.save()?;
                cr.translate(place.x(), place.y());
                cr.scale(scale, scale);
                cr.set_source_surface(pictures.piece(piece), 0.0, 0.0)?;
                cr.source().set_filter(Filter::Best);
                cr.paint()?;
                Ok(cr.restore()?)
            }
        }
    }
}

/// Checks and draws drawings from outside. This may take its time.
///
/// # Errors
/// Where one is missing, is not let in or cannot be drawn.
pub(super) fn pictures(
    read: impl Fn(Piece) -> Result<Vec<u8>, PieceError>,
) -> Result<SetSource, PieceError> {
    let picture = |piece: Piece| {
        let drawing = read(piece)?;
        let letter = piece.char();
        let admitted = admit(&drawing).map_err(|why| PieceError::Refused { piece: letter, why })?;
        let handle = handle(piece, admitted.as_bytes())?;
        let mut surface = ImageSurface::create(Format::ARgb32, SIDE, SIDE)?;
        let side = f64::from(SIDE);
        render(
            &handle,
            &Context::new(&surface)?,
            &Rectangle::new(0.0, 0.0, side, side),
        )?;
        let pixels = surface
            .data()
            .map_err(|error| PieceError::Render(error.to_string()))?;
        Ok(pixels.to_vec())
    };
    Ok(SetSource::Pictures(Box::new(for_each(picture)?)))
}

fn handle(piece: Piece, drawing: &[u8]) -> Result<Handle, PieceError> {
    match Handle::from_data(drawing) {
        Ok(Some(handle)) => Ok(handle),
        _ => Err(PieceError::NoSvg {
            piece: piece.char(),
        }),
    }
}

fn render(handle: &Handle, cr: &Context, place: &Rectangle) -> Result<(), PieceError> {
    handle
        .render_document(cr, place)
        .map_err(|error| PieceError::Render(error.to_string()))
}

fn for_each<T>(
    mut make: impl FnMut(Piece) -> Result<T, PieceError>,
) -> Result<ByColor<ByRole<T>>, PieceError> {
    let mut side = |color| -> Result<_, PieceError> {
        let mut make = |role| make(Piece { color, role });
        Ok(ByRole {
            pawn: make(Role::Pawn)?,
            knight: make(Role::Knight)?,
            bishop: make(Role::Bishop)?,
            rook: make(Role::Rook)?,
            queen: make(Role::Queen)?,
            king: make(Role::King)?,
        })
    };
    Ok(ByColor {
        black: side(Color::Black)?,
        white: side(Color::White)?,
    })
}

macro_rules! set {
    ($name:literal) => {
        |piece| match (piece.color, piece.role) {
            (Color::White, Role::King) => set!($name, "wK"),
            (Color::White, Role::Queen) => set!($name, "wQ"),
            (Color::White, Role::Rook) => set!($name, "wR"),
            (Color::White, Role::Bishop) => set!($name, "wB"),
            (Color::White, Role::Knight) => set!($name, "wN"),
            (Color::White, Role::Pawn) => set!($name, "wP"),
            (Color::Black, Role::King) => set!($name, "bK"),
            (Color::Black, Role::Queen) => set!($name, "bQ"),
            (Color::Black, Role::Rook) => set!($name, "bR"),
            (Color::Black, Role::Bishop) => set!($name, "bB"),
            (Color::Black, Role::Knight) => set!($name, "bN"),
            (Color::Black, Role::Pawn) => set!($name, "bP"),
        }
    };
    ($set:literal, $piece:literal) => {
        include_bytes!(concat!(
            "../../resources/pieces/",
            $set,
            "/",
            $piece,
            ".svg"
        ))
    };
}

type Drawings = fn(Piece) -> &'static [u8];

/// The sets of the program.
const BUILT_IN: [(&str, Drawings); 2] = [
    (PieceSets::CLUB, set!("club")),
    (PieceSets::BOLD, set!("bold")),
];

/// The sets of pieces that there are.
///
/// A set of the user's is a folder that holds twelve SVG files, `wK.svg` to `bP.svg`: the color,
/// then the letter of the piece in English. Its name is that of the folder.
#[derive(Debug, Clone, Default)]
pub struct PieceSets {
    folder: Option<PathBuf>,
}

impl PieceSets {
    /// The usual set.
    pub const CLUB: &'static str = Appearance::USUAL_PIECES;
    /// The simple set for high contrast and low vision.
    pub const BOLD: &'static str = "bold";

    /// The sets of the program and those in the folder, which need not exist.
    pub fn with_folder(folder: PathBuf) -> Self {
        Self {
            folder: Some(folder),
        }
    }

    /// The names of the sets, those of the program first and the user's in alphabetical order.
    /// Folders without all twelve drawings are left out.
    pub fn names(&self) -> Vec<String> {
        let built_in = BUILT_IN.iter().map(|(name, _)| (*name).to_owned());
        let further = self
            .folders()
            .into_iter()
            .filter(|name| self.is_whole(name));
        built_in.chain(further).collect()
    }

    /// The names of the user's folders that lack drawings, in alphabetical order.
    pub fn unfinished(&self) -> Vec<String> {
        let mut folders = self.folders();
        folders.retain(|name| !self.is_whole(name));
        folders
    }

    /// The user's folders, in alphabetical order.
    fn folders(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .folder
            .iter()
            .filter_map(|folder| fs::read_dir(folder).ok())
            .flatten()
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| !name.starts_with('.') && built_in_set(name).is_none())
            .filter(|name| self.folder_of(name).is_some_and(|folder| folder.is_dir()))
            .collect();
        names.sort_unstable();
        names
    }

    fn is_whole(&self, name: &str) -> bool {
        self.folder_of(name)
            .is_some_and(|folder| pieces().all(|piece| path(&folder, piece).is_file()))
    }

    /// Whether a set is one of the program, which can be read at once.
    pub fn is_built_in(name: &str) -> bool {
        built_in_set(name).is_some()
    }

    /// Reads a set. One of the user's is checked and drawn, which may take its time.
    ///
    /// # Errors
    /// Where there is no such set, or a drawing is missing, is no SVG or is not let in.
    pub fn read(&self, name: &str) -> Result<SetSource, PieceError> {
        if let Some(drawings) = built_in_set(name) {
            return Ok(SetSource::BuiltIn(drawings));
        }
        let folder = self.folder_of(name);
        pictures(|piece| {
            folder
                .as_deref()
                .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
                .and_then(|folder| read(&path(folder, piece)))
                .map_err(|error| PieceError::Unreadable {
                    piece: piece.char(),
                    error,
                })
        })
    }

    /// The same, ready to be painted with.
    ///
    /// # Errors
    /// Those of [`PieceSets::read`].
    pub fn load(&self, name: &str) -> Result<PieceSet, PieceError> {
        PieceSet::of(self.read(name)?)
    }

    /// Where a set of the user's would be. A name that leads elsewhere is none.
    fn folder_of(&self, name: &str) -> Option<PathBuf> {
        let plain = Path::new(name).file_name()? == name;
        self.folder
            .as_ref()
            .filter(|_| plain)
            .map(|folder| folder.join(name))
    }
}

fn built_in_set(name: &str) -> Option<Drawings> {
    let found = BUILT_IN.iter().find(|(built_in, _)| *built_in == name);
    found.map(|(_, drawings)| *drawings)
}

fn pieces() -> impl Iterator<Item = Piece> {
    Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.into_iter().map(move |role| Piece { color, role }))
}

fn path(folder: &Path, piece: Piece) -> PathBuf {
    let letter = piece.role.upper_char();
    folder.join(format!("{}{letter}.svg", piece.color.char()))
}

/// Reads a regular file, and no more of it than shows that it is too large.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    open_regular(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
