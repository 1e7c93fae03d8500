//! A game on paper: its scoresheet, laid out in pages of any size and drawn with Cairo and Pango,
//! whether for a printer or into a PDF.

mod annotated;
mod body;
pub mod breaks;
pub mod columns;
mod flow;
pub mod grid;
mod heading;
mod lettering;
mod marks;
mod measures;
mod outline;
mod pages;
mod paper;
pub mod paragraphs;
mod pdf;
mod picture;
mod scoresheet;
mod setter;

pub use pages::Pages;
pub use paper::Paper;
pub use pdf::pdf;
pub use picture::Picture;
pub use scoresheet::{Due, Entry, Row, Scoresheet};
