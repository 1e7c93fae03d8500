//! What is said about the games that reached a position.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::library::Share;
use rank_and_file_core::rules::{Color, Ply};

use super::{gettext_f, move_words, ngettext_f, shown_name};

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

/// The positions of the games are being read.
#[must_use]
pub fn reading_games() -> String {
    gettext("Reading your games…")
}

/// Games reached a position, and all of them ended there.
#[must_use]
pub fn nobody_went_on() -> String {
    gettext("Nobody has played on from here in your games.")
}

/// The game that is looked at is the only one that reached a position.
#[must_use]
pub fn only_this_game() -> String {
    gettext("Only this game reached this position.")
}

/// No game reached a position among those that are asked for.
#[must_use]
pub fn none_of_these() -> String {
    gettext("None of these games reached this position.")
}

/// How many games there are, and how they ended: `30 games: White won 12, 8 drawn, Black won 10`.
#[must_use]
pub fn share(share: &Share) -> String {
    ngettext_f(
        "{count} game: White won {white}, {draws} drawn, Black won {black}",
        "{count} games: White won {white}, {draws} drawn, Black won {black}",
        share.games as usize,
        &figures(share)
            .each_ref()
            .map(|(key, value)| (*key, value.as_str())),
    )
}

/// How games ended, without words: `12 – 8 – 10`.
#[must_use]
pub fn share_figures(share: &Share) -> String {
    format!("{} – {} – {}", share.white, share.draws, share.black)
}

/// A move that was played, for those who hear it: `Knight to f3, 30 games, White won 12, 8 drawn, Black
/// won 10`.
#[must_use]
pub fn played(ply: &Ply, share: &Share) -> String {
    let mut values = figures(share).to_vec();
    values.push(("move", move_words(ply)));
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(key, value)| (*key, value.as_str()))
        .collect();
    ngettext_f(
        // Translators: {move} is such as “Knight to f3”
        "{move}, {count} game, White won {white}, {draws} drawn, Black won {black}",
        "{move}, {count} games, White won {white}, {draws} drawn, Black won {black}",
        share.games as usize,
        &values,
    )
}

fn figures(share: &Share) -> [(&'static str, String); 3] {
    [
        ("white", share.white.to_string()),
        ("draws", share.draws.to_string()),
        ("black", share.black.to_string()),
    ]
}

/// How many games, in few letters.
#[must_use]
pub fn games(count: u32) -> String {
    ngettext_f("{count} game", "{count} games", count as usize, &[])
}

/// The position after a move, such as `6… Nf6`, or the first of a game, as something to look for.
#[must_use]
pub fn position_after(after: Option<&str>) -> String {
    match after {
        // Translators: {move} is such as “6… Nf6”
        Some(name) => gettext_f("Position after {move}", &[("move", name)]),
        None => gettext("Starting Position"),
    }
}

/// Whose games count, and with which pieces: `Ann with White`.
#[must_use]
pub fn whose_games(player: Option<&str>, color: Option<Color>) -> String {
    let Some(player) = player else {
        return gettext("Everybody");
    };
    let player = shown_name(player);
    let name = [("name", &*player)];
    match color {
        None => player.into_owned(),
        Some(Color::White) => gettext_f("{name} with White", &name),
        Some(Color::Black) => gettext_f("{name} with Black", &name),
    }
}
