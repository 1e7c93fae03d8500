//! A scoresheet as a PDF.

use std::any::Any;

use cairo::{Context, PdfMetadata, PdfSurface};

use super::{Paper, Scoresheet};
use crate::drawing::PieceError;

/// The bytes of a PDF of the scoresheet, a page for each of its pages.
///
/// # Errors
/// Where the letters or the pieces cannot be had, or Cairo fails.
pub fn pdf(sheet: &Scoresheet, paper: Paper) -> Result<Vec<u8>, PieceError> {
    let (width, height) = paper.points();
    let pages = sheet.lay_out(width, height)?;
    let surface = PdfSurface::for_stream(width, height, Vec::new())?;
    surface.set_metadata(PdfMetadata::Title, sheet.title())?;
    let cr = Context::new(&surface)?;
    for page in 0..pages.count() {
        pages.draw(page, &cr)?;
        cr.show_page()?;
    }
    drop(cr);
    let failed = |why: String| PieceError::Render(why);
    let written = surface.finish_output_stream();
    let bytes: Box<dyn Any> = written.map_err(|error| failed(error.error.to_string()))?;
    let bytes = bytes.downcast::<Vec<u8>>();
    bytes
        .map(|bytes| *bytes)
        .map_err(|_| failed("the pages are lost".to_owned()))
}
