//! A game on paper: its scoresheet, laid out in pages of any size and drawn with Cairo and Pango,
//! whether for a printer or into a PDF.

pub mod annotated;
pub mod layout;
mod marks;
mod pages;
mod scoresheet;

pub use annotated::Picture;
pub use pages::{Pages, Paper, pdf};
pub use scoresheet::{Entry, PlacedPicture, Row, Scoresheet};
