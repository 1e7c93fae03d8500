//! How a game ended, from what a record says in words.

use crate::rules::{Color, Game, Outcome, Reason};

/// Whether a word stands for a move that nobody made.
pub(super) fn is_null_move(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "z0" | "null" | "@@@@" | "0000" | "pass")
}

/// Whom the result names and why, where the board itself does not say: the tag `Termination`
/// (section 9.8.1) is believed. Where it says nothing, or that the end was a normal one, a draw that
/// could be claimed was claimed, and who lost has resigned. Words that mean none of our reasons
/// stay words: the reason is another one.
pub(super) fn end_of(winner: Option<Color>, termination: &str, game: &Game) -> Outcome {
    let words = termination.to_ascii_lowercase();
    let said = |known: &[&str]| known.iter().any(|known| words.contains(known));
    let claimable = || game.claims().first().copied();
    let on_time = words == "time" || said(&["time forfeit", "on time", "timeout"]);
    // No normal end contradicts the board.
    let belied = game.outcome().is_some();
    let normal = matches!(words.as_str(), "" | "normal" | "?" | "-") && !belied;
    let reason = match winner {
        Some(_) if on_time => Reason::Time,
        Some(_) if normal || said(&["resign"]) => Reason::Resignation,
        None if on_time => Reason::TimeNoMatingMaterial,
        None if normal => claimable().unwrap_or(Reason::Agreement),
        None if said(&["agree"]) => Reason::Agreement,
        None if said(&["repetition", "threefold", "50", "fifty"]) => {
            claimable().unwrap_or(Reason::Other)
        }
        _ => Reason::Other,
    };
    Outcome { winner, reason }
}
