//! Texts from outside, such as names, file names and tags, so that they can be shown anywhere:
//! nothing in them can steer a terminal, forge a line or turn around what stands beside them.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

pub(super) const ISOLATE: char = '\u{2068}';
pub(super) const END_OF_ISOLATE: char = '\u{2069}';

/// The text with every control character as a sign that can be seen, line feeds and tabs, too. Of
/// the marks for the direction of writing, those are kept that end what they begin within the text;
/// of accents stacked on a letter, the first ones.
pub fn plain(text: &str) -> Cow<'_, str> {
    let isolated = has_whole_isolates(text);
    let steers = |sign: char| steers(sign) && !(isolated && is_isolate(sign));
    if text.is_ascii() && !text.contains(steers) {
        return text.into();
    }
    let mut marks = 0;
    let mut shown = String::with_capacity(text.len());
    for sign in text.chars() {
        marks = if is_combining_mark(sign) {
            marks + 1
        } else {
            0
        };
        if steers(sign) {
            shown.push(picture(sign));
        } else if marks <= MAX_MARKS {
            shown.push(sign);
        }
    }
    shown.into()
}

/// No script puts more marks on a letter. Hundreds of them would be painted over what stands above.
const MAX_MARKS: u32 = 4;

/// The same for a text of several lines.
pub fn plain_lines(text: &str) -> String {
    let lines: Vec<Cow<str>> = text.split('\n').map(plain).collect();
    lines.join("\n")
}

/// The same for what stands beside other things on its line: what is written from right to left
/// turns nothing around.
pub fn isolated(text: &str) -> String {
    let text = plain(text);
    if text.contains(is_right_to_left) {
        return format!("{ISOLATE}{text}{END_OF_ISOLATE}");
    }
    text.into_owned()
}

/// Whether a letter belongs to Hebrew, Arabic or another script that goes from right to left, or
/// is a mark that says so.
pub(super) fn is_right_to_left(letter: char) -> bool {
    matches!(
        letter,
        '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}'
    )
}

/// Whether a character is none that is seen, but changes how others are.
fn steers(sign: char) -> bool {
    sign.is_control() || is_isolate(sign) || matches!(sign, '\u{2028}'..='\u{202e}' | '\u{feff}')
}

fn is_isolate(sign: char) -> bool {
    matches!(sign, '\u{2066}'..='\u{2069}')
}

/// Whether a character is unseen, or the picture of one.
pub(super) fn is_unseen(sign: char) -> bool {
    sign.is_control() || ('\u{2400}'..='\u{2421}').contains(&sign)
}

/// Whether every isolate ends within the text, and none does that did not begin there.
fn has_whole_isolates(text: &str) -> bool {
    let mut open = 0_usize;
    for sign in text.chars().filter(|sign| is_isolate(*sign)) {
        if sign != END_OF_ISOLATE {
            open += 1;
        } else if open == 0 {
            return false;
        } else {
            open -= 1;
        }
    }
    open == 0
}

/// What stands for a control character: its picture, where there is one.
fn picture(sign: char) -> char {
    match u32::from(sign) {
        code @ 0..=0x1f => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}
