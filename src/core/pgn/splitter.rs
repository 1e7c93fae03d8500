//! A PGN file of any size, cut into the texts of its games. Never keeps more than one of them.

use std::io::{self, Read};

use super::cutter::Cutter;

/// Read at once, in bytes.
const CHUNK: usize = 1 << 16;

/// The text of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawGame {
    /// Its place in the file, counted from 1.
    pub number: u64,
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// The text; `None` where it is longer than a megabyte and was passed over.
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

/// Cuts what it reads into games. A game begins with its first tag, or after the end of the one
/// before; a tag at the beginning of a line begins a new game even where a comment was not closed.
#[derive(Debug)]
pub struct Splitter<R> {
    source: R,
    chunk: Box<[u8]>,
    at: usize,
    end: usize,
    bytes: u64,
    cutter: Cutter,
}

impl<R: Read> Splitter<R> {
    /// Nothing is read yet.
    pub fn new(source: R) -> Self {
        Self {
            source,
            chunk: vec![0; CHUNK].into_boxed_slice(),
            at: 0,
            end: 0,
            bytes: 0,
            cutter: Cutter::default(),
        }
    }

    /// How many bytes have been read.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Goes on to the end of the next game, but reads 64 KiB at the most.
    ///
    /// # Errors
    /// Where the source cannot be read.
    pub fn step(&mut self) -> io::Result<Step> {
        if self.at == self.end {
            self.at = 0;
            self.end = loop {
                match self.source.read(&mut self.chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    read => break read?,
                }
            };
            self.bytes += self.end as u64;
            if self.end == 0 {
                return Ok(self.cutter.finish().map_or(Step::End, Step::Game));
            }
        }
        while self.at < self.end {
            let byte = self.chunk[self.at];
            self.at += 1;
            if let Some(game) = self.cutter.take(byte) {
                return Ok(Step::Game(game));
            }
        }
        Ok(Step::More)
    }
}
