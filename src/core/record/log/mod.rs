//! One game is one FEN log: written ply by ply, read back with proof, listed.

mod appender;
mod date;
mod folder;
mod header;
mod reader;
mod record;

pub use appender::{Appender, OpenError};
pub use date::{DateTag, day_fields, moment, now, pgn_date};
pub use folder::{FindError, Fnv1a, Folder, LogEntry};
pub use header::{CHESS960, Header, Tags, given_name, is_nobody, is_unknown, sides_of, tidy_name};
pub use reader::{
    Fault, FaultKind, Loaded, Notice, fen_at_line, fingerprint, read, read_bytes, read_from,
    read_header,
};
pub(crate) use record::quoted;
pub use record::{End, Remark, add_undated_lines, clock_line, has_ended_here, lines_for};
