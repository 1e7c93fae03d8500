//! The letters by which a language calls the pieces: `K D T L S` in German. What they are is told from
//! outside; what is written with them is turned into the letters of English, which files have.

use std::fmt;
use std::str::FromStr;

use super::{Game, notation};

/// How a language writes king, queen, rook, bishop and knight, each with one capital or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceLetters([String; 5]);

/// The same in English, as SAN has them (PGN standard, section 8.2.3.2).
const ENGLISH: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

impl Default for PieceLetters {
    fn default() -> Self {
        Self(ENGLISH.map(String::from))
    }
}

/// That a text does not have the letters of all five pieces, or calls two of them alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPieceLetters;

impl fmt::Display for PieceLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

impl FromStr for PieceLetters {
    type Err = NoPieceLetters;

    /// Five words with blanks between them: `K D T L S`, `Кр Ф Л С К`.
    fn from_str(text: &str) -> Result<Self, NoPieceLetters> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let words: [String; 5] = words.try_into().map_err(|_| NoPieceLetters)?;
        let written = |word: &String| word.chars().all(char::is_alphabetic);
        let once = |word: &String| words.iter().filter(|other| *other == word).count() == 1;
        if words.iter().all(|word| written(word) && once(word)) {
            Ok(Self(words))
        } else {
            Err(NoPieceLetters)
        }
    }
}

impl PieceLetters {
    /// Whether a move can begin with this letter because a piece is called so, in either case.
    #[must_use]
    pub fn begin_with(&self, letter: char) -> bool {
        let begins = |word: &String| word.chars().next().is_some_and(|first| same(first, letter));
        self.0.iter().any(begins)
    }

    /// A move that is written with these letters, with those of English; `None` where it has none.
    fn in_english(&self, text: &str) -> Option<String> {
        let text = text.trim();
        let counted = |letter: char| letter.is_ascii_digit() || ".… ".contains(letter);
        let (number, rest) = text.split_at(text.len() - text.trim_start_matches(counted).len());
        let (piece, rest) = match self.piece_before(rest) {
            Some((piece, length)) => (Some(piece), &rest[length..]),
            None => (None, rest),
        };
        let (rest, marks) = rest.split_at(rest.trim_end_matches(MARKS).len());
        let (rest, promotion) = match self.promotion_after(rest) {
            Some((piece, length)) => (&rest[..rest.len() - length], Some(piece)),
            None => (rest, None),
        };
        (piece.is_some() || promotion.is_some()).then(|| {
            let mut english = number.to_owned();
            english.extend(piece);
            english += rest;
            english.extend(promotion);
            english + marks
        })
    }

    /// The same of a move of a whole game in these letters; `None` where it begins with another capital.
    pub(crate) fn all_in_english(&self, text: &str) -> Option<String> {
        let castles = text.starts_with('O');
        let piece = !castles && text.starts_with(char::is_uppercase);
        if piece && self.piece_before(text).is_none() {
            return None;
        }
        let english = self.in_english(text).filter(|_| !castles);
        Some(english.unwrap_or_else(|| text.to_owned()))
    }

    /// The piece with which a move begins, and how long it is written. A small letter is a piece
    /// where it cannot be a file.
    fn piece_before(&self, text: &str) -> Option<(char, usize)> {
        let found = self.longest(|word| {
            let mut letters = text.chars();
            let is_file = |letter| ('a'..='h').contains(&letter);
            word.chars().all(|capital| {
                letters.next().is_some_and(|letter| {
                    letter == capital || !is_file(letter) && same(letter, capital)
                })
            })
        });
        found.map(|(piece, count)| (piece, text.chars().take(count).map(char::len_utf8).sum()))
    }

    /// The piece that a pawn becomes at the end of a move, and how long it is written.
    fn promotion_after(&self, text: &str) -> Option<(char, usize)> {
        let found = self.longest(|word| {
            let mut letters = text.chars().rev();
            let written = |capital| letters.next().is_some_and(|letter| same(letter, capital));
            word.chars().rev().all(written)
                && letters
                    .next()
                    .is_some_and(|before| "18=/(".contains(before))
        });
        found.map(|(piece, count)| {
            let letters = text.chars().rev().take(count);
            (piece, letters.map(char::len_utf8).sum())
        })
    }

    /// Of the pieces whose letters fit, the one with most of them, `Кр` before `К`, and how many.
    fn longest(&self, fits: impl Fn(&str) -> bool) -> Option<(char, usize)> {
        let fitting = ENGLISH.into_iter().zip(&self.0);
        let fitting = fitting.filter(|(_, word)| fits(word));
        fitting
            .map(|(piece, word)| (piece, word.chars().count()))
            .max_by_key(|(_, count)| *count)
    }

    /// Whether a piece is called by the letter that some write for a pawn: `P` is a knight in Dutch.
    fn have_a_pawns(&self) -> bool {
        self.0.iter().any(|word| word == "P")
    }
}

/// What may stand after the piece that a pawn becomes.
const MARKS: [char; 6] = [')', '+', '#', '!', '?', ' '];

fn same(one: char, other: char) -> bool {
    one == other || one.to_lowercase().eq(other.to_lowercase())
}

impl Game {
    /// What is typed as a move, with the letters of English: as it is typed where that is a legal
    /// move, else as it is meant in the language of the letters.
    #[must_use]
    pub fn in_english(&self, typed: &str, letters: &PieceLetters) -> String {
        let Some(meant) = letters.in_english(typed) else {
            return typed.to_owned();
        };
        // `P` for a pawn is a habit, and no SAN.
        let habit = letters.have_a_pawns() && typed.trim_start().starts_with(['P', 'p']);
        let legal = |text: &str| self.read_move(text).is_ok();
        if habit && !legal(&meant) || !habit && legal(typed) {
            typed.to_owned()
        } else {
            meant
        }
    }

    /// Every legal move that begins with what is typed, with the letters of English or of a language,
    /// in SAN or in coordinates, in the order of the alphabet.
    #[must_use]
    pub fn completions(&self, typed: &str, letters: &PieceLetters) -> Vec<String> {
        let mut found = notation::completions(self, typed);
        if let Some(meant) = letters.in_english(typed) {
            found.extend(notation::completions(self, &meant));
        }
        found.sort();
        found.dedup();
        found
    }

    /// What is typed, completed as far as all [`Game::completions`] agree; `None` where that adds
    /// nothing.
    #[must_use]
    pub fn complete(&self, typed: &str, letters: &PieceLetters) -> Option<String> {
        notation::complete(&self.completions(typed, letters), typed)
    }
}
