//! What is said of a computer that plays: that it thinks, and what went wrong with its engine.

use gettextrs::gettext;
use rank_and_file_core::engine::uci::Fault;

use super::filled;

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
        Fault::Silent => {
            gettext("{engine} did not answer when it was started. It is started again.")
        }
        Fault::Deaf => gettext("{engine} did not give its move in time. It is started again."),
        Fault::Missing | Fault::Gone => {
            gettext("{engine} ended unexpectedly. It is started again.")
        }
        Fault::Illegal => {
            gettext("{engine} gave a move that cannot be played. It is started again.")
        }
    };
    filled(said, &[("engine", engine)])
}

/// That the engine of a player is of no use, and who plays on.
#[must_use]
pub fn engine_given_up(engine: &str, fault: Fault) -> String {
    let said = match fault {
        // Translators: {engine} is the name of a chess engine, here and in the next messages
        Fault::Missing => {
            gettext("{engine} is no longer there. The built-in engine plays on in its place.")
        }
        Fault::Silent => gettext(
            "{engine} did not answer when it was started. The built-in engine plays on in its place.",
        ),
        Fault::Deaf => gettext(
            "{engine} did not give its move in time. The built-in engine plays on in its place.",
        ),
        Fault::Gone => {
            gettext("{engine} ended unexpectedly. The built-in engine plays on in its place.")
        }
        Fault::Illegal => gettext(
            "{engine} gave a move that cannot be played. The built-in engine plays on in its place.",
        ),
    };
    filled(said, &[("engine", engine)])
}
