//! A saved game in words, for lists. May import `gettextrs`, `glib` (for dates), `rules` and `log`.

use gettextrs::{gettext, pgettext};
use gtk::glib;
use jiff::Timestamp;

use super::{fault, gettext_f, ngettext_f, reason, shown_name, turn, versus};
use crate::library::{State, Summary};
use crate::rules::Color;

fn name(summary: &Summary, side: Color) -> String {
    shown_name(side.fold_wb(&summary.white, &summary.black), side)
}

/// Who played: `Ann – Ben`, White first.
#[must_use]
pub fn pairing(summary: &Summary) -> String {
    versus(&name(summary, Color::White), &name(summary, Color::Black))
}

/// How the game stands: the result and its reason, whose turn it is, or what is wrong.
#[must_use]
pub fn standing(summary: &Summary) -> String {
    if let (State::Damaged, Some(what)) = (summary.state, &summary.fault) {
        return fault(what);
    }
    match summary.outcome {
        Some(outcome) => {
            let result = match outcome.winner {
                Some(side) => gettext_f("{name} wins", &[("name", &name(summary, side))]),
                None => gettext("Draw"),
            };
            // Translators: the result of a game and its reason, such as “Ann wins · Checkmate”
            gettext_f(
                "{result} · {reason}",
                &[("result", &result), ("reason", &reason(outcome.reason))],
            )
        }
        None => turn(&name(summary, summary.turn)),
    }
}

/// How many moves, and when it began: `24 moves · 20 November 2026, 19:05`.
#[must_use]
pub fn length_and_date(summary: &Summary) -> String {
    let moves = summary.plies.div_ceil(2);
    let length = ngettext_f("{count} move", "{count} moves", moves, &[]);
    match summary.started {
        Some(started) => gettext_f(
            "{length} · {date}",
            &[("length", &length), ("date", &date(started))],
        ),
        None => length,
    }
}

/// A moment in the time of the place, as people write it.
fn date(moment: Timestamp) -> String {
    // Translators: a date and a time in the form of strftime; %B is the name of the month
    let form = pgettext("date", "%-d %B %Y, %H:%M");
    glib::DateTime::from_unix_local(moment.as_second())
        .and_then(|local| local.format(&form))
        .map_or_else(|_| moment.to_string(), |text| text.to_string())
}
