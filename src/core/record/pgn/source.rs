//! The bytes of a file on their way to the scanner: UTF-16 becomes UTF-8, what is plainly something else than
//! text is named, and the stream is split into games.

use std::io::{self, ErrorKind, Read};
use std::{fmt, iter, mem};

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE};

use super::scanner::{Found, Scanner, Token, is_no_move};
use super::tags::{Tag, clock_noted, decoded};
use crate::chess::{Chess, FenError, read_fen};

/// What a file is that holds no games as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotTextError {
    /// Files packed by gzip, bzip2, xz, zstd, ZIP, 7-Zip or RAR.
    #[error("a packed file")]
    Packed,
    /// A JPEG, PNG, GIF or WebP picture.
    #[error("a picture")]
    Picture,
    /// A PDF document.
    #[error("a PDF document")]
    Pdf,
}

/// How files begin that are none of ours.
const BEGINNINGS: [(&[u8], NotTextError); 12] = [
    (b"\x1f\x8b", NotTextError::Packed),
    (b"BZh", NotTextError::Packed),
    (b"\xfd7zXZ\0", NotTextError::Packed),
    (b"\x28\xb5\x2f\xfd", NotTextError::Packed),
    (b"PK\x03\x04", NotTextError::Packed),
    (b"7z\xbc\xaf\x27\x1c", NotTextError::Packed),
    (b"Rar!\x1a\x07", NotTextError::Packed),
    (b"\xff\xd8\xff", NotTextError::Picture),
    (b"\x89PNG\r\n", NotTextError::Picture),
    (b"GIF8", NotTextError::Picture),
    (b"RIFF", NotTextError::Picture),
    (b"%PDF-", NotTextError::Pdf),
];
/// The longest of these, in bytes.
const LONGEST_BEGINNING: usize = 6;
/// Of UTF-16 so much is read at once, in bytes.
const CHUNK: usize = 1 << 12;

/// Text from a file in any encoding, except those of one byte a letter, which the scanner reads.
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
        let missing = LONGEST_BEGINNING.saturating_sub(self.begun.len()) as u64;
        let mut beginning = self.source.by_ref().take(missing);
        self.bytes += beginning.read_to_end(&mut self.begun)? as u64;
        self.known = true;
        let begins = |(beginning, _): &&(&[u8], NotTextError)| self.begun.starts_with(beginning);
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

/// Read at once, in bytes.
const READ_SIZE: usize = 1 << 16;
/// The text of a game is no longer, in bytes, but for comments.
pub const LONGEST_GAME: usize = 1 << 20;
/// So much of the comments of a game is kept, in bytes; of those that follow, what clocks showed.
const MOST_COMMENTS: usize = 1 << 18;
/// Comments before a first move without tags are not kept where they are longer, in bytes.
const LONGEST_LEAD: usize = 1 << 14;

/// More names of tags are not remembered.
const MOST_NAMES: usize = 64;

/// A game as it stands in a text: its tags, words, comments and signs in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScannedGame {
    /// Its number in the file, counted from 1.
    pub number: u64,
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// How long its text is, in bytes, without those comments that are too much.
    pub length: usize,
    /// The line of the first comment of which not all is kept, as the comments are too much.
    pub(super) cut: Option<u64>,
    /// The texts of all parts, one behind the other.
    text: String,
    parts: Vec<StoredPart>,
}

/// A part of that: a token, or all of a comment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    pub token: Token,
    /// How it is written; of a comment, what stands between its marks.
    pub text: &'a str,
    /// Its line in the file.
    pub line: u64,
}

/// A part as it is kept, small: there may be one for each byte of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StoredPart {
    token: Token,
    /// Where its text ends. It begins where that of the part before ends.
    end: u32,
    /// How many lines of the game are before its own.
    lines: u32,
}

impl ScannedGame {
    /// All of a text, which is a single game.
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut game = Self {
            line: 1,
            ..Self::default()
        };
        let mut scanner = Scanner::new(1);
        while let Some(found) = scanner.next(text, true) {
            game.add(&found, &decoded(found.text));
        }
        game
    }

    /// Whether it is longer than any game can be, so that nothing of it is kept.
    pub fn is_too_large(&self) -> bool {
        self.length > LONGEST_GAME
    }

    /// All parts of it.
    pub(super) fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let mut begin = 0;
        self.parts.iter().map(move |part| {
            let end = part.end as usize;
            Part {
                token: part.token,
                text: &self.text[mem::replace(&mut begin, end)..end],
                line: self.line + u64::from(part.lines),
            }
        })
    }

    /// Adds a token of which this is kept.
    fn add(&mut self, found: &Found, kept: &str) {
        let comment = matches!(found.token, Token::Comment { .. });
        let last = self.parts.last_mut().filter(|_| comment);
        if let Some(last) = last.filter(|last| last.token == Token::Comment { open: true }) {
            // It goes on in another line.
            self.text.push('\n');
            self.text += kept;
            (last.token, last.end) = (found.token, self.text.len() as u32);
            return;
        }
        self.text += kept;
        self.parts.push(StoredPart {
            token: found.token,
            end: self.text.len() as u32,
            lines: u32::try_from(found.line - self.line).unwrap_or(u32::MAX),
        });
    }
}

/// What came of reading on a little.
#[derive(Debug)]
pub enum Split {
    /// A game.
    Game(ScannedGame),
    /// None yet.
    More,
    /// There is nothing more.
    End,
}

