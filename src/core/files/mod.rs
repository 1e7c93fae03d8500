//! Files, whatever is kept in them: written whole or not at all, opened only where they are files,
//! marked as open against other processes; and what is still on its way to the disk.

mod lock;
mod owed;
mod plain;
mod whole;

pub use lock::{lock, lock_patiently};
pub use owed::{Owed, finish_writing};
pub use plain::{must_be_plain, open_plain};
pub use whole::{write_whole, write_whole_with};
