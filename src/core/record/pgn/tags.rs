//! Words that mean the same wherever they stand: a tag pair (section 8.1 of the standard), in and out, results, moves
//! that were not made, and what a clock showed, as the usual comment has it: `[%clk 0:04:58.5]`.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use crate::chess::Color;

/// A tag pair as it stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag<'a> {
    /// What stands before the quotes.
    pub name: &'a [u8],
    /// What stands between the quotes.
    pub(super) quoted: &'a [u8],
}

impl<'a> Tag<'a> {
    /// Reads the tag with which `line` begins, `line` being the rest of one line, and how many
    /// bytes it takes; `None` where it is no tag. Quotes that should have been escaped are
    /// forgiven, and so is a tag that does not end.
    pub fn read(line: &'a [u8]) -> Option<(Self, usize)> {
        let named = without_gap(line.strip_prefix(b"[")?);
        let name = Self::name_in(line);
        let quoted = without_gap(&named[name.len()..]).strip_prefix(b"\"")?;
        let (value, length) = value_and_end(quoted);
        let length = line.len() - quoted.len() + length;
        let quoted = &quoted[..value];
        (!name.is_empty()).then_some((Self { name, quoted }, length))
    }

    /// The name of the tag with which a line begins.
    pub(super) fn name_in(line: &'a [u8]) -> &'a [u8] {
        let named = without_gap(line.strip_prefix(b"[").unwrap_or(line));
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        &named[..named.iter().take_while(is_name).count()]
    }

    /// What it says, without the marks before quotes and backslashes.
    pub fn value(&self) -> String {
        let quoted = decoded(self.quoted);
        let mut letters = quoted.chars().peekable();
        let mut value = String::with_capacity(quoted.len());
        while let Some(letter) = letters.next() {
            let is_marked = |next: &char| letter == '\\' && matches!(next, '"' | '\\');
            value.push(letters.next_if(is_marked).unwrap_or(letter));
        }
        value
    }

    /// A tag on a line of its own. Quotes and backslashes are escaped, and control characters,
    /// which would break the line, become spaces.
    pub fn written(name: &str, value: &str) -> String {
        let mut escaped = String::with_capacity(value.len());
        for letter in value.chars() {
            match letter {
                '"' | '\\' => escaped.extend(['\\', letter]),
                letter if letter.is_control() => escaped.push(' '),
                letter => escaped.push(letter),
            }
        }
        format!("[{name} \"{escaped}\"]\n")
    }
}

/// The length of the value after its opening quote, and of all up to and with the closing bracket.
fn value_and_end(quoted: &[u8]) -> (usize, usize) {
    let mut at = 0;
    while let Some(byte) = quoted.get(at) {
        let rest = &quoted[at + 1..];
        if *byte == b'\\' && matches!(rest.first(), Some(b'"' | b'\\')) {
            at += 1;
        } else if *byte == b'"' {
            let closing = without_gap(rest);
            match closing.first() {
                Some(b']') => return (at, quoted.len() - closing.len() + 1),
                None => return (at, quoted.len()),
                Some(_) => {}
            }
        }
        at += 1;
    }
    let value = quoted.strip_suffix(b"]").unwrap_or(quoted);
    (value.len(), quoted.len())
}

fn without_gap(text: &[u8]) -> &[u8] {
    let gap = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    &text[gap.count()..]
}

/// What a result says: who won, if either, or that the game is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameTermination {
    /// The game has been won, or drawn.
    Over(Option<Color>),
    /// It goes on, or it is not known.
    Open,
}

const WHITE: GameTermination = GameTermination::Over(Some(Color::White));
const BLACK: GameTermination = GameTermination::Over(Some(Color::Black));
const DRAW: GameTermination = GameTermination::Over(None);

/// Longer words are no results, in bytes.
const LONGEST_RESULT: usize = 16;

