//! What is said at the command line of players that are programs.

use super::gettext_f;

/// What was given for the computer is none.
#[must_use]
pub fn no_computer(given: &str) -> String {
    gettext_f(
        "“{given}” is neither a level from 1 to 10 nor an engine on this computer.",
        &[("given", given)],
    )
}

/// That an engine has left the game, and who takes its place.
#[must_use]
pub fn plays_on(engine: &str, level: u8) -> String {
    gettext_f(
        "{engine} cannot be used any more. The computer plays on at level {level}.",
        &[("engine", engine), ("level", &level.to_string())],
    )
}
