//! Files, whatever is kept in them: written whole or not at all, opened only where they are files,
//! marked as open against other processes, set aside where they are damaged, and written by a thread
//! so that nobody waits for the disk.

mod aside;
mod conflicts;
mod lock;
mod plain;
mod whole;
mod writer;

pub use aside::{set_aside, with_ending};
pub use conflicts::conflict_copies;
pub use lock::{lock, lock_patiently, unlock};
pub use plain::{must_be_plain, open_plain};
pub use whole::{
    clear_unfinished, keep_name, make_folder, write_own_with, write_whole, write_whole_with,
};
pub use writer::{Destination, Due, Report, Touched, Writer, finish_writing};
