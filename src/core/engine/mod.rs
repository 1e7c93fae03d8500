//! Somebody to play with: the built-in searcher.

mod computer;
mod deepening;
mod evaluation;
mod exchange;
mod figures;
mod level;
mod limits;
mod manners;
mod node;
mod ordering;
mod own;
mod protocol;
mod question;
mod quiescence;
mod score;
mod search;
mod searcher;
mod sight;
mod table;
mod tapered;
mod thinker;
pub mod uci;
mod window;

pub use computer::{Computer, NoComputer};
pub use level::Level;
pub use limits::{Limits, Stop};
pub use manners::Manners;
pub use node::perft;
pub use own::Ways;
pub use protocol::serve;
pub use question::Question;
pub use score::Score;
pub use searcher::{Found, Line, Searcher};
pub use table::Table;
pub use thinker::{Report, Thinker};
