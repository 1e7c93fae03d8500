//! One game is one FEN log: written ply by ply, read back with proof, listed.

mod appender;
mod date;
mod fault;
mod fingerprint;
mod folder;
mod header;
mod keys;
mod line;
mod mark;
mod reader;
mod record;
mod remark;
mod seats;
mod steps;
mod tags;
mod torn;

pub use appender::{Appender, OpenError};
pub use date::{DateTag, day_fields, moment, now, pgn_date};
pub use fault::{Fault, FaultKind, Notice};
pub use fingerprint::fingerprint;
pub use folder::{FindError, Folder, LogEntry};
pub use header::{CHESS960, Header, given_name, is_nobody, is_unknown, sides_of, tidy_name};
pub use line::{add_undated_lines, clock_line, lines_for};
pub use mark::Mark;
pub use reader::{Loaded, fen_at_line, read, read_bytes, read_from, read_header};
pub use record::{End, has_ended_here};
pub use remark::Remark;
pub(crate) use remark::quoted;
pub use tags::Tags;
