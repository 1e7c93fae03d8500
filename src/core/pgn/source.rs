//! The bytes of a file on their way to the scanner: UTF-16 becomes UTF-8, what is plainly something else than
//! text is named, and the stream is split into games.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};
use std::{fmt, mem};

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::clocks;
use super::scanner::{Found, Scanner, Token, is_no_move};
use crate::rules::{Chess, FenError, read_fen};

/// What a file is that holds no games as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreign {
    /// Files packed by gzip, bzip2, xz, zstd, ZIP, 7-Zip or RAR.
    Packed,
    /// A JPEG, PNG, GIF or WebP picture.
    Picture,
    /// A PDF document.
    Pdf,
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Packed => "a packed file",
            Self::Picture => "a picture",
            Self::Pdf => "a PDF document",
        })
    }
}

impl std::error::Error for Foreign {}

/// How files begin that are none of ours.
const BEGINNINGS: [(&[u8], Foreign); 12] = [
    (b"\x1f\x8b", Foreign::Packed),
    (b"BZh", Foreign::Packed),
    (b"\xfd7zXZ\0", Foreign::Packed),
    (b"\x28\xb5\x2f\xfd", Foreign::Packed),
    (b"PK\x03\x04", Foreign::Packed),
    (b"7z\xbc\xaf\x27\x1c", Foreign::Packed),
    (b"Rar!\x1a\x07", Foreign::Packed),
    (b"\xff\xd8\xff", Foreign::Picture),
    (b"\x89PNG\r\n", Foreign::Picture),
    (b"GIF8", Foreign::Picture),
    (b"RIFF", Foreign::Picture),
    (b"%PDF-", Foreign::Pdf),
];
/// The longest of these, in bytes.
const LONGEST_BEGINNING: usize = 6;
/// Of UTF-16 so much is read at once, in bytes.
const CHUNK: usize = 1 << 12;

/// Text from a file, whatever the file is written in, but for encodings of one byte a letter, which
/// are the scanner's.
#[derive(Debug)]
pub(super) struct Text<R> {
    source: R,
    /// Bytes of the source that have been read.
    bytes: u64,
    /// What was read to know what it is, and is not handed on yet; all of it once `known`.
    begun: Vec<u8>,
    known: bool,
    decoder: Option<Wide>,
}

struct Wide {
    decoder: Decoder,
    /// Whether no more will come.
    over: bool,
}

impl Wide {
    /// Some bytes as UTF-8; none are the end.
    fn decoded(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.over = bytes.is_empty();
        let room = self.decoder.max_utf8_buffer_length(bytes.len());
        let mut text = vec![0; room.unwrap_or_default()];
        let (_, _, written, _) = self.decoder.decode_to_utf8(bytes, &mut text, self.over);
        text.truncate(written);
        text
    }
}

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.decoder.encoding().name())
    }
}

impl<R: Read> Text<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            bytes: 0,
            begun: Vec::new(),
            known: false,
            decoder: None,
        }
    }

    /// How many bytes of the file have been read.
    pub(super) fn taken(&self) -> u64 {
        self.bytes
    }

    fn read_source(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.source.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => {
                    let read = read?;
                    self.bytes += read as u64;
                    return Ok(read);
                }
            }
        }
    }

    fn look(&mut self) -> io::Result<()> {
        let mut buffer = [0; LONGEST_BEGINNING];
        while self.begun.len() < LONGEST_BEGINNING {
            let room = LONGEST_BEGINNING - self.begun.len();
            match self.read_source(&mut buffer[..room])? {
                0 => break,
                read => self.begun.extend(&buffer[..read]),
            }
        }
        self.known = true;
        let begins = |(beginning, _): &&(&[u8], Foreign)| self.begun.starts_with(beginning);
        if let Some((_, foreign)) = BEGINNINGS.iter().find(begins) {
            return Err(io::Error::new(ErrorKind::InvalidData, *foreign));
        }
        let encoding = match self.begun.as_slice() {
            [0xff, 0xfe, ..] => UTF_16LE,
            [0xfe, 0xff, ..] => UTF_16BE,
            _ => return Ok(()),
        };
        let mut wide = Wide {
            decoder: encoding.new_decoder_with_bom_removal(),
            over: false,
        };
        self.begun = wide.decoded(&self.begun);
        self.decoder = Some(wide);
        Ok(())
    }
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.known {
            self.look()?;
        }
        // Of wide letters a few bytes may make no letter yet.
        while self.begun.is_empty() {
            let Some(mut wide) = self.decoder.take().filter(|wide| !wide.over) else {
                return self.read_source(buffer);
            };
            let mut chunk = [0; CHUNK];
            let count = self.read_source(&mut chunk)?;
            self.begun = wide.decoded(&chunk[..count]);
            self.decoder = Some(wide);
        }
        let count = self.begun.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.begun[..count]);
        self.begun.drain(..count);
        Ok(count)
    }
}

