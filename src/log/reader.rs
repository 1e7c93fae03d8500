//! Reading a log back: every position is proven to follow from the one before, and what cannot be
//! believed is named by its line. May import `rules`, `rustix` and the rest of `log`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rustix::fs::{Mode, OFlags};

use super::record::{self, End, Record};
use super::{Fault, FaultKind, Header, Notice};
use crate::rules::{Action, ByColor, Chess, Event, Game, Move, Offer, Position, fen_of, read_fen};

/// More than the longest possible game with clocks and offers at every ply.
const MAX_BYTES: u64 = 16 << 20;

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
}

/// Reads the log at `path`.
///
/// # Errors
/// Where the file cannot be opened or read, or is none (a pipe, a folder). What is wrong inside
/// the file is no error: see [`Loaded::fault`].
pub fn read(path: &Path) -> io::Result<Loaded> {
    // O_NONBLOCK: opening a pipe that somebody left in the folder must not wait for a writer.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let mut file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    read_file(&mut file)
}

pub(super) fn read_file(file: &mut File) -> io::Result<Loaded> {
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a regular file",
        ));
    }
    let mut bytes = Vec::new();
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if read as u64 > MAX_BYTES {
        bytes.clear();
        let mut loaded = read_bytes(bytes);
        loaded.fault = Some(Fault {
            line: 1,
            kind: FaultKind::TooLarge,
        });
        return Ok(loaded);
    }
    Ok(read_bytes(bytes))
}

