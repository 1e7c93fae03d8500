//! The grammar of PGN below its games: bytes into tokens (section 7 of the standard), each with its
//! line and its place.
//!
//! It serves the [`Splitter`](super::Splitter), to which a file comes in pieces, and the reading of a
//! kept study. It is our own, and not `pgn-reader`, which the
//! tests read our exports with, because an import needs three things that no reader gives: the line
//! of every token, so that a fault can be found in the file; memory that stays small for every
//! file, also with comments and lines without end; and the next game after a bad one, which
//! means that a line of tags ends a comment that was never closed.

use memchr::{memchr, memchr2, memrchr2};

use super::tags::{GameTermination, Tag, both_lost, dashed, decoded, is_null_move};
use crate::record::study::Glyph;

/// A kind of token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    /// A tag pair (section 8.1).
    Tag,
    /// A comment in braces or to the end of the line (section 5), or the part of it in one line.
    Comment {
        /// Whether it is not closed there.
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
    Result(GameTermination),
    /// A move, a move number, or any other word.
    Word,
}

/// A token where it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<'a> {
    /// What it is.
    pub token: Token,
    /// How it is written; of a comment, what stands between its marks.
    pub text: &'a [u8],
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
    /// Up to where no brace is but in tags, as far as that was looked for.
    braceless: usize,
    /// Whether moves have begun since the last tag.
    moves: bool,
}

/// A tag that does not stand first in its line, and is longer, in bytes, is none.
const LONGEST_AMONG_MOVES: usize = 512;

