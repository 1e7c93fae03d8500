//! How a game ended, in words.

use gettextrs::gettext;
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{Color, Outcome, Reason};

use super::{gettext_f, player};

/// Who won: `Ann wins` or `Draw`.
#[must_use]
pub fn outcome_title(outcome: Outcome, players: &Header) -> String {
    match outcome.winner {
        Some(color) => gettext_f("{name} wins", &[("name", &player(players, color))]),
        None => gettext("Draw"),
    }
}

/// The result as people write it beside the names.
#[must_use]
pub fn result_figures(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Some(Color::White) => "1–0",
        Some(Color::Black) => "0–1",
        None => "½–½",
    }
}

/// Why the game is over, in a few words that can stand alone.
#[must_use]
pub fn reason(reason: Reason) -> String {
    match reason {
        Reason::Checkmate => gettext("Checkmate"),
        Reason::Stalemate => gettext("Stalemate"),
        Reason::DeadPosition => gettext("Dead position"),
        Reason::Threefold => gettext("Threefold repetition"),
        Reason::Fivefold => gettext("Fivefold repetition"),
        Reason::FiftyMove => gettext("Fifty-move rule"),
        Reason::SeventyFiveMove => gettext("Seventy-five-move rule"),
        Reason::Agreement => gettext("Draw by agreement"),
        Reason::Resignation => gettext("Resignation"),
        Reason::Time => gettext("Out of time"),
        Reason::TimeNoMatingMaterial => gettext("Out of time, but the opponent cannot mate"),
        // Translators: a reason for the end of a game that is none of the usual ones
        Reason::Other => gettext("Ended for another reason"),
    }
}

/// The whole verdict in one sentence: `Checkmate. Ann wins.`
#[must_use]
pub fn outcome(outcome: Outcome, players: &Header) -> String {
    let title = outcome_title(outcome, players);
    let recorded = players.tags.get("Termination");
    let recorded = recorded.filter(|words| outcome.reason == Reason::Other && !words.is_empty());
    let why = recorded.map_or_else(|| reason(outcome.reason), str::to_owned);
    // Translators: the end of a game, such as “Checkmate. Ann wins.”
    gettext_f(
        "{reason}. {result}.",
        &[("reason", why.trim_end_matches('.')), ("result", &title)],
    )
}
