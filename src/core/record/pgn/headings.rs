//! What the tags of each game of a file say, and where the game lies, without its moves: as fast as the file can be
//! read. A game goes from its first tag to the first tag after its moves, or to a first move after its result, with
//! which a game without tags begins.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};

use memchr::{memchr, memrchr2};
use strum::{EnumCount, EnumString};

use super::tags::{GameTermination, Tag, decoded};

/// The tags by which games are listed (section 8.1.1 of the PGN standard, and its supplement in section 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, EnumString)]
pub enum HeadingTag {
    /// The tournament or match.
    Event,
    /// The player of the white pieces.
    White,
    /// The player of the black pieces.
    Black,
    /// How the game ended.
    Result,
    /// The day on which it began, there.
    Date,
    /// The same in universal time.
    #[strum(serialize = "UTCDate")]
    UtcDate,
    /// The code of the opening.
    #[strum(serialize = "ECO")]
    Eco,
    /// The name of the opening.
    Opening,
    /// The rating of White.
    WhiteElo,
    /// The rating of Black.
    BlackElo,
    /// The time that the players had.
    TimeControl,
}

/// Where a game lies, and what its tags say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading<'a> {
    /// So many bytes of the file come before it.
    pub at: u64,
    /// How many half-moves it has, by the number of its last move; 0 where that is not told.
    pub plies: u32,
    values: [Option<&'a [u8]>; HeadingTag::COUNT],
}

impl<'a> Heading<'a> {
    /// What a tag says; of several with that name, the last one.
    pub fn get(&self, tag: HeadingTag) -> Option<Cow<'a, str>> {
        let quoted = self.values[tag as usize]?;
        Some(match memchr(b'\\', quoted) {
            None => decoded(quoted),
            Some(_) => Cow::Owned(Tag { name: b"", quoted }.value()),
        })
    }
}

/// The headings of some games, one behind the other.
#[derive(Debug, Default)]
pub struct Headings {
    /// What the tags say, one behind the other.
    text: Vec<u8>,
    /// Each tag, with the place in the text where its value ends.
    tags: Vec<(HeadingTag, usize)>,
    games: Vec<Place>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    at: u64,
    plies: u32,
    /// The number of its tags and of those of all games before.
    tags: usize,
}

impl Headings {
    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Hands over each of them.
    pub fn each(&self, mut take: impl FnMut(&Heading)) {
        let (mut tags, mut begin) = (0, 0);
        for game in &self.games {
            let mut values = [None; HeadingTag::COUNT];
            for (tag, end) in &self.tags[tags..game.tags] {
                values[*tag as usize] = Some(&self.text[begin..*end]);
                begin = *end;
            }
            tags = game.tags;
            take(&Heading {
                at: game.at,
                plies: game.plies,
                values,
            });
        }
    }

    fn add(&mut self, pending: &mut Pending, place: impl Fn(usize) -> Place) {
        let begin = self.text.len();
        self.text.append(&mut pending.text);
        let tags = pending.tags.drain(..);
        self.tags.extend(tags.map(|(tag, end)| (tag, begin + end)));
        self.games.push(place(self.tags.len()));
    }
}

/// What the tags say of the game that is being read.
#[derive(Debug, Default)]
struct Pending {
    text: Vec<u8>,
    tags: Vec<(HeadingTag, usize)>,
}

/// So much is read at once, in bytes.
const CHUNK: usize = 1 << 20;
/// The number of the last move is looked for in so many bytes.
const TAIL: usize = 512;
/// No tag has a longer line, in bytes.
const LONGEST_TAG: usize = 1 << 14;

/// Reads headings from a file.
#[derive(Debug)]
pub struct HeadingReader<R> {
    source: R,
    /// What was read, from `offset` on in the file; up to `seen`, it has been looked at.
    buffer: Vec<u8>,
    offset: u64,
    seen: usize,
    over: bool,
    /// Where the game begins that is being read.
    begin: Option<u64>,
    pending: Pending,
    /// Whether its moves have begun.
    moves: bool,
    /// Whether the tag `Event` has come, with which another game begins where it comes again.
    named: bool,
}

impl<R: Read> HeadingReader<R> {
    /// Nothing is read yet.
    pub fn new(source: R) -> Self {
        Self {
            source,
            buffer: Vec::new(),
            offset: 0,
            seen: 0,
            over: false,
            begin: None,
            pending: Pending::default(),
            moves: false,
            named: false,
        }
    }

