//! Chess960, in words and figures.

use rank_and_file_core::log::{CHESS960, Header};
use rank_and_file_core::rules::{Chess, Chess960, Role, figurines};

use super::gettext_f;

/// Which first position of Chess960 it is, where it has a number.
#[must_use]
pub fn chess960(number: Option<Chess960>) -> String {
    match number {
        // Translators: one of the 960 first positions of a game; “Chess960” is a name
        Some(number) => gettext_f(
            "Chess960, position {number}",
            &[("number", &number.number().to_string())],
        ),
        None => CHESS960.to_owned(),
    }
}

/// The same of a game, if it is one of Chess960.
#[must_use]
pub fn chess960_of(header: &Header, start: &Chess) -> Option<String> {
    let number = || chess960(Chess960::of(start));
    header.is_chess960(start).then(number)
}

/// Its first rank for eyes: `♗♗♕♘♘♖♔♖`.
#[must_use]
pub fn back_rank(number: Chess960) -> String {
    let letters = number.back_rank().map(Role::upper_char);
    figurines(&letters.iter().collect::<String>())
}
