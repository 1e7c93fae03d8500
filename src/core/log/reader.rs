//! Reading a log back: every position is proven to follow from the one before, and what cannot be
//! believed is named by its line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::Path;

use memchr::memchr;

use super::record::{self, End, Record};
use super::steps::{position, start, successor, suggested};
use super::{Fault, FaultKind, Header, Notice, torn};
use crate::files::{must_be_plain, open_plain};
use crate::rules::{Action, ByColor, Event, Game, Offer, Ply};

/// More than the longest possible game with clocks and offers at every ply.
const MAX_BYTES: u64 = 16 << 20;
/// More than the seventy-five moves allow (17,697), and more than is ever taken over from
/// elsewhere.
const MOST_PLIES: usize = 1 << 15;
/// Nobody's disk was full more often in one game. What has no lines but torn ones is no log, and
/// to look at each of them takes its time.
const MOST_TORN: usize = 1000;
/// In logs of fewer bytes the plies are not counted to make room for them.
const LONG: usize = 1 << 16;
/// Few positions have fewer bytes.
const USUAL_FEN: usize = 48;
/// No position has fewer bytes: two kings, and fields of one letter.
const SHORTEST_FEN: usize = 27;

/// A log as it was read: the game up to its last good line.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Who played, and how.
    pub header: Header,
    /// The game. Only its first position where the log has none that can be believed.
    pub game: Game,
    /// The end as it is recorded.
    pub end: Option<End>,
    /// What was left out as cut short.
    pub notices: Vec<Notice>,
    /// Where belief ends. A log with a fault is shown, never written to.
    pub fault: Option<Fault>,
    /// The bytes of the file.
    pub(super) bytes: Vec<u8>,
    /// What must stand between these bytes and the next line.
    pub(super) seam: String,
}

impl Loaded {
    /// A game that is played here, as its log would give it back: for whatever is made of a log.
    #[must_use]
    pub fn of(header: Header, game: Game) -> Self {
        Self {
            header,
            game,
            end: None,
            notices: Vec::new(),
            fault: None,
            bytes: Vec::new(),
            seam: String::new(),
        }
    }

    /// Whether a game was begun: not where writing was cut short before the first position was in the file.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        let fault = self.fault.as_ref().map(|fault| &fault.kind);
        fault != Some(&FaultKind::Empty) || !torn::is_before_any_game(&self.bytes)
    }

    /// The log as it was read.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// Reads the log at `path`.
///
/// # Errors
/// Where the file cannot be opened or read, or is none (a pipe, a folder). What is wrong inside
/// the file is no error: see [`Loaded::fault`].
pub fn read(path: &Path) -> io::Result<Loaded> {
    read_file(&mut open_plain(path)?)
}

/// Reads the first record of the log at `path`; where it has none, what stands for one.
///
/// # Errors
/// As those of [`read`].
pub fn read_header(path: &Path) -> io::Result<Header> {
    let mut line = Vec::new();
    BufReader::new(open_plain(path)?)
        .take(MAX_BYTES)
        .read_until(b'\n', &mut line)?;
    Ok(read_bytes(line).header)
}

pub(super) fn read_file(file: &mut File) -> io::Result<Loaded> {
    must_be_plain(file)?;
    let size = file.metadata()?.len();
    match size <= MAX_BYTES {
        true => read_from(file, size),
        false => Ok(too_large()),
    }
}

/// Reads a log from wherever it comes, which is likely to have so many bytes.
///
/// # Errors
/// Where nothing can be read from there.
pub fn read_from(source: impl Read, size: u64) -> io::Result<Loaded> {
    // What grows while it is read ends at the same size.
    let mut bytes = Vec::with_capacity(size.min(MAX_BYTES) as usize + 1);
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(match bytes.len() as u64 <= MAX_BYTES {
        true => read_bytes(bytes),
        false => too_large(),
    })
}

fn too_large() -> Loaded {
    let mut loaded = read_bytes(Vec::new());
    loaded.fault = Some(Fault {
        line: 1,
        kind: FaultKind::TooLarge,
    });
    loaded
}