    /// How many bytes have been read.
    pub fn bytes(&self) -> u64 {
        self.offset + self.buffer.len() as u64
    }

    /// Reads on, and puts the games that end there in the place of those in `headings`. Returns whether there may be
    /// more.
    ///
    /// # Errors
    /// Where the file cannot be read; [`ErrorKind::InvalidData`] where it is UTF-16, which is not read in place.
    pub fn read(&mut self, headings: &mut Headings) -> io::Result<bool> {
        *headings = Headings::default();
        if self.over {
            return Ok(false);
        }
        self.fill()?;
        while self.step(headings) {}
        if self.over {
            self.end_game(headings, self.buffer.len());
        }
        Ok(!self.over)
    }

    fn fill(&mut self) -> io::Result<()> {
        let done = self.seen.saturating_sub(TAIL);
        self.buffer.drain(..done);
        self.offset += done as u64;
        self.seen -= done;
        let full = self.buffer.len();
        let wanted = CHUNK as u64;
        let read = self
            .source
            .by_ref()
            .take(wanted)
            .read_to_end(&mut self.buffer)?;
        self.over = read < CHUNK;
        if full == 0 && self.offset == 0 {
            if self.buffer.starts_with(b"\xff\xfe") || self.buffer.starts_with(b"\xfe\xff") {
                return Err(ErrorKind::InvalidData.into());
            }
            if self.buffer.starts_with(b"\xef\xbb\xbf") {
                self.seen = 3;
            }
        }
        Ok(())
    }

    /// Goes on by a line of tags, or to the next one that may be a tag. Returns whether that could be.
    fn step(&mut self, headings: &mut Headings) -> bool {
        if self.moves {
            let Some(found) = memchr(b'\n', &self.buffer[self.seen..]) else {
                self.seen = self.buffer.len();
                return false;
            };
            let begin = self.seen + found + 1;
            // What is neither a tag nor a first move need not be read to its end.
            if begin < self.buffer.len() && !matches!(self.buffer[begin], b'[' | b'1') {
                self.seen = begin;
                return true;
            }
            let Some(line) = line_at(&self.buffer, begin, self.over) else {
                self.seen = begin - 1;
                return false;
            };
            self.seen = begin;
            if is_heading(line) || is_first_move(line) && self.is_over(begin) {
                self.end_game(headings, begin);
            }
            return true;
        }
        let begin = self.seen;
        let Some(line) = line_at(&self.buffer, begin, self.over) else {
            return false;
        };
        let length = line.len();
        let trimmed = line.trim_ascii();
        if let Some(tag) = tag_of(trimmed) {
            let names = tag.name == b"Event";
            if names && self.named {
                self.end_game(headings, begin);
                return true;
            }
            self.named |= names;
            self.begin.get_or_insert(self.offset + begin as u64);
            if let Ok(Ok(listed)) = std::str::from_utf8(tag.name).map(str::parse) {
                let Pending { text, tags } = &mut self.pending;
                text.extend_from_slice(tag.quoted);
                tags.push((listed, text.len()));
            }
        } else if !trimmed.is_empty() && !trimmed.starts_with(b"%") {
            self.begin.get_or_insert(self.offset + begin as u64);
            self.moves = true;
            return true;
        }
        self.seen = begin + length;
        true
    }

    /// Whether what comes before `end` is a result, and stands in no comment.
    fn is_over(&self, end: usize) -> bool {
        let text = &self.buffer[self.kept()..end];
        let opens = || memrchr2(b'{', b'}', text).is_some_and(|at| text[at] == b'{');
        result_of(text).is_some() && !opens()
    }

    /// Where the game that is being read begins in the buffer, as far as it is there.
    fn kept(&self) -> usize {
        self.begin.unwrap_or(0).saturating_sub(self.offset) as usize
    }

