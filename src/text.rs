//! The same game in a terminal: one line in, one answer out, the same log.

mod explaining;
mod exploring;
mod listing;
mod read_only;
mod repl;
mod session;
mod twenty48;

use std::io::Write;
use std::path::Path;

pub use explaining::{explain, motifs, predict, review};
pub use exploring::{Filters, explore, find};
pub use listing::{
    back_up_to, check, draw, export_pgn, heal_folder, import_pgn, list, restore_from, scoresheet,
};
pub use session::{NewGame, play};
pub use twenty48::{Options as Twenty48Options, play as play_2048};

use crate::words;

/// Why there is no answer, in a sentence.
#[derive(Debug)]
pub enum NoAnswer {
    /// What was asked makes no sense.
    Argument(String),
    /// Something cannot be read or written.
    Failure(String),
}

impl From<String> for NoAnswer {
    fn from(sentence: String) -> Self {
        Self::Failure(sentence)
    }
}

/// Says something beside the answers, on standard error. Where standard error is closed, that is no
/// reason to stop.
pub fn tell(sentence: &str) {
    writeln!(std::io::stderr(), "{}", words::plain(sentence)).ok();
}

/// Says something about a file, on standard error.
fn tell_of(path: &Path, sentence: &str) {
    let name = words::isolated(&path.to_string_lossy());
    tell(&format!("{name}: {sentence}"));
}
