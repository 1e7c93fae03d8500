//! An opponent: the built-in searcher, and engines of others.

mod evaluation;
mod handle;
mod history;
pub mod human;
mod level;
mod limits;
mod move_ordering;
mod node;
mod pawns;
mod player;
mod protocol;
mod question;
mod quiescence;
mod score;
mod search;
mod searcher;
mod see;
mod table;
mod terms;
pub mod uci;
mod weights;

pub use evaluation::{Evaluation, PawnTrait, static_eval, trace};
pub(crate) use evaluation::{
    Shares, material_score, material_value, pawn_traits, pawns_with, pieces_ahead, placements,
    terms,
};
pub use handle::{Engine, EngineOptions};
pub use level::{Level, Style};
pub use limits::{Limits, Stop};

pub use node::{perft, quiet_moves, tactical_moves};
pub use player::{Computer, ParseComputerError, PlayPolicy};
pub use protocol::{GoCommand, LagEstimate, run_uci};
pub(crate) use question::positions;
pub use question::{EngineReport, Fault, Question, UciOption};
pub use score::Score;
pub use searcher::{Found, Line, Searcher};
pub(crate) use see::{piece_value, see};
pub use table::{Bound, Entry, Packed, Table};
pub use terms::Term;
pub use weights::{COUNT as WEIGHT_COUNT, MAX_PHASE, ROWS as WEIGHT_ROWS};
