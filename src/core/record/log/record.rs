//! The lines of a log: FEN lines, and `#` records of events, clocks, remarks and the end, written and read.

use itoa::Buffer;
use jiff::Timestamp;
use memchr::memchr;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::header::{FORMAT, Key, Keys, Object};
use super::{FaultKind, Header};
use crate::chess::{
    Action, Board, ByColor, Chess, Color, Event, FenError, Game, Help, Move, Offer, Outcome, Ply,
    Position, Role, Square, fen_of, read_board, read_fen, read_reached_fen, write_fen, write_state,
};

/// The name of a side in records.
fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// The line of a record with these keys, in this order.
///
/// # Panics
/// Never: what is written of a game can be written in JSON.
pub(super) fn line<V: Serialize>(record: &[(Key, V)]) -> String {
    let object = serde_json::to_string(&Object(record));
    format!("# {}\n", object.expect("keys that are texts"))
}

pub(super) fn whole_seconds(time: Timestamp) -> Timestamp {
    Timestamp::from_second(time.as_second()).unwrap_or(time)
}

/// The lines that an event adds to the log of `game`, in which it has just happened; to be
/// written at once. Empty for what leaves no trace.
pub fn lines_for(event: &Event, game: &Game, now: Timestamp) -> String {
    let mut lines = String::new();
    add_lines(&mut lines, event, game, Some(whole_seconds(now)));
    lines
}

/// Adds the same lines for what happened at an unknown time.
pub fn add_undated_lines(lines: &mut String, event: &Event, game: &Game) {
    add_lines(lines, event, game, None);
}

fn add_lines(lines: &mut String, event: &Event, game: &Game, now: Option<Timestamp>) {
    match event {
        Event::Moved { declined, .. } => {
            if let Some(Offer::Draw { by }) = declined {
                *lines += &line(&[(Key::DrawDeclined, json!(color_name(by.other())))]);
            }
            if let Some(ply) = game.plies().last() {
                lines.reserve(USUAL_LENGTH);
                write_fen(&ply.position, lines);
                lines.push('\n');
            }
            add_clock_line(lines, game);
            add_noted_line(lines, game);
        }
        Event::ClaimFailed {
            offered,
            given: _,
            moved,
            declined,
            ended: _,
        } => {
            let by = if *moved {
                game.turn().other()
            } else {
                game.turn()
            };
            *lines += &line(&[(Key::WrongClaim, json!(color_name(by)))]);
            if *offered {
                *lines += &line(&[(Key::DrawOffer, json!(color_name(by)))]);
            }
            if *moved {
                let (declined, ended) = (*declined, None);
                add_lines(lines, &Event::Moved { declined, ended }, game, now);
            } else {
                add_clock_line(lines, game);
            }
        }
        Event::Offered(Offer::Draw { by }) => {
            *lines += &line(&[(Key::DrawOffer, json!(color_name(*by)))]);
        }
        Event::Declined(Offer::Draw { by }) => {
            *lines += &line(&[(Key::DrawDeclined, json!(color_name(by.other())))]);
        }
        Event::Offered(Offer::Takeback { .. }) | Event::Declined(Offer::Takeback { .. }) => {}
        Event::TakenBack(plies) => {
            *lines += &line(&[(Key::Takeback, json!(plies))]);
            add_clock_line(lines, game);
        }
        Event::Paused => {
            *lines += &line(&[(Key::Paused, json!(now))]);
            add_clock_line(lines, game);
        }
        Event::WentOn => *lines += &line(&[(Key::Resumed, json!(now))]),
        Event::ClocksSet | Event::Ended(_) => add_clock_line(lines, game),
        Event::ClockNoted => add_noted_line(lines, game),
        Event::Helped(side, help) => *lines += &help_line(*side, *help),
    }
    if let Some(outcome) = event.ended() {
        *lines += &line(&[
            (Key::Result, json!(outcome.result())),
            (Key::Reason, json!(outcome.reason.code())),
            (Key::Ended, json!(now)),
        ]);
    }
}