/// The text of a token: UTF-8, and where it is not that, Windows-1252, which has the letters of
/// Latin-1 (section 4.1) and some more.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// Read at once, in bytes.
const READ_SIZE: usize = 1 << 16;
/// The text of a game is no longer, in bytes, but for comments.
const LONGEST_GAME: usize = 1 << 20;
/// So much of the comments of a game is kept, in bytes; of those that follow, what clocks showed.
const MOST_COMMENTS: usize = 1 << 18;
/// Comments before a first move without tags are not kept where they are longer, in bytes.
const LONGEST_LEAD: usize = 1 << 14;
/// More names of tags are not remembered.
const MOST_NAMES: usize = 64;

/// The text of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawGame {
    /// Its place in the file, counted from 1.
    pub number: u64,
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// The text, without those comments that are too much; every line of it is where it was. `None`
    /// where it is longer than a megabyte all the same and was passed over.
    pub bytes: Option<Vec<u8>>,
}

/// What came of reading on a little.
#[derive(Debug)]
pub enum Step {
    /// A game.
    Game(RawGame),
    /// None yet.
    More,
    /// There is nothing more.
    End,
}

/// Cuts what it reads into games (section 8 of the PGN standard). A game begins with its first tag,
/// or with a move after the result of the one before, or where the numbers begin anew; a tag at the beginning of a line begins a new
/// game even where a comment was not closed.
#[derive(Debug)]
pub struct Splitter<R> {
    source: Text<R>,
    /// Whether the source has ended.
    over: bool,
    chunk: Box<[u8]>,
    /// What is read and not cut yet.
    text: Vec<u8>,
    scanner: Scanner,
    cutter: Cutter,
}

impl<R: Read> Splitter<R> {
    /// Nothing is read yet.
    pub fn new(source: R) -> Self {
        Self {
            source: Text::new(source),
            over: false,
            chunk: vec![0; READ_SIZE].into_boxed_slice(),
            text: Vec::new(),
            scanner: Scanner::new(1),
            cutter: Cutter::default(),
        }
    }

    /// How many bytes have been read.
    pub fn bytes(&self) -> u64 {
        self.source.taken()
    }

    /// Goes on to the end of the next game, but reads 64 KiB at the most.
    ///
    /// # Errors
    /// Where the source cannot be read, or is a [`Foreign`](super::Foreign) file.
    pub fn step(&mut self) -> io::Result<Step> {
        while let Some(found) = self.scanner.next(&self.text, self.over) {
            if let Some(game) = self.cutter.take(&found, &self.text) {
                return Ok(Step::Game(game));
            }
        }
        if self.over {
            let last = self.cutter.finish(&self.text, self.text.len());
            return Ok(last.map_or(Step::End, Step::Game));
        }
        self.read_on()?;
        Ok(Step::More)
    }

    fn read_on(&mut self) -> io::Result<()> {
        let read = self.source.read(&mut self.chunk)?;
        self.over = read == 0;
        let done = self.cutter.done(self.scanner.at());
        // Not for every little that comes in: the rest must be moved.
        if done >= READ_SIZE {
            self.text.drain(..done);
            self.scanner.forget(done);
            self.cutter.begin -= done;
        }
        self.text.extend_from_slice(&self.chunk[..read]);
        Ok(())
    }
}

/// Where in the text of a game we are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    /// Before its first tag or word.
    #[default]
    Before,
    Tags,
    Moves,
    /// After its result.
    Ended,
}

/// Follows the tokens and knows where a game ends.
#[derive(Debug, Default)]
struct Cutter {
    games: u64,
    stage: Stage,
    depth: u32,
    /// Whether the game has a tag or a word besides its result.
    content: bool,
    /// Whether it has a move.
    moved: bool,
    /// The names of its tags.
    names: Vec<Vec<u8>>,
    /// Where it begins: the line, and the place in the text.
    line: u64,
    begin: usize,
    /// Whether that is the place of a comment, which is the game's if no tag follows.
    led: bool,
    /// What stands in it before that place, where comments are left out.
    kept: Vec<u8>,
    /// How long its comments are together, in bytes, and whether one goes on in the next line.
    comments: usize,
    open: bool,
    too_large: bool,
}

/// Whether a word can be a move, with or without its number.
fn begins_moves(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_alphabetic) && !is_no_move(&decoded(word))
}

impl Cutter {
    /// Takes the next token of `text`. Returns the game that ends before it.
    fn take(&mut self, found: &Found, text: &[u8]) -> Option<RawGame> {
        let begins = match found.token {
            Token::Tag(tag) => match self.stage {
                Stage::Before => false,
                Stage::Tags => {
                    let again = || self.names.iter().any(|known| known == tag.name);
                    found.after_blank && (tag.name == b"Event" || again())
                }
                Stage::Moves | Stage::Ended => true,
            },
            Token::Word(word) if self.depth == 0 => self.begins_with(word, found.first),
            _ => false,
        };
        let done = begins.then(|| self.finish(text, found.at)).flatten();
        match found.token {
            Token::Tag(tag) => {
                self.start(Stage::Tags, found);
                self.content = true;
                if self.names.len() < MOST_NAMES {
                    self.names.push(tag.name.to_vec());
                }
            }
            Token::Word(word) => {
                self.start(Stage::Moves, found);
                self.content = true;
                self.moved = self.moved || self.depth == 0 && begins_moves(word);
            }
            Token::Result(_) => {
                self.start(Stage::Moves, found);
                if self.depth == 0 {
                    self.stage = Stage::Ended;
                }
            }
            Token::Open => {
                self.start(Stage::Moves, found);
                self.depth = self.depth.saturating_add(1);
            }
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Comment { text: part, .. } => {
                self.lead(found);
                self.shorten(found.at, part, text);
            }
            Token::Glyph(_) | Token::Escape => {}
        }
        self.open = matches!(found.token, Token::Comment { open: true, .. });
        done
    }

