//! What the app says to people: every sentence about the game, translated.

mod analysis;
mod annotating;
mod correspondence;
mod engines;
mod faults;
mod importing;
mod keys;
mod lessons;
mod library;
mod moves;
mod names;
mod offers;
mod outcomes;
mod paper;
mod plain;
mod players;
mod practice;
mod reading;
mod refusals;
mod review;
mod setup;
mod status;
mod tutor;
pub mod twenty48;

use gettextrs::{bind_textdomain_codeset, bindtextdomain, setlocale, textdomain};

pub use analysis::*;
pub use annotating::*;
pub use correspondence::*;
pub use engines::*;
pub use faults::*;
pub use importing::*;
pub use keys::action as key_action;
pub use lessons::*;
pub use library::*;
pub use moves::*;
pub use names::*;
pub use offers::*;
pub use outcomes::*;
pub use paper::*;
pub use plain::*;
pub use players::*;
pub use practice::*;
pub use reading::*;
pub use refusals::*;
pub use review::*;
pub use setup::*;
pub use status::*;
pub use tutor::*;

use self::plain::{END_OF_ISOLATE, ISOLATE, is_right_to_left};
use crate::config;

/// Makes the words those of the user's language. Without an installed translation they stay
/// English.
pub fn init() {
    setlocale(gettextrs::LocaleCategory::LcAll, "");
    let bound = bindtextdomain(config::GETTEXT_DOMAIN, config::locale_folder())
        .and_then(|_| bind_textdomain_codeset(config::GETTEXT_DOMAIN, "UTF-8"))
        .and_then(|_| textdomain(config::GETTEXT_DOMAIN));
    if let Err(error) = bound {
        tracing::warn!("no translations: {error}");
    }
}

/// A translated sentence with `{key}` replaced by its value.
pub fn gettext_f(sentence: &str, values: &[(&str, &str)]) -> String {
    filled(gettextrs::gettext(sentence), values)
}

/// A translated sentence in the plural form for `count`, which replaces `{count}`.
pub fn ngettext(one: &str, many: &str, count: impl TryInto<usize>) -> String {
    ngettext_f(one, many, count, &[])
}

/// The same with `{key}` replaced by its value.
pub fn ngettext_f(
    one: &str,
    many: &str,
    count: impl TryInto<usize>,
    values: &[(&str, &str)],
) -> String {
    let count = count.try_into().unwrap_or(usize::MAX);
    let form = u32::try_from(count).unwrap_or(u32::MAX);
    let number = count.to_string();
    let mut values = values.to_vec();
    values.push(("count", &number));
    filled(gettextrs::ngettext(one, many, form), &values)
}

/// A statement as a sentence of its own.
pub fn sentence(statement: &str) -> String {
    // Translators: a statement such as “Ann to move”, which becomes a sentence
    gettext_f("{statement}.", &[("statement", statement)])
}

/// The same with a full stop, where it does not end as a sentence does.
pub fn ended(said: &str) -> String {
    match said.ends_with(['.', '!', '?', ':', '…', '。', '！', '？', '؟']) {
        true => said.to_owned(),
        false => sentence(said),
    }
}

/// Sentences one after the other, without those that are empty.
pub fn sentences(said: &[String]) -> String {
    let said = said.iter().map(String::as_str);
    let said: Vec<&str> = said.filter(|said| !said.is_empty()).collect();
    // Translators: what stands between two sentences: a space, or nothing
    said.join(&gettextrs::pgettext("between sentences", " "))
}

/// One pass over the sentence, so that a value which holds braces is left as it is.
///
/// What goes against the direction of the sentence keeps its own: among words from right to left,
/// names in Latin letters, moves and numbers read as they do on the scoresheet; and a name from right
/// to left does not turn around what stands beside it.
fn filled(sentence: String, values: &[(&str, &str)]) -> String {
    const LEFT_TO_RIGHT: char = '\u{200e}';
    let right_to_left = sentence.chars().any(is_right_to_left);
    let mut result = String::with_capacity(sentence.len());
    let mut rest = sentence.as_str();
    let mut wordy = false;
    while let Some(open) = rest.find('{') {
        let (before, from) = rest.split_at(open);
        result += before;
        wordy |= before.contains(char::is_alphabetic);
        let known = from[1..].find('}').and_then(|close| {
            let key = &from[1..=close];
            values
                .iter()
                .find(|(name, _)| *name == key)
                .map(|(_, value)| (*value, close + 2))
        });
        let against = |value: &str| value.chars().any(is_right_to_left) != right_to_left;
        let isolated = known.is_some_and(|(value, _)| against(value));
        let (value, length) = known.unwrap_or((&from[..1], 1));
        let value = plain_lines(value);
        result.extend(isolated.then_some(ISOLATE));
        result += &value;
        result.extend(isolated.then_some(END_OF_ISOLATE));
        rest = &from[length..];
    }
    result += rest;
    wordy |= rest.contains(char::is_alphabetic);
    // Where a sentence begins with such a name, Pango takes its direction for that of the sentence.
    if result.starts_with(ISOLATE) && wordy && !right_to_left {
        result.insert(0, LEFT_TO_RIGHT);
    }
    result
}
