//! The text of one game, cut into tags, words, comments and brackets, each with its line.

use super::tag;

/// A piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A tag pair; none comes after the first word.
    Tag(&'a str, String),
    /// A move, a move number, a result, or whatever somebody has written there.
    Word(&'a str),
    /// A comment without its marks.
    Comment(&'a str),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// A comment begins and does not end.
    OpenComment,
}

/// The pieces of a text, each with its line, counted from that of the first one.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: u64,
    line_start: bool,
    tags_over: bool,
    /// How much of the text was left where the line ended, but for spaces, that was looked at last:
    /// a line with many brackets is not searched again at each of them.
    end_left: usize,
}

impl<'a> Tokens<'a> {
    /// The pieces of `text`, which begins in line `line` of its file.
    pub(super) fn new(text: &'a str, line: u64) -> Self {
        Self {
            rest: text,
            line,
            line_start: true,
            tags_over: false,
            end_left: usize::MAX,
        }
    }

    /// The rest of the line, without the spaces at its end.
    fn rest_of_line(&mut self) -> &'a str {
        if self.end_left > self.rest.len() {
            let line = &self.rest[..end_of_line(self.rest)];
            self.end_left = self.rest.len() - line.trim_end().len();
        }
        &self.rest[..self.rest.len() - self.end_left]
    }

    /// Goes `bytes` on, and returns what was passed.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.line += line_ends(passed);
        self.line_start = false;
        passed
    }

    fn pass_space(&mut self) {
        loop {
            let plain = self.rest.trim_start_matches(is_space);
            if plain.len() < self.rest.len() {
                let passed = self.pass(self.rest.len() - plain.len());
                self.line_start = passed.ends_with(['\n', '\r']);
            }
            // A line that begins so is none of the game's (section 6).
            if self.line_start && self.rest.starts_with('%') {
                self.pass(end_of_line(self.rest));
            } else {
                return;
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (u64, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.pass_space();
            let line = self.line;
            let token = match self.rest.chars().next()? {
                '[' if !self.tags_over => {
                    let (tag, used) = tag::read(self.rest_of_line());
                    self.pass(used.max(1));
                    match tag {
                        Some((name, value)) => Token::Tag(name, value),
                        None => continue,
                    }
                }
                '{' => match self.rest.find('}') {
                    Some(end) => Token::Comment(&self.pass(end + 1)[1..end]),
                    None => {
                        self.pass(self.rest.len());
                        Token::OpenComment
                    }
                },
                ';' => Token::Comment(&self.pass(end_of_line(self.rest))[1..]),
                '(' => {
                    self.pass(1);
                    Token::Open
                }
                ')' => {
                    self.pass(1);
                    Token::Close
                }
                // Glyphs that judge a move, `$1`, are not kept.
                '$' => {
                    let digits = self.rest[1..].bytes().take_while(u8::is_ascii_digit);
                    let length = 1 + digits.count();
                    self.pass(length);
                    continue;
                }
                '*' => Token::Word(self.pass(1)),
                letter if ends_word(letter) => {
                    self.pass(letter.len_utf8());
                    continue;
                }
                _ => {
                    let end = self.rest.find(ends_word).unwrap_or(self.rest.len());
                    Token::Word(self.pass(end))
                }
            };
            self.tags_over |= matches!(token, Token::Word(_) | Token::Open);
            return Some((line, token));
        }
    }
}

fn is_space(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
}

fn ends_word(letter: char) -> bool {
    is_space(letter)
        || matches!(
            letter,
            '{' | '}' | '(' | ')' | '[' | ']' | '<' | '>' | ';' | '$' | '*'
        )
}

/// Where the first line of a text ends.
fn end_of_line(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// Line ends of the three kinds: `\n`, `\r\n`, `\r`.
fn line_ends(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let count = |wanted: u8| bytes.iter().filter(|byte| **byte == wanted).count();
    let pairs = bytes.windows(2).filter(|pair| pair == b"\r\n").count();
    (count(b'\n') + count(b'\r') - pairs) as u64
}
