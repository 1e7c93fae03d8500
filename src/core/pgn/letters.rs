//! Games whose pieces are written with the letters of another language than English.

use std::borrow::Cow;

use super::game::{Played, Sheet};
use crate::rules::{Chess, PieceLetters};

/// How languages write king, queen, rook, bishop and knight.
const LANGUAGES: [&str; 11] = [
    // Danish, German, Norwegian and Swedish; Dutch; Finnish; French; Italian and Spanish.
    "K D T L S",
    "K D T L P",
    "K D T L R",
    "R D T F C",
    "R D T A C",
    // Portuguese, Polish, Czech, Hungarian, Romanian, Russian.
    "R D T B C",
    "K H W G S",
    "K D V S J",
    "K V B F H",
    "R D T N C",
    "Кр Ф Л С К",
];

impl Sheet<'_> {
    /// Plays the moves with the letters of the one language that has all of them, where not all are those of
    /// English and every move can be played. Returns these letters, too.
    pub(super) fn play_in_other_letters(
        &mut self,
        start: &Chess,
    ) -> Option<(Played, PieceLetters)> {
        let piece = |text: &str| text.chars().next().filter(|first| first.is_uppercase());
        let foreign = |text: &str| piece(text).is_some_and(|first| !"KQRBNO".contains(first));
        let written: Vec<Cow<str>> = self.moves.iter().map(|mv| mv.text.clone()).collect();
        if !written.iter().any(|text| foreign(text)) {
            return None;
        }
        let mut found: Option<(Vec<String>, Played, PieceLetters)> = None;
        for letters in LANGUAGES
            .iter()
            .filter_map(|letters| letters.parse::<PieceLetters>().ok())
        {
            let english = written.iter().map(|text| letters.all_in_english(text));
            let Some(english) = english.collect::<Option<Vec<String>>>() else {
                continue;
            };
            for (mv, text) in self.moves.iter_mut().zip(&english) {
                mv.text = Cow::Owned(text.clone());
            }
            match (self.play_as_recorded(start), &found) {
                (Ok(_), Some((other, ..))) if *other != english => return None,
                (Ok(played), None) => found = Some((english, played, letters)),
                _ => {}
            }
        }
        found.map(|(_, played, letters)| (played, letters))
    }
}
