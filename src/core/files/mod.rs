//! Files, whatever is kept in them: written whole or not at all, opened only where they are files,
//! marked as open against other processes, and written by a thread that waits for the disk.

mod lock;
mod plain;
mod whole;
mod writer;

pub use lock::{lock, lock_patiently};
pub use plain::{must_be_plain, open_plain};
pub use whole::{write_whole, write_whole_with};
pub use writer::{Destination, Report, Writer, finish_writing};