/// That a player was helped. A player who insists on a move is not.
fn help_line(side: Color, help: Help) -> String {
    let side = json!(color_name(side));
    let with = |with: &str| (Key::With, json!(with));
    match help {
        Help::Tip(step) => line(&[(Key::Helped, side), with("tip"), (Key::Step, json!(step))]),
        Help::Warning => line(&[(Key::Helped, side), with("warning")]),
        Help::Guard => line(&[(Key::Helped, side), with("guard")]),
        Help::Insisted => line(&[(Key::Insisted, side)]),
    }
}

/// A position and a record of the clocks rarely take more, in bytes.
const USUAL_LENGTH: usize = 160;

/// What both clocks show now; empty for a game without clocks.
pub fn clock_line(game: &Game) -> String {
    let mut text = String::new();
    add_clock_line(&mut text, game);
    text
}

/// It stands after nearly every move, and is written without a detour by [`Key`].
fn add_clock_line(lines: &mut String, game: &Game) {
    let Some(left) = game.clocks_left() else {
        return;
    };
    lines.push_str("# {\"clock\":{\"white_ms\":");
    lines.push_str(Buffer::new().format(left.white));
    lines.push_str(",\"black_ms\":");
    lines.push_str(Buffer::new().format(left.black));
    lines.push_str("}}\n");
}

/// What the last mover's clock showed elsewhere; nothing where it was not noted.
fn add_noted_line(lines: &mut String, game: &Game) {
    if let Some((ply, left)) = game.plies().last().and_then(|ply| Some((ply, ply.noted?))) {
        let side = ply.mover.fold_wb(Key::WhiteMs, Key::BlackMs);
        *lines += &line(&[(Key::Clock, Object(&[(side, left)]))]);
    }
}

/// The end of a game as it is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Who won and why.
    pub outcome: Outcome,
    /// When.
    pub ended: Option<Timestamp>,
}

/// Whether a game has come to its end at this table. What was imported says no hour of its end, and
/// a first position that is over has no end.
pub fn has_ended_here(header: &Header, game: &Game, end: Option<End>) -> bool {
    match end {
        Some(end) => end.ended.is_some(),
        None => {
            let begun = header.new_game(game.start().clone());
            game.outcome().is_some() && begun.outcome().is_none()
        }
    }
}

/// A record as it was read.
pub(super) enum Record {
    Header(Box<Header>),
    Takeback(usize),
    DrawOffer(Color),
    DrawDeclined(Color),
    /// This player claimed a draw, and there was none.
    WrongClaim(Color),
    /// What is left on the clocks, in milliseconds; `None` where that cannot be made out.
    Clock(ByColor<Option<u64>>),
    End(End),
    Help(Color, Help),
    /// Keys of a later version, or of another program: kept in the file, ignored here.
    Other,
}

