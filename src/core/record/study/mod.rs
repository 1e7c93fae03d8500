//! A game as a tree: what people add to it afterwards. Side lines, comments, glyphs, arrows and circles.
//!
//! The main line is the plies of a [`Game`](crate::chess::Game), of which there is no second copy: a study
//! holds what is added to them, and is always looked at together with its game. It changes only
//! through [`Study::act`]. Whether a game may have a study is for its owner to say.

mod action;
mod merge;
mod notes;
mod sheet;
mod tree;

pub use action::{Change, ReviewedMove, StudyAction, StudyEvent};
pub(crate) use notes::is_blank;
pub use notes::{Glyph, Notes};
pub use sheet::{Content, Item, Row, Words};
pub use tree::{
    MOST_MOVES, MOST_PLIES, NodeId, Outline, OutlineMove, SideMove, Study, StudyMove, StudyMoves,
    StudyRefusal,
};
