//! `--diagram` and `--scoresheet`: a position or a game in a file of its own.

use std::path::Path;

use gettextrs::gettext;
use rank_and_file_core::files::write_whole;
use rank_and_file_core::library::Kept;
use rank_and_file_core::log::Folder;
use rank_and_file_core::rules::{Position, read_fen};

use super::tell_of;
use crate::config;
use crate::drawing::{DiagramFormat, PieceError, diagram};
use crate::print::{Paper, Scoresheet, pdf};
use crate::words;

/// Draws a position into a file, whose name says the kind of picture. The file is there whole or
/// as it was before.
///
/// # Errors
/// Where the position cannot be, the kind is unknown, or the file cannot be written.
pub fn draw(fen: &str, output: &Path) -> Result<(), String> {
    let position = read_fen(fen).map_err(words::fen_error)?;
    let format = DiagramFormat::of(output).ok_or_else(words::no_picture_kind)?;
    let picture = diagram(position.board(), false, format).map_err(cannot_draw)?;
    write_whole(output, &picture).map_err(|error| words::write_error(&error))
}

/// Draws the scoresheet of a saved game into a PDF. The file is there whole or as it was before. A
/// damaged game is drawn up to its last good move. What was added to a game is drawn with it.
///
/// # Errors
/// Where there is no such game, it cannot be read, or the file cannot be written.
pub fn scoresheet(id: &str, output: &Path, paper: Paper) -> Result<(), String> {
    if DiagramFormat::of(output) != Some(DiagramFormat::Pdf) {
        return Err(gettext("The scoresheet must be a .pdf file."));
    }
    let folder = Folder::new(config::games_folder());
    let entry = folder.find(id).map_err(|error| words::find_error(&error))?;
    let Kept {
        loaded,
        study,
        trouble,
    } = Kept::read(&entry).map_err(|error| words::io_error(&error))?;
    if let Some(fault) = &loaded.fault {
        tell_of(Path::new(&entry.id), &words::fault(fault));
    }
    if let Some(trouble) = &trouble {
        tell_of(Path::new(&entry.id), &words::study_trouble(trouble));
    }
    let game = &loaded.game;
    let sheet = Scoresheet::new(&loaded.header, game).annotated(game, &study, false);
    let bytes = pdf(&sheet, paper).map_err(cannot_draw)?;
    write_whole(output, &bytes).map_err(|error| words::write_error(&error))
}

/// The reason is for the log; whoever asked can do nothing about it.
fn cannot_draw(error: PieceError) -> String {
    tracing::error!("{error}");
    words::cannot_draw()
}
