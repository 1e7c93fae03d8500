//! Where one game of a PGN file ends and the next begins, byte by byte, in bounded memory.

use std::mem;

use super::RawGame;
use super::ends::is_end;
use super::tag_line::{Verdict, judge, name_of, tells, without_mark};

/// The text of a game is no longer, in bytes.
const LONGEST_GAME: usize = 1 << 20;
/// A line of tags that ends a comment which was never closed is no longer, in bytes.
const LONGEST_TAG: usize = 1000;
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

/// What the next byte belongs to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Plain,
    Comment,
    /// A comment to the end of the line, or a line that is not meant for us.
    Line,
    Tag {
        quoted: bool,
        escaped: bool,
    },
}

/// Follows the text byte by byte and knows where a game ends.
#[derive(Debug)]
pub(super) struct Cutter {
    games: u64,
    line: u64,
    after_return: bool,
    /// Nothing has come in this line yet; nothing but spaces has; the line before was empty.
    line_start: bool,
    line_blank: bool,
    blank_before: bool,
    stage: Stage,
    mode: Mode,
    depth: u32,
    word: Vec<u8>,
    held: Vec<u8>,
    /// Whether only the end of the line tells what is held.
    held_to_end: bool,
    /// Whether the game has a tag or a word besides its result.
    content: bool,
    names: Vec<Vec<u8>>,
    begun: u64,
    game: Vec<u8>,
    too_large: bool,
}

impl Default for Cutter {
    fn default() -> Self {
        Self {
            games: 0,
            line: 1,
            after_return: false,
            line_start: true,
            line_blank: true,
            blank_before: true,
            stage: Stage::Before,
            mode: Mode::Plain,
            depth: 0,
            word: Vec::new(),
            held: Vec::new(),
            held_to_end: false,
            content: false,
            names: Vec::new(),
            begun: 1,
            game: Vec::new(),
            too_large: false,
        }
    }
}

/// Longer words are no results.
const LONGEST_END: usize = 16;
/// More names of tags are not remembered.
const MOST_NAMES: usize = 64;

impl Cutter {
    /// Takes the next byte of the file. Returns the game that it ends.
    pub(super) fn take(&mut self, byte: u8) -> Option<RawGame> {
        if !self.held.is_empty() {
            return self.take_held(Some(byte));
        }
        let may_be_tag = match self.mode {
            Mode::Plain => self.line_blank,
            Mode::Comment => self.line_start,
            Mode::Line | Mode::Tag { .. } => false,
        };
        // A file put together from several has the mark of UTF-8 before some of its tags.
        if may_be_tag && (byte == b'[' || byte == 0xef) {
            self.held.push(byte);
            return None;
        }
        self.read(byte)
    }

    /// Looks whether what is held back is a tag, now that `next` has come, or the end of the file.
    fn take_held(&mut self, next: Option<u8>) -> Option<RawGame> {
        let line_end = next.filter(|byte| matches!(byte, b'\n' | b'\r'));
        let ends_line = next.is_none() || line_end.is_some();
        if let Some(byte) = next.filter(|_| !ends_line && self.held.len() < LONGEST_TAG) {
            // Judging again at every byte would take long for a long name.
            let judge_now = !self.held_to_end && tells(&self.held, byte);
            self.held.push(byte);
            if !judge_now {
                return None;
            }
        } else {
            self.held.extend(next.filter(|_| !ends_line));
        }
        let open = self.mode == Mode::Comment;
        // In the midst of a comment only a whole tag is believed.
        let whole = open && !self.blank_before;
        let mut verdict = judge(&self.held, whole, ends_line);
        let unclear = matches!(verdict, Verdict::Perhaps | Verdict::PerhapsAtEnd);
        if unclear && (ends_line || self.held.len() > LONGEST_TAG) {
            verdict = Verdict::No;
        }
        self.held_to_end = verdict == Verdict::PerhapsAtEnd;
        let done = match verdict {
            Verdict::Perhaps | Verdict::PerhapsAtEnd => return None,
            Verdict::No => self.release(),
            Verdict::Yes => {
                let begins = self.begins_game();
                if begins || !open {
                    let done = begins.then(|| self.finish_game()).flatten();
                    self.mode = Mode::Plain;
                    self.depth = 0;
                    self.start(Stage::Tags);
                    self.content = true;
                    if self.names.len() < MOST_NAMES {
                        self.names.push(name_of(&self.held).to_vec());
                    }
                    // What was held back is of the new game and ends nothing.
                    let rest = self.release();
                    done.or(rest)
                } else {
                    self.release()
                }
            }
        };
        let more = line_end.and_then(|byte| self.read(byte));
        done.or(more)
    }

    fn release(&mut self) -> Option<RawGame> {
        let mut done = None;
        let held = mem::take(&mut self.held);
        for byte in without_mark(&held) {
            let game = self.read(*byte);
            done = done.or(game);
        }
        done
    }