/// Reads what follows the `#` of a record.
pub(super) fn parse(text: &str) -> Result<Record, FaultKind> {
    if let Some(left) = both_clocks(text) {
        return Ok(Record::Clock(left.map(Some)));
    }
    let keys = Keys::read(text).map_err(|error| unreadable(&error))?;
    let has = |key: Key| keys.written(key).is_some();
    let color = |key: Key| match keys.text(key).as_deref() {
        Some("white") => Ok(Color::White),
        Some("black") => Ok(Color::Black),
        _ => Err(key.makes_no_sense()),
    };
    if has(Key::Format) {
        return match keys.get(Key::Format) {
            Some(format) if format > FORMAT => Err(FaultKind::Newer(format)),
            Some(_) => Header::from_keys(&keys).map(Box::new).map(Record::Header),
            None => Err(Key::Format.makes_no_sense()),
        };
    }
    if has(Key::Takeback) {
        let plies = keys.get(Key::Takeback).map(Record::Takeback);
        return plies.ok_or_else(|| Key::Takeback.makes_no_sense());
    }
    if let Some(clock) = keys.written(Key::Clock) {
        let clock = Keys::read(clock).unwrap_or_default();
        return Ok(Record::Clock(ByColor {
            white: clock.get(Key::WhiteMs),
            black: clock.get(Key::BlackMs),
        }));
    }
    if has(Key::DrawOffer) {
        return color(Key::DrawOffer).map(Record::DrawOffer);
    }
    if has(Key::DrawDeclined) {
        return color(Key::DrawDeclined).map(Record::DrawDeclined);
    }
    if has(Key::WrongClaim) {
        return color(Key::WrongClaim).map(Record::WrongClaim);
    }
    if has(Key::Insisted) {
        return color(Key::Insisted).map(|side| Record::Help(side, Help::Insisted));
    }
    if has(Key::Helped) {
        let side = color(Key::Helped)?;
        return Ok(match keys.text(Key::With).as_deref() {
            Some("tip") => Record::Help(side, Help::Tip(keys.get(Key::Step).unwrap_or(1))),
            Some("warning") => Record::Help(side, Help::Warning),
            Some("guard") => Record::Help(side, Help::Guard),
            _ => Record::Other,
        });
    }
    if has(Key::Result) {
        let reason = keys.text(Key::Reason).and_then(|text| text.parse().ok());
        let outcome = reason
            .zip(keys.text(Key::Result))
            .and_then(|(reason, result)| Outcome::from_record(&result, reason));
        let ended = keys.text(Key::Ended).and_then(|time| time.parse().ok());
        return outcome
            .map(|outcome| Record::End(End { outcome, ended }))
            .ok_or_else(|| {
                FaultKind::BadRecord("the value of result or reason makes no sense".to_owned())
            });
    }
    Ok(Record::Other)
}