impl Scanner {
    /// At the beginning of a text that begins in line `line` of its file.
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
            braceless: 0,
            moves: false,
        }
    }

    /// How much of the text is scanned, in bytes.
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
        self.braceless = self.braceless.saturating_sub(bytes);
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
            let (found, length) = self.token(&text[at..self.end]);
            // What touches the end of a piece may go on: it is the beginning of the next one.
            if self.torn && at > self.begin && at + length == self.end {
                (self.end, self.next, self.searched) = (at, at, at);
                continue;
            }
            self.at += length;
            self.comment = matches!(found, Some((Token::Comment { open: true }, _)));
            if let Some((token, text)) = found {
                match token {
                    Token::Tag => self.moves = false,
                    Token::Word | Token::Result(_) | Token::Open => self.moves = true,
                    _ => {}
                }
                let first = std::mem::take(&mut self.first);
                return Some(Found {
                    token,
                    text,
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
            let Some(closed) = self.closing(text, begin, whole) else {
                return false;
            };
            self.closed = closed;
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

    /// Where the comment is closed that goes on in the line at `begin`: at a closing brace before any opening one, not
    /// counting those in tags. `begin` itself where it is not closed, so that the tag with which the line begins belongs
    /// to the next game; `None` where more text is needed to know that.
    fn closing(&mut self, text: &[u8], begin: usize, whole: bool) -> Option<usize> {
        let seen = &text[..text.len().min(begin + LOOK)];
        let all = whole || seen.len() == begin + LOOK;
        self.braceless = self.braceless.max(begin);
        while let Some(found) = memchr2(b'{', b'}', &seen[self.braceless..]) {
            let brace = self.braceless + found;
            let line = memrchr2(b'\n', b'\r', &seen[begin..brace]);
            let line = line.map_or(begin, |before| begin + before + 1);
            let end = memchr2(b'\n', b'\r', &seen[brace..]).map(|end| brace + end);
            if end.is_none() && !all {
                return None;
            }
            let end = end.unwrap_or(seen.len());
            if !is_tag_line(&seen[line..end]) {
                self.braceless = brace;
                return Some(if seen[brace] == b'}' { brace } else { begin });
            }
            self.braceless = end;
        }
        self.braceless = seen.len();
        all.then_some(begin)
    }

    /// What the rest of the line begins with, if that is a token, with its text; and its length.
    fn token<'a>(&self, rest: &'a [u8]) -> (Option<(Token, &'a [u8])>, usize) {
        let goes_on = self.at < self.closed;
        if self.comment && (goes_on || !(self.first && self.ends_comment(rest))) {
            return comment(rest, 0);
        }
        let Some((letter, length)) = first_letter(rest) else {
            return (None, rest.len());
        };
        let sign = |token, length| (Some((token, &rest[..length])), length);
        match letter {
            '%' if self.first && self.at == self.begin => sign(Token::Escape, rest.len()),
            '{' => comment(rest, length),
            ';' => {
                let comment = Token::Comment { open: false };
                (Some((comment, &rest[length..])), rest.len())
            }
            '(' => sign(Token::Open, length),
            ')' => sign(Token::Close, length),
            '$' => {
                let digits = rest[1..].iter().take_while(|byte| byte.is_ascii_digit());
                let length = 1 + digits.count();
                let number = std::str::from_utf8(&rest[1..length]).ok();
                let number = number.and_then(|number| number.parse().ok());
                sign(Token::Glyph(number), length)
            }
            '*' => sign(Token::Result(GameTermination::Open), length),
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
                    Some((_, length)) => sign(Token::Tag, length),
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
                let result = likely
                    .then(|| GameTermination::read(&decoded(word)))
                    .flatten();
                sign(result.map_or(Token::Word, Token::Result), word.len())
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
fn comment(rest: &[u8], from: usize) -> (Option<(Token, &[u8])>, usize) {
    let text = &rest[from..];
    let end = memchr(b'}', text);
    let (text, open) = (&text[..end.unwrap_or(text.len())], end.is_none());
    let length = from + text.len() + usize::from(!open);
    (Some((Token::Comment { open }, text)), length)
}

fn word_length(text: &[u8]) -> usize {
    let mut length = 0;
    while let Some((letter, bytes)) = first_letter(&text[length..]) {
        if ends_word(letter) {
            match promotion(&text[..length], &text[length..]) {
                Some(more) => length += more,
                None => break,
            }
        } else if letter == ',' && parts_moves(&text[..length], &text[length + 1..]) {
            length += bytes;
            break;
        } else {
            length += bytes;
        }
    }
    length
}

/// Whether a comma between these stands between two moves: `e4,e5`.
fn parts_moves(word: &[u8], rest: &[u8]) -> bool {
    let end = word.iter().rposition(|byte| !b"+#!?".contains(byte));
    let mv = &word[..end.map_or(0, |last| last + 1)];
    let is_move = is_square(mv) || mv.ends_with(b"O-O") || mv.ends_with(b"0-0");
    is_move && rest.first().is_some_and(u8::is_ascii_alphanumeric)
}

/// The length of what says in brackets what a pawn becomes: `a8(Q)`, `a8=(q)`.
fn promotion(word: &[u8], rest: &[u8]) -> Option<usize> {
    let square = word.strip_suffix(b"=").unwrap_or(word);
    let last_rank = matches!(square, [.., b'a'..=b'h', b'1' | b'8']);
    let piece = matches!(rest, [b'(', piece, b')', ..] if b"QRBNqrbn".contains(piece));
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

/// So far it is looked whether a comment in which a tag stands is closed, in bytes.
const LOOK: usize = 1 << 16;
/// The marks of forums are no longer, in bytes.
const LONGEST_MARK: usize = 16;

/// The mark that some editors set before UTF-8 text, and that stays where files are put together.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether a line is a tag and nothing else, as far as that can be seen in a comment.
fn is_tag_line(line: &[u8]) -> bool {
    let line = line.strip_prefix(MARK).unwrap_or(line);
    Tag::read(line).is_some()
}

/// The length of a mark that forums set around games, `[pgn]` and `[/pgn]`, and others that close.
fn forum_mark(rest: &[u8]) -> Option<usize> {
    let end = rest
        .iter()
        .take(LONGEST_MARK)
        .position(|byte| *byte == b']')?;
    let name = &rest[1..end];
    let closes = name.strip_prefix(b"/").is_some_and(|name| name.is_ascii());
    (closes || name.eq_ignore_ascii_case(b"pgn")).then_some(end + 1)
}

/// Signs that judge a move and stand behind it.
const JUDGED: [char; 6] = ['!', '?', '‼', '⁇', '⁉', '⁈'];

/// What may follow a capture en passant.
const EN_PASSANT: [&str; 3] = ["e.p.", "e.p", "ep"];
/// No sign has more characters.
const LONGEST_SIGN: usize = 3;

/// The move in a word, without a number before and signs behind it; `None` where there is none.
pub fn without_number(word: &str) -> Option<&str> {
    // Most moves are written so.
    if word.starts_with(|first: char| first.is_ascii_alphabetic()) && ends_plainly(word) {
        return Some(word);
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    // Castling may be written with zeros.
    let text = if rest.starts_with(['-', '–', '—', '/']) {
        word
    } else {
        rest
    };
    let text = text.trim_start_matches(['.', '…']);
    let text = text.trim_end_matches(JUDGED);
    // Signs that judge a position, the marks of a novelty and a diagram, and what may follow en passant.
    let sign = !text.chars().any(char::is_alphanumeric);
    let empty_move = || is_null_move(text) || both_lost(text);
    if (sign && !empty_move()) || matches!(text, "N" | "D" | "TN") || EN_PASSANT.contains(&text) {
        return None;
    }
    Some(if sign { text } else { bare(text) })
}

/// Whether a word says of the move before it that it captures en passant.
#[inline]
pub(super) fn is_en_passant(word: &str) -> bool {
    let begins = matches!(word.as_bytes(), [b'e', ..]);
    begins && EN_PASSANT.contains(&word.trim_end_matches(JUDGED))
}

/// Whether a word among the moves cannot even be meant as one: there is no square in it, and it is neither
/// castling nor a pawn's capture with the files alone (`ed`, `exd`).
#[inline]
pub fn is_no_move(text: &str) -> bool {
    !ends_with_square(text) && has_no_move(text)
}

fn has_no_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.windows(2).any(is_square) {
        return false;
    }
    let is_file = |letter: &u8| matches!(letter, b'a'..=b'h');
    let castles = |letter: char| "Oo0+#".contains(letter) || !letter.is_alphanumeric();
    let files: Vec<&u8> = bytes
        .iter()
        .filter(|letter| !b"x:+#".contains(letter))
        .collect();
    let captures = matches!(files[..], [one, other] if is_file(one) && is_file(other) && one.abs_diff(*other) == 1);
    !captures && !text.chars().all(castles)
}

/// Whether the last two letters are a square, as those of most moves are.
#[inline]
pub(super) fn ends_with_square(text: &str) -> bool {
    is_square(text.as_bytes())
}

/// Whether these are a square, or end with one.
#[inline]
fn is_square(letters: &[u8]) -> bool {
    matches!(letters, [.., b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9'])
}

/// Whether nothing follows the square of a move, or the last letter of castling.
fn ends_plainly(text: &str) -> bool {
    text.ends_with(|last: char| last.is_ascii_digit() || last == 'O')
}

/// A move without the signs that are glued to it, but for check, mate and en passant.
fn bare(text: &str) -> &str {
    if ends_plainly(text) {
        return text;
    }
    let mut text = text;
    loop {
        let shorter = without_position_sign(text);
        let passed = |mark: &&str| shorter.strip_suffix(*mark).is_some_and(ends_with_rank);
        if EN_PASSANT.iter().any(passed) {
            // It may tell which move is meant.
            return shorter;
        }
        let mut marks = MARKED.iter();
        let marked = marks.find_map(|mark| shorter.strip_suffix(mark));
        let shorter = marked.filter(|rest| can_be_marked(rest)).unwrap_or(shorter);
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// A move without what follows its last letter or number, unless that is check or mate.
fn without_position_sign(text: &str) -> &str {
    let end = text.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != ')');
    let behind = &text[end.len()..];
    let check = behind.bytes().all(|byte| matches!(byte, b'+' | b'#'));
    let like_move = |last| matches!(last, '0'..='8' | ')' | 'O' | 'Q' | 'R' | 'B' | 'N' | 'p');
    match end.chars().last() {
        Some(last) if !check && like_move(last) => end,
        _ => text,
    }
}

fn ends_with_rank(text: &str) -> bool {
    text.len() > 1 && text.ends_with(|last: char| ('1'..='8').contains(&last))
}

/// Marks that are written behind a move without a blank: of a novelty and of a diagram.
const MARKED: [&str; 4] = ["TN", "N", "T", "D"];

/// Whether such a letter behind this move is a mark: behind a pawn on its last rank it may be a piece, in some language.
fn can_be_marked(text: &str) -> bool {
    let text = text.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let pawn = text.starts_with(|first: char| ('a'..='h').contains(&first));
    let last_rank = text.ends_with(['1', '8']);
    ends_with_rank(text) && !(pawn && last_rank) || text.ends_with("O-O") || text.ends_with("0-0")
}

/// The glyphs in a word: the word itself, or signs behind a move.
pub fn glyphs_in(word: &str) -> impl Iterator<Item = Glyph> {
    let (whole, behind) = match has_signs(word) {
        false => (None, ""),
        true => match without_number(word).filter(|text| text.contains(char::is_alphanumeric)) {
            None if word.contains(char::is_alphanumeric) && !MARKED.contains(&word) => (None, ""),
            None => (sign_alone(word), ""),
            Some(text) => {
                let at = text.as_ptr().addr() - word.as_ptr().addr();
                (None, &word[at + text.len()..])
            }
        },
    };
    let mut rest = behind.trim_start_matches(['.', 'e', 'p']);
    let behind = std::iter::from_fn(move || {
        while let Some(first) = rest.chars().next() {
            let judged = &rest[..rest.len() - rest.trim_start_matches(JUDGED).len()];
            let (glyph, length) = match judged {
                "" => longest_sign(rest),
                judged => (sign_alone(judged), judged.len()),
            };
            rest = &rest[length.max(first.len_utf8())..];
            if glyph.is_some() {
                return glyph;
            }
        }
        None
    });
    whole.into_iter().chain(behind)
}

/// Whether signs may stand in a word. This is asked of every word: most are moves and their numbers.
fn has_signs(word: &str) -> bool {
    let last = word.bytes().last();
    last.is_some_and(|last| match last {
        b'N' | b'T' | b'D' => true,
        b'+' | b'#' => word.len() < 2 || !word.as_bytes()[word.len() - 2].is_ascii_alphanumeric(),
        b'.' | b',' => word.len() > 2 && !word.as_bytes()[word.len() - 2].is_ascii_digit(),
        last => !last.is_ascii_alphanumeric(),
    })
}

/// The glyph of a sign; of several that judge a move the first one counts.
fn sign_alone(sign: &str) -> Option<Glyph> {
    let first_two = || sign.char_indices().nth(2).map(|(end, _)| &sign[..end]);
    Glyph::of_sign(&dashed(sign)).or_else(|| Glyph::of_sign(first_two()?))
}

/// The longest sign with which a text begins, and its length.
fn longest_sign(text: &str) -> (Option<Glyph>, usize) {
    let ends = text
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    let ends: Vec<usize> = ends.take(LONGEST_SIGN).collect();
    let known = |end: &usize| Glyph::of_sign(&dashed(&text[..*end])).map(|glyph| (glyph, *end));
    match ends.iter().rev().find_map(known) {
        Some((glyph, length)) => (Some(glyph), length),
        None => (None, 0),
    }
}
