//! A PGN file of any size, cut into the texts of its games. Never keeps more than one of them.

use std::io::{self, Read};
use std::mem;

use super::clocks;
use super::scanner::{Found, Scanner, Token};
use super::source::{Text, decoded};
use super::words::is_no_move;

/// Read at once, in bytes.
const CHUNK: usize = 1 << 16;
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
            chunk: vec![0; CHUNK].into_boxed_slice(),
            text: Vec::new(),
            scanner: Scanner::new(1),
            cutter: Cutter::default(),
        }
    }

    /// How many bytes have been read.
    #[must_use]
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
        if done >= CHUNK {
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
