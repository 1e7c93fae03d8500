//! The bytes of a file on their way to the scanner: UTF-16 becomes UTF-8, and what is plainly
//! something else than text is named.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind, Read};

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE, WINDOWS_1252};

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
