//! Somebody to play with: the built-in searcher.

mod evaluation;
mod exchange;
mod figures;
mod level;
mod limits;
mod node;
mod ordering;
mod protocol;
mod question;
mod quiescence;
mod score;
mod search;
mod searcher;
mod sight;
mod table;
mod tapered;
pub mod uci;
mod window;

pub use level::Level;
pub use limits::{Limits, Stop};
pub use node::perft;
pub use protocol::serve;
pub use question::Question;
pub use score::Score;
pub use searcher::{Found, Line, Searcher};
pub use table::Table;
