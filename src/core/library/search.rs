//! What is typed to search for games: words and terms such as `player:ann` or `elo:>2000`; and texts as they are compared
//! with them.
//!
//! A word is found by its beginning. Quotes keep words together, and `-` before a term asks for the games without it.
//! `player:`, `white:` and `black:` take names, `opening:` names and codes of openings, `result:` `1-0`, `0-1`, `draw`,
//! `won`, `lost`, `*` or a word of the result, `date:` and `elo:` a value, a range (`2024-05..2025`), or what lies beyond
//! one (`>2000`, `<=2024`). What makes no sense is a plain word.

use std::ops::{Range, RangeInclusive};

use strum::VariantArray;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::chess::Color;
use crate::record::log::day_fields;

/// What a term is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray)]
pub enum Keyword {
    /// Either player.
    Player,
    /// The player of the white pieces.
    White,
    /// The player of the black pieces.
    Black,
    /// The result.
    Result,
    /// The opening, by its code or its name.
    Opening,
    /// The day on which the game began.
    Date,
    /// The rating of either player.
    Elo,
}

impl Keyword {
    /// How it is written in every language, besides the words of each.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::White => "white",
            Self::Black => "black",
            Self::Result => "result",
            Self::Opening => "opening",
            Self::Date => "date",
            Self::Elo => "elo",
        }
    }
}

/// Keywords in the language of the one who searches.
pub type Keywords = Vec<(Keyword, String)>;

/// A result that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WantedResult {
    /// This side has won; `None` for a draw.
    Winner(Option<Color>),
    /// There is none yet.
    Open,
    /// A player who is looked for has won; where none is, either.
    Won,
    /// A player who is looked for has lost; where none is, either.
    Lost,
    /// A word of what is said of the result.
    Word(String),
}

/// What a term looks for. Texts are folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// A word anywhere, or some that stand together.
    Word(String),
    /// A player with all of these words in the name, of either side or of one.
    Player(Option<Color>, Vec<String>),
    /// An opening with all of these words.
    Opening(Vec<String>),
    /// A result.
    Result(WantedResult),
    /// A day, as a number such as 20240531. What is not known of a day is 0.
    Date(RangeInclusive<u32>),
    /// A rating.
    Elo(RangeInclusive<u32>),
}

/// A term of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// What is looked for.
    pub wanted: Wanted,
    /// Whether the games without it are.
    pub without: bool,
}

/// So many terms are looked for: nothing that is written of a game has more words, and each takes its time.
const MOST_TERMS: usize = 64;
/// Quotes of all kinds.
const QUOTES: [char; 5] = ['"', '“', '”', '„', '«'];
const CLOSING: [char; 5] = ['"', '“', '”', '„', '»'];

/// The terms of a text that was typed. Of very many only the first count.
pub fn terms(text: &str, keywords: &Keywords) -> Vec<Term> {
    let text = fold(text);
    let (mut rest, mut terms) = (text.trim_start(), Vec::new());
    while !rest.is_empty() && terms.len() < MOST_TERMS {
        let token;
        (token, rest) = next_token(rest);
        rest = rest.trim_start();
        let bare = token.strip_prefix('-').filter(|bare| !bare.is_empty());
        let wanted = wanted(bare.unwrap_or(token), keywords);
        terms.extend(wanted.map(|wanted| Term {
            wanted,
            without: bare.is_some(),
        }));
    }
    terms
}

/// What comes before the first blank that stands in no quotes, and the rest.
fn next_token(text: &str) -> (&str, &str) {
    let mut quoted = false;
    for (at, letter) in text.char_indices() {
        if quoted && CLOSING.contains(&letter) {
            quoted = false;
        } else if QUOTES.contains(&letter) {
            quoted = true;
        } else if letter.is_whitespace() && !quoted {
            return text.split_at(at);
        }
    }
    (text, "")
}

fn is_quote(letter: char) -> bool {
    QUOTES.contains(&letter) || CLOSING.contains(&letter)
}

/// What a term looks for; `None` where that is nothing.
fn wanted(token: &str, keywords: &Keywords) -> Option<Wanted> {
    let term = token.split_once(':').and_then(|(name, value)| {
        let own = Keyword::VARIANTS.iter().find(|own| own.name() == name);
        let translated = || keywords.iter().find(|(_, word)| fold(word) == name);
        let keyword = own.copied().or_else(|| Some(translated()?.0))?;
        value_of(keyword, &value.replace(is_quote, " "))
    });
    term.or_else(|| {
        let plain = token.replace(is_quote, " ");
        let words: Vec<&str> = plain.split_whitespace().collect();
        (!words.is_empty()).then(|| Wanted::Word(words.join(" ")))
    })
}

fn value_of(keyword: Keyword, value: &str) -> Option<Wanted> {
    let words: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
    let words = Some(words).filter(|words| !words.is_empty())?;
    Some(match keyword {
        Keyword::Player => Wanted::Player(None, words),
        Keyword::White => Wanted::Player(Some(Color::White), words),
        Keyword::Black => Wanted::Player(Some(Color::Black), words),
        Keyword::Opening => Wanted::Opening(words),
        Keyword::Result => Wanted::Result(result(&words.join(" "))),
        Keyword::Date => Wanted::Date(range(&words.concat(), days)?),
        Keyword::Elo => Wanted::Elo(range(&words.concat(), rating)?),
    })
}