/// Reads the text of a log.
#[must_use]
pub fn read_bytes(bytes: Vec<u8>) -> Loaded {
    let mut reader = Reader::default();
    let lines: Vec<&[u8]> = lines_of(&bytes).collect();
    let mut fault = None;
    for (index, raw) in lines.iter().enumerate() {
        let last = index + 1 == lines.len();
        let Err(kind) = reader.take(raw) else {
            continue;
        };
        let line = index + 1;
        let torn = if last {
            kind.is_no_line() || reader.is_torn(raw, &kind)
        } else {
            record::says_torn(lines[index + 1]) || reader.is_torn(raw, &kind)
        };
        if torn {
            reader.notices.push(Notice::Torn { line });
        } else {
            fault = Some(Fault { line, kind });
            break;
        }
    }
    // Whoever goes on with the game shall find the clocks standing still.
    if let Some(game) = &mut reader.game {
        game.act(Action::Pause).ok();
    }
    let empty = reader.game.is_none();
    if empty && fault.is_none() {
        fault = Some(Fault {
            line: lines.len(),
            kind: FaultKind::Empty,
        });
    }
    let left_out = |Notice::Torn { line }: &Notice| *line == lines.len();
    let seam = match bytes.last() {
        None | Some(b'\n') => String::new(),
        Some(_) if reader.notices.iter().any(left_out) => format!("\n{}", record::torn_line()),
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
fn lines_of(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.split(|byte| *byte == b'\n')
}

#[derive(Default)]
struct Reader {
    header: Option<Header>,
    game: Option<Game>,
    end: Option<End>,
    notices: Vec<Notice>,
}

impl Reader {
    /// Takes one line; an error leaves everything as it was.
    fn take(&mut self, raw: &[u8]) -> Result<(), FaultKind> {
        let line = std::str::from_utf8(raw)
            .map_err(|_| FaultKind::NotText)?
            .trim();
        if line.is_empty() {
            Ok(())
        } else if let Some(text) = line.strip_prefix('#') {
            self.take_record(record::parse(text.trim_start())?)
        } else if let Some(game) = &mut self.game {
            if self.end.is_some() || game.outcome().is_some() {
                return Err(FaultKind::AfterEnd);
            }
            let action = successor(game.position(), line)?;
            match game.act(action) {
                Ok(Event::Moved { .. }) => Ok(()),
                // The clocks say that the flag had fallen by then.
                Ok(_) => Err(FaultKind::AfterEnd),
                Err(_) => Err(FaultKind::NotLegal),
            }
        } else {
            let header = self.header.get_or_insert_with(Header::bare);
            self.game = Some(header.new_game(position(line)?));
            Ok(())
        }
    }

    fn take_record(&mut self, record: Record) -> Result<(), FaultKind> {
        let game = match (&record, &mut self.game) {
            (Record::Header(_), None) if self.header.is_none() => {
                if let Record::Header(header) = record {
                    self.header = Some(header);
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
            Record::Takeback(plies) => game
                .act(Action::TakeBack(plies))
                .map(|_| ())
                .map_err(|_| FaultKind::TakebackTooFar),
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
            Record::End(end) => {
                if game.outcome().is_none() {
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

    /// Whether a line that failed is the beginning of one that would have been good: what a full
    /// disk or a power cut leaves behind. The line after it then starts afresh.
    fn is_torn(&self, raw: &[u8], kind: &FaultKind) -> bool {
        if raw.starts_with(b"#") {
            return match kind {
                FaultKind::BadRecord(_) => cut_short(raw),
                FaultKind::NotText => cut_in_character(raw),
                _ => false,
            };
        }
        let Some(game) = &self.game else { return false };
        let Ok(line) = std::str::from_utf8(raw) else {
            return false;
        };
        game.outcome().is_none()
            && successors(game.position())
                .any(|(_, fen)| fen.len() > line.len() && fen.starts_with(line))
    }
}

/// Whether a record stops before its JSON object is complete.
fn cut_short(raw: &[u8]) -> bool {
    let json = raw[1..].trim_ascii();
    json.is_empty()
        || serde_json::from_slice::<serde_json::Value>(json).is_err_and(|error| error.is_eof())
}

/// Whether a text stops before its last character is complete, and is UTF-8 up to there.
fn cut_in_character(raw: &[u8]) -> bool {
    std::str::from_utf8(raw).is_err_and(|error| error.error_len().is_none())
}

fn position(line: &str) -> Result<Chess, FaultKind> {
    if line.split_ascii_whitespace().count() != 6 {
        return Err(FaultKind::NotSixFields);
    }
    read_fen(line).map_err(FaultKind::NotFen)
}

/// Every legal action in `before` with the position it leads to.
fn successors(before: &Chess) -> impl Iterator<Item = (Action, String)> + '_ {
    before.legal_moves().into_iter().map(|mv| {
        let mut after = before.clone();
        after.play_unchecked(mv);
        (action(mv), fen_of(&after))
    })
}

fn action(mv: Move) -> Action {
    let from = mv.from().unwrap_or(mv.to());
    Action::Move {
        from,
        to: mv.to(),
        promotion: mv.promotion(),
    }
}

/// The move that leads from `before` to the position that `line` gives.
fn successor(before: &Chess, line: &str) -> Result<Action, FaultKind> {
    let wanted = position(line)?;
    let left_and_arrived = |mv: &Move| {
        let castled = mv.castling_side();
        let to = castled.map_or(mv.to(), |side| side.king_to(before.turn()));
        mv.from()
            .is_some_and(|from| !wanted.board().occupied().contains(from))
            && wanted.board().by_color(before.turn()).contains(to)
    };
    before
        .legal_moves()
        .into_iter()
        // Few moves leave the right square for the right square: only those are worth playing.
        .filter(left_and_arrived)
        .find(|mv| {
            let mut after = before.clone();
            after.play_unchecked(*mv);
            // The en passant field may be written by another habit: the position decides.
            after.board() == wanted.board()
                && after.turn() == wanted.turn()
                && after.castles().castling_rights() == wanted.castles().castling_rights()
                && after.halfmoves() == wanted.halfmoves()
                && after.fullmoves() == wanted.fullmoves()
                && (wanted.maybe_ep_square().is_none()
                    || wanted.maybe_ep_square() == after.maybe_ep_square())
        })
        .map(action)
        .ok_or(FaultKind::NotLegal)
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
