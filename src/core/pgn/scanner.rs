//! The grammar of PGN below its games: bytes into tokens (section 7 of the standard), each with its
//! line and its place.
//!
//! One scanner serves the [`Splitter`](super::Splitter), to which a file comes in pieces, and the
//! reading of one game, so that both always agree. It is our own, and not `pgn-reader`, which the
//! tests read our exports with, because an import needs three things that no reader gives: the line
//! of every token, so that a fault can be found in the file; memory that stays small whatever the
//! file holds, comments and lines without end included; and the next game after a bad one, which
//! means that a line of tags ends a comment that was never closed.

use memchr::{memchr, memchr2};

use super::brackets::{MARK, closing, forum_mark, is_tag_line};
use super::results::Claimed;
use super::source::decoded;
use super::tags::Tag;

/// A token, or the part of a comment that stands in one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// A tag pair (section 8.1).
    Tag(Tag<'a>),
    /// A comment in braces or to the end of the line (section 5).
    Comment {
        /// What stands between its marks.
        text: &'a [u8],
        /// Whether it goes on in the next line.
        open: bool,
    },
    /// A line that is not meant for us: it begins with a percent sign (section 6).
    Escape,
    /// A variation begins (section 8.2.5).
    Open,
    /// A variation ends.
    Close,
    /// A glyph that judges a move or a position, such as `$1` (section 8.2.4); `None` where there is
    /// none of this number.
    Glyph(Option<u8>),
    /// How the game ended (section 8.2.6).
    Result(Claimed),
    /// A move, a move number, or whatever somebody has written there.
    Word(&'a [u8]),
}

/// A token where it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<'a> {
    /// What it is.
    pub token: Token<'a>,
    /// Its line, counted from 1.
    pub line: u64,
    /// Where it begins, in bytes.
    pub at: usize,
    /// Whether it is the first of its line.
    pub first: bool,
    /// Whether it is the first of its line, and the line before is empty.
    pub after_blank: bool,
}

/// Longer lines are taken in pieces, in bytes. A game of such a line is too long to be one.
pub const LONGEST_LINE: usize = 1 << 20;
/// Longer words are no results, in bytes.
const LONGEST_RESULT: usize = 16;

/// Goes through a text, of which more may come between one token and the next.
#[derive(Debug)]
pub struct Scanner {
    /// What stands before this is scanned.
    at: usize,
    /// The line, or piece of a line, that is being scanned: its number, where it begins, where it
    /// ends but for spaces, and where the next one begins.
    line: u64,
    begin: usize,
    end: usize,
    next: usize,
    /// How far the end of the next line has been looked for.
    searched: usize,
    /// Whether the line goes on after this piece.
    torn: bool,
    /// Whether nothing but spaces has come in this line, whether it is empty, and the one before.
    first: bool,
    blank: bool,
    after_blank: bool,
    /// Whether we are in a comment.
    comment: bool,
    /// Up to where the comment is known to go on, for it is closed there.
    closed: usize,
    /// Whether moves have begun since the last tag.
    moves: bool,
}

/// A tag that does not stand first in its line, and is longer, in bytes, is none.
const LONGEST_AMONG_MOVES: usize = 512;

impl Scanner {
    /// At the beginning of a text that begins in line `line` of its file.
    #[must_use]
    pub fn new(line: u64) -> Self {
        Self {
            at: 0,
            line: line.saturating_sub(1),
            begin: 0,
            end: 0,
            next: 0,
            searched: 0,
            torn: false,
            first: true,
            blank: true,
            after_blank: true,
            comment: false,
            closed: 0,
            moves: false,
        }
    }

    /// How much of the text is scanned, in bytes.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The first `bytes` of the text, all of them scanned, will not be there any more.
    pub(super) fn forget(&mut self, bytes: usize) {
        for place in [&mut self.at, &mut self.end, &mut self.next] {
            *place -= bytes;
        }
        self.begin = self.begin.saturating_sub(bytes);
        self.searched = self.searched.saturating_sub(bytes);
        self.closed = self.closed.saturating_sub(bytes);
    }

