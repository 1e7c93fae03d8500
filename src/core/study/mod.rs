//! A game as a tree: what people add to it afterwards. Side lines, comments, glyphs, arrows and circles.
//!
//! The main line is the plies of a [`Game`](crate::rules::Game), of which there is no second copy: a study
//! holds what is added to them, and is always looked at together with its game. It changes only
//! through [`Study::act`]. Whether a game may have a study is for its owner to say.

mod act;
mod acting;
mod finding;
mod glyph;
mod notes;
mod place;
mod sheet;
mod tree;
mod walk;

pub use act::{Change, StudyAction, StudyEvent, StudyRefusal};
pub use finding::Finding;
pub use glyph::Glyph;
pub(crate) use notes::is_blank;
pub use notes::{Brush, Drawing, Notes};
pub use place::{Place, SideMove};
pub use sheet::{Content, Item, Row, Words};
pub use tree::{MOST_MOVES, MOST_PLIES, Study};
pub use walk::{Outline, Step, Steps, Stop};
