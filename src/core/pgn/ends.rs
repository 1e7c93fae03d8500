//! How a game ended by its tags and its text.

use crate::rules::{Color, Game, Outcome, Reason};

/// What a result says: who won, if anybody, or that the game is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claimed {
    /// The game has been won, or drawn.
    Over(Option<Color>),
    /// It goes on, or nobody knows.
    Open,
}

/// Reads a result: `1-0`, `0-1`, `1/2-1/2` or `*`; dashes and halves of other kinds are forgiven.
pub(super) fn read(text: &str) -> Option<Claimed> {
    if text == "*" {
        return Some(Claimed::Open);
    }
    let plain = text.replace(['–', '—', '−'], "-").replace('½', "1/2");
    match plain.as_str() {
        "1-0" => Some(Claimed::Over(Some(Color::White))),
        "0-1" => Some(Claimed::Over(Some(Color::Black))),
        "1/2-1/2" | "1/2" => Some(Claimed::Over(None)),
        _ => None,
    }
}

/// Whether a word ends a game. Half a point in Latin-1 is one byte.
pub(super) fn is_end(word: &[u8]) -> bool {
    match std::str::from_utf8(word) {
        Ok(text) => read(text).is_some(),
        Err(_) => word == b"\xbd-\xbd" || word == b"\xbd",
    }
}

/// Whom the result names and why, where the board itself does not say: the termination tag is
/// believed about time, a draw that could be claimed was claimed, and who lost has resigned.
pub(super) fn outcome(winner: Option<Color>, termination: &str, game: &Game) -> Outcome {
    let termination = termination.to_ascii_lowercase();
    let on_time = ["time forfeit", "on time", "timeout"];
    let on_time = on_time.iter().any(|words| termination.contains(words));
    match winner {
        Some(winner) if on_time => Outcome::win(winner, Reason::Time),
        Some(winner) => Outcome::win(winner, Reason::Resignation),
        None if on_time => Outcome::draw(Reason::TimeNoMatingMaterial),
        None => Outcome::draw(game.claims().first().copied().unwrap_or(Reason::Agreement)),
    }
}