    /// The next token of `text`, which may have grown since the last time. `whole`: it grows no
    /// more. `None` where more must come, or nothing is left.
    pub fn next<'a>(&mut self, text: &'a [u8], whole: bool) -> Option<Found<'a>> {
        loop {
            if self.at == self.end && !self.enter_line(text, whole) {
                return None;
            }
            if !self.comment {
                let blanks = text[self.at..self.end].iter();
                self.at += blanks.take_while(|byte| **byte == b' ').count();
            }
            let at = self.at;
            let (token, length) = self.token(&text[at..self.end]);
            // What touches the end of a piece may go on: it is the beginning of the next one.
            if self.torn && at > self.begin && at + length == self.end {
                (self.end, self.next, self.searched) = (at, at, at);
                continue;
            }
            self.at += length;
            self.comment = matches!(token, Some(Token::Comment { open: true, .. }));
            match token {
                Some(Token::Tag(_)) => self.moves = false,
                Some(Token::Word(_) | Token::Result(_) | Token::Open) => self.moves = true,
                _ => {}
            }
            if let Some(token) = token {
                let first = std::mem::take(&mut self.first);
                return Some(Found {
                    token,
                    line: self.line,
                    at,
                    first,
                    after_blank: first && self.after_blank,
                });
            }
        }
    }

    /// Goes to the next line, if all of it is there. Line ends are of three kinds: `\n`, `\r\n`
    /// and `\r`.
    fn enter_line(&mut self, text: &[u8], whole: bool) -> bool {
        let begin = self.next;
        let from = self.searched.max(begin);
        let found = memchr2(b'\n', b'\r', &text[from..]).map(|end| from + end);
        self.searched = found.unwrap_or(text.len());
        let (end, next) = match found {
            Some(end) if text[end..].starts_with(b"\r\n") => (end, end + 2),
            Some(end) if whole || text[end] == b'\n' || end + 1 < text.len() => (end, end + 1),
            None if whole && begin < text.len() => (text.len(), text.len()),
            None if text.len() - begin >= LONGEST_LINE => (text.len(), text.len()),
            _ => return false,
        };
        if self.comment && begin >= self.closed && is_tag_line(&text[begin..end]) {
            let Some(closed) = closing(&text[begin..], whole) else {
                return false;
            };
            self.closed = begin + closed;
        }
        let is_blank = |byte: &u8| *byte <= b' ' || *byte == 0x7f;
        let trimmed = text[begin..end].iter().rposition(|byte| !is_blank(byte));
        let length = trimmed.map_or(0, |last| last + 1);
        self.first = !self.torn;
        if self.first {
            self.line += 1;
            self.after_blank = std::mem::replace(&mut self.blank, length == 0);
        }
        self.torn = next == end && !whole;
        (self.at, self.begin, self.end, self.next) = (begin, begin, begin + length, next);
        true
    }

    /// What the rest of the line begins with, if that is a token, and its length.
    fn token<'a>(&self, rest: &'a [u8]) -> (Option<Token<'a>>, usize) {
        let goes_on = self.at < self.closed;
        if self.comment && (goes_on || !(self.first && self.ends_comment(rest))) {
            return comment(rest, 0);
        }
        let Some((letter, length)) = first_letter(rest) else {
            return (None, rest.len());
        };
        match letter {
            '%' if self.first && self.at == self.begin => (Some(Token::Escape), rest.len()),
            '{' => comment(rest, length),
            ';' => {
                let (text, open) = (&rest[length..], false);
                (Some(Token::Comment { text, open }), rest.len())
            }
            '(' => (Some(Token::Open), length),
            ')' => (Some(Token::Close), length),
            '$' => {
                let digits = rest[1..].iter().take_while(|byte| byte.is_ascii_digit());
                let length = 1 + digits.count();
                let number = std::str::from_utf8(&rest[1..length]).ok();
                let number = number.and_then(|number| number.parse().ok());
                (Some(Token::Glyph(number)), length)
            }
            '*' => (Some(Token::Result(Claimed::Open)), length),
            '[' => {
                if let Some(length) = forum_mark(rest) {
                    return (None, length);
                }
                // Among moves a tag begins another game; where it does not stand first in its line,
                // it must be one beyond doubt.
                let sure = |(_, length): &(Tag, usize)| rest[..*length].ends_with(b"\"]");
                let within = if self.first || !self.moves {
                    rest
                } else {
                    &rest[..rest.len().min(LONGEST_AMONG_MOVES)]
                };
                let tag = Tag::read(within).filter(|tag| self.first || !self.moves || sure(tag));
                match tag {
                    Some((tag, length)) => (Some(Token::Tag(tag)), length),
                    None if self.moves => (None, length),
                    None => {
                        let end = rest.iter().position(|byte| *byte == b']');
                        (None, end.map_or(rest.len(), |end| end + 1))
                    }
                }
            }
            letter if ends_word(letter) => (None, length),
            _ => {
                let word = &rest[..word_length(rest)];
                // A result begins and ends with a number, which may be a letter of its own: ½.
                let is_edge = |byte: Option<&u8>| {
                    byte.is_some_and(|byte| byte.is_ascii_digit() || !byte.is_ascii())
                };
                let likely = is_edge(word.first()) && is_edge(word.last());
                let likely = likely && word.len() <= LONGEST_RESULT;
                let result = likely.then(|| Claimed::read(&decoded(word))).flatten();
                let token = result.map_or(Token::Word(word), Token::Result);
                (Some(token), word.len())
            }
        }
    }

    /// Whether a line in a comment shows that it should have been closed before: with a tag after
    /// an empty line, or with nothing but a tag where the moves have begun.
    fn ends_comment(&self, line: &[u8]) -> bool {
        let line = line.strip_prefix(MARK).unwrap_or(line);
        let alone = || self.moves && line.ends_with(b"\"]");
        Tag::read(line).is_some() && (self.after_blank || alone())
    }
}

