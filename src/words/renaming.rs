//! Giving players other names, in words.

use std::io;

use gettextrs::gettext;

use super::{gettext_f, io_error, ngettext_f, sentences};

/// What it means to give a player the name of somebody else. `together` is the number of games
/// that the two have played against each other.
#[must_use]
pub fn merging(from: &str, to: &str, together: u32) -> String {
    let names = [("from", from), ("to", to)];
    let merged = gettext_f(
        "There is already a player called {to}. The games of {from} and {to} will count as those of one player.",
        &names,
    );
    if together == 0 {
        return merged;
    }
    let warning = ngettext_f(
        "They have played each other {count} time; are they the same person?",
        "They have played each other {count} times; are they the same person?",
        usize::try_from(together).unwrap_or(usize::MAX),
        &[],
    );
    sentences(&[merged, warning])
}

/// That a player has another name now; where that was somebody's already, the two are one.
#[must_use]
pub fn renamed(from: &str, to: &str, merged: bool) -> String {
    let names = [("from", from), ("to", to)];
    if merged {
        gettext_f("{from} and {to} are now one player", &names)
    } else {
        gettext_f("{from} is now called {to}", &names)
    }
}

/// Why a player could not be renamed.
#[must_use]
pub fn not_renamed(error: &io::Error) -> String {
    gettext_f(
        "The name could not be changed. {why}",
        &[("why", &io_error(error))],
    )
}

/// Why a player could not get the old name back.
#[must_use]
pub fn not_renamed_back(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::InvalidInput {
        return gettext("The name could not be changed back: others have been changed since.");
    }
    not_renamed(error)
}
