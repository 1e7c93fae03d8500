//! What is said of a computer that plays: that it thinks, and what went wrong with its engine.

use gettextrs::gettext;
use rank_and_file_core::engine::uci::Fault;

use super::{filled, gettext_f};

/// That a player who is a computer thinks.
#[must_use]
pub fn thinking() -> String {
    gettext("Thinking")
}

/// That the engine of a player has failed, and goes on.
#[must_use]
pub fn engine_failed(engine: &str, fault: Fault) -> String {
    let said = match fault {
        // Translators: {engine} is the name of a chess engine, here and in the next messages
        Fault::Silent => gettext("{engine} did not start in time and is started again."),
        Fault::Deaf => gettext("{engine} did not answer in time and is started again."),
        Fault::Gone => gettext("{engine} has ended unexpectedly and is started again."),
        Fault::Illegal => {
            gettext("{engine} wanted a move that is not possible and is started again.")
        }
    };
    filled(said, &[("engine", engine)])
}

/// That the engine of a player has failed too often, and who plays on.
#[must_use]
pub fn engine_given_up(engine: &str, fault: Fault) -> String {
    let said = match fault {
        // Translators: {engine} is the name of a chess engine, here and in the next messages
        Fault::Silent => {
            gettext("{engine} did not start in time. The built-in engine plays on in its place.")
        }
        Fault::Deaf => {
            gettext("{engine} did not answer in time. The built-in engine plays on in its place.")
        }
        Fault::Gone => {
            gettext("{engine} cannot be used. The built-in engine plays on in its place.")
        }
        Fault::Illegal => gettext(
            "{engine} wanted a move that is not possible. The built-in engine plays on in its place.",
        ),
    };
    filled(said, &[("engine", engine)])
}

/// That the engine of a player is not on this machine, and who plays on.
#[must_use]
pub fn engine_is_missing(engine: &str) -> String {
    gettext_f(
        "{engine} was not found. The built-in engine plays on in its place.",
        &[("engine", engine)],
    )
}