    /// Whether the tag that is held back is the first of another game.
    fn begins_game(&self) -> bool {
        let name = name_of(&self.held);
        let again = || name == b"Event" || self.names.iter().any(|known| known == name);
        match self.stage {
            Stage::Before => self.mode == Mode::Comment,
            Stage::Tags => self.blank_before && again(),
            Stage::Moves | Stage::Ended => true,
        }
    }

    fn read(&mut self, byte: u8) -> Option<RawGame> {
        if matches!(byte, b'\n' | b'\r') {
            if !(byte == b'\n' && self.after_return) {
                self.end_line();
            }
            self.after_return = byte == b'\r';
            self.store(byte);
            return None;
        }
        self.after_return = false;
        let line_start = mem::take(&mut self.line_start);
        let space = byte <= b' ' || byte == 0x7f;
        self.line_blank &= space;
        let mut done = None;
        match self.mode {
            Mode::Line => {}
            Mode::Comment if byte == b'}' => self.mode = Mode::Plain,
            Mode::Comment => {}
            Mode::Tag { quoted, escaped } => {
                self.mode = match byte {
                    b']' if !quoted => Mode::Plain,
                    b'"' if !escaped => Mode::Tag {
                        quoted: !quoted,
                        escaped: false,
                    },
                    _ => Mode::Tag {
                        quoted,
                        escaped: quoted && byte == b'\\' && !escaped,
                    },
                }
            }
            Mode::Plain => done = self.read_plain(byte, line_start, space),
        }
        self.store(byte);
        done
    }

    fn read_plain(&mut self, byte: u8, line_start: bool, space: bool) -> Option<RawGame> {
        match byte {
            _ if space => self.end_word(),
            b'%' if line_start => self.mode = Mode::Line,
            b'{' => {
                self.end_word();
                self.mode = Mode::Comment;
            }
            b';' => {
                self.end_word();
                self.mode = Mode::Line;
            }
            b'(' => {
                self.end_word();
                self.depth = self.depth.saturating_add(1);
                if matches!(self.stage, Stage::Before | Stage::Tags) {
                    self.start(Stage::Moves);
                }
            }
            b')' => {
                self.end_word();
                self.depth = self.depth.saturating_sub(1);
            }
            b'[' if matches!(self.stage, Stage::Before | Stage::Tags) => {
                self.mode = Mode::Tag {
                    quoted: false,
                    escaped: false,
                };
            }
            b'*' => {
                self.end_word();
                let done = self.begin_word(byte);
                self.word.push(byte);
                self.end_word();
                return done;
            }
            _ => {
                let done = self.word.is_empty().then(|| self.begin_word(byte));
                if self.word.len() <= LONGEST_END {
                    self.word.push(byte);
                }
                return done.flatten();
            }
        }
        None
    }

    /// A word begins; after the end of a game a move or its number begins another one.
    fn begin_word(&mut self, byte: u8) -> Option<RawGame> {
        match self.stage {
            Stage::Before | Stage::Tags => self.start(Stage::Moves),
            Stage::Ended if self.depth == 0 && byte.is_ascii_alphanumeric() => {
                let done = self.finish_game();
                self.start(Stage::Moves);
                return done;
            }
            Stage::Moves | Stage::Ended => {}
        }
        None
    }

    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        if is_end(&self.word) {
            if self.depth == 0 && self.stage == Stage::Moves {
                self.stage = Stage::Ended;
            }
        } else {
            self.content = true;
        }
        self.word.clear();
    }

    fn end_line(&mut self) {
        self.end_word();
        if matches!(self.mode, Mode::Line | Mode::Tag { .. }) {
            self.mode = Mode::Plain;
        }
        self.line += 1;
        self.line_start = true;
        self.blank_before = mem::replace(&mut self.line_blank, true);
    }

    fn start(&mut self, stage: Stage) {
        if self.stage == Stage::Before {
            self.begun = self.line;
        }
        self.stage = stage;
    }

    fn store(&mut self, byte: u8) {
        if self.stage == Stage::Before || self.too_large {
            return;
        }
        if self.game.len() == LONGEST_GAME {
            self.too_large = true;
            self.game = Vec::new();
        } else {
            self.game.push(byte);
        }
    }

    /// What has come so far of a game, if it is one.
    fn finish_game(&mut self) -> Option<RawGame> {
        self.end_word();
        let bytes = mem::take(&mut self.game);
        let too_large = mem::take(&mut self.too_large);
        self.names.clear();
        self.stage = Stage::Before;
        mem::take(&mut self.content).then(|| {
            self.games += 1;
            RawGame {
                number: self.games,
                line: self.begun,
                bytes: (!too_large).then_some(bytes),
            }
        })
    }

    /// The end of the file.
    pub(super) fn finish(&mut self) -> Option<RawGame> {
        let held = !self.held.is_empty();
        let released = held.then(|| self.take_held(None)).flatten();
        released.or_else(|| self.finish_game())
    }
}