/// Reads the text of a log. A fault ends the game before the line that it names.
///
/// ```
/// use rank_and_file_core::log::read_bytes;
///
/// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
/// let loaded = read_bytes(format!("{start}\n{after}\n{start}\n").into_bytes());
/// assert_eq!(loaded.game.plies()[0].san.to_string(), "e4");
/// assert_eq!(loaded.fault.unwrap().line, 3, "nobody can take e4 back in one move");
/// ```
#[must_use]
pub fn read_bytes(bytes: Vec<u8>) -> Loaded {
    let mut reader = Reader {
        room: room_for(&bytes),
        ..Reader::default()
    };
    let mut fault = reader.take_all(&bytes);
    // Whoever goes on with the game shall find the clocks standing still.
    if let Some(game) = &mut reader.game {
        game.act(Action::Pause).ok();
    }
    let empty = reader.game.is_none();
    if empty && fault.is_none() {
        fault = Some(Fault {
            line: reader.lines,
            kind: FaultKind::Empty,
        });
    }
    let left_out = |Notice::Torn { line }: &Notice| *line == reader.lines;
    let seam = match bytes.last() {
        None | Some(b'\n') => String::new(),
        Some(_) if reader.notices.iter().any(left_out) => format!("\n{}", torn::torn_line()),
        Some(_) => "\n".to_owned(),
    };
    Loaded {
        seam,
        header: reader.header.unwrap_or_else(Header::bare),
        game: reader.game.unwrap_or_default(),
        end: reader.end,
        notices: reader.notices,
        fault,
        bytes,
    }
}

