//! Which sets of pieces there are: those of the program, and those in a folder of the user's.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rank_and_file_core::board::Appearance;
use rank_and_file_core::files::open_plain;
use rank_and_file_core::rules::{Color, Piece, Role};

use super::pieces::pictures;
use super::svg::MAX_BYTES;
use super::{PieceError, PieceSet, SetSource};

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
/// A set of the user's is a folder that holds twelve SVG files, `wK.svg` to `bP.svg`: the colour,
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
    #[must_use]
    pub fn with_folder(folder: PathBuf) -> Self {
        Self {
            folder: Some(folder),
        }
    }

    /// The names of the sets, those of the program first and the user's in alphabetical order.
    /// Folders without all twelve drawings are left out.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let built_in = BUILT_IN.iter().map(|(name, _)| (*name).to_owned());
        let further = self
            .folders()
            .into_iter()
            .filter(|name| self.is_whole(name));
        built_in.chain(further).collect()
    }

    /// The names of the user's folders that lack drawings, in alphabetical order.
    #[must_use]
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
    #[must_use]
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
    open_plain(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
