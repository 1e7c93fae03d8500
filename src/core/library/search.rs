//! What is typed to search for games: words and terms such as `player:ann` or `elo:>2000`; and texts as they are compared
//! with them.
//!
//! A word is found by its beginning. Quotes keep words together, and `-` before a term asks for the games without it.
//! `player:`, `white:` and `black:` take names, `opening:` names and codes of openings, `result:` `1-0`, `0-1`, `draw`,
//! `won`, `lost`, `*` or a word of the result, `date:` and `elo:` a value, a range (`2024-05..2025`), or what lies beyond
//! one (`>2000`, `<=2024`). What makes no sense is a plain word.

use std::iter;
use std::ops::{Range, RangeInclusive};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::chess::Color;
use crate::record::log::day_fields;

/// What a term is about. Its name is written in every language, besides the words of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
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
    /// The tournament or match.
    Event,
    /// The day on which the game began.
    Date,
    /// The rating of either player.
    Elo,
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
    /// Words of the tournament or match.
    Event(Vec<String>),
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
const QUOTES: [char; 6] = ['"', '“', '”', '„', '«', '＂'];
const CLOSING: [char; 6] = ['"', '“', '”', '„', '»', '＂'];

/// The terms of a text that was typed. Of very many only the first count.
pub fn terms(text: &str, keywords: &Keywords) -> Vec<Term> {
    let tokens = tokens(text).filter_map(|place| term(&text[place], keywords));
    tokens.take(MOST_TERMS).collect()
}

/// A term with a keyword, as it stands in a text that was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenTerm {
    /// What comes before its colon.
    pub keyword: Keyword,
    /// What comes behind it, without quotes.
    pub value: String,
    /// What that means.
    pub term: Term,
    /// Where it stands, in bytes.
    pub place: Range<usize>,
}

impl WrittenTerm {
    /// The text in which it stands, without it.
    pub fn taken_from(&self, text: &str) -> String {
        let before = text.get(..self.place.start).unwrap_or_default().trim_end();
        let behind = text.get(self.place.end..).unwrap_or_default().trim_start();
        let gap = if before.is_empty() { "" } else { " " };
        [before, gap, behind].concat().trim_end().to_owned()
    }
}

/// The terms with a keyword in a text that was typed, in their order, as far as they count.
pub fn written_terms(text: &str, keywords: &Keywords) -> Vec<WrittenTerm> {
    let terms =
        tokens(text).filter_map(|place| Some((term(&text[place.clone()], keywords)?, place)));
    let written = terms.take(MOST_TERMS).filter_map(|(term, place)| {
        let (name, value) = named(&text[place.clone()])?;
        let keyword = keyword(&name, keywords)?;
        // With a value that makes no sense it is a plain word.
        (!matches!(term.wanted, Wanted::Word(_))).then(|| WrittenTerm {
            keyword,
            value: unquoted(value),
            term,
            place,
        })
    });
    written.collect()
}

/// A word with a colon that is no term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisreadTerm {
    /// The word, without quotes.
    pub word: String,
    /// What it is about; `None` where what comes before its colon is no keyword.
    pub keyword: Option<Keyword>,
}

/// The first word of a text that looks like a term and is none: its keyword is not known, or its value makes no sense.
pub fn misread_term(text: &str, keywords: &Keywords) -> Option<MisreadTerm> {
    let mut tokens = tokens(text);
    tokens.find_map(|place| {
        let token = &text[place];
        let (name, value) = named(token)?;
        let keyword = keyword(&name, keywords);
        let is_name = !name.is_empty() && name.chars().all(char::is_alphabetic);
        let value = unquoted(value);
        let is_misread = match keyword {
            Some(keyword) => !value.is_empty() && value_of(keyword, &fold(&value)).is_none(),
            None => is_name,
        };
        is_misread.then(|| MisreadTerm {
            word: unquoted(token),
            keyword,
        })
    })
}

/// The first term of a text that asks for games by a keyword.
pub fn written_term(text: &str, keyword: Keyword, keywords: &Keywords) -> Option<WrittenTerm> {
    let mut written = written_terms(text, keywords).into_iter();
    written.find(|written| written.keyword == keyword && !written.term.without)
}

/// The text in which the first term of a keyword has another value: put behind the others where there is none, taken away
/// where the value is empty. `None` where the value makes no sense.
pub fn with_term(text: &str, keyword: Keyword, value: &str, keywords: &Keywords) -> Option<String> {
    let there = written_term(text, keyword, keywords);
    let value = unquoted(value);
    if value.is_empty() {
        return Some(there.map_or_else(|| text.to_owned(), |there| there.taken_from(text)));
    }
    value_of(keyword, &fold(&value))?;
    let own = keywords.iter().find(|(other, _)| *other == keyword);
    let name = own.map_or(keyword.into(), |(_, word)| &**word);
    let term = match value.contains(' ') {
        true => format!("{name}:\"{value}\""),
        false => format!("{name}:{value}"),
    };
    if let Some(there) = there {
        let mut text = text.to_owned();
        text.replace_range(there.place, &term);
        return Some(text);
    }
    let last = tokens(text).last().map(|place| &text[place]);
    let is_open = |token: &str| next_token(&format!("{token} ")).1.is_empty();
    Some(match last {
        None => term,
        // Behind a quote that is open it would be a part of that.
        Some(token) if is_open(token) => format!("{term} {}", text.trim()),
        Some(_) => format!("{} {term}", text.trim()),
    })
}

