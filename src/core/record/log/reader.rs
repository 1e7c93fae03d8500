//! Reading a log back: every position is proven to follow from the one before, what cannot be believed is named by
//! its line, and what an unfinished write has left is passed over. Games that are the same have the same fingerprint.

use std::fs::File;
use std::io::{self, Read};
use std::iter;
use std::path::Path;

use jiff::Timestamp;
use memchr::memchr;
use serde::de::IgnoredAny;

use super::date::UNKNOWN_DATE;
use super::header::default_name;
use super::record::{
    self, End, FaultKind, Key, Record, fen_successors, line, read_line, successor, suggested,
};
use super::{Fnv1a, Header};
use crate::chess::{Action, ByColor, Color, Event, Game, Offer, Outcome, Ply, fen_of, read_fen};
use crate::files::{open_regular, require_regular, whole_lines};

/// More than the longest possible game with clocks and offers at every ply.
const MAX_BYTES: u64 = 16 << 20;
/// More than the seventy-five moves allow (17,697), and more than is ever taken over from
/// elsewhere.
const MOST_PLIES: usize = 1 << 15;
/// More torn lines than a full disk leaves in any game. A file of nothing but torn lines is no log, and looking at each
/// of them takes time.
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
    /// Whether the log has a position that can be believed.
    pub has_position: bool,
    /// The end as it is recorded.
    pub end: Option<End>,
    /// When the last move was made, where that is recorded.
    pub moved: Option<Timestamp>,
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
    /// A game that is played here, as its log would give it back, for functions that take a log.
    pub fn of(header: Header, game: Game) -> Self {
        Self {
            header,
            game,
            has_position: true,
            end: None,
            moved: None,
            notices: Vec::new(),
            fault: None,
            bytes: Vec::new(),
            seam: String::new(),
        }
    }

    /// A game that was played elsewhere, as its log would give it back: when it ended is not known, and its
    /// clocks stand still.
    pub fn elsewhere(header: Header, mut game: Game) -> Self {
        game.act(Action::Pause).ok();
        let end = game.outcome().map(|outcome| End {
            outcome,
            ended: None,
        });
        Self {
            end,
            ..Self::of(header, game)
        }
    }

    /// Whether a game was begun: not where writing was cut short before the first position was in the file.
    pub fn has_begun(&self) -> bool {
        let fault = self.fault.as_ref().map(|fault| &fault.kind);
        fault != Some(&FaultKind::Empty) || !is_before_any_game(&self.bytes)
    }

    /// Where the recorded result is a draw for want of a mate that could be given all the same. Of a game that was played
    /// elsewhere it is believed: other programs have other rules there.
    pub fn refuted_end(&self) -> Option<Fault> {
        let imported = self.header.tags.iter().next().is_some();
        if imported || !self.game.is_drawn_without_proof() {
            return None;
        }
        let is_end = |raw: &[u8]| {
            let record = raw.strip_prefix(b"#").map(std::str::from_utf8);
            let record = record.and_then(|text| record::parse(text.ok()?.trim_start()).ok());
            matches!(record, Some(Record::End(_)))
        };
        let at = lines_of(&self.bytes).position(is_end)?;
        Some(Fault {
            line: at + 1,
            kind: FaultKind::UnprovenEnd,
        })
    }

    /// The log with whole lines behind what was read.
    pub(crate) fn with_lines(&self, lines: &str) -> Vec<u8> {
        [&self.bytes, self.seam.as_bytes(), lines.as_bytes()].concat()
    }

    /// The log as it was read.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same in whole lines: without one that was cut short at its end, which says nothing.
    pub(crate) fn whole_lines(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        if bytes.last().is_none_or(|last| *last == b'\n') {
            return bytes;
        }
        let lines = bytes.split(|byte| *byte == b'\n').count();
        if self.notices.contains(&Notice::Torn { line: lines }) {
            bytes.truncate(whole_lines(&bytes));
        } else {
            bytes.push(b'\n');
        }
        bytes
    }
}

/// Reads the log at `path`.
///
/// # Errors
/// Where the file cannot be opened or read, or is none (a pipe, a folder). What is wrong inside
/// the file is no error: see [`Loaded::fault`].
pub fn read(path: &Path) -> io::Result<Loaded> {
    read_file(&open_regular(path)?)
}