/// Cuts what it reads into games (section 8 of the PGN standard). A game begins with its first tag,
/// or with a move after the result of the one before, or where the numbers begin anew; a tag at the
/// beginning of a line begins a new game even where a comment was not closed.
#[derive(Debug)]
pub struct Splitter<R> {
    source: Text<R>,
    /// Whether the source has ended.
    over: bool,
    chunk: Box<[u8]>,
    /// What is read and not scanned yet.
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
    /// Where the source cannot be read, or is a [`NotTextError`](super::NotTextError) file.
    pub fn step(&mut self) -> io::Result<Split> {
        while let Some(found) = self.scanner.next(&self.text, self.over) {
            if let Some(game) = self.cutter.take(&found) {
                return Ok(Split::Game(game));
            }
        }
        if self.over {
            let last = self.cutter.finish(self.text.len());
            return Ok(last.map_or(Split::End, Split::Game));
        }
        self.read_on()?;
        Ok(Split::More)
    }

    /// The next game; `None` where there is none any more.
    ///
    /// # Errors
    /// Those of [`Splitter::step`].
    pub fn next_game(&mut self) -> io::Result<Option<ScannedGame>> {
        loop {
            match self.step()? {
                Split::Game(game) => return Ok(Some(game)),
                Split::More => {}
                Split::End => return Ok(None),
            }
        }
    }

    fn read_on(&mut self) -> io::Result<()> {
        let read = self.source.read(&mut self.chunk)?;
        self.over = read == 0;
        let done = self.scanner.at();
        self.cutter.leave_long_lead(done);
        // Not for every little that comes in: the rest must be moved.
        if done >= READ_SIZE {
            self.text.drain(..done);
            self.scanner.forget(done);
            self.cutter.begin -= done as isize;
        }
        self.text.extend_from_slice(&self.chunk[..read]);
        Ok(())
    }
}

/// How many games a text in PGN has.
pub fn count_games(text: &str) -> u64 {
    let mut games = Splitter::new(text.as_bytes());
    iter::from_fn(|| games.next_game().ok().flatten()).count() as u64
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
    /// What has come so far of a game.
    game: ScannedGame,
    stage: Stage,
    depth: u32,
    /// Whether the game has a tag or a word besides its result.
    content: bool,
    /// Whether it has a move.
    moved: bool,
    /// The names of its tags.
    names: Vec<Vec<u8>>,
    /// Where it would begin in the text that is there, had nothing been left out of it.
    begin: isize,
    /// Whether it begins with a comment, which is the game's if no tag follows.
    led: bool,
    /// How long its comments are together, in bytes.
    comments: usize,
}

/// Whether a word can be a move, with or without its number.
fn begins_moves(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_alphabetic()) && !is_no_move(word)
}

impl Cutter {
    /// Takes the next token. Returns the game that ends before it.
    fn take(&mut self, found: &Found) -> Option<ScannedGame> {
        let name = match found.token {
            Token::Tag => Tag::name_in(found.text),
            _ => &[],
        };
        let begins = match found.token {
            Token::Tag => match self.stage {
                Stage::Before => false,
                Stage::Tags => {
                    let again = || self.names.iter().any(|known| known == name);
                    found.after_blank && (name == b"Event" || again())
                }
                Stage::Moves | Stage::Ended => true,
            },
            Token::Word if self.depth == 0 => self.begins_with(found.text, found.first),
            _ => false,
        };
        let done = begins.then(|| self.finish(found.at)).flatten();
        let text = decoded(found.text);
        let (mut kept, mut left_out) = (&*text, 0);
        match found.token {
            Token::Tag => {
                self.start(Stage::Tags, found);
                self.content = true;
                if self.names.len() < MOST_NAMES {
                    self.names.push(name.to_vec());
                }
            }
            Token::Word => {
                self.start(Stage::Moves, found);
                self.content = true;
                self.moved = self.moved || self.depth == 0 && begins_moves(&text);
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
            Token::Comment { .. } => {
                if self.stage == Stage::Before && !self.led {
                    self.begin(found);
                    self.led = true;
                }
                self.comments += found.text.len();
                if self.stage != Stage::Before && self.comments > MOST_COMMENTS {
                    kept = clock_noted(&text).unwrap_or_default();
                    left_out = found.text.len() as isize - kept.len() as isize;
                    if kept != text.trim() {
                        self.game.cut.get_or_insert(found.line);
                    }
                }
            }
            Token::Glyph(_) | Token::Escape => {}
        }
        if self.length(found.at) > LONGEST_GAME {
            (self.game.text, self.game.parts) = Default::default();
        } else if self.stage != Stage::Before || self.led {
            self.game.add(found, kept);
            self.begin += left_out;
        }
        done
    }

    /// How long the game is that ends here.
    fn length(&self, end: usize) -> usize {
        (end as isize - self.begin) as usize
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

    fn start(&mut self, stage: Stage, found: &Found) {
        let led = mem::take(&mut self.led) && stage == Stage::Moves;
        if self.stage == Stage::Before && !led {
            self.begin(found);
        }
        if matches!(self.stage, Stage::Before | Stage::Tags) {
            self.stage = stage;
        }
    }

    fn begin(&mut self, found: &Found) {
        self.begin = found.at as isize;
        self.game = ScannedGame {
            line: found.line,
            ..ScannedGame::default()
        };
    }

    /// What has come so far of a game, if it is one; it ends at `end`.
    fn finish(&mut self, end: usize) -> Option<ScannedGame> {
        let length = self.length(end);
        let before = mem::replace(
            self,
            Self {
                games: self.games,
                ..Self::default()
            },
        );
        before.content.then(|| {
            self.games += 1;
            ScannedGame {
                number: self.games,
                length,
                ..before.game
            }
        })
    }

    /// Leaves out a comment before the first tag or word that is too long, where all before `at` is
    /// scanned.
    fn leave_long_lead(&mut self, at: usize) {
        if self.stage == Stage::Before && self.led && self.length(at) > LONGEST_LEAD {
            self.led = false;
        }
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
