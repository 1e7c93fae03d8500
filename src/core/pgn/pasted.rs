//! What a text may be that somebody pastes: games, or a position to start from.

use crate::rules::{Chess, FenError, read_fen};

/// What a text seems to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Pasted {
    /// A position in FEN, or why no game can start from it.
    Position(Result<Box<Chess>, FenError>),
    /// Games in PGN, if anything.
    Games,
    /// Something else.
    Neither,
}

impl Pasted {
    /// Looks at a text: a line with eight ranks is a position; tags and numbered moves are games.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let text = text.trim().trim_start_matches('\u{feff}');
        let mut lines = text.lines();
        let (first, more) = (lines.next().unwrap_or_default(), lines.next().is_some());
        // Eight ranks part a position from everything else.
        let placement = first.split_whitespace().next().unwrap_or_default();
        if !more && placement.matches('/').count() == 7 {
            return Self::Position(read_fen(first).map(Box::new));
        }
        let begins_with_tag = text.starts_with('[') && text.contains('"');
        let has_move = text.split_whitespace().any(|word| {
            let number = word.trim_end_matches('.');
            word.len() > number.len() && number.parse::<u32>().is_ok()
                || word.split_once('.').is_some_and(|(number, rest)| {
                    number.parse::<u32>().is_ok()
                        && rest
                            .trim_start_matches('.')
                            .starts_with(|letter: char| letter.is_ascii_alphabetic())
                })
        });
        if begins_with_tag || has_move {
            Self::Games
        } else {
            Self::Neither
        }
    }
}
