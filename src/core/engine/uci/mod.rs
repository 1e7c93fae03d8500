//! Engines of others, which speak the Universal Chess Interface: processes that can be slow, silent, broken or
//! gone at any moment, without harm.

mod host;
mod process;
mod talk;

pub(super) use host::{Host, is_known};
pub use host::{engine_name, engines_in, find_engine, known_engines};
pub use process::{Deadlines, Program, guard};
pub use talk::{Asked, Outcome, State, Talk};
