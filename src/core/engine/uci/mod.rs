//! Engines of others, which speak the Universal Chess Interface: processes that can be slow, silent, broken or
//! gone at any moment, without harm.

mod fault;
mod guard;
mod host;
mod inbox;
mod known;
mod process;
mod spoken;
mod talk;

pub use fault::Fault;
pub use guard::guard;
pub(super) use host::Engine;
pub(super) use known::is_known;
pub use known::{engine_name, engines_in, find_engine, known_engines};
pub use process::Program;
pub use spoken::Setting;
pub use talk::{Asked, Deadlines, Outcome, State, Talk};
