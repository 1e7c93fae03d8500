//! The lines that are added to a log: positions, and records of one JSON object each.

use itoa::Buffer;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;

use super::keys::{Key, Object};
use crate::rules::{Color, Event, Game, Help, Offer, write_fen};

/// The name of a side in records.
fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// The line of a record with these keys, in this order.
///
/// # Panics
/// Never: what is written of a game can be written in JSON.
pub(super) fn line<V: Serialize>(record: &[(Key, V)]) -> String {
    let object = serde_json::to_string(&Object(record));
    format!("# {}\n", object.expect("keys that are texts"))
}

pub(super) fn whole_seconds(time: Timestamp) -> Timestamp {
    Timestamp::from_second(time.as_second()).unwrap_or(time)
}

/// The lines that an event adds to the log of `game`, in which it has just happened; to be
/// written at once. Empty for what leaves no trace.
#[must_use]
pub fn lines_for(event: &Event, game: &Game, now: Timestamp) -> String {
    let mut lines = String::new();
    add_lines(&mut lines, event, game, Some(whole_seconds(now)));
    lines
}

/// Adds the same lines for what happened at a time that nobody knows.
pub fn add_undated_lines(lines: &mut String, event: &Event, game: &Game) {
    add_lines(lines, event, game, None);
}

fn add_lines(lines: &mut String, event: &Event, game: &Game, now: Option<Timestamp>) {
    match event {
        Event::Moved { declined, .. } => {
            if let Some(Offer::Draw { by }) = declined {
                *lines += &line(&[(Key::DrawDeclined, json!(color_name(by.other())))]);
            }
            if let Some(ply) = game.plies().last() {
                lines.reserve(USUAL_LENGTH);
                write_fen(&ply.position, lines);
                lines.push('\n');
            }
            add_clock_line(lines, game);
            add_noted_line(lines, game);
        }
        Event::ClaimFailed {
            offered,
            given: _,
            moved,
            declined,
            ended: _,
        } => {
            let by = if *moved {
                game.turn().other()
            } else {
                game.turn()
            };
            *lines += &line(&[(Key::WrongClaim, json!(color_name(by)))]);
            if *offered {
                *lines += &line(&[(Key::DrawOffer, json!(color_name(by)))]);
            }
            if *moved {
                let (declined, ended) = (*declined, None);
                add_lines(lines, &Event::Moved { declined, ended }, game, now);
            } else {
                add_clock_line(lines, game);
            }
        }
        Event::Offered(Offer::Draw { by }) => {
            *lines += &line(&[(Key::DrawOffer, json!(color_name(*by)))]);
        }
        Event::Declined(Offer::Draw { by }) => {
            *lines += &line(&[(Key::DrawDeclined, json!(color_name(by.other())))]);
        }
        Event::Offered(Offer::Takeback { .. }) | Event::Declined(Offer::Takeback { .. }) => {}
        Event::TakenBack(plies) => {
            *lines += &line(&[(Key::Takeback, json!(plies))]);
            add_clock_line(lines, game);
        }
        Event::Paused => {
            *lines += &line(&[(Key::Paused, json!(now))]);
            add_clock_line(lines, game);
        }
        Event::WentOn => *lines += &line(&[(Key::Resumed, json!(now))]),
        Event::ClocksSet | Event::Ended(_) => add_clock_line(lines, game),
        Event::ClockNoted => add_noted_line(lines, game),
        Event::Helped(side, help) => *lines += &help_line(*side, *help),
    }
    if let Some(outcome) = event.ended() {
        *lines += &line(&[
            (Key::Result, json!(outcome.result())),
            (Key::Reason, json!(outcome.reason.code())),
            (Key::Ended, json!(now)),
        ]);
    }
}

/// That a player was helped. Whoever insists on a move is not.
fn help_line(side: Color, help: Help) -> String {
    let side = json!(color_name(side));
    let with = |with: &str| (Key::With, json!(with));
    match help {
        Help::Tip(step) => line(&[(Key::Helped, side), with("tip"), (Key::Step, json!(step))]),
        Help::Warning => line(&[(Key::Helped, side), with("warning")]),
        Help::Guard => line(&[(Key::Helped, side), with("guard")]),
        Help::Insisted => line(&[(Key::Insisted, side)]),
    }
}

/// A position and a record of the clocks rarely take more, in bytes.
const USUAL_LENGTH: usize = 160;

/// What both clocks show now; empty for a game without clocks.
#[must_use]
pub fn clock_line(game: &Game) -> String {
    let mut text = String::new();
    add_clock_line(&mut text, game);
    text
}

/// It stands after nearly every move, and is written without a detour by [`Key`].
fn add_clock_line(lines: &mut String, game: &Game) {
    let Some(left) = game.clocks_left() else {
        return;
    };
    lines.push_str("# {\"clock\":{\"white_ms\":");
    lines.push_str(Buffer::new().format(left.white));
    lines.push_str(",\"black_ms\":");
    lines.push_str(Buffer::new().format(left.black));
    lines.push_str("}}\n");
}

/// What the last mover's clock showed elsewhere; nothing where nobody noted it.
fn add_noted_line(lines: &mut String, game: &Game) {
    if let Some((ply, left)) = game.plies().last().and_then(|ply| Some((ply, ply.noted?))) {
        let side = ply.mover.fold_wb(Key::WhiteMs, Key::BlackMs);
        *lines += &line(&[(Key::Clock, Object(&[(side, left)]))]);
    }
}
