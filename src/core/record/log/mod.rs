//! One game is one FEN log: written ply by ply, read back with proof, listed.

mod appender;
mod correspondence;
mod date;
mod folder;
mod header;
mod reader;
mod record;

pub use appender::{Appender, OpenError};
pub use correspondence::{
    ConditionalLine, ConditionalMoves, Correspondence, News, NoteFile, Noted, OwnSeat, Standing,
};
pub use date::{DateTag, UNKNOWN_DATE, day_fields, moment, now, pgn_date};
pub(crate) use date::{first_day, known_fields, whole_day};
pub use folder::{FindError, Fnv1a, Folder, Listing, LogEntry, name_time};
pub(crate) use folder::{LOG, STUDY};
pub(crate) use header::quoted;
pub use header::{
    CHESS960, Header, Remark, Tags, UNKNOWN_NAME, given_name, has_ended_here, is_placeholder_name,
    sides_of, tidy_name,
};
pub use reader::{Fault, Loaded, Notice, fingerprint, read, read_bytes, read_from};
pub use record::{End, FaultKind, add_undated_lines, clock_line, lines_for, moved_line};
pub(crate) use record::{annotations_in, annotations_line};
