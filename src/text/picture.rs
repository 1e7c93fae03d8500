//! `--diagram`: a position as a picture in a file. May import `rules`, `board` and `words`.

use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use gettextrs::gettext;

use crate::board::{DiagramFormat, diagram};
use crate::rules::{Position, read_fen};
use crate::words;

/// Draws a position into a file, whose name says the kind of picture. The file is there whole or
/// as it was before.
///
/// # Errors
/// Where the position cannot be, the kind is unknown, or the file cannot be written.
pub fn draw(fen: &str, output: &Path) -> Result<(), String> {
    let position = read_fen(fen).map_err(words::fen_error)?;
    let format = DiagramFormat::of(output)
        .ok_or_else(|| gettext("The picture must be a .png, a .svg or a .pdf file."))?;
    let picture = diagram(position.board(), format).map_err(|error| {
        tracing::error!("{error}");
        gettext("The picture cannot be drawn.")
    })?;
    let folder = output
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let written = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .and_then(|mut file| {
            file.write_all(&picture)?;
            file.as_file().sync_data()?;
            file.persist(output).map_err(|error| error.error)
        });
    written.map(|_| ()).map_err(|error| words::io_error(&error))
}
