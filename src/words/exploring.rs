//! What is said about the games that reached a position.

use gettextrs::{gettext, pgettext};

use super::{gettext_f, ngettext_f};

/// How many games reached a position.
#[must_use]
pub fn reached(games: usize) -> String {
    match games {
        0 => gettext("No saved game reached this position."),
        _ => ngettext_f(
            "{count} saved game reached this position.",
            "{count} saved games reached this position.",
            games,
            &[],
        ),
    }
}

/// What stands above the numbers of games.
#[must_use]
pub fn games_column() -> String {
    pgettext("table", "Games")
}

/// Nobody has played under a name.
#[must_use]
pub fn never_played(name: &str) -> String {
    gettext_f("Nobody called “{name}” has played.", &[("name", name)])
}

/// What was given for a color is none.
#[must_use]
pub fn no_color(given: &str) -> String {
    gettext_f(
        "“{given}” is not a color of pieces: white or black.",
        &[("given", given)],
    )
}

/// What was given for a day is none.
#[must_use]
pub fn no_date(given: &str) -> String {
    gettext_f(
        "“{given}” is not a date. A date looks like 2026-11-20, 2026-11 or 2026.",
        &[("given", given)],
    )
}
