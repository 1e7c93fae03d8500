//! A number by which a game is known again, wherever it comes from.

use jiff::tz::TimeZone;

use super::date::UNKNOWN;
use super::header::default_name;
use super::{Header, Mark};
use crate::rules::{Color, Game, Outcome, fen_of};

/// The same players, the same day, time, site and round, the same first position, moves and result
/// give the same number, in every process.
#[must_use]
pub fn fingerprint(header: &Header, game: &Game) -> u64 {
    let mut mark = Mark::default();
    for color in [Color::White, Color::Black] {
        mark.text(&name(header, color));
    }
    mark.text(&day(header));
    mark.text(&fen_of(game.start()));
    for ply in game.plies() {
        let (from, mut to) = ply.squares();
        if ply.mv.is_castle() && from.distance(to) < 2 {
            // A king that castles onto the next square is not one that goes there.
            to = ply.mv.to();
        }
        mark.byte(u8::from(from));
        mark.byte(u8::from(to));
        mark.byte(ply.mv.promotion().map_or(0, u8::from));
    }
    mark.text(game.outcome().map_or("*", Outcome::result));
    mark.text(&time(header));
    for tag in ["Site", "Round", "GameId"] {
        mark.text(said(header, tag));
    }
    mark.number()
}

/// What a tag says, if it says something.
fn said<'a>(header: &'a Header, tag: &str) -> &'a str {
    match header.tags.get(tag).unwrap_or_default().trim() {
        "?" | "-" => "",
        said => said,
    }
}

/// The time of day at which it began, in universal time.
fn time(header: &Header) -> String {
    match header.started {
        Some(time) => {
            let universal = time.to_zoned(TimeZone::UTC);
            universal.strftime("%H:%M:%S").to_string()
        }
        None => said(header, "UTCTime").to_owned(),
    }
}

/// The name without what gets lost on paper: surplus spaces, control characters, and the question
/// mark of a player whose name is not known.
fn name(header: &Header, color: Color) -> String {
    let name = header.player(color);
    let words = name.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [] | ["?"] => default_name(color).to_owned(),
        words => words.join(" "),
    }
}

/// The day, where the start is known that of universal time: it is the same at every place.
fn day(header: &Header) -> String {
    match (header.started, &header.date) {
        (Some(time), _) => {
            let universal = time.to_zoned(TimeZone::UTC);
            universal.strftime("%Y.%m.%d").to_string()
        }
        (None, Some(date)) => date.clone(),
        (None, None) => UNKNOWN.to_owned(),
    }
}
