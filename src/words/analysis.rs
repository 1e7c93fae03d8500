//! What the computer thinks of a position and of a whole game, in figures for the eye and in words for the ear.
//! Figures are those of White: plus is good for White.

use std::io;
use std::time::Duration;

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{ByColor, Color, Game, Ply};
use rank_and_file_core::engine::{Found, Score};
use rank_and_file_core::library::KeepFault;
use rank_and_file_core::record::study::{Glyph, Notes};
use rank_and_file_core::training::analysis::{GameAnalysis, Judgment};

use super::annotating::glyph;
use super::names::told_player;
use super::players::{no_results, percent_of};
use super::{
    Message, Players, after_ply, gettext_f, io_error, move_name, move_said, ngettext, sentence,
    sentences,
};

/// From so many tenths of a pawn on a position is not called equal, a side slightly better only, or better only.
const SLIGHTLY: i32 = 6;
const BETTER: i32 = 17;
const WINNING: i32 = 54;

/// The tenths of a pawn that a score comes to; those of a mate are not looked at.
fn tenths(score: Score) -> i32 {
    (f64::from(score.cp().unwrap_or_default()) / 10.0).round() as i32
}

/// A number of tenths: `1.3`.
fn decimal(tenths: u32) -> String {
    // Translators: what stands between a number and its tenths: “1.3” in English, “1,3” in German
    let point = pgettext("decimal separator", ".");
    format!("{}{point}{}", tenths / 10, tenths % 10)
}

fn pawns(tenths: i32) -> String {
    decimal(tenths.unsigned_abs())
}

