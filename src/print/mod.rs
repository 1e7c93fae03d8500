//! A game on paper: its scoresheet, laid out in pages of any size and drawn with Cairo and Pango,
//! whether for a printer or into a PDF.

mod annotated;
mod body;
mod breaks;
mod columns;
mod flow;
mod grid;
mod heading;
mod lettering;
mod marks;
mod measures;
mod outline;
mod pages;
mod paper;
mod paragraphs;
mod pdf;
mod picture;
mod scoresheet;
mod setter;

pub use pages::Pages;
pub use paper::Paper;
pub use pdf::pdf;
pub use scoresheet::Scoresheet;
