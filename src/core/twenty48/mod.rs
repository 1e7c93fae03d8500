//! 2048: a square board of numbers that slide and merge. The rules, and how a game is kept.
//!
//! A game changes only through [`Game::act`]; [`Kept`] is a game with the best scores of those
//! before it, and [`Store`] the file that they are in.

mod game;
mod grid;
mod save;

pub use game::{Action, Event, Game, Moved, UNDO_STEPS};
pub use grid::{Cell, Chance, Direction, Grid, Refusal, SEEDS, Size, Slid, Slide, Spawn};
pub use save::{Best, Fault, Hold, Kept, Notice, Opened, Store, read_document, united_documents};
