//! The lines that are added to a log: positions, and records of one JSON object each.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;

use super::keys::{Key, Object};
use crate::rules::{Color, Event, Game, Offer, write_fen};

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
    lines_at(event, game, Some(whole_seconds(now)))
}

/// The same lines for what happened at a time that nobody knows.
#[must_use]
pub fn undated_lines_for(event: &Event, game: &Game) -> String {
    lines_at(event, game, None)
}

fn lines_at(event: &Event, game: &Game, now: Option<Timestamp>) -> String {
    let mut lines = String::new();
    match event {
        Event::Moved { declined, .. } => {
            if let Some(Offer::Draw { by }) = declined {
                lines += &line(&[(Key::DrawDeclined, json!(color_name(by.other())))]);
            }
            if let Some(ply) = game.plies().last() {
                lines.reserve(USUAL_LENGTH);
                write_fen(&ply.position, &mut lines);
                lines.push('\n');
            }
            lines += &clock_line(game);
            lines += &noted_line(game);
        }
        Event::ClaimFailed {
            offered,
            moved,
            declined,
            ended: _,
        } => {
            let by = if *moved {
                game.turn().other()
            } else {
                game.turn()
            };
            if *offered {
                lines += &line(&[(Key::DrawOffer, json!(color_name(by)))]);
            }
            if *moved {
                let (declined, ended) = (*declined, None);
                lines += &lines_at(&Event::Moved { declined, ended }, game, now);
            }
        }
        Event::Offered(Offer::Draw { by }) => {
            lines += &line(&[(Key::DrawOffer, json!(color_name(*by)))]);
        }
        Event::Declined(Offer::Draw { by }) => {
            lines += &line(&[(Key::DrawDeclined, json!(color_name(by.other())))]);
        }
        Event::Offered(Offer::Takeback { .. }) | Event::Declined(Offer::Takeback { .. }) => {}
        Event::TakenBack(plies) => {
            lines += &line(&[(Key::Takeback, json!(plies))]);
            lines += &clock_line(game);
        }
        Event::Paused => {
            lines += &line(&[(Key::Paused, json!(now))]);
            lines += &clock_line(game);
        }
        Event::WentOn => lines += &line(&[(Key::Resumed, json!(now))]),
        Event::ClocksSet | Event::Ended(_) => lines += &clock_line(game),
        Event::ClockNoted => lines += &noted_line(game),
    }
    if let Some(outcome) = event.ended() {
        lines += &line(&[
            (Key::Result, json!(outcome.result())),
            (Key::Reason, json!(outcome.reason.code())),
            (Key::Ended, json!(now)),
        ]);
    }
    lines
}

/// A position and a record of the clocks rarely take more, in bytes.
const USUAL_LENGTH: usize = 160;

/// What both clocks show now; empty for a game without clocks.
#[must_use]
pub fn clock_line(game: &Game) -> String {
    let Some(left) = game.clocks_left() else {
        return String::new();
    };
    let left = [(Key::WhiteMs, left.white), (Key::BlackMs, left.black)];
    line(&[(Key::Clock, Object(&left))])
}

/// What the last mover's clock showed elsewhere; empty where nobody noted it.
fn noted_line(game: &Game) -> String {
    let Some((ply, left)) = game.plies().last().and_then(|ply| Some((ply, ply.noted?))) else {
        return String::new();
    };
    let side = ply.mover.fold_wb(Key::WhiteMs, Key::BlackMs);
    line(&[(Key::Clock, Object(&[(side, left)]))])
}