    /// Leaves out `part` of a comment, which stands `at` this place with its mark, where the game has
    /// more than enough of them.
    fn shorten(&mut self, at: usize, part: &[u8], text: &[u8]) {
        self.comments += part.len();
        if self.stage == Stage::Before || self.too_large || self.comments <= MOST_COMMENTS {
            return;
        }
        let begin = at + usize::from(!self.open);
        self.kept.extend_from_slice(&text[self.begin..begin]);
        let comment = decoded(part);
        let clock = clocks::noted(&comment).unwrap_or_default();
        self.kept.extend_from_slice(clock.as_bytes());
        self.begin = begin + part.len();
    }

    /// Whether a word begins another game: a move or its number after the end of the one before,
    /// but for a number with which that goes on; and the number of a first move, first in its line,
    /// where moves have been made.
    fn begins_with(&self, word: &[u8], first: bool) -> bool {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = word.split_at(digits);
        let dots = rest.iter().take_while(|byte| **byte == b'.').count();
        let is_one = number == b"1" && (dots == 1 || rest.is_empty());
        match self.stage {
            Stage::Ended if is_one => true,
            Stage::Ended => first && dots == 0 && word[0].is_ascii_alphanumeric(),
            Stage::Moves => is_one && dots == 1 && first && self.moved,
            Stage::Before | Stage::Tags => false,
        }
    }

    /// Takes note of a comment before the first tag or word.
    fn lead(&mut self, found: &Found) {
        if self.stage == Stage::Before && !self.led {
            (self.line, self.begin, self.led) = (found.line, found.at, true);
        }
    }

    fn start(&mut self, stage: Stage, found: &Found) {
        let led = mem::take(&mut self.led) && stage == Stage::Moves;
        if self.stage == Stage::Before && !led {
            (self.line, self.begin) = (found.line, found.at);
        }
        if matches!(self.stage, Stage::Before | Stage::Tags) {
            self.stage = stage;
        }
    }

    /// What has come so far of a game, if it is one; it ends at `end`.
    fn finish(&mut self, text: &[u8], end: usize) -> Option<RawGame> {
        let mut bytes = mem::take(&mut self.kept);
        bytes.extend_from_slice(&text[mem::replace(&mut self.begin, end)..end]);
        let too_large = mem::take(&mut self.too_large) || bytes.len() > LONGEST_GAME;
        self.comments = 0;
        self.names.clear();
        self.stage = Stage::Before;
        self.depth = 0;
        self.moved = false;
        mem::take(&mut self.content).then(|| {
            self.games += 1;
            RawGame {
                number: self.games,
                line: self.line,
                bytes: (!too_large).then_some(bytes),
            }
        })
    }

    /// How much of the text is needed no more, where all before `at` is scanned.
    fn done(&mut self, at: usize) -> usize {
        let length = self.kept.len() + at - self.begin;
        self.too_large |= self.stage != Stage::Before && length > LONGEST_GAME;
        let led = self.led && at - self.begin <= LONGEST_LEAD;
        if self.stage == Stage::Before && !led || self.too_large {
            self.begin = at;
            self.led = false;
            self.kept = Vec::new();
        }
        self.begin
    }
}

/// What a text seems to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Pasted {
    /// A position in FEN, or why no game can start from it.
    Position(Result<Box<Chess>, FenError>),
    /// Games in PGN, if anything.
    Games,
    /// Something else.
    Neither,
}

impl Pasted {
    /// Looks at a text: a line with eight ranks is a position; tags and numbered moves are games.
    pub fn of(text: &str) -> Self {
        let text = text.trim().trim_start_matches('\u{feff}');
        let mut lines = text.lines();
        let (first, more) = (lines.next().unwrap_or_default(), lines.next().is_some());
        // Eight ranks part a position from everything else.
        let placement = first.split_whitespace().next().unwrap_or_default();
        if !more && placement.matches('/').count() == 7 {
            return Self::Position(read_fen(first).map(Box::new));
        }
        let begins_with_tag = text.starts_with('[') && text.contains('"');
        let has_move = text.split_whitespace().any(|word| {
            let number = word.trim_end_matches('.');
            word.len() > number.len() && number.parse::<u32>().is_ok()
                || word.split_once('.').is_some_and(|(number, rest)| {
                    number.parse::<u32>().is_ok()
                        && rest
                            .trim_start_matches('.')
                            .starts_with(|letter: char| letter.is_ascii_alphabetic())
                })
        });
        if begins_with_tag || has_move {
            Self::Games
        } else {
            Self::Neither
        }
    }
}
