//! The same game in a terminal: one line in, one answer out, the same log.

mod explaining;
mod exploring;
mod listing;
mod read_only;
mod repl;
mod session;
mod twenty48;

use std::io::Write;
use std::num::{IntErrorKind, ParseIntError};
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

/// A whole number from `least` on that an option takes, up to `most`. Where that is no matter, what is larger than any
/// number is the largest.
///
/// # Errors
/// Where it is none of these, a sentence that says so.
pub fn whole_number(text: &str, least: u64, most: Option<u64>) -> Result<u64, String> {
    let number = text
        .parse()
        .or_else(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow if most.is_none() => Ok(u64::MAX),
            _ => Err(error),
        });
    let fits = |number: &u64| *number >= least && most.is_none_or(|most| *number <= most);
    let number = number.ok().filter(fits);
    number.ok_or_else(|| words::not_a_number(text, least, most))
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
