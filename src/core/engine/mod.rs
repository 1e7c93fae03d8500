//! An opponent: the built-in searcher, and engines of others.

mod built_in;
mod evaluation;
mod handle;
mod limits;
mod move_ordering;
mod player;
mod protocol;
mod score;
mod search;
mod searcher;
mod table;
pub mod uci;

pub use built_in::EngineOptions;
pub(crate) use handle::positions;
pub use handle::{Engine, Question, Report};
pub use limits::{Limits, Stop};
pub(crate) use move_ordering::{piece_value, see};
pub use player::{Computer, Level, NoComputer, PlayPolicy};
pub use protocol::{Delays, Order, serve};
pub use score::Score;
pub use search::perft;
pub use searcher::{Found, Line, Searcher};
pub use table::{Bound, Entry, Packed, Table};
