//! What is said about the course of a game.

use gettextrs::gettext;
use rank_and_file_core::engine::{Course, Verdict};
use rank_and_file_core::rules::{ByColor, Color, Game};

use super::players::{no_results, percent_of};
use super::{Players, after_ply, gettext_f, move_name, player};

/// What the curve is called that shows the course of a game.
#[must_use]
pub fn course() -> String {
    gettext("Course of the Game")
}

/// How much of the course of a game is known while it is looked through.
#[must_use]
pub fn looking_through(part: f64) -> String {
    gettext_f(
        "Analyzing the game: {percent}",
        &[("percent", &percent_of(part * 100.0))],
    )
}

/// How accurately both have played: `Accuracy: 81% (Ann), 90% (Ben)`.
#[must_use]
pub fn accuracy(players: &impl Players, accuracy: ByColor<Option<f64>>) -> String {
    let [white, black] = Color::ALL.map(|side| player(players, side));
    let of = |side: Option<f64>| side.map_or_else(no_results, percent_of);
    // Translators: how well the two players of a game have played, as percentages
    gettext_f(
        "Accuracy: {white_percent} ({white}), {black_percent} ({black})",
        &[
            ("white", &white),
            ("white_percent", &of(accuracy.white)),
            ("black", &black),
            ("black_percent", &of(accuracy.black)),
        ],
    )
}

/// A place on the curve: `23. Qd2: White’s chances 54%, blunder`. Where nothing is known yet, the move alone.
#[must_use]
pub fn course_at(game: &Game, course: &Course, ply: usize) -> String {
    let place = move_name(game, ply).unwrap_or_else(|| after_ply(game, 0, false));
    let Some(likely) = course.likely(ply) else {
        return place;
    };
    let win = likely.win(Color::White);
    let values = [("move", place.as_str()), ("percent", &percent_of(win))];
    match course.verdict(ply) {
        // Translators: {move} is such as “23. Qd2”, and {percent} such as 54%
        None => gettext_f("{move}: White’s chances {percent}", &values),
        Some(Verdict::Inaccuracy) => {
            gettext_f("{move}: White’s chances {percent}, inaccuracy", &values)
        }
        Some(Verdict::Mistake) => gettext_f("{move}: White’s chances {percent}, mistake", &values),
        Some(Verdict::Blunder) => gettext_f("{move}: White’s chances {percent}, blunder", &values),
    }
}