/// From which value to which one a term asks, as they are typed; empty where it asks for all before or behind. `None`
/// where it asks for something else.
pub fn bounds(wanted: &Wanted) -> Option<[String; 2]> {
    let written = |bound: u32, is_first: bool| match wanted {
        _ if bound == u32::MAX || bound <= 1 => String::new(),
        Wanted::Date(_) => written_day(bound, is_first),
        _ => bound.to_string(),
    };
    match wanted {
        Wanted::Date(range) | Wanted::Elo(range) => {
            Some([written(*range.start(), true), written(*range.end(), false)])
        }
        _ => None,
    }
}

/// The value of a term that asks for what lies between two values, either of which may be empty.
pub fn between(first: &str, last: &str) -> String {
    match (first.trim(), last.trim()) {
        ("", "") => String::new(),
        (first, "") => format!(">={first}"),
        ("", last) => format!("<={last}"),
        (first, last) if first == last => first.to_owned(),
        (first, last) => format!("{first}..{last}"),
    }
}

/// The first or the last day of a range as it is typed: a year, a month or a day.
fn written_day(number: u32, is_first: bool) -> String {
    let (mut year, mut month, mut day) = (number / 10_000, number / 100 % 100, number % 100);
    // What comes next behind the end of a month, of a year; and the last before their beginning.
    if is_first && (32..99).contains(&day) {
        (month, day) = (month + 1, 0);
    }
    if is_first && (13..99).contains(&month) {
        (year, month, day) = (year + 1, 0, 0);
    }
    if !is_first && day == 0 && month > 0 {
        (month, day) = (month - 1, 99);
    }
    if !is_first && month == 0 {
        (year, month, day) = (year.saturating_sub(1), 99, 99);
    }
    match (month, day) {
        (0 | 99, _) => format!("{year:04}"),
        (month, 0 | 99) => format!("{year:04}-{month:02}"),
        (month, day) => format!("{year:04}-{month:02}-{day:02}"),
    }
}

/// Where the words of a text stand: a blank parts them, unless it stands in quotes.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    iter::from_fn(move || {
        let rest = text[at..].trim_start();
        let begin = text.len() - rest.len();
        let (token, _) = next_token(rest);
        at = begin + token.len();
        (!token.is_empty()).then_some(begin..at)
    })
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

/// What a word that was typed looks for; `None` where that is nothing.
fn term(token: &str, keywords: &Keywords) -> Option<Term> {
    let token = fold(token);
    let bare = token.strip_prefix('-').filter(|bare| !bare.is_empty());
    let wanted = wanted(bare.unwrap_or(&token), keywords)?;
    Some(Term {
        wanted,
        without: bare.is_some(),
    })
}

/// What stands before the first colon of a word, and behind it.
fn parted(token: &str) -> Option<(&str, &str)> {
    token.split_once([':', '：'])
}

/// The folded name before the colon of a word, without the `-` that asks for games without it; and what stands behind.
fn named(token: &str) -> Option<(String, &str)> {
    let (name, value) = parted(token)?;
    let name = fold(name);
    let bare = name.strip_prefix('-').map(str::to_owned);
    Some((bare.unwrap_or(name), value))
}

/// The keyword that has this folded name.
fn keyword(name: &str, keywords: &Keywords) -> Option<Keyword> {
    let translated = || keywords.iter().find(|(_, word)| fold(word) == name);
    name.parse().ok().or_else(|| Some(translated()?.0))
}

/// The words of a value without quotes, parted by single blanks.
fn unquoted(value: &str) -> String {
    let plain = value.replace(is_quote, " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_quote(letter: char) -> bool {
    QUOTES.contains(&letter) || CLOSING.contains(&letter)
}

/// What a term looks for; `None` where that is nothing.
fn wanted(token: &str, keywords: &Keywords) -> Option<Wanted> {
    let term = parted(token).and_then(|(name, value)| {
        value_of(keyword(name, keywords)?, &value.replace(is_quote, " "))
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
        Keyword::Event => Wanted::Event(words),
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
    let Some(value) = read(value) else {
        // Two with a dash between them. Days have dashes, too.
        let both = |(at, dash): (usize, &str)| {
            let (from, to) = (&text[..at], &text[at + dash.len()..]);
            Some(*read(from)?.start()..=*read(to)?.end())
        };
        return text.match_indices(['-', '–']).find_map(both);
    };
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

/// The text in small letters, without accents and with straight apostrophes: `José` and `jose` are found alike.
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
            '’' | '‘' | 'ʼ' => '\'',
            other => other,
        })
        .collect()
}
