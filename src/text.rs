//! The same game in a terminal: one line in, one answer out, the same log.
//! May import `rules`, `log`, `words` and `config`; never the model, the widgets or the windows.

mod answer;
mod listing;
mod session;

pub use listing::{check, list};
pub use session::{Options, play};
