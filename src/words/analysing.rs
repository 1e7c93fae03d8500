//! What the computer thinks of a position, in figures for the eye and in words for the ear. Figures are those
//! of White: plus is good for White.

use std::time::Duration;

use gettextrs::{gettext, pgettext};
use rank_and_file_core::engine::{Found, Score};
use rank_and_file_core::rules::Ply;
use rank_and_file_core::study::Glyph;

use super::annotating::glyph;
use super::{gettext_f, move_words, ngettext_f, sentence, sentences};

/// From so many tenths of a pawn on nobody calls a position equal, a side slightly better only, or better only.
const SLIGHTLY: i32 = 3;
const BETTER: i32 = 8;
const WINNING: i32 = 25;

fn tenths(centipawns: i32) -> i32 {
    (f64::from(centipawns) / 10.0).round() as i32
}

fn pawns(tenths: i32) -> String {
    let tenths = tenths.unsigned_abs();
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// What a position is worth for White: `+1.3`, `−0.4`, `#3` for a mate in three moves.
#[must_use]
pub fn score_figures(score: Score) -> String {
    match score {
        Score::Centipawns(value) => {
            let tenths = tenths(value);
            let sign = ["−", "", "+"][usize::try_from(tenths.signum() + 1).unwrap_or(1)];
            format!("{sign}{}", pawns(tenths))
        }
        Score::Mate(moves) if moves < 0 => format!("#−{}", moves.unsigned_abs()),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// The same where it is seen for whom, and in little room: `1.3`, `12`, `#3`.
#[must_use]
pub fn score_size(score: Score) -> String {
    match score {
        Score::Centipawns(value) => match tenths(value).unsigned_abs() {
            tenths @ 100.. => (tenths / 10).to_string(),
            _ => pawns(tenths(value)),
        },
        Score::Mate(moves) => format!("#{}", moves.unsigned_abs()),
    }
}

/// What a position is worth: `White is better, plus 1.3`.
#[must_use]
pub fn evaluation(score: Score) -> String {
    let value = match score {
        Score::Centipawns(value) => tenths(value),
        Score::Mate(moves) => {
            let count = moves.unsigned_abs() as usize;
            return if moves > 0 {
                ngettext_f(
                    "White mates in {count} move",
                    "White mates in {count} moves",
                    count,
                    &[],
                )
            } else {
                ngettext_f(
                    "Black mates in {count} move",
                    "Black mates in {count} moves",
                    count,
                    &[],
                )
            };
        }
    };
    let number = match (value.abs(), value > 0) {
        (..SLIGHTLY, _) => 10,
        (..BETTER, true) => 14,
        (..BETTER, false) => 15,
        (..WINNING, true) => 16,
        (..WINNING, false) => 17,
        (_, true) => 18,
        (_, false) => 19,
    };
    let standing = glyph(Glyph(number));
    let pawns = pawns(value);
    let values = [("standing", standing.as_str()), ("pawns", pawns.as_str())];
    match value {
        0 => standing,
        // Translators: {standing} is such as “White is better”, {pawns} a number such as 1.3
        1.. => gettext_f("{standing}, plus {pawns}", &values),
        // Translators: {standing} is such as “Black is better”, {pawns} a number such as 1.3
        _ => gettext_f("{standing}, minus {pawns}", &values),
    }
}

/// What a position is worth, and what is best in it.
#[must_use]
pub fn evaluation_said(score: Score, best: Option<&Ply>) -> String {
    let mut said = vec![sentence(&evaluation(score))];
    said.extend(best.map(|ply| {
        // Translators: {move} is such as “Knight to f3”
        gettext_f("Best: {move}.", &[("move", &move_words(ply))])
    }));
    sentences(&said)
}

/// A line for those who hear it: what it is worth, and its moves.
#[must_use]
pub fn line_said(score: Score, moves: &str) -> String {
    gettext_f(
        // Translators: {evaluation} is such as “White is better, plus 1.3”, {moves} such as “14. Nf3 e5”
        "{evaluation}: {moves}",
        &[("evaluation", &evaluation(score)), ("moves", moves)],
    )
}

/// That a line is not there yet.
#[must_use]
pub fn no_line_yet() -> String {
    gettext("Thinking…")
}

/// What stands beside the number of lines that are looked for.
#[must_use]
pub fn lines(count: i32) -> String {
    let count = usize::try_from(count).unwrap_or_default();
    ngettext_f("{count} line", "{count} lines", count, &[])
}

/// How far was looked ahead and, while that goes on, how fast: `Depth 18 · 1.1 M nodes/s`.
#[must_use]
pub fn how_deep(found: &Found, done: bool) -> String {
    let depth = found.depth.to_string();
    let depth = [("depth", depth.as_str())];
    if done || found.elapsed < Duration::from_millis(50) {
        // Translators: how many half-moves the computer has looked ahead
        return gettext_f("Depth {depth}", &depth);
    }
    let speed = found.nodes as f64 / found.elapsed.as_secs_f64();
    let speed = match speed {
        1e6.. => format!("{:.1}\u{a0}M", speed / 1e6),
        1e3.. => format!("{:.0}\u{a0}k", speed / 1e3),
        _ => format!("{speed:.0}"),
    };
    gettext_f(
        // Translators: how many half-moves the computer has looked ahead, and at how many positions a second:
        // “Depth 18 · 1.1 M nodes/s”
        "Depth {depth} · {speed} nodes/s",
        &[depth[0], ("speed", &speed)],
    )
}

/// That there is no analysis while the machine saves power.
#[must_use]
pub fn saves_power() -> String {
    gettext("There is no analysis in power saver mode.")
}

/// That nothing is known yet which could be read out.
#[must_use]
pub fn no_evaluation() -> String {
    gettext("The computer has not judged this position.")
}

/// That the board shows a position that somebody looks ahead to.
#[must_use]
pub fn looking_ahead(after: &str) -> String {
    // Translators: {move} is a move with its number, such as “14. Nf3”
    gettext_f("Looking ahead: after {move}.", &[("move", after)])
}

/// What leads back from there.
#[must_use]
pub fn return_from_analysis() -> String {
    // Translators: on a button over the board
    pgettext("looking ahead", "Analysis · Return to Game")
}
