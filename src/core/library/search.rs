//! Words that are searched for, and texts as they are compared with them.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Whether a word of a folded text begins with a folded term. In scripts without small letters, some of which part no
/// words, it may stand anywhere.
pub(super) fn has_word(text: &str, term: &str) -> bool {
    let parts_words = term
        .chars()
        .next()
        .is_none_or(|first| first.is_lowercase() || !first.is_alphabetic());
    let begins = |at: usize| {
        !text[..at]
            .chars()
            .next_back()
            .is_some_and(char::is_alphanumeric)
    };
    text.match_indices(term)
        .any(|(at, _)| !parts_words || begins(at))
}

/// The text in small letters and without accents: `José` and `jose` are found alike.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .map(|letter| match letter {
            // Letters that have their stroke built in.
            'ø' => 'o',
            'ł' => 'l',
            'đ' => 'd',
            'ı' => 'i',
            other => other,
        })
        .collect()
}
