//! Engines of others, which speak the Universal Chess Interface: processes that can be slow, silent, broken or
//! gone at any moment, without harm.

mod client;
mod host;
mod process;

pub use client::{ClientOutput, ClientState, NumberedQuestion, UciClient};
pub(super) use host::{Host, is_known};
pub use host::{engine_name, engines_in, find_engine, known_engines};
pub use process::{Deadlines, Program, guard};
