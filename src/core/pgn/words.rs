//! A word among the moves of a game: the move in it, and what judges it.

use super::ends::is_null_move;
use super::results::{both_lost, dashed};
use crate::study::Glyph;

/// Signs that judge a move and stand behind it.
const JUDGED: [char; 6] = ['!', '?', '‼', '⁇', '⁉', '⁈'];

/// What may follow a capture en passant.
const EN_PASSANT: [&str; 3] = ["e.p.", "e.p", "ep"];
/// No sign has more characters.
const LONGEST_SIGN: usize = 3;

/// The move in a word, without a number before and signs behind it; `None` where there is none.
#[must_use]
pub fn without_number(word: &str) -> Option<&str> {
    // Most moves are written so.
    if word.starts_with(|first: char| first.is_ascii_alphabetic()) && ends_plainly(word) {
        return Some(word);
    }
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
    if (sign && !empty_move()) || matches!(text, "N" | "D") || EN_PASSANT.contains(&text) {
        return None;
    }
    Some(if sign { text } else { bare(text) })
}

/// Whether a word says of the move before it that it captures en passant.
#[inline]
pub(super) fn is_en_passant(word: &str) -> bool {
    let begins = matches!(word.as_bytes(), [b'e', ..]);
    begins && EN_PASSANT.contains(&word.trim_end_matches(JUDGED))
}

/// Whether a word among the moves cannot even be meant as one: there is no square in it, and it is neither
/// castling nor a pawn's capture with the files alone (`ed`, `exd`).
#[inline]
#[must_use]
pub fn is_no_move(text: &str) -> bool {
    !ends_with_square(text) && has_no_move(text)
}

fn has_no_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.windows(2).any(is_square) {
        return false;
    }
    let is_file = |letter: &u8| matches!(letter, b'a'..=b'h');
    let castles = |letter: char| "Oo0+#".contains(letter) || !letter.is_alphanumeric();
    let files: Vec<&u8> = bytes
        .iter()
        .filter(|letter| !b"x:+#".contains(letter))
        .collect();
    let captures = matches!(files[..], [one, other] if is_file(one) && is_file(other) && one.abs_diff(*other) == 1);
    !captures && !text.chars().all(castles)
}

/// Whether the last two letters are a square, as those of most moves are.
#[inline]
pub(super) fn ends_with_square(text: &str) -> bool {
    is_square(text.as_bytes())
}

/// Whether these are a square, or end with one.
#[inline]
fn is_square(letters: &[u8]) -> bool {
    matches!(letters, [.., b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9'])
}

/// Whether nothing follows the square of a move, or the last letter of castling.
fn ends_plainly(text: &str) -> bool {
    text.ends_with(|last: char| last.is_ascii_digit() || last == 'O')
}

/// A move without the signs that are glued to it, but for check, mate and en passant.
fn bare(text: &str) -> &str {
    if ends_plainly(text) {
        return text;
    }
    let mut text = text;
    loop {
        let shorter = without_position_sign(text);
        let passed = |mark: &&str| shorter.strip_suffix(*mark).is_some_and(ends_with_rank);
        if EN_PASSANT.iter().any(passed) {
            // It may tell which move is meant.
            return shorter;
        }
        let novel = shorter.strip_suffix('N').filter(|rest| can_be_new(rest));
        let shorter = novel.unwrap_or(shorter);
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// A move without what follows its last letter or number, unless that is check or mate.
fn without_position_sign(text: &str) -> &str {
    let end = text.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != ')');
    let behind = &text[end.len()..];
    let check = behind.bytes().all(|byte| matches!(byte, b'+' | b'#'));
    let like_move = |last| matches!(last, '0'..='8' | ')' | 'O' | 'Q' | 'R' | 'B' | 'N' | 'p');
    match end.chars().last() {
        Some(last) if !check && like_move(last) => end,
        _ => text,
    }
}

fn ends_with_rank(text: &str) -> bool {
    text.len() > 1 && text.ends_with(|last: char| ('1'..='8').contains(&last))
}

/// Whether an `N` behind this move marks a novelty: behind a pawn on its last rank it is a knight.
fn can_be_new(text: &str) -> bool {
    let text = text.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let pawn = text.starts_with(|first: char| ('a'..='h').contains(&first));
    let last_rank = text.ends_with(['1', '8']);
    ends_with_rank(text) && !(pawn && last_rank) || text.ends_with("O-O") || text.ends_with("0-0")
}

/// The glyphs in a word: the word itself, or signs behind a move.
pub fn glyphs_in(word: &str) -> impl Iterator<Item = Glyph> {
    let (whole, behind) = match has_signs(word) {
        false => (None, ""),
        true => match without_number(word).filter(|text| text.contains(char::is_alphanumeric)) {
            None if word.contains(char::is_alphanumeric) && word != "N" => (None, ""),
            None => (sign_alone(word), ""),
            Some(text) => {
                let at = text.as_ptr().addr() - word.as_ptr().addr();
                (None, &word[at + text.len()..])
            }
        },
    };
    let mut rest = behind.trim_start_matches(['.', 'e', 'p']);
    let behind = std::iter::from_fn(move || {
        while let Some(first) = rest.chars().next() {
            let judged = &rest[..rest.len() - rest.trim_start_matches(JUDGED).len()];
            let (glyph, length) = match judged {
                "" => longest_sign(rest),
                judged => (sign_alone(judged), judged.len()),
            };
            rest = &rest[length.max(first.len_utf8())..];
            if glyph.is_some() {
                return glyph;
            }
        }
        None
    });
    whole.into_iter().chain(behind)
}

/// Whether signs may stand in a word. This is asked of every word: most are moves and their numbers.
fn has_signs(word: &str) -> bool {
    let last = word.bytes().last();
    last.is_some_and(|last| match last {
        b'N' => true,
        b'+' | b'#' => word.len() < 2 || !word.as_bytes()[word.len() - 2].is_ascii_alphanumeric(),
        b'.' | b',' => word.len() > 2 && !word.as_bytes()[word.len() - 2].is_ascii_digit(),
        last => !last.is_ascii_alphanumeric(),
    })
}

/// The glyph of a sign; of several that judge a move the first one counts.
fn sign_alone(sign: &str) -> Option<Glyph> {
    let first_two = || sign.char_indices().nth(2).map(|(end, _)| &sign[..end]);
    let known = Glyph::of_sign(sign).or_else(|| Glyph::of_sign(&dashed(sign)));
    known.or_else(|| Glyph::of_sign(first_two()?))
}

/// The longest sign with which a text begins, and its length.
fn longest_sign(text: &str) -> (Option<Glyph>, usize) {
    let ends = text
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    let ends: Vec<usize> = ends.take(LONGEST_SIGN).collect();
    let known = |end: &usize| Glyph::of_sign(&dashed(&text[..*end])).map(|glyph| (glyph, *end));
    match ends.iter().rev().find_map(known) {
        Some((glyph, length)) => (Some(glyph), length),
        None => (None, 0),
    }
}
