//! Texts as they are compared when somebody searches.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The text in small letters and without accents: `José` and `jose` are found alike.
pub(super) fn fold(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn accents_and_capitals_do_not_count() {
        for (text, folded) in [
            ("José Raúl", "jose raul"),
            ("SØREN Łukasz", "soren lukasz"),
            ("Ж Й", "ж и"),
            ("ﬁne", "fine"),
        ] {
            assert_eq!(fold(text), folded);
        }
    }
}
