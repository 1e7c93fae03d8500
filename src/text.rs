//! The same game in a terminal: one line in, one answer out, the same log.

mod answer;
mod importing;
mod listing;
mod picture;
mod session;
mod talk;
mod twenty48;

use std::io::Write;

pub use importing::import_pgn;
pub use listing::{check, export_pgn, list};
pub use picture::{draw, scoresheet};
pub use session::{Options, play};
pub use twenty48::{Options as Twenty48Options, play as play_2048};

/// Says something beside the answers, on standard error. Where nobody can hear it, that is no
/// reason to stop.
pub fn tell(sentence: &str) {
    writeln!(std::io::stderr(), "{sentence}").ok();
}