/// The part of a comment that begins `from` here.
fn comment(rest: &[u8], from: usize) -> (Option<Token<'_>>, usize) {
    let text = &rest[from..];
    let end = memchr(b'}', text);
    let (text, open) = (&text[..end.unwrap_or(text.len())], end.is_none());
    let length = from + text.len() + usize::from(!open);
    (Some(Token::Comment { text, open }), length)
}

fn word_length(text: &[u8]) -> usize {
    let mut length = 0;
    while let Some((letter, bytes)) = first_letter(&text[length..]) {
        if ends_word(letter) {
            match promotion(&text[..length], &text[length..]) {
                Some(more) => length += more,
                None => break,
            }
        } else {
            length += bytes;
        }
    }
    length
}

/// The length of what says in brackets what a pawn becomes: `a8(Q)`.
fn promotion(word: &[u8], rest: &[u8]) -> Option<usize> {
    let last_rank = matches!(word, [.., b'a'..=b'h', b'1' | b'8']);
    let piece = matches!(rest, [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..]);
    (last_rank && piece).then_some(3)
}

fn ends_word(letter: char) -> bool {
    const MARKS: [char; 11] = ['{', '}', '(', ')', '[', ']', '<', '>', ';', '$', '*'];
    if letter.is_ascii_alphanumeric() {
        return false;
    }
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}' || MARKS.contains(&letter)
}

/// The first letter of a text, and how many bytes it takes.
fn first_letter(text: &[u8]) -> Option<(char, usize)> {
    let first = *text.first()?;
    if first.is_ascii() {
        return Some((char::from(first), 1));
    }
    let valid = text[..text.len().min(4)].utf8_chunks().next()?.valid();
    let letter = valid.chars().next();
    let known = letter.map(|letter| (letter, letter.len_utf8()));
    known.or_else(|| Some((decoded(&text[..1]).chars().next()?, 1)))
}