    fn end_game(&mut self, headings: &mut Headings, end: usize) {
        let kept = self.kept();
        let Some(begin) = self.begin.take() else {
            return;
        };
        let text = &self.buffer[kept..end];
        let tail = &text[text.len().saturating_sub(TAIL)..];
        let led = begin >= self.offset && text.trim_ascii_start().starts_with(b"{");
        if led && moves_in(text) == 0 && result_of(tail).is_none() {
            // A comment before the first tag is no game.
            self.moves = false;
            return;
        }
        let plies = if self.moves { plies_before(tail) } else { 0 };
        let Pending { text, tags } = &mut self.pending;
        let is_result = |(tag, _): &(HeadingTag, usize)| *tag == HeadingTag::Result;
        if let Some(result) = result_of(tail).filter(|_| !tags.iter().any(is_result)) {
            text.extend_from_slice(result);
            tags.push((HeadingTag::Result, text.len()));
        }
        headings.add(&mut self.pending, |tags| Place {
            at: begin,
            plies,
            tags,
        });
        (self.moves, self.named) = (false, false);
    }
}

/// The line that begins there, with its end; `None` where more must be read first, unless that is all.
fn line_at(text: &[u8], begin: usize, all: bool) -> Option<&[u8]> {
    let rest = &text[begin..];
    match memchr(b'\n', rest) {
        Some(end) => Some(&rest[..=end]),
        None if all && !rest.is_empty() => Some(rest),
        None if rest.len() > LONGEST_TAG => Some(rest),
        None => None,
    }
}

/// Whether a line among moves is that of a tag, with which another game begins, and not part of a comment.
fn is_heading(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.ends_with(b"\"]") && tag_of(line).is_some()
}

/// Whether a line among moves begins with the first one.
fn is_first_move(line: &[u8]) -> bool {
    line.starts_with(b"1.") && !line.starts_with(b"1..")
}

/// The result with which a text ends, as it stands there.
fn result_of(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_ascii_end();
    let blank = text.iter().rposition(u8::is_ascii_whitespace);
    let last = &text[blank.map_or(0, |blank| blank + 1)..];
    let result = std::str::from_utf8(last)
        .ok()
        .and_then(GameTermination::read);
    result.map(|_| last)
}

/// The tag that is all of a line, or the first in it.
fn tag_of(line: &[u8]) -> Option<Tag<'_>> {
    let usual = || {
        let inner = line.strip_prefix(b"[")?.strip_suffix(b"\"]")?;
        let name = inner.iter().take_while(|byte| byte.is_ascii_alphanumeric());
        let (name, value) = inner.split_at(name.count());
        let quoted = value.strip_prefix(b" \"")?;
        (!name.is_empty() && memchr(b'"', quoted).is_none()).then_some(Tag { name, quoted })
    };
    usual().or_else(|| Tag::read(line).map(|(tag, _)| tag))
}

/// How many half-moves a game has that ends so: by the last number of a move, and by the moves after it.
fn plies_before(tail: &[u8]) -> u32 {
    let is_blank = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let (mut depth, mut comment) = (0_u32, false);
    for (at, byte) in tail.iter().enumerate().rev() {
        match byte {
            b'}' => comment = true,
            b'{' => comment = false,
            _ if comment => {}
            b')' => depth += 1,
            b'(' => depth = depth.saturating_sub(1),
            b'.' if depth == 0 => {
                let digits = tail[..at].iter().rev();
                let begin = at - digits.take_while(|byte| byte.is_ascii_digit()).count();
                let numbers = begin < at && begin > 0 && is_blank(tail.get(begin - 1));
                if numbers {
                    let number = std::str::from_utf8(&tail[begin..at]).ok();
                    let number: Option<u32> = number.and_then(|digits| digits.parse().ok());
                    let by_black = u32::from(tail.get(at + 1) == Some(&b'.'));
                    let moves = (moves_in(&tail[at..]) + by_black).min(2);
                    return number.map_or(0, |number| number.saturating_sub(1) * 2 + moves);
                }
            }
            _ => {}
        }
    }
    0
}

/// How many words of a text begin as a move does, outside of comments and variations.
fn moves_in(text: &[u8]) -> u32 {
    let (mut moves, mut depth, mut comment, mut within) = (0, 0_u32, false, false);
    for byte in text {
        match byte {
            b'{' => comment = true,
            b'}' => comment = false,
            _ if comment => {}
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            byte if byte.is_ascii_whitespace() || *byte == b'.' => within = false,
            byte => {
                let begins = !within && byte.is_ascii_alphabetic();
                moves += u32::from(begins);
                within = true;
            }
        }
    }
    moves
}
