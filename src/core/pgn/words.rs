//! A word among the moves of a game: the move in it, and what judges it.

use super::ends::is_null_move;
use super::results::both_lost;
use crate::study::Glyph;

/// Signs that judge a move and stand behind it.
const JUDGED: [char; 6] = ['!', '?', '‼', '⁇', '⁉', '⁈'];

/// The move in a word, without a number before and glyphs behind it; `None` where there is none.
pub(super) fn without_number(word: &str) -> Option<&str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    // Castling may be written with zeros.
    let text = if rest.starts_with(['-', '–', '—', '/']) {
        word
    } else {
        rest
    };
    let text = text.trim_start_matches(['.', '…']);
    let text = text.trim_end_matches(JUDGED);
    // Signs that judge a position, the mark of a novelty, and what may follow en passant.
    let sign = !text.chars().any(char::is_alphanumeric);
    let empty_move = || is_null_move(text) || both_lost(text);
    if (sign && !empty_move()) || matches!(text, "N" | "D" | "e.p." | "e.p" | "ep") {
        return None;
    }
    Some(text)
}

/// The glyph in a word: the word itself, or signs behind a move.
pub(super) fn glyph_in(word: &str) -> Option<Glyph> {
    // This is asked of every word: most are moves and their numbers.
    let last = word.bytes().last()?;
    if last.is_ascii_alphanumeric() && word.len() > 1 || last == b'.' {
        return None;
    }
    let judged = &word[word.trim_end_matches(JUDGED).len()..];
    let first_two = || judged.char_indices().nth(2).map(|(end, _)| &judged[..end]);
    match judged {
        "" => Glyph::of_sign(word),
        judged => Glyph::of_sign(judged).or_else(|| Glyph::of_sign(first_two()?)),
    }
}
