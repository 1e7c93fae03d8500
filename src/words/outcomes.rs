//! How a game ended, in words.

use gettextrs::gettext;
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{Color, Outcome, Reason};

use super::{Players, gettext_f, of_player};

/// Who won: `Ann wins` or `Draw`.
fn outcome_title(outcome: Outcome, players: &impl Players) -> String {
    let Some(winner) = outcome.winner else {
        return gettext("Draw");
    };
    of_player(
        players,
        winner,
        [
            gettext("White wins"),
            gettext("Black wins"),
            gettext("{name} wins"),
        ],
        &[],
    )
}

/// What a game has brought to a side.
#[must_use]
pub fn own_result(outcome: Outcome, side: Color) -> String {
    match outcome.winner {
        // Translators: what a game has brought to a player
        Some(winner) if winner == side => gettext("Won"),
        Some(_) => gettext("Lost"),
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

/// Why a game is over that ended so, in a few words that can stand alone.
#[must_use]
pub fn reason_of(outcome: Outcome) -> String {
    match outcome.reason {
        Reason::Resignation if outcome.winner.is_none() => {
            gettext("Resignation, but the opponent cannot mate")
        }
        why => reason(why),
    }
}

/// The result and its reason: `Ann wins · Checkmate`.
#[must_use]
pub fn result_with_reason(outcome: Outcome, players: &impl Players) -> String {
    if outcome == Outcome::draw(Reason::Agreement) {
        // It says already that this is a draw.
        return reason(outcome.reason);
    }
    // Translators: the result of a game and its reason, such as “Ann wins · Checkmate”
    gettext_f(
        "{result} · {reason}",
        &[
            ("result", &outcome_title(outcome, players)),
            ("reason", &reason_of(outcome)),
        ],
    )
}

/// The whole verdict in words: `Checkmate. Ann wins.`
#[must_use]
pub fn outcome(outcome: Outcome, players: &Header) -> String {
    let recorded = players.tags.get("Termination");
    let recorded = recorded.filter(|words| outcome.reason == Reason::Other && !words.is_empty());
    match (recorded, outcome.winner) {
        (None, None) => drawn(outcome.reason),
        (None, Some(winner)) => of_player(players, winner, won(outcome.reason), &[]),
        (Some(why), winner) => as_recorded(why, winner, players),
    }
}

/// What is said where White, Black or a player with a name has won.
fn won(reason: Reason) -> [String; 3] {
    match reason {
        Reason::Checkmate => [
            gettext("Checkmate. White wins."),
            gettext("Checkmate. Black wins."),
            gettext("Checkmate. {name} wins."),
        ],
        Reason::Resignation => [
            gettext("Resignation. White wins."),
            gettext("Resignation. Black wins."),
            gettext("Resignation. {name} wins."),
        ],
        Reason::Time => [
            gettext("Out of time. White wins."),
            gettext("Out of time. Black wins."),
            gettext("Out of time. {name} wins."),
        ],
        // By any other reason a game is won elsewhere only.
        _ => [
            gettext("Ended for another reason. White wins."),
            gettext("Ended for another reason. Black wins."),
            gettext("Ended for another reason. {name} wins."),
        ],
    }
}

fn drawn(reason: Reason) -> String {
    match reason {
        Reason::Stalemate => gettext("Stalemate. Draw."),
        Reason::DeadPosition => gettext("Dead position. Draw."),
        Reason::Threefold => gettext("Threefold repetition. Draw."),
        Reason::Fivefold => gettext("Fivefold repetition. Draw."),
        Reason::FiftyMove => gettext("Fifty-move rule. Draw."),
        Reason::SeventyFiveMove => gettext("Seventy-five-move rule. Draw."),
        Reason::Agreement => gettext("Draw by agreement."),
        Reason::TimeNoMatingMaterial => gettext("Out of time, but the opponent cannot mate. Draw."),
        Reason::Resignation => gettext("Resignation, but the opponent cannot mate. Draw."),
        // By any other reason a game is drawn elsewhere only.
        Reason::Checkmate | Reason::Time | Reason::Other => {
            gettext("Ended for another reason. Draw.")
        }
    }
}

/// The verdict with the reason that came with the game from elsewhere.
fn as_recorded(why: &str, winner: Option<Color>, players: &Header) -> String {
    let why = [("reason", why.trim_end_matches('.'))];
    let Some(winner) = winner else {
        // Translators: {reason} is what another program has written, in whatever language
        return gettext_f("{reason}. Draw.", &why);
    };
    let said = [
        // Translators: {reason} is what another program has written, in whatever language
        gettext("{reason}. White wins."),
        // Translators: {reason} is what another program has written, in whatever language
        gettext("{reason}. Black wins."),
        // Translators: {reason} is what another program has written, in whatever language
        gettext("{reason}. {name} wins."),
    ];
    of_player(players, winner, said, &why)
}
