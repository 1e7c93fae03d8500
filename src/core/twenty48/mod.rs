//! 2048: a square board of numbers that slide and merge. The rules, and how a game is kept.
//!
//! A game changes only through [`Game::act`]; [`Kept`] is a game with the best scores of those
//! before it, and [`Store`] the file that they are in.

mod act;
mod best;
mod chance;
mod document;
mod game;
mod grid;
mod kept;
mod save;
mod slide;

pub use act::{Action, Event, Moved, Refusal};
pub use best::Best;
pub use chance::{Chance, SEEDS, Spawn};
pub use document::{Fault, read_document};
pub use game::{Game, UNDO_STEPS};
pub use grid::{Cell, Grid, Size};
pub use kept::Kept;
pub use save::{Notice, Opened, Store};
pub use slide::{Direction, Slid, Slide};