/// What a position is worth for White: `+1.3`, `−0.4`, `#3` for a mate in three moves.
pub fn score_figures(score: Score) -> String {
    match score {
        Score::Centipawns(_) => {
            let tenths = tenths(score);
            let sign = ["−", "", "+"][usize::try_from(tenths.signum() + 1).unwrap_or(1)];
            format!("{sign}{}", pawns(tenths))
        }
        Score::Mate(moves) if moves < 0 => format!("#−{}", moves.unsigned_abs()),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// The same where it is seen for whom, and in little room: `1.3`, `12`, `#3`.
pub fn score_size(score: Score) -> String {
    match score {
        Score::Centipawns(_) => match tenths(score).unsigned_abs() {
            tenths @ 100.. => (tenths / 10).to_string(),
            tenths => decimal(tenths),
        },
        Score::Mate(moves) => format!("#{}", moves.unsigned_abs()),
    }
}

/// What a position is worth: `White is better, plus 1.3`.
pub fn evaluation(score: Score) -> String {
    let value = match score {
        Score::Centipawns(_) => tenths(score),
        Score::Mate(moves) => {
            let count = moves.unsigned_abs();
            return if moves > 0 {
                ngettext(
                    "White mates in {count} move",
                    "White mates in {count} moves",
                    count,
                )
            } else {
                ngettext(
                    "Black mates in {count} move",
                    "Black mates in {count} moves",
                    count,
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
pub fn evaluation_said(score: Score, best: Option<&Ply>) -> Message {
    Message::naming_moves(|named| {
        let mut said = vec![sentence(&evaluation(score))];
        said.extend(best.map(|ply| best_move(&named(ply))));
        sentences(&said)
    })
}

/// The best move in a position.
pub fn best_move(name: &str) -> String {
    // Translators: {move} is such as “Knight to f3”
    gettext_f("Best: {move}.", &[("move", name)])
}

/// A line for those who hear it: what it is worth, and its moves.
pub fn line_said(score: Score, moves: &str) -> String {
    gettext_f(
        // Translators: {evaluation} is such as “White is better, plus 1.3”, {moves} such as “14. Knight to f3, Pawn to e5”
        "{evaluation}: {moves}",
        &[("evaluation", &evaluation(score)), ("moves", moves)],
    )
}

/// That a line is not there yet.
pub fn no_line_yet() -> String {
    gettext("Thinking…")
}

/// What stands beside the number of lines that are looked for.
pub fn lines(count: i32) -> String {
    let count = usize::try_from(count).unwrap_or_default();
    ngettext("{count} line", "{count} lines", count)
}

/// How far was looked ahead and, while that goes on, how fast: `Depth 18 · 1.1 M nodes/s`.
pub fn how_deep(found: &Found, done: bool) -> String {
    let depth = found.depth.to_string();
    let depth = [("depth", depth.as_str())];
    if done || found.elapsed < Duration::from_millis(50) {
        // Translators: how many half-moves the computer has looked ahead
        return gettext_f("Depth {depth}", &depth);
    }
    let speed = found.nodes as f64 / found.elapsed.as_secs_f64();
    let speed = match speed {
        1e6.. => format!("{}\u{a0}M", decimal((speed / 1e5).round() as u32)),
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
pub fn saves_power() -> String {
    gettext("There is no analysis in power saver mode.")
}

/// That nothing is known yet which could be read out.
pub fn no_evaluation() -> String {
    gettext("No evaluation yet.")
}

/// That the board shows a position ahead of the game, after so many moves of a line.
pub fn looking_ahead(line: &Game, plies: usize) -> Message {
    let after = |name: Option<String>| {
        let name = name.unwrap_or_default();
        // Translators: {move} is a move with its number, such as “14. Nf3” or “14. Knight to f3”
        gettext_f("Looking ahead: after {move}.", &[("move", &name)])
    };
    Message::new(after(move_name(line, plies)), after(move_said(line, plies)))
}

/// That the board shows a position of a side line: the one after the move; to those who hear it, also
/// instead of which move of the line above it is played.
pub fn in_side_line(line: &Game, plies: usize, instead: Option<&str>) -> Message {
    let after = move_name(line, plies).unwrap_or_default();
    let shown = gettext_f("Variation: after {move}.", &[("move", &after)]);
    let said = move_said(line, plies).unwrap_or_default();
    let spoken = match instead {
        Some(instead) => gettext_f(
            // Translators: both are moves with their numbers, such as “14. Bishop to c6” and “14. Bishop to a4”
            "Variation: after {move}, instead of {other}.",
            &[("move", &said), ("other", instead)],
        ),
        None => gettext_f(
            "Variation: after {move}, where the game has ended.",
            &[("move", &said)],
        ),
    };
    Message::new(shown, spoken)
}

/// What is noted at a place, in sentences.
pub fn noted(notes: &Notes) -> Vec<String> {
    let glyphs = notes.glyphs.iter().map(|other| glyph(*other));
    let comments = [&notes.before, &notes.comment];
    let comments = comments.into_iter().filter(|comment| !comment.is_empty());
    glyphs
        .map(|name| sentence(&name))
        .chain(comments.cloned())
        .collect()
}

/// That what was added to a game cannot be saved with the one that is among the saved ones.
pub fn other_notes() -> String {
    gettext(
        "Your changes are not saved: the saved copy of this game has other annotations, or is open elsewhere",
    )
}

/// That what was added last is not in its file, why, and what can be done.
pub fn study_not_saved(error: &io::Error) -> String {
    let fault = error.get_ref().and_then(|fault| fault.downcast_ref());
    let why = match fault {
        Some(KeepFault::Elsewhere) => gettext("This game is open elsewhere."),
        Some(KeepFault::Changed) => {
            return gettext(
                "The last changes are not saved, because the annotations of this game were changed elsewhere. Copy the game to save yours, and open it again.",
            );
        }
        None => io_error(error),
    };
    gettext_f(
        "The last changes are not saved. {why} You can go on; each change tries again.",
        &[("why", &why)],
    )
}

/// What the curve is called that shows the course of a game.
pub fn course() -> String {
    gettext("Course of the Game")
}

/// How much of the course of a game is known while it is looked through.
pub fn looking_through(part: f64) -> String {
    gettext_f(
        "Analyzing the game: {percent}",
        &[("percent", &percent_of(part * 100.0))],
    )
}

/// How accurately both have played: `Accuracy: Ann 81%, Ben 90%`.
pub fn accuracy(players: &impl Players, accuracy: ByColor<Option<f64>>) -> String {
    let [white, black] = Color::ALL.map(|side| told_player(players, side));
    let of = |side: Option<f64>| side.map_or_else(no_results, percent_of);
    gettext_f(
        // Translators: how well the two players of a game have played, as percentages
        "Accuracy: {white} {white_percent}, {black} {black_percent}",
        &[
            ("white", &white),
            ("white_percent", &of(accuracy.white)),
            ("black", &black),
            ("black_percent", &of(accuracy.black)),
        ],
    )
}

/// What is known of the course of a game, in two lines: how accurately both have played, and how many mistakes and blunders the
/// curve marks, each with its mark.
pub fn course_known(players: &impl Players, known: &GameAnalysis) -> [String; 2] {
    let Some(accurately) = known.accuracy() else {
        return [looking_through(known.part()), String::new()];
    };
    let blunders = known.count(Judgment::Blunder);
    let counts = [known.count(Judgment::Mistake) - blunders, blunders];
    let marks = [
        // Translators: the diamond is the mark of a mistake on a curve; keep it
        ngettext("◆ {count} mistake", "◆ {count} mistakes", counts[0]),
        // Translators: the disc is the mark of a blunder on a curve; keep it
        ngettext("● {count} blunder", "● {count} blunders", counts[1]),
    ];
    let marks = marks.into_iter().zip(counts);
    let marks = marks.filter_map(|(mark, count)| (count > 0).then_some(mark));
    let marks: Vec<String> = marks.collect();
    [accuracy(players, accurately), marks.join(" · ")]
}

/// A place on the curve, for those who hear it: `23. Queen to d2: White’s chances 54%, blunder`. Where nothing is known
/// yet, the move alone.
pub fn course_at(game: &Game, course: &GameAnalysis, ply: usize) -> String {
    let place = move_said(game, ply).unwrap_or_else(|| after_ply(game, 0, false));
    let Some(likely) = course.likely(ply) else {
        return place;
    };
    let win = likely.win(Color::White);
    let values = [("move", place.as_str()), ("percent", &percent_of(win))];
    match course.judgment(ply) {
        // Translators: {move} is such as “23. Queen to d2”, and {percent} such as 54%
        None => gettext_f("{move}: White’s chances {percent}", &values),
        Some(Judgment::Inaccuracy) => {
            gettext_f("{move}: White’s chances {percent}, inaccuracy", &values)
        }
        Some(Judgment::Mistake) => gettext_f("{move}: White’s chances {percent}, mistake", &values),
        Some(Judgment::Blunder) => gettext_f("{move}: White’s chances {percent}, blunder", &values),
    }
}