/// The record of both clocks as this app writes it, of which a log may have one after every move.
/// `None` says nothing of the text.
fn both_clocks(text: &str) -> Option<ByColor<u64>> {
    let (white, rest) = number(text.strip_prefix(r#"{"clock":{"white_ms":"#)?)?;
    let (black, rest) = number(rest.strip_prefix(r#","black_ms":"#)?)?;
    (rest == "}}").then_some(ByColor { black, white })
}

/// The number with which a text begins, and what follows. No number in JSON begins with a zero but
/// that one.
fn number(text: &str) -> Option<(u64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let plain = digits == 1 || !number.starts_with('0');
    Some((number.parse().ok().filter(|_| plain)?, rest))
}

/// More of a reason is not told; it may quote the whole record.
const LONGEST_REASON: usize = 200;

fn unreadable(error: &serde_json::Error) -> FaultKind {
    let reason = error.to_string();
    FaultKind::BadRecord(reason.chars().take(LONGEST_REASON).collect())
}

/// Where a record contradicts itself or the board, or could not be taken over as it stands. Texts
/// are quoted as they were written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "remark", rename_all = "kebab-case")]
pub enum Remark {
    /// The tag `Date` is no day, or not wholly one.
    UnclearDate {
        /// The tag.
        text: String,
    },
    /// The tag `Result` and what stands after the moves are not the same.
    ResultsDiffer {
        /// The tag.
        tag: String,
        /// What stands after the moves.
        text: String,
        /// Which of them is kept.
        kept: String,
    },
    /// The board gives another result than the one that was recorded, and that is kept.
    ResultNotOnBoard {
        /// The one that was recorded.
        recorded: String,
        /// That of the board.
        board: String,
    },
    /// A result that is none: it says neither who has won nor that the game was drawn.
    UnknownResult {
        /// How it is written.
        text: String,
    },
    /// A move without a piece (a null move); the game is taken over up to there.
    NullMove {
        /// How it is written.
        text: String,
    },
    /// Moves stand after the result, and are left out.
    MovesAfterResult {
        /// The first of them.
        text: String,
    },
    /// A comment begins and does not end, so that moves may be missing.
    OpenComment,
    /// A variation begins and does not end, so that moves may be missing.
    OpenVariation,
    /// Words stand among the moves that are none, and are kept as comments.
    NoMoves {
        /// The first of them.
        text: String,
    },
    /// The pieces are written with the letters of another language than English.
    PieceLetters {
        /// Those of king, queen, rook, bishop and knight.
        letters: String,
    },
    /// The comments are too long together: from one of them on, only what clocks showed is kept.
    CommentsCut,
    /// Castling rights without a king or a rook at home are left out of the first position.
    CastlingRights {
        /// The position as it is written.
        fen: String,
    },
}

/// More of what was written is not quoted, in characters.
const LONGEST: usize = 100;
/// No game has more.
const MOST: usize = 16;

/// As much of a text as is quoted.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().take(LONGEST).map(plain).collect()
}

/// The remarks of a record; those of a later version are passed over.
pub(super) fn read(text: &str) -> Vec<Remark> {
    let remarks: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
    let remarks = remarks.into_iter().take(MOST);
    remarks
        .filter_map(|remark| serde_json::from_str(remark.get()).ok())
        .collect()
}

pub(super) fn record(remarks: &[Remark]) -> Value {
    serde_json::to_value(remarks).unwrap_or_default()
}

/// The position of a line.
pub(super) fn position(line: &str) -> Result<Chess, FaultKind> {
    read_line(line, read_reached_fen)
}

/// The position of the first line that has one.
pub(super) fn start(line: &str) -> Result<Chess, FaultKind> {
    read_line(line, read_fen)
}

fn read_line(line: &str, read: fn(&str) -> Result<Chess, FenError>) -> Result<Chess, FaultKind> {
    if line.split_ascii_whitespace().count() != 6 {
        return Err(FaultKind::NotSixFields);
    }
    read(line).map_err(FaultKind::NotFen)
}

/// Every legal action in `before` with the position it leads to.
pub(super) fn successors(before: &Chess) -> impl Iterator<Item = (Action, String)> + '_ {
    before.legal_moves().into_iter().map(|mv| {
        let mut after = before.clone();
        after.play_unchecked(mv);
        (mv.into(), fen_of(&after))
    })
}

/// The ply that leads on from where `game` stands to the position that `line` gives, in whatever way that
/// is written.
pub(super) fn successor(game: &Game, line: &str) -> Result<Ply, FaultKind> {
    let before = game.position();
    let wanted = position(line)?;
    let left_and_arrived = |mv: &Move| {
        let left = |from| !wanted.board().occupied().contains(from);
        let arrived = wanted.board().by_color(before.turn()).contains(mv.to());
        // Who castles may stay, or come to where the other stood.
        mv.is_castle() || arrived && mv.from().is_some_and(left)
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
        .map(|mv| game.ply(mv))
        .ok_or(FaultKind::NotLegal)
}

/// The same for a line as this app writes it, found by a look at the squares that have changed. `None`
/// says nothing of the line.
pub(super) fn suggested(game: &Game, line: &[u8]) -> Option<Ply> {
    let gap = memchr(b' ', line)?;
    let (board, state) = (read_board(&line[..gap])?, &line[gap + 1..]);
    let (from, to, promotion) = between(game.position(), &board)?;
    let ply = game.ply(game.judge(from, to, promotion).ok()?);
    let mut expected = String::with_capacity(USUAL_STATE);
    write_state(&ply.position, &mut expected);
    (*ply.position.board() == board && expected.as_bytes() == state).then_some(ply)
}

/// The fields after the first take no more bytes.
const USUAL_STATE: usize = 20;

/// From where a piece goes to where, and what it becomes, for the pieces to stand as on `board`; be
/// it legal or not.
fn between(before: &Chess, board: &Board) -> Option<(Square, Square, Option<Role>)> {
    let (then, now) = (before.us(), board.by_color(before.turn()));
    let (left, arrived) = (then & !now, now & !then);
    if left.more_than_one() {
        // Who castles moves the king.
        let from = (left & before.board().kings()).single_square()?;
        let to = (arrived & board.kings()).single_square()?;
        return Some((from, to, None));
    }
    let (from, to) = (left.single_square()?, arrived.single_square()?);
    let (role, becomes) = (before.board().role_at(from)?, board.role_at(to)?);
    Some((from, to, (becomes != role).then_some(becomes)))
}