pub(super) fn read_file(file: &File) -> io::Result<Loaded> {
    require_regular(file)?;
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
/// use rank_and_file_core::record::log::read_bytes;
///
/// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
/// let loaded = read_bytes(format!("{start}\n{after}\n{start}\n").into_bytes());
/// assert_eq!(loaded.game.plies()[0].san.to_string(), "e4");
/// assert_eq!(loaded.fault.unwrap().line, 3, "no move takes e4 back");
/// ```
pub fn read_bytes(bytes: Vec<u8>) -> Loaded {
    let mut reader = Reader {
        room: room_for(&bytes),
        ..Reader::default()
    };
    let mut fault = reader.take_all(&bytes);
    // Who goes on with the game shall find the clocks standing still.
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
        Some(_) if reader.notices.iter().any(left_out) => format!("\n{}", torn_line()),
        Some(_) => "\n".to_owned(),
    };
    Loaded {
        seam,
        header: reader.header.unwrap_or_else(Header::bare),
        has_position: !empty,
        game: reader.game.unwrap_or_default(),
        end: reader.end,
        moved: reader.moved,
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
    moved: Option<Timestamp>,
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
            Some(next) => says_torn(next),
            None => kind.is_no_line(),
        };
        said || is_beginning(raw, kind, self.game.as_ref())
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
            let mut game = header.new_game(read_line(line, read_fen)?);
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
        let bad = |why: &str| FaultKind::BadRecord(why.to_owned());
        match record {
            Record::Header(_) if self.game.is_some() || self.header.is_some() => {
                return Err(bad("a second header"));
            }
            Record::Header(keys) => {
                self.header = Some(Header::from_keys(&keys));
                return Ok(());
            }
            Record::Moved(time) => {
                self.moved = Some(time);
                return Ok(());
            }
            Record::Other => return Ok(()),
            _ => {}
        }
        let Some(game) = &mut self.game else {
            return Err(bad("an event before any position"));
        };
        if self.end.is_some() {
            return Err(FaultKind::AfterEnd);
        }
        match record {
            Record::Takeback(plies) => {
                game.go_on_after_dead_position();
                let taken_back = game.act(Action::TakeBack(plies));
                taken_back.map_err(|_| FaultKind::TakebackTooFar)?;
            }
            Record::DrawOffer(by) if by == game.turn() => {
                game.act(Action::OfferDraw).ok();
            }
            Record::DrawDeclined(by) if game.offer() == Some(Offer::Draw { by: by.other() }) => {
                game.act(Action::Decline).ok();
            }
            // A claim of a player who is not to move is history that changes nothing.
            Record::WrongClaim(by) => {
                game.act(Action::NoteWrongClaim(by)).ok();
            }
            // Clocks in a game that has none are noted: they ran elsewhere.
            Record::Clock(left) if game.clock().is_none() => {
                let mover = game.plies().last().map(|ply| ply.mover);
                if let Some(left) = mover.and_then(|mover| *left.get(mover)) {
                    game.act(Action::NoteClock(left)).ok();
                }
            }
            Record::Clock(left) => {
                let both = left.white.zip(left.black);
                let (white, black) = both.ok_or_else(|| Key::Clock.makes_no_sense())?;
                game.act(Action::SetClocks(ByColor { black, white })).ok();
            }
            Record::Help(side, help) => {
                game.act(Action::Help(side, help)).ok();
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
            }
            // Nor does an offer change anything that the rules would not allow now.
            Record::DrawOffer(_) | Record::DrawDeclined(_) => {}
            Record::Header(_) | Record::Moved(_) | Record::Other => {}
        }
        Ok(())
    }
}

/// The first line of a log that cannot be believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason.
    pub kind: FaultKind,
}

/// Something that was mended while reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Notice {
    /// A line that was cut short while it was written is left out.
    #[error("line {line} was cut short and is left out")]
    Torn {
        /// The line, counted from 1.
        line: usize,
    },
}

