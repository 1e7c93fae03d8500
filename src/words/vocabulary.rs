//! The words by which saved games are found, in the user's language.

use gettextrs::gettext;
use rank_and_file_core::chess::{Color, Outcome, Speed, TimeControl};
use rank_and_file_core::library::Vocabulary;
use rank_and_file_core::record::log::day_fields;

use super::{reason_of, shown_name};

/// The words by which saved games are found.
pub fn vocabulary() -> Vocabulary {
    Vocabulary {
        player,
        date,
        outcome,
        time_control,
    }
}

/// The speed of a game by the Laws; `None` for a game without clocks.
pub fn speed(speed: Option<Speed>) -> String {
    match speed {
        None => gettext("No Clock"),
        Some(Speed::Blitz) => gettext("Blitz"),
        Some(Speed::Rapid) => gettext("Rapid"),
        Some(Speed::Standard) => gettext("Standard"),
    }
}

/// The name as it is shown, and as it is written where that is not the same.
fn player(written: &str) -> String {
    match shown_name(written) {
        shown if shown == written => shown.into_owned(),
        shown => format!("{shown} {written}"),
    }
}

/// A day as PGN has it, as the log's name has it, and as people write it.
fn date(day: &str) -> String {
    let dashed = day.replace('.', "-");
    let (year, month, date) = day_fields(day);
    let local = year.zip(month).and_then(|(year, month)| {
        let date = date.unwrap_or(1).into();
        glib::DateTime::from_local(year.into(), month.into(), date, 12, 0, 0.0).ok()
    });
    // %OB is the name of the month as it stands alone.
    let written = local.and_then(|local| local.format("%-d %B %Y %OB %x").ok());
    format!("{day} {dashed} {}", written.unwrap_or_default())
}

fn outcome(outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else {
        return format!("* {}", gettext("Unfinished"));
    };
    let result = match outcome.winner {
        Some(Color::White) => gettext("White wins"),
        Some(Color::Black) => gettext("Black wins"),
        None => gettext("Draw"),
    };
    format!("{} {result} {}", outcome.result(), reason_of(outcome))
}

fn time_control(control: Option<&TimeControl>) -> String {
    let written = control.map(ToString::to_string).unwrap_or_default();
    format!("{written} {}", speed(control.map(Speed::of)))
}