impl GameTermination {
    /// Reads a result: `1-0`, `0-1`, `1/2-1/2` or `*`; colons, dashes and halves of other kinds are
    /// forgiven, and a move number before it.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text {
            "*" => Some(Self::Open),
            "1-0" | "1:0" => Some(WHITE),
            "0-1" | "0:1" => Some(BLACK),
            "1/2-1/2" | "1/2:1/2" | "1/2" | "0.5-0.5" => Some(DRAW),
            _ if text.len() > LONGEST_RESULT => None,
            _ if text.is_ascii() => {
                let (number, rest) = text.split_once('.')?;
                let numbered =
                    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                let rest = rest.trim_start_matches('.');
                numbered.then(|| Self::read(rest)).flatten()
            }
            _ => {
                let plain = dashed(text).replace('½', "1/2");
                plain.is_ascii().then(|| Self::read(&plain)).flatten()
            }
        }
    }

    /// Reads a sign that is a result where nothing follows it: elsewhere it judges a position.
    pub(super) fn sign(text: &str) -> Option<Self> {
        match &*dashed(text) {
            "+-" | "+--" | "+/-" | "+:-" => Some(WHITE),
            "-+" | "--+" | "-/+" | "-:+" => Some(BLACK),
            "=" | "=-=" | "=:=" => Some(DRAW),
            _ => None,
        }
    }

    /// Reads what a tag says, where nothing can be meant but a result; `1-0 forfeit` says more.
    pub fn of_tag(text: &str) -> Option<Self> {
        let first = text.split_whitespace().next()?;
        Self::read(first).or_else(|| Self::sign(first))
    }

    /// How the standard writes it.
    pub(super) fn written(self) -> &'static str {
        match self {
            Self::Open => "*",
            Self::Over(Some(Color::White)) => "1-0",
            Self::Over(Some(Color::Black)) => "0-1",
            Self::Over(None) => "1/2-1/2",
        }
    }
}

const DASHES: [char; 4] = ['–', '—', '−', '‑'];

/// The text with dashes of one kind. This is asked of every word of a game: most are as they are.
pub(super) fn dashed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.replace(DASHES, "-"))
    }
}

/// Whether a word says that both have lost, which is no result of the standard.
pub(super) fn both_lost(text: &str) -> bool {
    matches!(&*dashed(text), "0-0" | "0:0" | "-/-" | "-:-")
}

/// Whether a word stands for a move that was not made.
pub(super) fn is_null_move(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "z0" | "null" | "@@@@" | "0000" | "pass")
}

/// What bytes of a text say: UTF-8, and where it is not that, Windows-1252, which has the letters of
/// Latin-1 (section 4.1) and some more.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// Hours have no more digits.
const MOST_DIGITS: usize = 6;
/// Seconds that are more hours than that, as minutes may be more than an hour: no clock shows them.
const TOO_LONG: u64 = 1_000_000 * 3600;

/// What a comment has for what was left, in milliseconds; nothing of it is lost.
pub fn clock_comment(left: u64) -> String {
    let (seconds, rest) = (left / 1000, left % 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let decimals = match rest {
        0 => String::new(),
        rest => format!(".{rest:03}").trim_end_matches('0').to_owned(),
    };
    format!("[%clk {hours}:{minutes:02}:{:02}{decimals}]", seconds % 60)
}

/// How a comment for what was left begins.
const MARK: &str = "[%clk";

/// The part of a comment that says what was left: `[%clk 0:04:58.5]`.
pub fn clock_noted(comment: &str) -> Option<&str> {
    let mut brackets = comment.match_indices('[').map(|(at, _)| &comment[at..]);
    let from = brackets.find(|from| from.starts_with(MARK))?;
    Some(&from[..=from.find(']')?])
}

/// What that part says was left, in milliseconds; `None` where it makes no sense.
pub fn clock_left(noted: &str) -> Option<u64> {
    let value = noted.strip_prefix(MARK)?.strip_suffix(']')?;
    milliseconds(value.trim())
}

/// `1:02:03.5`, or `2:03` without hours.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let mut thousandths = [b'0'; 3];
    for (digit, given) in thousandths.iter_mut().zip(decimals.bytes()) {
        *digit = given;
    }
    let mut fields = whole.as_bytes().rsplit(|byte| *byte == b':').map(number);
    let (seconds, minutes) = (fields.next()??, fields.next()??);
    let hours = fields.next().unwrap_or(Some(0))?;
    let whole = hours * 3600 + minutes * 60 + seconds;
    let plain = fields.next().is_none()
        && whole < TOO_LONG
        && decimals.bytes().all(|byte| byte.is_ascii_digit());
    Some(whole * 1000 + number(&thousandths).filter(|_| plain)?)
}

fn number(digits: &[u8]) -> Option<u64> {
    let plain = digits.iter().all(u8::is_ascii_digit);
    let fits = (1..=MOST_DIGITS).contains(&digits.len());
    let value = |digits: &[u8]| {
        let values = digits.iter().map(|digit| u64::from(digit - b'0'));
        values.fold(0, |all, value| 10 * all + value)
    };
    (plain && fits).then(|| value(digits))
}
