//! One game is one FEN log: written ply by ply, read back with proof, listed.
//!
//! Pure but for files: no widgets, no main loop, no translated words.
//! May import `rules`, `rustix`, `serde`, `jiff` and `std`.

mod appender;
mod fault;
mod folder;
mod header;
mod line;
mod pgn;
mod reader;
mod record;
mod writer;

pub use appender::{Appender, OpenError};
pub use fault::{Fault, FaultKind, Notice};
pub use folder::{FindError, Folder, LogEntry};
pub use header::Header;
pub use pgn::pgn;
pub use reader::{Loaded, fen_at_line, read, read_bytes};
pub use record::{End, clock_line, lines_for};
pub use writer::{Report, Writer, finish_writers};
