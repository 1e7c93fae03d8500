//! A game on paper: its scoresheet, laid out in pages of any size and drawn with Cairo and Pango,
//! whether for a printer or into a PDF.

mod annotated;
pub mod layout;
mod pages;
pub mod paragraphs;
pub mod scoresheet;

pub use pages::{Pages, Paper, Picture, pdf};
pub use scoresheet::{Due, Entry, Row, Scoresheet};