fn result(value: &str) -> WantedResult {
    match value {
        "1-0" | "1:0" => WantedResult::Winner(Some(Color::White)),
        "0-1" | "0:1" => WantedResult::Winner(Some(Color::Black)),
        // Folded, ½ has a stroke of its own.
        "draw" | "drawn" | "1/2-1/2" | "1/2" | "1\u{2044}2" | "=" => WantedResult::Winner(None),
        "*" => WantedResult::Open,
        "won" => WantedResult::Won,
        "lost" => WantedResult::Lost,
        word => WantedResult::Word(word.to_owned()),
    }
}

/// A value, a range of values, or what lies before or behind one.
fn range(
    text: &str,
    read: impl Fn(&str) -> Option<RangeInclusive<u32>>,
) -> Option<RangeInclusive<u32>> {
    let all = 0..=u32::MAX;
    let side = |text: &str| match text {
        "" => Some(all.clone()),
        text => read(text),
    };
    if let Some((from, to)) = text.split_once("..") {
        let range = *side(from)?.start()..=*side(to)?.end();
        return (text.len() > 2).then_some(range);
    }
    let signs = text.len() - text.trim_start_matches(['<', '>', '=']).len();
    let (sign, value) = text.split_at(signs);
    let value = read(value)?;
    let (first, last) = value.clone().into_inner();
    match sign {
        "" | "=" => Some(value),
        ">" => Some(last.checked_add(1)?..=u32::MAX),
        ">=" => Some(first..=u32::MAX),
        "<" => Some(1..=first.checked_sub(1)?),
        "<=" => Some(1..=last),
        _ => None,
    }
}

fn rating(text: &str) -> Option<RangeInclusive<u32>> {
    let rating: u32 = text
        .parse()
        .ok()
        .filter(|rating| (1..10_000).contains(rating))?;
    Some(rating..=rating)
}

/// The days of a year, of a month, or one day.
fn days(text: &str) -> Option<RangeInclusive<u32>> {
    let given = text.split(['-', '.', '/']).count();
    let (year, month, day) = day_fields(text);
    let known = 1 + usize::from(month.is_some()) + usize::from(day.is_some());
    year.filter(|_| known == given)?;
    let first = day_number((year, month, day))?;
    let open = match (month, day) {
        (None, _) => 9999,
        (_, None) => 99,
        _ => 0,
    };
    Some(first..=first + open)
}

/// A day as a number, such as 20240531; what is not known of it is 0. `None` without a year.
fn day_number((year, month, day): (Option<i16>, Option<i8>, Option<i8>)) -> Option<u32> {
    let two = |part: Option<i8>| part.map_or(0, i8::unsigned_abs).into();
    let month: u32 = two(month);
    let day: u32 = if month == 0 { 0 } else { two(day) };
    Some(u32::from(year?.unsigned_abs()) * 10_000 + month * 100 + day)
}

/// Whether a day as PGN has it lies in a range of days.
pub(super) fn is_within(date: &str, wanted: &RangeInclusive<u32>) -> bool {
    day_number(day_fields(date)).is_some_and(|day| wanted.contains(&day))
}

/// Where in a game something is said that may be marked as found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The name of the player of a side.
    Player(Color),
    /// The name of the opening.
    Opening,
    /// Anything else.
    Elsewhere,
}

/// The parts of a text, in bytes, that are what some terms look for.
pub fn marked(text: &str, place: Place, terms: &[Term]) -> Vec<Range<usize>> {
    // Of each byte of the folded text, where in the text that stands which it comes from.
    let (mut folded, mut origins) = (String::new(), Vec::new());
    for (at, letter) in text.char_indices() {
        folded += &fold(letter.encode_utf8(&mut [0; 4]));
        origins.resize(folded.len(), at);
    }
    let mut ranges = Vec::new();
    for Term { wanted, .. } in terms.iter().filter(|term| !term.without) {
        let words = match (wanted, place) {
            (Wanted::Word(word), _) => std::slice::from_ref(word),
            (Wanted::Player(None, words), Place::Player(_)) => words,
            (Wanted::Player(Some(own), words), Place::Player(side)) if *own == side => words,
            (Wanted::Opening(words), Place::Opening) => words,
            _ => continue,
        };
        for word in words.iter().filter(|word| !word.is_empty()) {
            for at in found_at(&folded, word) {
                let last = origins[at + word.len() - 1];
                let length = text[last..].chars().next().map_or(0, char::len_utf8);
                ranges.push(origins[at]..last + length);
            }
        }
    }
    ranges.sort_by_key(|range| range.start);
    ranges
}

/// Whether a word of a folded text begins with a folded term. In scripts without small letters, some of which part no
/// words, it may stand anywhere.
pub(super) fn has_word(text: &str, term: &str) -> bool {
    found_at(text, term).next().is_some()
}

/// Where such words begin.
fn found_at<'a>(text: &'a str, term: &'a str) -> impl Iterator<Item = usize> + 'a {
    let parts_words = term
        .chars()
        .next()
        .is_none_or(|first| first.is_lowercase() || !first.is_alphabetic());
    let begins = move |at: usize| {
        !text[..at]
            .chars()
            .next_back()
            .is_some_and(char::is_alphanumeric)
    };
    let found = text.match_indices(term).map(|(at, _)| at);
    found.filter(move |at| !parts_words || begins(*at))
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
