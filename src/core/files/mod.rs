//! Files, whatever is kept in them: written whole or not at all, opened only where they are files,
//! marked as open against other processes, known again when they are as they were left, set aside where
//! they are damaged, and written by a thread
//! so that nobody waits for the disk.

mod aside;
mod conflicts;
mod left;
mod lock;
mod plain;
mod whole;
mod writer;

pub use aside::{set_aside, set_aside_as, with_ending};
pub use conflicts::conflict_copies;
pub use left::{bytes_at, is_absent, is_at};
pub use lock::{is_free, lock, lock_patiently, unlock};
pub use plain::{must_be_plain, open_plain};
pub use whole::{
    clear_unfinished, keep_name, make_folder, write_own_with, write_whole, write_whole_with,
};
pub use writer::{Destination, Due, Report, Touched, Writer, finish_writing};
