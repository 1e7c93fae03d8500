//! A file that a player opens: what is in it, of which nothing is kept yet.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

use crate::chess::{Chess, FenError};
use crate::files::open_regular;
use crate::record::log::{self, FaultKind, Loaded};
use crate::record::pgn::{self, Pasted, Split, Splitter, read_beginning};
use crate::record::study::Study;

/// What a file is, is told by its beginning, in bytes.
pub(super) const BEGINNING: u64 = 1 << 14;
/// The player waits meanwhile: where no game has come until then, in bytes, there is none.
const PATIENCE: u64 = 64 << 20;

/// What is in a file.
#[derive(Debug)]
pub enum OpenedFile {
    /// A position from which a game can start.
    Position(Box<Chess>),
    /// One game, up to where it can be believed, what was added to it, and what is wrong with the next move of a game in
    /// PGN.
    Game(Box<Loaded>, Study, Option<pgn::Fault>),
    /// Games in PGN, more than one: how many, as far as they were counted.
    Games(u64),
}

/// Why nothing of a file can be shown.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// No game can start from its position.
    #[error("no game can start from the position: {0}")]
    Position(FenError),
    /// There is nothing of a game in its log.
    #[error("the log cannot be read: {0}")]
    Log(log::Fault),
    /// Its only game cannot be read.
    #[error("the game cannot be read: {0}")]
    Game(pgn::Fault),
    /// There is nothing of chess in it.
    #[error("neither a game nor a position")]
    Neither,
}

/// Reads what is in a file.
///
/// # Errors
/// Why nothing of it can be shown.
pub fn open_file(path: &Path) -> Result<OpenedFile, FileError> {
    open_file_watched(path, u64::MAX, |_, _| ControlFlow::Continue(()))
}

/// The same, but no more than `enough` games are counted; `watch` hears how many games and how many bytes have been
/// read so far, and can break off.
///
/// # Errors
/// Why nothing of it can be shown; [`io::ErrorKind::Interrupted`] where it was broken off.
pub fn open_file_watched(
    path: &Path,
    enough: u64,
    watch: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<OpenedFile, FileError> {
    let mut file = open_regular(path)?;
    let mut beginning = Vec::new();
    file.by_ref().take(BEGINNING).read_to_end(&mut beginning)?;
    file.rewind()?;
    let text = String::from_utf8_lossy(&beginning);
    if is_log(&text) {
        let loaded = sound(log::read(path)?).map_err(FileError::Log)?;
        return Ok(OpenedFile::Game(Box::new(loaded), Study::default(), None));
    }
    match Pasted::of(&text) {
        Pasted::Position(start) => start.map(OpenedFile::Position).map_err(FileError::Position),
        Pasted::Games => open_pgn(file, true, enough, watch),
        Pasted::Neither => open_pgn(file, false, enough, watch),
    }
}

/// Whether a text begins as a log does: with a record, or with one position above another.
pub(super) fn is_log(text: &str) -> bool {
    let is_position = |line: &str| {
        let placement = line.split(' ').next().unwrap_or_default();
        placement.matches('/').count() == 7
    };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    first.starts_with("# {") || is_position(first) && lines.next().is_some_and(is_position)
}

/// A log in which there is something of a game.
///
/// # Errors
/// What is wrong with one in which there is nothing.
pub(super) fn sound(loaded: Loaded) -> Result<Loaded, log::Fault> {
    match &loaded.fault {
        // Before the second line nothing can be believed.
        Some(fault) if fault.line <= 2 || matches!(fault.kind, FaultKind::Empty) => {
            Err(fault.clone())
        }
        _ => Ok(loaded),
    }
}

/// `likely` says whether it begins as PGN does; else only what can be read counts.
fn open_pgn(
    file: File,
    likely: bool,
    enough: u64,
    mut watch: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<OpenedFile, FileError> {
    let mut splitter = Splitter::new(file);
    let (mut first, mut games) = (None, 0);
    loop {
        match splitter.step()? {
            Split::Game(game) => {
                first.get_or_insert(game);
                games += 1;
                if games >= enough {
                    break;
                }
            }
            Split::More if first.is_some() || splitter.bytes() < PATIENCE => {
                if watch(games, splitter.bytes()).is_break() {
                    return Err(io::Error::from(io::ErrorKind::Interrupted).into());
                }
            }
            Split::More | Split::End => break,
        }
    }
    let game = first.ok_or(FileError::Neither)?;
    if games > 1 {
        return Ok(OpenedFile::Games(games));
    }
    match read_beginning(&game) {
        Ok((_, Some(_))) if !likely => Err(FileError::Neither),
        Ok((game, fault)) if likely || !game.loaded.game.plies().is_empty() => {
            Ok(OpenedFile::Game(Box::new(game.loaded), game.study, fault))
        }
        Err(fault) if likely => Err(FileError::Game(fault)),
        Ok(_) | Err(_) => Err(FileError::Neither),
    }
}