/// Whether a line that failed is the beginning of one that would have been good: what a full disk
/// or a power cut leaves behind. The line after it then starts afresh.
fn is_beginning(raw: &[u8], kind: &FaultKind, game: Option<&Game>) -> bool {
    if raw.starts_with(b"#") {
        return match kind {
            FaultKind::BadRecord(_) => cut_short(raw),
            FaultKind::NotText => cut_in_character(raw),
            _ => false,
        };
    }
    let Some(game) = game else { return false };
    let Ok(line) = std::str::from_utf8(raw) else {
        return false;
    };
    game.outcome().is_none()
        && fen_successors(game.position())
            .any(|fen| fen.len() > line.len() && fen.starts_with(line))
}

/// Whether a file without a position is what a full disk or a power cut leaves of a log that was just made:
/// nothing at all, nothing but zeros, or records and the beginning of a position.
fn is_before_any_game(bytes: &[u8]) -> bool {
    if bytes.iter().all(|byte| *byte == 0) {
        return true;
    }
    let mut lines = bytes.split(|byte| *byte == b'\n').peekable();
    let mut records = 0;
    while let Some(line) = lines.next() {
        let is_record = line.starts_with(b"#") && !line.iter().any(u8::is_ascii_control);
        let may_be_cut = lines.peek().is_none() && records > 0;
        if !(line.is_empty() || is_record || may_be_cut && line.iter().all(is_of_position)) {
            return false;
        }
        records += usize::from(is_record);
    }
    true
}

/// Whether a position may have this byte.
fn is_of_position(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/- ".contains(byte)
}

/// Whether a record stops before its JSON object is complete.
fn cut_short(raw: &[u8]) -> bool {
    let json = raw[1..].trim_ascii();
    json.is_empty() || serde_json::from_slice::<IgnoredAny>(json).is_err_and(|error| error.is_eof())
}

/// Whether a text stops before its last character is complete, and is UTF-8 up to there.
fn cut_in_character(raw: &[u8]) -> bool {
    std::str::from_utf8(raw).is_err_and(|error| error.error_len().is_none())
}

/// The record that is written after a line which was cut short, so that readers pass over that line.
fn torn_line() -> String {
    line(&[(Key::Torn, true)])
}

/// Whether a line says that the one before it was cut short.
fn says_torn(raw: &[u8]) -> bool {
    raw.trim_ascii_end() == torn_line().trim_ascii_end().as_bytes()
}

/// The same players, the same day, time, site and round, the same first position, moves and result
/// give the same number, in every process.
pub fn fingerprint(header: &Header, game: &Game) -> u64 {
    let mut hash = Fnv1a::default();
    for color in [Color::White, Color::Black] {
        hash.text(&name(header, color));
    }
    hash.text(&day(header));
    hash.text(&fen_of(game.start()));
    for ply in game.plies() {
        let (from, mut to) = ply.squares();
        if ply.mv.is_castle() && from.distance(to) < 2 {
            // A king that castles onto the next square is not one that goes there.
            to = ply.mv.to();
        }
        hash.byte(u8::from(from));
        hash.byte(u8::from(to));
        hash.byte(ply.mv.promotion().map_or(0, u8::from));
    }
    hash.text(game.outcome().map_or("*", Outcome::result));
    hash.text(&time(header));
    for tag in ["Site", "Round", "GameId"] {
        hash.text(said(header, tag));
    }
    hash.number()
}

/// What a tag says, if it says something.
fn said<'a>(header: &'a Header, tag: &str) -> &'a str {
    match header.tags.get(tag).unwrap_or_default().trim() {
        "?" | "-" => "",
        said => said,
    }
}

/// The time of day at which it began, in universal time.
fn time(header: &Header) -> String {
    match header.started {
        Some(time) => time.strftime("%H:%M:%S").to_string(),
        None => said(header, "UTCTime").to_owned(),
    }
}

/// The name without what gets lost on paper: surplus spaces, control characters, and the question
/// mark of a player whose name is not known.
fn name(header: &Header, color: Color) -> String {
    let name = header.player(color);
    let words = name.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [] | ["?"] => default_name(color).to_owned(),
        words => words.join(" "),
    }
}

/// The day, where the start is known that of universal time: it is the same at every place.
fn day(header: &Header) -> String {
    match (header.started, &header.date) {
        (Some(time), _) => time.strftime("%Y.%m.%d").to_string(),
        (None, Some(date)) => date.clone(),
        (None, None) => UNKNOWN_DATE.to_owned(),
    }
}
