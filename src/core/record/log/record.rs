//! The lines of a log: FEN lines, and `#` records of events, clocks and the end, written and read; and why one
//! cannot be believed.

use std::fmt;
use std::marker::PhantomData;

use itoa::Buffer;
use jiff::Timestamp;
use memchr::{memchr, memmem};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use serde_json::value::RawValue;

use crate::chess::{
    Board, ByColor, Chess, Color, Event, FenError, Game, Help, Move, Offer, Outcome, Ply, Position,
    Role, Square, fen_of, read_board, read_reached_fen, write_fen, write_state,
};

/// The version of the format that is written.
pub(super) const FORMAT: u64 = 1;

/// The keys of all kinds of records, and of the clocks in them. [`Key::Other`] stands for those of a
/// later version, or of another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Key {
    #[serde(rename = "rank-and-file")]
    Format,
    White,
    Black,
    Started,
    TimeControl,
    Correspondence,
    Draws,
    Hints,
    Warnings,
    Tips,
    Guard,
    WhiteComputer,
    BlackComputer,
    Date,
    Tags,
    Remarks,
    Takeback,
    Moved,
    Clock,
    WhiteMs,
    BlackMs,
    DrawOffer,
    DrawDeclined,
    WrongClaim,
    Result,
    Reason,
    Ended,
    Paused,
    Resumed,
    Torn,
    Helped,
    With,
    Step,
    Insisted,
    #[serde(other)]
    Other,
}

impl Key {
    /// What is wrong where its value cannot be that of such a key.
    pub(super) fn makes_no_sense(self) -> FaultKind {
        let name = json!(self);
        let name = name.as_str().unwrap_or_default();
        FaultKind::BadRecord(format!("the value of {name} makes no sense"))
    }
}

/// What stands in an object, each value as it is written. Of values with the same key the last counts.
#[derive(Debug)]
pub(super) struct Keys<'a>([Option<&'a RawValue>; Key::Other as usize]);

impl Default for Keys<'_> {
    fn default() -> Self {
        Self([None; Key::Other as usize])
    }
}

impl<'a> Keys<'a> {
    /// Reads the object that `text` is.
    pub(super) fn read(text: &'a str) -> serde_json::Result<Self> {
        let mut keys = Self::default();
        each_pair(text, |key: Key, value| {
            if let Some(place) = keys.0.get_mut(key as usize) {
                *place = Some(value);
            }
        })?;
        Ok(keys)
    }

    /// The value as it is written.
    pub(super) fn written(&self, key: Key) -> Option<&'a str> {
        Some((*self.0.get(key as usize)?)?.get())
    }

    /// The value, where it is of that kind.
    pub(super) fn get<T: Deserialize<'a>>(&self, key: Key) -> Option<T> {
        serde_json::from_str(self.written(key)?).ok()
    }

    /// The value, where it is a text.
    pub(super) fn text(&self, key: Key) -> Option<String> {
        self.get(key)
    }
}

/// The object with these keys, in this order.
pub(super) struct Object<'a, V>(pub &'a [(Key, V)]);

impl<V: Serialize> Serialize for Object<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Hands over every key of the object that `text` is, with its value as it is written.
pub(super) fn each_pair<'a, K: Deserialize<'a>>(
    text: &'a str,
    take: impl FnMut(K, &'a RawValue),
) -> serde_json::Result<()> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.deserialize_map(Pairs(take, PhantomData))?;
    reader.end()
}

struct Pairs<F, K>(F, PhantomData<K>);

impl<'a, K: Deserialize<'a>, F: FnMut(K, &'a RawValue)> Visitor<'a> for Pairs<F, K> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((key, value)) = map.next_entry()? {
            (self.0)(key, value);
        }
        Ok(())
    }
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

/// Why a log cannot be believed beyond a certain line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// There is no position in it at all.
    #[error("there is no position in the file")]
    Empty,
    /// The file is larger, or has more positions or torn lines, than any game can have.
    #[error("the file is larger than any game can be")]
    TooLarge,
    /// The line is not UTF-8.
    #[error("the line is not UTF-8 text")]
    NotText,
    /// The line is no full FEN.
    #[error("the line is not a position: {0}")]
    NotFen(FenError),
    /// The line has not the six fields of a FEN.
    #[error("the line is not a FEN of six fields")]
    NotSixFields,
    /// No legal move leads from the position before to this one.
    #[error("no legal move leads to this position")]
    NotLegal,
    /// The record is not one JSON object, or its values make no sense.
    #[error("the record cannot be read: {0}")]
    BadRecord(String),
    /// The log was written by a later version of the format.
    #[error("the log has format {0}, which is newer")]
    Newer(u64),
    /// Something follows the end of the game.
    #[error("the game goes on after its end")]
    AfterEnd,
    /// The result that is recorded is not what stands on the board.
    #[error("the recorded result does not fit the board")]
    UnprovenEnd,
    /// More plies are taken back than were played.
    #[error("more is taken back than was played")]
    TakebackTooFar,
}

