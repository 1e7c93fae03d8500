//! Files with any content: written whole or not at all, added to in turns, opened only where they are
//! regular files, marked as open for other processes, recognized while they are unchanged, set aside where they are
//! damaged, told from copies of them, and written by a thread so that no caller waits for the disk.

mod journal;
mod whole;
mod writer;

pub use journal::Journal;
pub use whole::{
    CopyName, bytes_at, bytes_in, clear_unfinished, folder_of, is_absent, is_at, is_conflict_copy,
    is_unlocked, keep_name, lock, lock_with_timeout, make_folder, open_own, open_regular,
    require_regular, sync_all, unlock, write_atomically, write_atomically_with, write_own_with,
};
pub use writer::{
    Destination, ExternalChange, SyncTask, WriteReport, Writer, finish_writing, set_aside,
    set_aside_as, with_ending,
};