/// The lines of a file, without the mark that some editors set before the first one.
fn lines_of(bytes: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let mut rest = Some(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    iter::from_fn(move || {
        let text = rest?;
        let end = memchr(b'\n', text);
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// How many plies a long log may have: room that is made once is not made again and again.
fn room_for(bytes: &[u8]) -> usize {
    if bytes.len() < LONG {
        return bytes.len() / USUAL_FEN;
    }
    let positions =
        lines_of(bytes).filter(|line| line.len() >= SHORTEST_FEN && !line.starts_with(b"#"));
    positions.take(MOST_PLIES).count()
}

#[derive(Default)]
struct Reader {
    /// For so many plies.
    room: usize,
    /// Lines taken.
    lines: usize,
    header: Option<Header>,
    game: Option<Game>,
    end: Option<End>,
    notices: Vec<Notice>,
}

impl Reader {
    /// Takes every line, or those up to the first that cannot be believed.
    fn take_all(&mut self, bytes: &[u8]) -> Option<Fault> {
        let mut lines = lines_of(bytes);
        while let Some(raw) = lines.next() {
            self.lines += 1;
            let Err(kind) = self.take(raw) else {
                continue;
            };
            let line = self.lines;
            if !self.is_torn(raw, &kind, lines.clone().next()) {
                return Some(Fault { line, kind });
            }
            if self.notices.len() == MOST_TORN {
                let kind = FaultKind::TooLarge;
                return Some(Fault { line, kind });
            }
            self.notices.push(Notice::Torn { line });
        }
        None
    }

    /// Whether a line that failed was only cut short; `next` is the one that follows.
    fn is_torn(&self, raw: &[u8], kind: &FaultKind, next: Option<&[u8]>) -> bool {
        let said = match next {
            _ if *kind == FaultKind::TooLarge => return false,
            Some(next) => torn::says_torn(next),
            None => kind.is_no_line(),
        };
        said || torn::is_beginning(raw, kind, self.game.as_ref())
    }

    /// Takes one line; an error leaves everything as it was.
    fn take(&mut self, raw: &[u8]) -> Result<(), FaultKind> {
        if let Some(ply) = self.suggested(raw) {
            return self.play(ply);
        }
        let line = std::str::from_utf8(raw)
            .map_err(|_| FaultKind::NotText)?
            .trim();
        if line.is_empty() {
            Ok(())
        } else if let Some(text) = line.strip_prefix('#') {
            self.take_record(record::parse(text.trim_start())?)
        } else if let Some(game) = &mut self.game {
            let over = game.outcome().is_some() && !game.may_have_gone_on();
            if self.end.is_some() || over {
                return Err(FaultKind::AfterEnd);
            }
            if game.plies().len() == MOST_PLIES {
                return Err(FaultKind::TooLarge);
            }
            let ply = successor(game, line)?;
            game.go_on_after_dead_position();
            self.play(ply)
        } else {
            let header = self.header.get_or_insert_with(Header::bare);
            let mut game = header.new_game(start(line)?);
            game.reserve(self.room);
            self.game = Some(game);
            Ok(())
        }
    }

    /// The ply of a line as this app writes it, where one may follow. That is ASCII without a look.
    fn suggested(&self, raw: &[u8]) -> Option<Ply> {
        let game = self.game.as_ref()?;
        let over = self.end.is_some() || game.outcome().is_some();
        let more = !over && game.plies().len() < MOST_PLIES;
        more.then(|| suggested(game, raw))?
    }

    fn play(&mut self, ply: Ply) -> Result<(), FaultKind> {
        let game = self.game.as_mut().ok_or(FaultKind::NotLegal)?;
        match game.act_by(ply) {
            Ok(Event::Moved { .. }) => Ok(()),
            // The clocks say that the flag had fallen by then.
            Ok(_) => Err(FaultKind::AfterEnd),
            Err(_) => Err(FaultKind::NotLegal),
        }
    }

    fn take_record(&mut self, record: Record) -> Result<(), FaultKind> {
        let game = match (&record, &mut self.game) {
            (Record::Header(_), None) if self.header.is_none() => {
                if let Record::Header(header) = record {
                    self.header = Some(*header);
                }
                return Ok(());
            }
            (Record::Header(_), _) => {
                return Err(FaultKind::BadRecord("a second header".to_owned()));
            }
            (Record::Other, _) => return Ok(()),
            (_, None) => {
                return Err(FaultKind::BadRecord(
                    "an event before any position".to_owned(),
                ));
            }
            (_, Some(game)) => game,
        };
        if self.end.is_some() {
            return Err(FaultKind::AfterEnd);
        }
        match record {
            Record::Takeback(plies) => {
                game.go_on_after_dead_position();
                let taken_back = game.act(Action::TakeBack(plies));
                taken_back
                    .map(|_| ())
                    .map_err(|_| FaultKind::TakebackTooFar)
            }
            // An offer that the rules would not allow now is history that changes nothing.
            Record::DrawOffer(by) => {
                if by == game.turn() {
                    game.act(Action::OfferDraw).ok();
                }
                Ok(())
            }
            Record::DrawDeclined(by) => {
                if game.offer() == Some(Offer::Draw { by: by.other() }) {
                    game.act(Action::Decline).ok();
                }
                Ok(())
            }
            // A claim of a player who is not to move is history that changes nothing.
            Record::WrongClaim(by) => {
                game.act(Action::NoteWrongClaim(by)).ok();
                Ok(())
            }
            // Clocks in a game that has none are noted: they ran elsewhere.
            Record::Clock(left) if game.clock().is_none() => {
                let mover = game.plies().last().map(|ply| ply.mover);
                if let Some(left) = mover.and_then(|mover| *left.get(mover)) {
                    game.act(Action::NoteClock(left)).ok();
                }
                Ok(())
            }
            Record::Clock(left) => {
                let wrong = || FaultKind::BadRecord("the value of clock makes no sense".to_owned());
                let (white, black) = left.white.zip(left.black).ok_or_else(wrong)?;
                game.act(Action::SetClocks(ByColor { black, white })).ok();
                Ok(())
            }
            Record::Help(side, help) => {
                game.act(Action::Help(side, help)).ok();
                Ok(())
            }
            Record::End(end) => {
                if game.outcome() != Some(end.outcome) {
                    game.go_on_after_dead_position();
                    game.act(Action::Conclude(end.outcome)).ok();
                }
                if game.outcome() != Some(end.outcome) {
                    return Err(FaultKind::UnprovenEnd);
                }
                self.end = Some(end);
                Ok(())
            }
            Record::Header(_) | Record::Other => Ok(()),
        }
    }
}

/// The FEN that stands in line `line` (counted from 1) of the log at `path`; `None` where the
/// line is a record, is empty, or does not exist.
///
/// # Errors
/// Where the file cannot be read.
pub fn fen_at_line(path: &Path, line: usize) -> io::Result<Option<String>> {
    let loaded = read(path)?;
    let text = line
        .checked_sub(1)
        .and_then(|index| lines_of(&loaded.bytes).nth(index));
    Ok(text
        .and_then(|raw| std::str::from_utf8(raw).ok())
        .map(str::trim)
        .filter(|text| !text.starts_with('#') && position(text).is_ok())
        .map(str::to_owned))
}