impl FaultKind {
    /// Whether this is no line of a log at all, as against a line that says something wrong.
    pub(super) fn is_no_line(&self) -> bool {
        matches!(
            self,
            Self::NotText | Self::NotFen(_) | Self::NotSixFields | Self::BadRecord(_)
        )
    }
}

/// The name of a side in records.
fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
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
        Event::Resumed => *lines += &line(&[(Key::Resumed, json!(now))]),
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

/// The line that says which annotations came with an import, by a number for them. What a player deletes of them is not
/// added again. It says nothing of the game, and may stand after its end.
pub(crate) fn annotations_line(number: u64) -> String {
    format!("# {{\"annotations\":\"{number:016x}\"}}\n")
}

/// The numbers in all such lines of a log.
pub(crate) fn annotations_in(log: &[u8]) -> impl Iterator<Item = u64> + '_ {
    const BEGINS: &[u8] = b"\n# {\"annotations\":\"";
    memmem::find_iter(log, BEGINS).filter_map(|at| {
        let digits = log[at + BEGINS.len()..].get(..16)?;
        u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    })
}

/// When the last move of a correspondence game was made.
pub fn moved_line(now: Timestamp) -> String {
    line(&[(Key::Moved, json!(whole_seconds(now)))])
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

/// A record as it was read.
pub(super) enum Record<'a> {
    /// The first one.
    Header(Box<Keys<'a>>),
    Takeback(usize),
    DrawOffer(Color),
    DrawDeclined(Color),
    /// This player claimed a draw, and there was none.
    WrongClaim(Color),
    /// What is left on the clocks, in milliseconds; `None` where that cannot be made out.
    Clock(ByColor<Option<u64>>),
    End(End),
    Help(Color, Help),
    /// The last move was made at this time.
    Moved(Timestamp),
    /// Keys of a later version, or of another program: kept in the file, ignored here.
    Other,
}

/// Reads what follows the `#` of a record.
pub(super) fn parse(text: &str) -> Result<Record<'_>, FaultKind> {
    if let Some(left) = both_clocks(text) {
        return Ok(Record::Clock(left.map(Some)));
    }
    let keys = Keys::read(text)
        .map_err(|_| FaultKind::BadRecord("it is not one JSON object".to_owned()))?;
    let has = |key: Key| keys.written(key).is_some();
    let color = |key: Key| match keys.text(key).as_deref() {
        Some("white") => Ok(Color::White),
        Some("black") => Ok(Color::Black),
        _ => Err(key.makes_no_sense()),
    };
    if has(Key::Format) {
        return match keys.get(Key::Format) {
            Some(format) if format > FORMAT => Err(FaultKind::Newer(format)),
            Some(_) => Ok(Record::Header(Box::new(keys))),
            None => Err(Key::Format.makes_no_sense()),
        };
    }
    if has(Key::Takeback) {
        let plies = keys.get(Key::Takeback).map(Record::Takeback);
        return plies.ok_or_else(|| Key::Takeback.makes_no_sense());
    }
    if let Some(moved) = keys.text(Key::Moved) {
        // A time that is none spoils no game.
        return Ok(moved.parse().map_or(Record::Other, Record::Moved));
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

/// The position of a line.
pub(super) fn read_line(
    line: &str,
    read: fn(&str) -> Result<Chess, FenError>,
) -> Result<Chess, FaultKind> {
    if line.split_ascii_whitespace().count() != 6 {
        return Err(FaultKind::NotSixFields);
    }
    read(line).map_err(FaultKind::NotFen)
}

/// Every position to which a legal move in `before` leads.
pub(super) fn fen_successors(before: &Chess) -> impl Iterator<Item = String> + '_ {
    before.legal_moves().into_iter().map(|mv| {
        let mut after = before.clone();
        after.play_unchecked(mv);
        fen_of(&after)
    })
}

/// The ply that leads on from where `game` stands to the position that `line` gives, in any spelling of it.
pub(super) fn successor(game: &Game, line: &str) -> Result<Ply, FaultKind> {
    let before = game.position();
    let wanted = read_line(line, read_reached_fen)?;
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
